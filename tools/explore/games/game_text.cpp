#include "tools/explore/games/game_text.hpp"

#include "core/book/make/game_mark.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/tag_facts.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/game_reading.hpp"

#include <algorithm>
#include <streambuf>
#include <string_view>

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

// Keeps the n-th of the games of the text that is scanned.
class OneGame final : public pgn::GameVisitor {
  public:
    OneGame(std::string_view text, std::size_t wanted) : text_(text), before_(wanted) {}
    std::optional<GameAgain> take() {
        if (found_) found_->mark = book::mark_of(text_.substr(begin_, end_ - begin_));
        return std::move(found_);
    }

    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t /*line*/) override {
        is_wanted_ = before_ == 0 && !found_;
        const auto begin = book::begin_of_game(text_, tags);
        if (is_wanted_) begin_ = begin.value_or(0);
        if (begin && found_ && !is_wanted_) end_ = std::min(end_, *begin);
        if (!is_wanted_) return pgn::all_plies; // games are told apart as in the first reading
        found_.emplace();
        found_->start = start;
        found_->elo = {pgn::elo_of(tags, "WhiteElo"), pgn::elo_of(tags, "BlackElo")};
        found_->date = pgn::date_of(tags);
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
    std::string_view text_;
    std::size_t begin_ = 0, end_ = std::string_view::npos; // of the wanted game
    std::size_t before_;                                   // games before it
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

// Returns the game that follows `wanted` others in the piece; otherwise `games` is their number.
std::optional<GameAgain> scan_game(std::string_view piece, bool cut_short, std::size_t wanted,
                                   std::size_t& games) {
    OneGame visitor(piece, wanted);
    games = static_cast<std::size_t>(
        pgn::scan_games(piece, {.cut_short = cut_short, .game_lines = false, .comments = true},
                        visitor)
            .games);
    return visitor.take();
}

} // namespace

// The pieces of the text from the same place on begin with the same games, wherever they end.
std::optional<GameAgain> find_game(std::istream& text, std::uint64_t offset, std::size_t wanted,
                                   const std::atomic<bool>& is_cancelled) {
    CancellableBuffer buffer(*text.rdbuf(), is_cancelled);
    std::istream in(&buffer);
    // The game at the place itself needs no more than its own text.
    constexpr std::size_t small_piece = 16U << 10U;
    pgn::Chunks chunks(in, wanted == 0 ? small_piece : GameReadingOptions::default_piece);
    if (offset > 0) chunks.skip(offset);
    pgn::Chunk chunk;
    while (chunks.next(chunk)) {
        std::size_t games = 0;
        if (auto found = scan_game(chunk.view(), chunk.cut_short, wanted, games)) return found;
        wanted -= games;
    }
    return std::nullopt;
}

std::vector<std::optional<GameAgain>> find_games(std::istream& text,
                                                 std::span<const std::uint64_t> offsets,
                                                 const std::atomic<bool>& is_cancelled) {
    std::vector<std::optional<GameAgain>> found(offsets.size());
    CancellableBuffer buffer(*text.rdbuf(), is_cancelled);
    std::istream in(&buffer);
    pgn::Chunks chunks(in, GameReadingOptions::default_piece);
    pgn::Chunk chunk;
    for (std::size_t at = 0; at < offsets.size() && chunks.next(chunk);) {
        const std::string_view piece = chunk.view();
        for (; at < offsets.size() && offsets[at] < chunk.offset + piece.size(); ++at) {
            if (offsets[at] < chunk.offset) continue; // in a part that was left out
            std::size_t games = 0;
            found[at] =
                scan_game(piece.substr(static_cast<std::size_t>(offsets[at] - chunk.offset)),
                          chunk.cut_short, 0, games);
        }
    }
    return found;
}

} // namespace polyglot::tools
