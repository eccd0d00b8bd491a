// Writes a PGN file of any number of legal games, for tests and benchmarks of game readers:
//   make_games OUT.pgn GAMES [SEED [STYLE...]]
// Each game has one of the given styles, drawn at random (see styles below; the default is
// "plain"); the same arguments give the same bytes. Standard output lists what a reader must find:
// "games N", "plies N" of the legal main lines in variants that are chess, and for each broken game
// "broken KIND LINE" with the line of the damage.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace polyglot;

enum class Style : std::uint8_t {
    Plain,      // export format, as databases write it
    Glued,      // 1.e4 e5 2.Nf3, few tags
    Clocks,     // {[%clk 0:03:00]} and evaluations after every move, as servers write them
    Annotated,  // comments of both kinds, NAGs, glyphs, variations, escaped lines
    Unfinished, // result *
    Latin1,
    Crlf,
    Cr,
    Fen,
    Chess960,
    Broken,
};
constexpr std::array<std::string_view, 11> styles{"plain",      "glued",    "clocks", "annotated",
                                                  "unfinished", "latin1",   "crlf",   "cr",
                                                  "fen",        "chess960", "broken"};
constexpr std::array<std::string_view, 7> damages{"illegal", "unreadable", "null",     "comment",
                                                  "fen",     "variant",    "variation"};

class GameMaker {
  public:
    GameMaker(std::uint64_t seed, std::vector<Style> mix) : random_(seed), mix_(std::move(mix)) {}

    // Returns the next game's text. damage() describes this game, with line numbers of the whole
    // file.
    const std::string& next();
    std::string_view damage() const { return damage_; }
    std::uint64_t damage_line() const { return damage_line_; }
    std::uint64_t plies() const { return plies_; } // of all games so far

  private:
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <std::size_t N>
    std::string_view any(const std::array<std::string_view, N>& of) {
        return of[below(N)];
    }
    void tag(std::string_view name, std::string_view value);
    void word(std::string_view text);
    std::string player();
    std::string date();
    chess::Position start_position();
    chess::Move choose(const chess::MoveList& moves, std::size_t ply);
    void write_header(const chess::Position& start, std::string_view result);
    void write_moves(const chess::Position& start, std::string_view result);
    void write_number(const chess::Position& position, bool always);
    void write_annotation(const chess::Position& before);
    void write_damage();
    std::string illegal_move() const;
    void end_lines();

    Random random_;
    std::vector<Style> mix_;
    Style style_ = Style::Plain;
    std::string text_, with_line_ends_;
    std::size_t line_begin_ = 0; // offset in text_
    chess::Position board_ = chess::Position::start();
    std::string_view damage_;
    std::uint64_t damage_line_ = 0;
    std::uint64_t lines_ = 0; // those of the previous games
    std::uint64_t plies_ = 0;
};

void GameMaker::tag(std::string_view name, std::string_view value) {
    ((((text_ += '[') += name) += " \"") += value) += "\"]\n";
}

// Adds a word of the movetext in lines of at most 80 characters, as in the standard's export
// format.
void GameMaker::word(std::string_view text) {
    if (text_.size() > line_begin_) {
        const bool fits = text_.size() - line_begin_ + 1 + text.size() < 80;
        text_ += fits ? ' ' : '\n';
        if (!fits) line_begin_ = text_.size();
    }
    text_ += text;
}

std::string GameMaker::player() {
    static constexpr std::array<std::string_view, 16> syllables{
        "ka", "ro", "vi", "len", "ts", "mor", "sky", "an",
        "pe", "ni", "du", "gra", "el", "bro", "wi",  "son"};
    Random name(random_.below(3000)); // number of players
    std::string text;
    for (std::uint64_t parts = 2 + name.below(3); parts > 0; --parts)
        text += syllables[static_cast<std::size_t>(name.below(syllables.size()))];
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    if (style_ == Style::Latin1) text += "\xe9\xfc"; // é, ü
    return text + ", " + static_cast<char>('A' + name.below(26)) + ".";
}

