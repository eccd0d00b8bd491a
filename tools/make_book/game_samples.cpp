#include "tools/make_book/game_samples.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/book/variants/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/openings/names.hpp"
#include "core/pgn/variant.hpp"
#include "tools/make_book/played_games.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

book::Sample sample_of(const chess::Position& before, chess::Move move) {
    const std::uint16_t raw = book::encode_move(move);
    if (!before.castles_with_outer_rooks())
        return {before.key() ^ raw, 0, before.side_to_move(), SampleCollector::InnerRook, 0, 0};
    return {before.key(), raw, before.side_to_move(), 0, 0, 0};
}

std::uint8_t number_of(const chess::Variant& variant) {
    const auto all = chess::all_variants();
    return static_cast<std::uint8_t>(std::ranges::find(all, &variant) - all.begin() + 1);
}

} // namespace

Result<void> GameSampler::scan(std::string_view text, const GamePlace& begin, PieceReport& report) {
    PlayedGames* const played = collector_.played();
    if (played != nullptr) played->begin_piece(text, begin);
    report.counts = pgn::scan_games(text, collector_.begin_piece(report), *this);
    return played != nullptr && collector_.result() ? played->end_piece() : collector_.result();
}

std::size_t GameSampler::begin_game(const pgn::Tags& tags, const chess::Position& start,
                                    std::uint64_t /*line*/) {
    const bool chess960 = chess::castles_as_in_chess960(start) ||
                          (!collector_.rules().as_polyglot &&
                           pgn::parse_variant(tags.find("Variant")) == pgn::Variant::Chess960);
    return collector_.begin_game(
        tags, {.key = start.key(), .mover = start.side_to_move(), .chess960 = chess960});
}

void GameSampler::on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                          std::size_t variation) {
    if (collector_.names_openings() && variation == 0) name_opening(before, move);
    // A position recurs only while no pawn moves and nothing is captured.
    collector_.add(ply, variation, static_cast<std::size_t>(before.half_move_clock()),
                   [&] { return sample_of(before, move); });
}

void GameSampler::name_opening(const chess::Position& before, chess::Move move) {
    chess::Position after = before;
    after.make(move);
    if (const auto opening = openings::find_opening(after)) {
        pgn::MainLine& main_line = collector_.main_line();
        main_line.eco = opening->code;
        main_line.opening = opening->name;
    }
}

Result<void> VariantSampler::scan(std::string_view text, const GamePlace& /*begin*/,
                                  PieceReport& report) {
    report.counts = pgn::scan_variant_games(text, collector_.begin_piece(report),
                                            *collector_.rules().variant, *this);
    return collector_.result();
}

std::size_t VariantSampler::begin_game(const pgn::Tags& tags, const chess::VariantPosition& start,
                                       std::uint64_t /*line*/) {
    const chess::Variant& variant = *collector_.rules().variant;
    if (!pgn::is_game_of(variant, tags)) {
        collector_.skip_game();
        return 0;
    }
    return collector_.begin_game(tags, {.key = book::identity_of(start),
                                        .mover = start.side_to_move(),
                                        .variant = number_of(variant)});
}

void VariantSampler::on_move(const chess::VariantPosition& before, chess::VariantMove move,
                             std::size_t ply, std::size_t variation) {
    // Pieces come back from pockets: the whole game may have had the key.
    collector_.add(ply, variation, ply, [&] { return sample_of(before, move); });
}

book::Sample VariantSampler::sample_of(const chess::VariantPosition& before,
                                       const chess::VariantMove& move) const {
    const chess::VariantKeys keys = collector_.rules().keys;
    const std::uint64_t key = variant_key(before, keys);
    const chess::Color mover = before.side_to_move();
    const auto no_move = [&](SampleCollector::NoMove reason) -> book::Sample {
        // The plain convention has a code for each move.
        return {key ^ *book::encode_variant_move(move, chess::VariantKeys::Plain),
                0,
                mover,
                reason,
                0,
                0};
    };
    if (!book::has_key(before)) return no_move(SampleCollector::InnerRook);
    const auto raw = book::encode_variant_move(move, keys);
    if (!raw) return no_move(SampleCollector::KingPromotion);
    return {key, *raw, mover, 0, 0, 0};
}

std::unique_ptr<Sampler> make_sampler(const GameRules& rules, Sampler::IsNew is_new,
                                      SampleSink& sink) {
    if (rules.variant) return std::make_unique<VariantSampler>(rules, std::move(is_new), sink);
    return std::make_unique<GameSampler>(rules, std::move(is_new), sink);
}

} // namespace polyglot::tools
