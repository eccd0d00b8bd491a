// `polyglot info-book` on books made move by move, and its walk against a plain recursive one on
// random books.
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/commands.hpp"
#include "tools/info_book/info_book.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using chess::Color;
using chess::Position;

chess::Move play(Position& position, std::string_view word) {
    const auto move = chess::parse_uci_move(position, word);
    REQUIRE_MESSAGE(move.has_value(), word);
    position.make(*move);
    return *move;
}

// A book of lines from the start position.
class Maker {
  public:
    // Both sides' moves, or only those of one; moves that are in already are left.
    void line(std::string_view moves, std::string_view sides = "wb", std::uint16_t weight = 10) {
        Position position = Position::start();
        for (std::string_view rest = moves; !text::trim_left(rest).empty();) {
            const std::string_view word = text::next_word(rest);
            const char side = position.side_to_move() == Color::White ? 'w' : 'b';
            const Position before = position;
            const chess::Move move = play(position, word);
            const std::uint16_t raw = book::encode_move(move);
            const bool known =
                std::any_of(entries_.begin(), entries_.end(), [&](const book::RawEntry& entry) {
                    return entry.key == before.key() && entry.move == raw;
                });
            if (sides.find(side) != std::string_view::npos && !known) add(before, raw, weight);
        }
    }
    void add(const Position& position, std::uint16_t move, std::uint16_t weight,
             book::LearnFields learn = {}) {
        entries_.push_back({position.key(), move, weight, learn.count, learn.sum});
    }
    void shuffle() { std::reverse(entries_.begin(), entries_.end()); }
    void sort() {
        std::stable_sort(entries_.begin(), entries_.end(),
                         [](const auto& a, const auto& b) { return a.key < b.key; });
    }
    std::vector<std::byte> bytes() const {
        std::vector<std::byte> all(entries_.size() * book::entry_size);
        for (std::size_t i = 0; i < entries_.size(); ++i)
            book::encode_entry(
                entries_[i],
                std::span(all).subspan(i * book::entry_size).first<book::entry_size>());
        return all;
    }
    BookInfo info(bool exact = false) const {
        const std::vector<std::byte> all = bytes();
        const auto book = book::PolyglotBook::open(std::span<const std::byte>(all));
        REQUIRE_MESSAGE(book.has_value(), book.error().message);
        return examine_book(*book, exact);
    }

  private:
    std::vector<book::RawEntry> entries_;
};

struct Figures {
    std::uint64_t white_lines, black_lines, white_positions, black_positions, isolated;
    friend bool operator==(const Figures&, const Figures&) = default;
};

void check(const BookInfo& info, const Figures& expected) {
    CHECK(info.white.lines == expected.white_lines);
    CHECK(info.black.lines == expected.black_lines);
    CHECK(info.white.positions == expected.white_positions);
    CHECK(info.black.positions == expected.black_positions);
    CHECK(info.isolated() == expected.isolated);
}

Figures figures(std::string_view moves, std::string_view sides = "wb") {
    Maker maker;
    maker.line(moves, sides);
    maker.sort();
    const BookInfo info = maker.info();
    return {info.white.lines, info.black.lines, info.white.positions, info.black.positions,
            info.isolated()};
}

// The definitions of docs/info-book.md, recursively and with whole positions kept.
struct Plain {
    const book::PolyglotBook& book;
    Color side;
    std::set<std::uint64_t> ours{};
    std::set<std::uint64_t> theirs{};
    std::uint64_t lines = 0;

    std::vector<chess::Move> moves(const Position& position) const {
        std::vector<chess::Move> found;
        for (const book::Entry& entry : book.find(position))
            if (entry.move && entry.weight > 0) found.push_back(entry.move);
        return found;
    }
    // Whether the book knows the position.
    bool to_move(const Position& position) {
        const auto found = moves(position);
        if (found.empty()) return false;
        if (!ours.insert(position.key()).second) {
            ++lines;
            return true;
        }
        for (const chess::Move move : found) {
            Position next = position;
            next.make(move);
            to_wait(next, false);
        }
        return true;
    }
    void to_wait(const Position& position, bool root) {
        if (!theirs.insert(position.key()).second) {
            ++lines;
            return;
        }
        bool goes_on = false;
        for (const chess::Move move : position.legal_moves()) {
            Position next = position;
            next.make(move);
            if (to_move(next)) goes_on = true;
        }
        if (!goes_on && !root) ++lines;
    }
};

