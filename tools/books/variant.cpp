#include "tools/books/variant.hpp"

#include "core/book/entry_table.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variant_name.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/key.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace polyglot::tools {

using chess::Position;

const chess::Variant* variant_of_book(const std::string& file, const chess::Variant* given) {
    if (given) return given;
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) return nullptr;
    const auto book = book::PolyglotBook::open(*std::move(bytes));
    const auto named = book ? book::find_named_variant(*book) : std::nullopt;
    return named ? named->variant : nullptr;
}

bool is_drop(std::uint16_t raw, const chess::Variant* rules) {
    return rules && rules->has_pockets && book::is_drop(raw);
}

bool is_possible_move(std::uint16_t raw, const chess::Variant* rules) {
    const bool to_king = rules && !rules->kings_are_royal && book::is_king_promotion(raw);
    return book::is_possible_move(raw) || is_drop(raw, rules) || to_king;
}

bool has_ended_by_checks(const chess::VariantPosition& position) {
    const auto& left = position.board().checks_left;
    return position.variant().checks_to_win > 0 && std::ranges::find(left, 0) != left.end();
}

std::uint64_t key_after_explosion(const Position& position, chess::Move move) {
    if (move.kind() == chess::Move::Kind::Castling || !position.piece_at(move.to())) return 0;
    auto atomic = chess::parse_variant_fen(chess::atomic, chess::format_fen(position));
    if (!atomic) return 0;
    chess::VariantMove capture{move.from(), move.to()};
    if (move.kind() == chess::Move::Kind::Promotion) {
        capture.kind = chess::VariantMove::Kind::Promotion;
        capture.piece = move.promotion();
    }
    atomic->make(capture);
    const auto kings = atomic->board().pieces(chess::PieceType::King);
    return std::popcount(kings) == 2 ? variant_key(*atomic, chess::VariantKeys::Plain) : 0;
}

void VariantEvidence::look_at(const Position& position, const std::vector<book::Entry>& entries) {
    for (const book::Entry& entry : entries) {
        if (captures_ == most) return;
        if (!entry.move || !position.piece_at(entry.move.to())) continue;
        const std::uint64_t exploded = key_after_explosion(position, entry.move);
        if (exploded == 0) continue;
        ++captures_;
        if (!book_.find_raw(exploded).empty()) ++exploded_;
        if (!book_.find_raw(position.key_after(entry.move)).empty()) ++usual_;
    }
}

std::string OtherVariant::sentence() const {
    const std::string looks_like = "this looks like a book for " + name + ": ";
    switch (sign) {
    case VariantSign::Header:
        return "the header names variants that don't include normal chess, by whose rules moves "
               "are judged here";
    case VariantSign::StartPosition:
        return looks_like + "it knows positions with which its games begin";
    case VariantSign::Explosions: return looks_like + "it knows positions after explosions";
    case VariantSign::Drops: return looks_like + "it has moves that drop a piece";
    case VariantSign::KingPromotions: return looks_like + "it has promotions to king";
    case VariantSign::NotReached: break;
    }
    return "more than half of the positions can't be reached from where games begin: a book for "
           "another variant, or "
           "of games that begin elsewhere";
}

std::optional<OtherVariant> VariantEvidence::judge(std::uint64_t reached,
                                                   std::uint64_t positions) const {
    if (const auto& header = book_.header(); header && !header->variants.empty()) {
        const auto is_ours = [](const std::string& variant) {
            return chess::is_normal_variant(variant) || chess::is_chess960_variant(variant);
        };
        if (std::ranges::none_of(header->variants, is_ours))
            return OtherVariant{VariantSign::Header, header->variants.front()};
    }
    if (const auto* const variant = book::find_variant_by_keys(book_))
        return OtherVariant{VariantSign::StartPosition, std::string(variant->uci)};
    if (is_atomic()) return OtherVariant{VariantSign::Explosions, "atomic"};
    if (auto by_moves = judge_moves()) return by_moves;
    if (positions > 2 * reached) return OtherVariant{VariantSign::NotReached, {}};
    return std::nullopt;
}

// Damage produces arbitrary moves, of which only 1 in 64 looks like a drop and 1 in 500 like a
// promotion to king.
std::optional<OtherVariant> VariantEvidence::judge_moves() const {
    constexpr std::uint64_t not_by_chance = 5;
    std::uint64_t impossible = 0;
    std::uint64_t drops = 0;
    std::uint64_t kings = 0;
    std::vector<std::byte> buffer(64U << 10U);
    book::EntryWindow window(book_.entries(), buffer);
    for (std::uint64_t i = 0; i < book_.entries().size() && window.reach(i); ++i) {
        const book::RawEntry entry = window[i];
        if (book::is_special(entry)) continue;
        if (book::is_drop(entry.move)) ++drops;
        if (book::is_king_promotion(entry.move)) ++kings;
        if (!book::is_possible_move(entry.move)) ++impossible;
    }
    const auto is_rule = [impossible](std::uint64_t count) {
        return count >= not_by_chance && 10 * count >= 9 * impossible;
    };
    if (is_rule(drops)) return OtherVariant{VariantSign::Drops, "crazyhouse"};
    if (is_rule(kings)) return OtherVariant{VariantSign::KingPromotions, "antichess"};
    return std::nullopt;
}

std::uint64_t known_chess960_starts(const book::PolyglotBook& book) {
    std::uint64_t known = 0;
    for (const Position& start : chess::chess960_starts())
        if (!(start == Position::start()) && !book.find_raw(start.key()).empty()) ++known;
    return known;
}

std::vector<std::string> variant_names(bool chess, bool chess960) {
    std::vector<std::string> names;
    if (chess || !chess960) names.emplace_back("normal");
    if (chess960) names.emplace_back("fischerandom");
    return names;
}

} // namespace polyglot::tools