std::string GameMaker::date() {
    const auto two = [](std::size_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    std::string text = std::to_string(1970 + below(56));
    text += one_in(8) ? ".??" : "." + two(1 + below(12));
    return text + (one_in(8) ? ".??" : "." + two(1 + below(28)));
}

chess::Position GameMaker::start_position() {
    if (style_ == Style::Chess960) {
        std::string row(8, ' ');
        const auto put = [&](char piece, std::size_t nth) { // on the nth free square
            for (char& square : row)
                if (square == ' ' && nth-- == 0) square = piece;
        };
        row[2 * below(4)] = 'b';
        row[1 + 2 * below(4)] = 'b';
        put('q', below(6));
        put('n', below(5));
        put('n', below(4));
        for (const char piece : std::string_view("rkr"))
            put(piece, 0);
        std::string white = row;
        for (char& piece : white)
            piece = static_cast<char>(piece - 'a' + 'A');
        return *chess::parse_fen(row + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
    }
    chess::Position position = chess::Position::start();
    if (style_ != Style::Fen) return position;
    for (std::size_t left = 1 + below(30); left > 0; --left) {
        const chess::MoveList moves = position.legal_moves();
        if (moves.empty()) return chess::Position::start();
        position.make(moves[below(moves.size())]);
    }
    return position.legal_moves().empty() ? chess::Position::start() : position;
}

// Models an opening tree: each position orders its moves separately and plays the first of them
// half of the time, the second a quarter, and so on, so that lines are shared as in real games.
chess::Move GameMaker::choose(const chess::MoveList& moves, std::size_t ply) {
    if (ply >= 24) return moves[below(moves.size())];
    Random here(board_.key());
    std::size_t rank = 0;
    while (rank < 12 && one_in(2))
        ++rank;
    chess::Move move = moves[0];
    for (std::size_t n = 0; n <= rank; ++n)
        move = moves[static_cast<std::size_t>(here.below(moves.size()))];
    return move;
}

void GameMaker::write_header(const chess::Position& start, std::string_view result) {
    static constexpr std::array<std::string_view, 5> events{
        "Club Championship", "Open A", "Rated Blitz game", "?", "Interzonal \\\"B\\\""};
    static constexpr std::array<std::string_view, 4> controls{"180+2", "40/7200:3600", "-", "300"};
    static constexpr std::array<std::string_view, 4> variants{"Chess960", "fischerandom",
                                                              "Fischerrandom", "chess 960"};
    tag("Event", any(events));
    tag("Site", one_in(2) ? "Linares" : "https://games.example/x1y2z3");
    tag("Date", date());
    tag("Round", one_in(3) ? "?" : std::to_string(1 + below(11)));
    tag("White", player());
    tag("Black", player());
    tag("Result", result);
    // No move of such a game can be read.
    if (damage_ == "fen" || damage_ == "variant") damage_line_ = lines_ + 1;
    if (damage_ == "variant") tag("Variant", "Atomic");
    if (style_ == Style::Chess960) tag("Variant", any(variants));
    if (style_ == Style::Chess960 || style_ == Style::Fen || damage_ == "fen") {
        tag("SetUp", "1");
        tag("FEN",
            damage_ == "fen" ? "rnbqkbnr/pppppppp/8/8/8/8 w KQkq - 0 1" : chess::format_fen(start));
    }
    if (style_ == Style::Glued) return;
    if (!one_in(5)) tag("WhiteElo", std::to_string(1200 + below(1600)));
    if (!one_in(5)) tag("BlackElo", std::to_string(1200 + below(1600)));
    const char letter = static_cast<char>('A' + below(5));
    tag("ECO", letter + std::to_string(10 + below(90)));
    if (style_ == Style::Clocks) {
        tag("TimeControl", any(controls));
        tag("Termination", one_in(3) ? "Time forfeit" : "Normal");
    }
}

void GameMaker::write_number(const chess::Position& position, bool always) {
    const bool white = position.side_to_move() == chess::Color::White;
    if (white || always) word(std::to_string(position.full_move_number()) + (white ? "." : "..."));
}

// Writes an annotation after the move that follows position `before`.
void GameMaker::write_annotation(const chess::Position& before) {
    static constexpr std::array<std::string_view, 4> comments{
        "{A novelty, and a good one}", "{(or 1. e4)}", "{nested {braces} in it}", "{[#]}"};
    switch (below(6)) {
    case 0: word("$" + std::to_string(1 + below(18))); break;
    case 1: word(any(comments)); break;
    case 2:
        word("; to the end 1-0 of the line");
        text_ += '\n';
        line_begin_ = text_.size();
        break;
    case 3:
        if (text_.size() > line_begin_) text_ += '\n';
        text_ += "% nothing of this [White \"Nobody\"] counts\n";
        line_begin_ = text_.size();
        break;
    default: {
        const chess::MoveList moves = before.legal_moves();
        chess::Position aside = before;
        std::string line;
        chess::make_and_append_san(aside, moves[below(moves.size())], line);
        word("(");
        write_number(before, true);
        word(line + (one_in(3) ? " $4" : ""));
        if (one_in(4)) word("( {an empty one} )");
        word(")");
    }
    }
}

// Returns a move of the king to an illegal square; it is never ambiguous.
std::string GameMaker::illegal_move() const {
    const chess::Square king = board_.king(board_.side_to_move());
    return std::string("K") + static_cast<char>('a' + (chess::file_of(king) + 4) % 8) +
           static_cast<char>('1' + (chess::rank_of(king) + 4) % 8);
}

void GameMaker::write_damage() {
    if (damage_ == "illegal") word(illegal_move());
    if (damage_ == "unreadable") word("xyzzy");
    if (damage_ == "null") word("--");
    if (damage_ == "comment") word("{nobody ever closes this");
    if (damage_ == "variation") word("( {nor this}");
    damage_line_ =
        lines_ + 1 + static_cast<std::uint64_t>(std::count(text_.begin(), text_.end(), '\n'));
}

void GameMaker::write_moves(const chess::Position& start, std::string_view result) {
    line_begin_ = text_.size();
    board_ = start;
    const std::size_t length = 20 + below(60) + below(80);
    const bool by_moves = !damage_.empty() && damage_line_ == 0;
    const std::size_t damage_at = by_moves ? below(20) : length;
    const bool counts = damage_ != "fen" && damage_ != "variant";
    bool number = true; // whether Black's move needs a number, too
    std::string san;
    for (std::size_t ply = 0; ply < length; ++ply) {
        const chess::MoveList moves = board_.legal_moves();
        if (moves.empty()) break;
        const chess::Position before = board_;
        if (ply == damage_at) write_damage();
        if (style_ != Style::Glued) write_number(board_, number);
        san.clear();
        if (style_ == Style::Glued && board_.side_to_move() == chess::Color::White)
            san = std::to_string(board_.full_move_number()) + ".";
        chess::make_and_append_san(board_, choose(moves, ply), san);
        if (style_ == Style::Annotated && one_in(9)) san += one_in(2) ? "!?" : "!";
        word(san);
        number = false;
        if (counts && ply < damage_at) ++plies_;
        if (style_ == Style::Clocks) {
            word("{ [%eval " + std::to_string(below(200)) + ".5] [%clk 0:0" +
                 std::to_string(below(10)) + ":30] }");
            number = true;
        } else if (style_ == Style::Annotated && one_in(4)) {
            write_annotation(before);
            number = true;
        }
    }
    // The game ended before the place of the damage.
    if (by_moves && damage_line_ == 0) write_damage();
    word(result);
    text_ += "\n\n";
}

void GameMaker::end_lines() {
    with_line_ends_.clear();
    const std::string_view end = style_ == Style::Crlf ? "\r\n" : "\r";
    for (const char c : text_) {
        if (c == '\n') {
            with_line_ends_ += end;
        } else {
            with_line_ends_ += c;
        }
    }
}

const std::string& GameMaker::next() {
    static constexpr std::array<std::string_view, 8> results{"1-0", "1-0", "1-0",     "0-1",
                                                             "0-1", "0-1", "1/2-1/2", "1/2-1/2"};
    style_ = mix_[below(mix_.size())];
    damage_ = style_ == Style::Broken ? any(damages) : std::string_view();
    damage_line_ = 0;
    text_.clear();
    const std::string_view result = style_ == Style::Unfinished ? "*" : any(results);
    const chess::Position start = start_position();
    write_header(start, result);
    text_ += '\n';
    write_moves(start, result);
    lines_ += static_cast<std::uint64_t>(std::count(text_.begin(), text_.end(), '\n'));
    if (style_ != Style::Crlf && style_ != Style::Cr) return text_;
    end_lines();
    return with_line_ends_;
}

std::optional<std::vector<Style>> styles_of(const std::vector<std::string_view>& words) {
    std::vector<Style> mix;
    for (const std::string_view word : words) {
        const auto found = std::find(styles.begin(), styles.end(), word);
        if (found == styles.end()) return std::nullopt;
        mix.push_back(static_cast<Style>(found - styles.begin()));
    }
    if (mix.empty()) mix.push_back(Style::Plain);
    return mix;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    const std::uint64_t games =
        words.size() > 1 ? text::parse_int<std::uint64_t>(words[1]).value_or(0) : 0;
    const std::uint64_t seed =
        words.size() > 2 ? text::parse_int<std::uint64_t>(words[2]).value_or(0) : 1;
    const auto rest = static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, words.size()));
    const auto mix = styles_of({words.begin() + rest, words.end()});
    if (games == 0 || seed == 0 || !mix) {
        std::fputs("usage: make_games OUT.pgn GAMES [SEED [STYLE...]]\nstyles:", stderr);
        for (const std::string_view style : styles)
            std::fprintf(stderr, " %.*s", static_cast<int>(style.size()), style.data());
        std::fputs("\n", stderr);
        return 2;
    }
    // The games are written to a temporary file and renamed, so that a process that waits for the
    // file never sees a part.
    const std::filesystem::path path = words[0];
    std::filesystem::path part = path;
    part += ".part";
    std::ofstream out(part, std::ios::binary);
    GameMaker maker(seed, *mix);
    for (std::uint64_t n = 0; n < games; ++n) {
        const std::string& text = maker.next();
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!maker.damage().empty())
            std::printf("broken %.*s %ju\n", static_cast<int>(maker.damage().size()),
                        maker.damage().data(), static_cast<std::uintmax_t>(maker.damage_line()));
    }
    out.close();
    std::error_code error;
    if (out) {
        std::filesystem::rename(part, path, error);
    } else {
        error = std::make_error_code(std::errc::io_error);
    }
    if (error) {
        std::fprintf(stderr, "make_games: %s: %s\n", path.string().c_str(),
                     error.message().c_str());
        return 1;
    }
    std::printf("games %ju\nplies %ju\n", static_cast<std::uintmax_t>(games),
                static_cast<std::uintmax_t>(maker.plies()));
    return 0;
}
