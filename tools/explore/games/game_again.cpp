#include "tools/explore/games/game_again.hpp"

#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/games/game_files.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

namespace polyglot::tools {
namespace {

// Keeps the n-th of the games that are scanned.
class OneGame final : public pgn::GameVisitor {
  public:
    explicit OneGame(std::size_t wanted) : before_(wanted) {}
    std::optional<GameAgain> take() { return std::move(found_); }

    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t /*line*/) override {
        is_wanted_ = before_ == 0 && !found_;
        if (!is_wanted_) return pgn::all_plies; // games are told apart as in the first reading
        found_.emplace();
        found_->start = start;
        for (const pgn::Tags::Tag& tag : tags.all())
            found_->tags.emplace_back(text::shown_text(tag.name),
                                      text::shown_text(pgn::unescape_tag_value(tag.value)));
        return pgn::all_plies;
    }
    void on_move(const chess::Position& /*before*/, chess::Move move, std::size_t /*ply*/,
                 std::size_t /*variation*/) override {
        if (!is_wanted_) return;
        found_->moves.push_back(move);
        found_->comments.emplace_back();
    }
    void on_comment(std::string_view comment, std::size_t ply) override {
        if (!is_wanted_) return;
        std::string& text = found_->comments[ply];
        text += (text.empty() ? "" : " ") + text::shown_lines(comment);
    }
    void end_game(pgn::Outcome outcome, std::size_t /*plies*/,
                  const pgn::Problem& problem) override {
        if (is_wanted_) {
            found_->outcome = outcome;
            found_->problem = text::shown_text(problem.message);
        }
        is_wanted_ = false;
        if (before_ > 0) --before_;
    }

  private:
    std::size_t before_; // games before the wanted one
    bool is_wanted_ = false;
    std::optional<GameAgain> found_;
};

// The pieces of the text from the same place on begin with the same games, wherever they end.
std::optional<GameAgain> find_game(std::istream& in, std::uint64_t offset, std::size_t wanted) {
    pgn::Chunks chunks(in, GameReadingOptions::default_piece);
    if (offset > 0) chunks.skip(offset);
    OneGame visitor(wanted);
    pgn::Chunk chunk;
    while (chunks.next(chunk)) {
        const pgn::ScanOptions options{
            .cut_short = chunk.cut_short, .game_lines = false, .comments = true};
        pgn::scan_games(chunk.view(), options, visitor);
        if (auto found = visitor.take()) return found;
    }
    return std::nullopt;
}

bool is_same(const GameAgain& game, const GameSegment& segment, std::size_t number) {
    const auto known = segment.moves_of(number);
    return game.start == segment.start_of(number) &&
           game.outcome == segment.games()[number].outcome &&
           std::equal(known.begin(), known.end(), game.moves.begin(), game.moves.end());
}

} // namespace

Result<GameAgain> read_game_again(const Collection& collection, GameNumber number) {
    const std::filesystem::path& file = collection.file_of(number);
    const auto changed = [&file] {
        return make_error(to_text(file) +
                          " has changed since its games were counted: start polyglot explore again "
                          "to open them");
    };
    if (io::book_stamp(file) != collection.stamp_of(number)) return changed();
    std::istringstream no_input;
    const auto opened = io::GameFile::open(file, no_input);
    if (!opened) return opened.error();
    const GameSegment& segment = collection.segment_of(number);
    const GameSegment::Piece& piece = segment.piece_of(number.game);
    std::istream* text = (*opened)->next();
    for (std::size_t before = 0; text != nullptr && before < piece.begin.text; ++before)
        text = (*opened)->next();
    if (text == nullptr) return changed();
    auto game = find_game(*text, piece.begin.offset, number.game - piece.first_game);
    if (!game || !is_same(*game, segment, number.game)) return changed();
    return *std::move(game);
}

} // namespace polyglot::tools
