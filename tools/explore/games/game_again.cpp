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
#include <streambuf>
#include <string_view>
#include <vector>

namespace polyglot::tools {
namespace {

// Files wrap comments, also within [%clk 0:01:02].
std::string on_one_line(std::string_view comment) {
    std::string line;
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find_first_of("\r\n"), comment.size());
        line += comment.substr(0, end);
        comment.remove_prefix(end);
        const std::size_t next = comment.find_first_not_of("\r\n");
        if (!comment.empty()) line += ' ';
        comment.remove_prefix(std::min(next, comment.size()));
    }
    return line;
}

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
        text += (text.empty() ? "" : " ") + text::shown_line(on_one_line(comment));
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

// The text of another buffer, which ends when is_cancelled is set.
class CancellableBuffer final : public std::streambuf {
  public:
    CancellableBuffer(std::streambuf& text, const std::atomic<bool>& is_cancelled)
        : text_(text), is_cancelled_(is_cancelled), block_(std::size_t{256} << 10U) {}

  protected:
    int_type underflow() override {
        const std::streamsize count =
            is_cancelled_ ? 0
                          : text_.sgetn(block_.data(), static_cast<std::streamsize>(block_.size()));
        setg(block_.data(), block_.data(), block_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(block_.front());
    }
    pos_type seekpos(pos_type to, std::ios::openmode which) override {
        const pos_type at = text_.pubseekpos(to, which);
        if (at != pos_type(off_type(-1))) setg(nullptr, nullptr, nullptr);
        return at;
    }

  private:
    std::streambuf& text_;
    const std::atomic<bool>& is_cancelled_;
    std::vector<char> block_;
};

// The pieces of the text from the same place on begin with the same games, wherever they end.
std::optional<GameAgain> find_game(std::istream& text, std::uint64_t offset, std::size_t wanted,
                                   const std::atomic<bool>& is_cancelled) {
    CancellableBuffer buffer(*text.rdbuf(), is_cancelled);
    std::istream in(&buffer);
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

Result<GameAgain> read_game_again(const Collection& collection, GameNumber number,
                                  const std::atomic<bool>& is_cancelled) {
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
    // Going on after the text tells why it ends early.
    const auto missing = [&] {
        if (is_cancelled) return make_error("the game is no longer wanted");
        if ((*opened)->problem().empty()) static_cast<void>((*opened)->next());
        return (*opened)->problem().empty() ? changed() : make_error((*opened)->problem());
    };
    std::istream* text = (*opened)->next();
    for (std::size_t before = 0; text != nullptr && before < piece.begin.text; ++before) {
        if (is_cancelled) return missing();
        text = (*opened)->next();
    }
    if (text == nullptr) return missing();
    auto game = find_game(*text, piece.begin.offset, number.game - piece.first_game, is_cancelled);
    if (!game) return missing();
    if (!is_same(*game, segment, number.game)) return changed();
    return *std::move(game);
}

} // namespace polyglot::tools