// What one walk finds, for comparison.
void check_against_plain(const book::PolyglotBook& book, const BookInfo& info) {
    Plain white{.book = book, .side = Color::White};
    white.to_move(Position::start());
    Plain black{.book = book, .side = Color::Black};
    black.to_wait(Position::start(), true);
    check(info, {white.lines, black.lines, white.ours.size(), black.ours.size(),
                 info.positions - white.ours.size() - black.ours.size()});
}

struct TemporaryFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / "polyglot_info_book_test.bin";
    explicit TemporaryFile(std::span<const std::byte> bytes) {
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    ~TemporaryFile() { std::filesystem::remove(path); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
};

struct Run {
    int status = 0;
    std::string out;
    std::string err;
};
Run run(const std::vector<std::string_view>& args) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const int status = run_info_book(args, in, out, err);
    return {status, out.str(), err.str()};
}

} // namespace

TEST_CASE("info-book: one line, for either side") {
    CHECK(figures("e2e4 e7e5 g1f3 b8c6") == Figures{1, 1, 2, 2, 0});
    CHECK(figures("e2e4 e7e5 g1f3", "w") == Figures{1, 0, 2, 0, 0});
    CHECK(figures("e2e4 e7e5 g1f3 b8c6", "b") == Figures{0, 1, 0, 2, 0});
}

TEST_CASE("info-book: branches, and lines that meet") {
    Maker maker;
    maker.line("d2d4 d7d5 c2c4 e7e6 g1f3");
    maker.line("d2d4 g8f6 c2c4 e7e6");
    maker.line("c2c4 e7e6 d2d4 d7d5"); // into the first
    maker.sort();
    const BookInfo info = maker.info();
    check(info, {3, 3, 5, 5, 0});
    const auto bytes = maker.bytes();
    check_against_plain(*book::PolyglotBook::open(std::span<const std::byte>(bytes)), info);
}

TEST_CASE("info-book: a line that comes back to itself ends") {
    CHECK(figures("g1f3 g8f6 f3g1 f6g8 g1f3") == Figures{1, 1, 2, 2, 0});
}

TEST_CASE("info-book: isolated positions, and those that need a move off the book") {
    Maker maker; // the manual's example
    maker.line("e2e4 e7e5 g1f3", "w");
    Position position = Position::start();
    play(position, "d2d4");
    play(position, "d7d5");
    maker.add(position, book::encode_move(position.legal_moves()[0]), 5);
    maker.sort();
    check(maker.info(), {1, 0, 2, 0, 1});
    const BookInfo exact = maker.info(true);
    check(exact, {1, 0, 2, 0, 0});
    CHECK(exact.white.elsewhere == 1);
    CHECK(exact.black.elsewhere == 0);
}

TEST_CASE("info-book: without a move at the start there is no move off the book") {
    Maker maker;
    maker.line("e2e4 e7e5", "b");
    Position position = Position::start();
    play(position, "d2d4");
    play(position, "d7d5");
    maker.add(position, book::encode_move(position.legal_moves()[0]), 5);
    maker.sort();
    check(maker.info(true), {0, 1, 0, 1, 1});
}

TEST_CASE("info-book: moves of weight 0 make no lines; repeated moves") {
    Maker maker;
    maker.line("e2e4 e7e5");
    maker.line("d2d4 d7d5", "wb", 0);
    maker.add(Position::start(), 0x0001, 7);  // a1b1
    maker.add(Position::start(), 0x031c, 10); // e2e4 again
    maker.sort();
    const BookInfo info = maker.info();
    // A move that stands there twice ends a second line in a known position
    check(info, {2, 1, 1, 1, 1});
    CHECK(info.entries == 6);
    CHECK(info.positions == 3);
    CHECK(info.zero_weight == 2);
    CHECK(info.repeated == 1);
    CHECK(info.most_entries == 4);
    CHECK(info.white.entries == 4);
    CHECK(info.white.illegal == 1);
    CHECK(info.impossible == 0);
}

TEST_CASE("info-book: a shuffled book has the same figures") {
    Maker maker;
    maker.line("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6");
    maker.line("d2d4 d7d5 c2c4 e7e6 b1c3 g8f6");
    maker.sort();
    const BookInfo sorted = maker.info(true);
    maker.shuffle();
    const BookInfo shuffled = maker.info(true);
    check(shuffled, {sorted.white.lines, sorted.black.lines, sorted.white.positions,
                     sorted.black.positions, 0});
    CHECK(sorted.out_of_order == 0);
    CHECK(shuffled.out_of_order == shuffled.positions - 1);
    CHECK(shuffled.positions == sorted.positions);
}

