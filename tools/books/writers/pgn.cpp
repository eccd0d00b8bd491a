// Writes the lines of a book as PGN games.
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/books/writers/writer.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;

constexpr std::size_t line_width = 79; // maximum in PGN's export format, 8.2.1

// Holds a move of a position with all its entries combined.
struct Continuation {
    Entry entry;
    bool followed = false; // the games after it have been written or are being written
};

// Works depth first in the order of the walk. It writes a game for every line that the walk follows
// to its end, and for every move of the book that leads to a position without a continuing line,
// because the position occurs in an earlier game or is not in the book.
class PgnWriter final : public BookWriter {
  public:
    PgnWriter(std::string name, Write write)
        : BookWriter(std::move(write)), name_(std::move(name)) {}

    void take(const Visit& visit) override;
    void finish() override { close_down_to(0); }

  private:
    struct Level { // a position on the line
        Position position;
        std::string word = {};    // the move that led there
        std::string comment = {}; // the comment on the move, until it is written
        std::vector<Continuation> moves = {};
        std::uint64_t sum = 0; // sum of the weights
        bool goes_on = false;  // a game through this position has been written
    };

    void enter(Move move);
    void close_down_to(std::size_t levels);
    void close();
    void write_game();
    void add_word(std::string_view word);
    void write_tags();
    static std::string comment_on(const Level& level, const Entry& entry);

    std::string name_;
    bool chess960_ = false;  // the games of this root
    std::vector<Move> line_; // the moves to levels_.back()
    std::vector<Level> levels_;
    std::uint64_t games_ = 0;
    std::string text_; // the game that is being written
    std::size_t column_ = 0;
};

void PgnWriter::take(const Visit& visit) {
    if (levels_.empty() || !(levels_.front().position == visit.root)) {
        close_down_to(0);
        levels_.push_back({visit.root});
        chess960_ = chess::is_of_chess960(visit.root);
    }
    const auto common =
        std::mismatch(line_.begin(), line_.end(), visit.line.begin(), visit.line.end()).first -
        line_.begin();
    close_down_to(static_cast<std::size_t>(common) + 1);
    for (const Move move : visit.line.subspan(static_cast<std::size_t>(common)))
        enter(move);

    Level& level = levels_.back();
    for (const Entry& entry : visit.entries) {
        level.sum += entry.weight;
        if (!entry.move) continue;
        const auto same = [&entry](const Continuation& c) { return c.entry.move == entry.move; };
        const auto it = std::find_if(level.moves.begin(), level.moves.end(), same);
        if (it == level.moves.end()) {
            level.moves.push_back({entry});
        } else {
            it->entry.weight += entry.weight;
        }
    }
    ++counts_.positions;
    counts_.entries += level.moves.size();
}

void PgnWriter::enter(Move move) {
    Level& before = levels_.back();
    before.goes_on = true;
    Level level{before.position};
    chess::make_and_append_san(level.position, move, level.word);
    for (Continuation& c : before.moves) {
        if (c.entry.move != move) continue;
        c.followed = true;
        level.comment = comment_on(before, c.entry);
    }
    levels_.push_back(std::move(level));
    line_.push_back(move);
}

void PgnWriter::close_down_to(std::size_t levels) {
    while (levels_.size() > levels) {
        close();
        levels_.pop_back();
        if (!line_.empty()) line_.pop_back();
    }
}

// Is called when no further line passes the last position of the line.
void PgnWriter::close() {
    std::vector<Move> left;
    for (const Continuation& c : levels_.back().moves)
        if (!c.followed) left.push_back(c.entry.move);
    for (const Move move : left) {
        enter(move);
        write_game();
        levels_.pop_back();
        line_.pop_back();
    }
    if (!levels_.back().goes_on && !line_.empty()) write_game();
}

void PgnWriter::write_game() {
    ++games_;
    text_.clear();
    write_tags();
    column_ = 0;
    bool number_needed = true;
    for (std::size_t i = 1; i < levels_.size(); ++i) {
        const Position& before = levels_[i - 1].position;
        const bool white = before.side_to_move() == chess::Color::White;
        if (white || number_needed)
            add_word(std::to_string(before.full_move_number()) + (white ? "." : "..."));
        add_word(levels_[i].word);
        number_needed = !levels_[i].comment.empty();
        std::string_view comment = levels_[i].comment;
        for (std::size_t end = 0; !comment.empty();
             comment.remove_prefix(std::min(end + 1, comment.size()))) {
            end = std::min(comment.find(' '), comment.size());
            add_word(comment.substr(0, end));
        }
        levels_[i].comment.clear();
    }
    add_word("*");
    text_ += "\n\n";
    write(text_);
}

void PgnWriter::add_word(std::string_view word) {
    if (column_ > 0 && column_ + 1 + word.size() > line_width) {
        text_ += '\n';
        column_ = 0;
    }
    if (column_ > 0) text_ += ' ';
    text_ += word;
    column_ += word.size() + (column_ > 0 ? 1 : 0);
}

void PgnWriter::write_tags() {
    const auto tag = [this](std::string_view name, std::string_view value) {
        text_.append("[").append(name).append(" \"").append(value).append("\"]\n");
    };
    tag("Event", name_);
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", std::to_string(games_));
    tag("White", "?");
    tag("Black", "?");
    tag("Result", "*");
    const Position& root = levels_.front().position;
    if (chess960_) tag("Variant", "Chess960");
    if (!(root == Position::start())) {
        tag("SetUp", "1");
        tag("FEN", chess::format_fen(root));
    }
    text_ += '\n';
}

// Returns "{weight 12, 34.5%; 120 games, 54.2%}"; the second share is the mover's score in the
// games.
std::string PgnWriter::comment_on(const Level& level, const Entry& entry) {
    std::string comment = "{weight " + std::to_string(entry.weight);
    if (level.sum > 0) comment += ", " + text::per_cent(entry.weight, level.sum);
    if (entry.priority) comment += "; priority " + std::to_string(*entry.priority);
    if (const auto& games = entry.games) {
        comment += "; " + text::counted(games->games, "game");
        if (const auto score = score_for(*games, level.position.side_to_move()))
            comment += ", " + text::per_cent(*score);
    }
    return comment + '}';
}

std::unique_ptr<BookWriter> make_pgn_writer(const ConvertOptions& options,
                                            const ConvertSource& /*source*/,
                                            BookWriter::Write write) {
    std::string name = text::shown_text(to_text(to_path(options.from).filename()));
    std::replace(name.begin(), name.end(), '"', '\'');
    std::replace(name.begin(), name.end(), '\\', '/');
    return std::make_unique<PgnWriter>(std::move(name), std::move(write));
}

} // namespace

constexpr BookTarget pgn_target{.word = "pgn",
                                .other_word = {},
                                .format = &book::pgn_format,
                                .make_writer = make_pgn_writer,
                                .is_text = true};

} // namespace polyglot::tools
