#include "tools/learn_book/replay_variant.hpp"

#include "core/book/learn_store.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/variant_scanner.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace polyglot::tools {
namespace {

class VariantGames final : public pgn::VariantVisitor {
  public:
    VariantGames(const book::VariantBook& book, const ReplaySink& sink)
        : book_(book), sink_(sink) {}

    void begin_chunk(std::uint64_t lines_before) { lines_before_ = lines_before; }
    std::uint64_t others() const { return others_; }

    std::size_t begin_game(const pgn::Tags& tags, const chess::VariantPosition&,
                           std::uint64_t line) override {
        is_wanted_ = pgn::is_game_of(book_.variant(), tags);
        game_.emplace();
        moves_.clear();
        if (!is_wanted_) return 0;
        game_->line = lines_before_ + line;
        for (const pgn::Tags::Tag& tag : tags.all())
            game_->tags.emplace_back(
                tag.name, pgn::unescape_tag_value(tag.value).substr(0, pgn::max_tag_value));
        return pgn::all_plies;
    }
    void on_move(const chess::VariantPosition& before, chess::VariantMove move, std::size_t,
                 std::size_t) override {
        const auto entries = book_.find(before);
        const bool is_in_book = std::ranges::any_of(
            entries, [&](const book::VariantEntry& entry) { return entry.move == move; });
        if (is_in_book)
            moves_.push_back({book::learnt_key(before),
                              book::encode_learnt_stand_in(chess::stand_in_for(move)),
                              before.side_to_move() == chess::Color::White});
    }
    void end_game(pgn::Outcome outcome, std::size_t, const pgn::Problem& problem) override {
        if (!is_wanted_) {
            ++others_;
            return;
        }
        game_->outcome = outcome;
        if (problem) {
            game_->problem = problem.message;
            game_->problem_line = lines_before_ + problem.line;
        }
        sink_(*game_, moves_);
    }

  private:
    const book::VariantBook& book_;
    const ReplaySink& sink_;
    std::uint64_t lines_before_ = 0;
    std::uint64_t others_ = 0;
    bool is_wanted_ = false;
    std::optional<pgn::GameText> game_; // the last one that began
    std::vector<ReplayedMove> moves_;
};

} // namespace

VariantGamesRead read_variant_games(std::istream& in, const book::VariantBook& book,
                                    const ReplaySink& sink) {
    pgn::Chunks chunks(in, std::size_t{1} << 16U);
    VariantGames games(book, sink);
    std::uint64_t lines = 0;
    for (pgn::Chunk chunk; chunks.next(chunk);) {
        games.begin_chunk(lines);
        const pgn::ScanOptions options{.cut_short = chunk.cut_short};
        lines += pgn::scan_variant_games(chunk.view(), options, book.variant(), games).lines +
                 chunk.skipped_lines;
    }
    return {.others = games.others(), .piece_letters = std::string(chunks.letters().name())};
}

} // namespace polyglot::tools