TEST_CASE("info-book: random books against the plain walk") {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        Random random(seed);
        Maker maker;
        for (int game = 0; game < 30; ++game) {
            Position position = Position::start();
            for (int ply = 0; ply < 14; ++ply) {
                const chess::MoveList moves = position.legal_moves();
                if (moves.empty()) break;
                const chess::Move move = moves[static_cast<std::size_t>(
                    random.below(std::min<std::size_t>(moves.size(), 3)))];
                if (random.below(10) > 0)
                    maker.add(position, book::encode_move(move),
                              static_cast<std::uint16_t>(random.below(5)));
                if (random.below(20) == 0)
                    maker.add(position, static_cast<std::uint16_t>(random.below(4096)), 3);
                position.make(move);
            }
        }
        maker.sort();
        CAPTURE(seed);
        const auto bytes = maker.bytes();
        const auto book = book::PolyglotBook::open(std::span<const std::byte>(bytes));
        REQUIRE(book.has_value());
        check_against_plain(*book, maker.info());
        const BookInfo exact = maker.info(true);
        CHECK(exact.isolated() + exact.white.elsewhere + exact.black.elsewhere ==
              maker.info().isolated());
    }
}

TEST_CASE("info-book: a line as long as a game may be, without recursion") {
    Maker maker;
    Position position = Position::start();
    Random random(7);
    std::set<std::uint64_t> seen{position.key()};
    const auto is_new = [&](chess::Move move) { // and leaves pawns and pieces as they are
        if (position.piece_at(move.to()) ||
            position.piece_at(move.from()).type == chess::PieceType::Pawn)
            return false;
        Position next = position;
        next.make(move);
        return !next.in_check() && !seen.contains(next.key());
    };
    for (int ply = 0; ply < 4000; ++ply) {
        const chess::MoveList legal = position.legal_moves();
        const auto begin = static_cast<std::ptrdiff_t>(random.below(legal.size()));
        auto move = std::find_if(legal.begin() + begin, legal.end(), is_new);
        if (move == legal.end()) move = std::find_if(legal.begin(), legal.end(), is_new);
        REQUIRE(move != legal.end());
        maker.add(position, book::encode_move(*move), 1);
        position.make(*move);
        seen.insert(position.key());
    }
    maker.sort();
    const BookInfo info = maker.info();
    CHECK(info.white.positions == 2000);
    CHECK(info.black.positions == 2000);
    CHECK(info.white.too_long + info.black.too_long == 0);
}

TEST_CASE("info-book: games that were learnt") {
    Maker maker;
    Position position = Position::start();
    maker.add(position, book::encode_move(position.legal_moves()[0]), 1, {3, 4});
    maker.add(position, book::encode_move(position.legal_moves()[1]), 1, {1, 0});
    position.make(position.legal_moves()[5]);
    maker.add(position, book::encode_move(position.legal_moves()[0]), 1, {2, 2});
    maker.sort();
    const BookInfo info = maker.info();
    CHECK(info.learn.dialect == book::LearnDialect::PolyGlot);
    CHECK(info.games_as_white == 4);
    CHECK(info.games_as_black == 2);
    CHECK(info.learnt_results == 6);
    CHECK(info.learnt_half_points == 6);
}

TEST_CASE("info-book command: what is played first, PolyGlot's figures, then ours; JSON") {
    Maker maker;
    maker.line("e2e4 e7e5 g1f3 b8c6");
    maker.sort();
    const TemporaryFile file(maker.bytes());
    const std::string path = file.path.string();
    const Run text = run({"-bin", path, "-exact"});
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    CHECK(text.out == "First moves: e4 100.0%\n"
                      "Length of lines: 4.0 plies on average, up to 4 (of 500 drawn by share)\n"
                      "Openings:\n"
                      "  100.0%  B00 King's Pawn Opening\n"
                      "  100.0%  C20 King's Pawn Game\n"
                      "  100.0%  C40 King's Knight Opening\n"
                      "  100.0%  C44 King's Knight Opening: Normal Variation\n"
                      "\n"
                      "Lines for white                :        1\n"
                      "Lines for black                :        1\n"
                      "Positions on lines for white   :        2\n"
                      "Positions on lines for black   :        2\n"
                      "Unreachable white positions(?) :        0\n"
                      "Unreachable black positions(?) :        0\n"
                      "Isolated positions             :        0\n"
                      "Entries                        :        4\n"
                      "Positions                      :        4\n"
                      "Most entries of a position     :        1\n"
                      "Repeated moves                 :        0\n"
                      "Entries of weight 0            :        0\n"
                      "Largest weight                 :       10\n"
                      "Impossible moves               :        0\n"
                      "Illegal moves on lines         :        0\n"
                      "Header                         : none\n"
                      "Order                          : sorted by key\n"
                      "Learn fields                   : empty\n"
                      "Learn fields, why              : all learn fields seen are zero\n"
                      "Learn fields in use            :        0\n");
    const Run json = run({"-bin", path, "-json"});
    CHECK(json.status == 0);
    CHECK(json.out ==
          "{\"format\":\"PolyGlot\","
          "\"white\":{\"lines\":1,\"positions\":2,\"entries\":2,\"illegal\":0,\"too_long\":0},"
          "\"black\":{\"lines\":1,\"positions\":2,\"entries\":2,\"illegal\":0,\"too_long\":0},"
          "\"isolated\":0,\"entries\":4,\"positions\":4,\"most_entries\":1,\"repeated\":0,"
          "\"zero_weight\":0,\"largest_weight\":10,\"impossible\":0,\"header\":\"\",\"out_of_"
          "order\":0,"
          "\"learn\":{\"dialect\":\"empty\",\"polyglot\":true,\"reason\":\"all learn fields seen "
          "are zero\","
          "\"in_use\":0,\"agree\":0,\"games_as_white\":0,\"games_as_black\":0,\"results\":0,"
          "\"half_points\":0},\"warnings\":[],"
          "\"content\":{\"first_moves\":[{\"san\":\"e4\",\"legal\":true,\"share\":1E0}],"
          "\"mean_ply\":4E0,\"max_ply\":4,"
          "\"openings\":[{\"code\":\"B00\",\"name\":\"King's Pawn Opening\",\"share\":1E0},"
          "{\"code\":\"C20\",\"name\":\"King's Pawn Game\",\"share\":1E0},"
          "{\"code\":\"C40\",\"name\":\"King's Knight Opening\",\"share\":1E0},"
          "{\"code\":\"C44\",\"name\":\"King's Knight Opening: Normal "
          "Variation\",\"share\":1E0}]}}\n");
}

TEST_CASE("info-book command: -fen without effect is reported") {
    Maker maker;
    maker.line("e2e4");
    maker.sort();
    const TemporaryFile file(maker.bytes());
    const std::string path = file.path.string();
    const Run ran = run({path, "-fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"});
    CHECK(ran.status == 0);
    CHECK(ran.err ==
          path + ": -fen and -positions have no effect on a book in the format of PolyGlot\n");
}

TEST_CASE("info-book command: a file that is not a book is reported, with status 1; wrong use with "
          "status 2") {
    const Run missing = run({"-bin", "no/such/book.bin"});
    CHECK(missing.status == 1);
    CHECK(missing.out.empty());
    CHECK(missing.err.find(to_text(to_path("no/such/book.bin"))) != std::string::npos);
    const std::string pgn = "[Event \"?\"]\n\n1. e4 e5 *\n";
    const TemporaryFile file(std::as_bytes(std::span(pgn)));
    const Run other = run({"-bin", file.path.string()});
    CHECK(other.status == 1);
    CHECK(other.err ==
          file.path.string() +
              ": not a PolyGlot book: a PGN file; polyglot make-book turns it into a book\n");
    CHECK(run({"-bin", std::filesystem::temp_directory_path().string()}).status == 1);
    CHECK(run({"-book", "x"}).status == 2);
    CHECK(run({"-bin"}).status == 2);
}

TEST_CASE("info-book: keys are found again, in the set and by the filter") {
    Random random(3);
    KeySet set;
    KeyFilter filter(20'000);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 20'000; ++i) {
        keys.push_back(random.next() | 1U);
        CHECK(set.insert(keys.back()));
        filter.add(keys.back());
    }
    int wrong = 0;
    for (const std::uint64_t key : keys) {
        CHECK(!set.insert(key));
        CHECK(filter.may_contain(key));
        wrong += filter.may_contain(random.next()) ? 1 : 0;
    }
    CHECK(wrong < 600); // 3 %
}

} // namespace polyglot::tools
