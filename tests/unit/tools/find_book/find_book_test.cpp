// `polyglot find-book`: its answers for a position, format by format.
#include "core/book/make/stats_codec.hpp"
#include "core/openings/names.hpp"
#include "tests/unit/tools/books/any_book_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using test::raw_move;

std::uint64_t key_behind(const std::vector<std::string_view>& moves) {
    return test::after(moves).key();
}

std::vector<book::RawEntry> sample() {
    std::vector<book::RawEntry> entries{{key_behind({}), raw_move("e2e4"), 700, 4, 5},
                                        {key_behind({}), raw_move("d2d4"), 295, 2, 1},
                                        {key_behind({}), raw_move("a2a3"), 5, 0, 0},
                                        {key_behind({}), raw_move("c2c4"), 0, 0, 0},
                                        {key_behind({}), raw_move("e2e5"), 0, 0, 0},
                                        {key_behind({"e2e4"}), raw_move("c7c5"), 1, 0, 0},
                                        {key_behind({"e2e4"}), raw_move("e7e5"), 2, 0, 0}};
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

boost::json::value found(const std::string& file, std::vector<std::string> words = {}) {
    words.insert(words.begin(), {file, "-json"});
    const Ran ran = run(run_find_book, words);
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    return boost::json::parse(ran.out);
}

std::string reasons(const boost::json::value& position) {
    std::string text;
    for (const auto& move : position.at("moves").as_array()) {
        const auto* why = move.as_object().if_contains("why_not");
        text += std::string(move.at("uci").as_string()) + ": " +
                (why ? why->as_string().c_str() : "played") + '\n';
    }
    return text;
}

TEST_CASE("find-book: a .bin position as people read it") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", sample());
    const Ran ran = run(run_find_book, {"-bin", file});
    CHECK(ran.status == 0);
    const std::string first = std::to_string(sample().front().key == key_behind({}) ? 0 : 2);
    const auto number = [&](int n) { return std::to_string(n + std::stoi(first)); };
    CHECK(ran.out == "position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                     "start:    518 of Chess960\n"
                     "key:      463b96181691fc9c\n"
                     "  e2e4  e4           700   70.0%  may be played; learnt from 4 games, 62.5% "
                     "scored; reply e7e5 (e5); entry " +
                         number(0) +
                         "\n"
                         "  d2d4  d4           295   29.5%  may be played; learnt from 2 games, "
                         "25.0% scored; entry " +
                         number(1) +
                         "\n"
                         "  a2a3  a3             5    0.5%  not played: share not above the "
                         "threshold of 0.5%; entry " +
                         number(2) +
                         "\n"
                         "  c2c4  c4             0    0.0%  not played: weight 0; entry " +
                         number(3) +
                         "\n"
                         "  e2e5  -              0    0.0%  not played: not legal here; entry " +
                         number(4) + "\n");
    CHECK(reasons(found(file, {"-threshold", "4"})).find("a2a3: played") != std::string::npos);
}

TEST_CASE("find-book: the opening's name") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", sample());
    const Ran named = run(run_find_book, {file, "-moves", "e4"});
    const auto opening = openings::find_opening(test::after({"e2e4"}));
    REQUIRE(opening);
    CHECK(named.out.find("\nopening:  B00 " + std::string(opening->name) + "\nkey:      ") !=
          std::string::npos);
    const boost::json::value value = found(file, {"-moves", "e4"});
    CHECK(value.at("opening").at("code") == "B00");
    CHECK(value.at("opening").at("name") == boost::json::string_view(opening->name));
    CHECK(run(run_find_book, {file}).out.find("opening") == std::string::npos);
    CHECK_FALSE(found(file).as_object().contains("opening"));
}

TEST_CASE("find-book: positions from FENs, moves and standard input") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", sample());
    for (const std::string moves : {"e2e4", "e4", "1. e4", "1.e4"})
        CHECK(reasons(found(file, {"-moves", moves})) == "c7c5: played\ne7e5: played\n");
    const Ran unknown = run(run_find_book, {file, "-moves", "d2d4 d7d5"});
    CHECK(unknown.status == 0);
    CHECK(unknown.out.find("\nnot in the book\n") != std::string::npos);
    CHECK(found(file, {"-moves", "d2d4 d7d5"}).at("known") == false);

    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const std::vector<std::string_view> words{file, "-fen", "-", "-json", "-fen", start};
    std::istringstream in("# comment\n\n" + start + "\n8/8/8/4k3/8/8/4K3/8 w - - 0 1\n");
    std::ostringstream out, err;
    CHECK(run_find_book(words, in, out, err) == 0);
    const std::string lines = out.str();
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 3);

    CHECK(run(run_find_book, {file, "-fen", "8/8"}).status == 1);
    CHECK(run(run_find_book, {file, "-moves", "e2e4 e7e9"}).err.find("         ^") !=
          std::string::npos);
    CHECK(run(run_find_book, {file, "-threshold", "-1"}).status == 2);
    CHECK(run(run_find_book, {folder / "none.bin"}).status == 1);
}

TEST_CASE("find-book: learn fields that are not results are shown unchanged") {
    const BookFolder folder;
    std::vector<book::RawEntry> entries;
    for (std::size_t i = 0; i < 20; ++i) // a score, low byte first, and a depth
        entries.push_back({key_behind({}), raw_move("e2e4"), 1,
                           static_cast<std::uint16_t>((10 + i) << 8U), 20U << 8U});
    const auto position = found(folder.write("book.bin", entries));
    CHECK(position.at("moves").at(0).at("learn_fields") == boost::json::value({2560, 5120}));
    CHECK(!position.at("moves").at(0).as_object().contains("learnt"));
}

TEST_CASE("find-book: Chess960") {
    const BookFolder folder;
    const auto& corner = test::position("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 9");
    const std::string file = folder.write(
        "book.bin", std::vector<book::RawEntry>{{corner.key(), raw_move("d1g1"), 1, 0, 0}});
    for (const std::string fen :
         {"4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 9", "4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 9"}) {
        const auto position = found(file, {"-fen", fen});
        CHECK(position.at("moves").at(0).at("san") == "O-O");
        CHECK(position.at("moves").at(0).at("uci") == "d1g1");
    }
    const auto inner = found(file, {"-fen", "4k3/8/8/8/8/8/8/1R1K1RR1 w F - 0 9"});
    CHECK(inner.at("known") == false);
    CHECK(inner.at("reason").as_string().find("inner rook") != std::string::npos);
}

// What is written of castling, and the FEN: "FEN | UCI reply".
std::string spelled(const std::string& file, const std::string& fen,
                    const std::string& moves = {}) {
    const auto position = found(file, {"-fen", fen, "-moves", moves});
    std::string text(position.at("fen").as_string());
    for (const auto& move : position.at("moves").as_array()) {
        text += std::string(" | ") + move.at("uci").as_string().c_str();
        if (const auto* reply = move.as_object().if_contains("reply"))
            text += std::string(" ") + reply->at("uci").as_string().c_str();
    }
    return text;
}

TEST_CASE("find-book: how castling is spelled is decided where the game begins") {
    const BookFolder folder;
    // The rook for the queen's side is on c8; the king and the rook that castle stand as in normal
    // chess.
    const std::string mixed = "bnrqk2r/pp1pbppp/4pn2/2p5/2P5/2N1PN2/PP1PBPPP/B1RQK2R b ";
    const std::string standard = "r3k2r/8/8/8/8/8/8/R3K2R w ";
    const auto castling = [](const std::string& fen, std::string_view move) {
        return book::RawEntry{test::position(fen).key(), raw_move(move), 1, 0, 0};
    };
    std::vector<book::RawEntry> entries{
        castling(mixed + "HChc - 3 5", "e8h8"),
        castling("bnrq1rk1/pp1pbppp/4pn2/2p5/2P5/2N1PN2/PP1PBPPP/B1RQK2R w HC - 4 6", "e1h1"),
        castling(standard + "KQkq - 0 1", "e1h1")};
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    const std::string file = folder.write("book.bin", entries);
    CHECK(spelled(file, mixed + "HChc - 3 5") == mixed + "HChc - 3 5 | e8h8 e1h1");
    CHECK(spelled(file, mixed + "KQkq - 3 5") == mixed + "KQkq - 3 5 | e8h8 e1h1");
    // Later in that game, too.
    CHECK(spelled(file, mixed + "HChc - 3 5", "e8h8") ==
          "bnrq1rk1/pp1pbppp/4pn2/2p5/2P5/2N1PN2/PP1PBPPP/B1RQK2R w HC - 4 6 | e1h1");
    CHECK(spelled(file, standard + "KQkq - 0 1") == standard + "KQkq - 0 1 | e1g1");
    // A game of Chess960, by its FEN
    CHECK(spelled(file, standard + "HAha - 0 1") == standard + "HAha - 0 1 | e1h1");
}

// Gives one line after the other, and asks at each what has been printed of those before.
class Questions : public std::streambuf {
  public:
    Questions(std::vector<std::string> lines, const std::ostringstream& out)
        : lines_(std::move(lines)), out_(out) {}
    std::vector<std::size_t> answered; // lines printed before each question

  private:
    int_type underflow() override {
        const std::string text = out_.str();
        answered.push_back(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
        if (answered.size() > lines_.size()) return traits_type::eof();
        std::string& line = lines_[answered.size() - 1];
        setg(line.data(), line.data(), line.data() + line.size());
        return traits_type::to_int_type(line.front());
    }
    std::vector<std::string> lines_;
    const std::ostringstream& out_;
};

TEST_CASE("find-book: each position of standard input is answered before the next is read") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", sample());
    std::ostringstream out, err;
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    Questions questions({start, "8/8\n", start, start}, out);
    std::istream in(&questions);
    CHECK(run_find_book(std::vector<std::string_view>{file, "-fen", "-", "-json"}, in, out, err) ==
          1);
    CHECK(questions.answered == std::vector<std::size_t>{0, 1, 1, 2, 3});
    CHECK(err.str().find("standard input:2: ") != std::string::npos);
}

TEST_CASE("find-book .abk: priorities, games, limits") {
    const BookFolder folder;
    auto tree = abk_sample();
    const auto write = [&] { return folder.write("book", test::to_bytes(book::encode_abk(tree))); };
    const auto position = found(write());
    CHECK(reasons(position) == "e2e4: played\nd2d4: priority 0\n");
    const auto& e4 = position.at("moves").at(0);
    CHECK(e4.at("priority") == 5);
    CHECK(e4.at("games") ==
          boost::json::value(
              {{"games", 10}, {"white_wins", 5}, {"white_losses", 1}, {"score", 0.7}}));
    CHECK(e4.at("reply").at("san") == "e5");
    CHECK(found(folder / "book", {"-moves", "e4"}).at("moves").at(0).at("games").at("score") ==
          0.5);

    tree.header.min_games = 11;
    CHECK(reasons(found(write())) == "e2e4: too few games, at least 11\nd2d4: priority 0\n");
    tree.header.min_games = 0;
    tree.header.min_wins = 6;
    CHECK(reasons(found(write())) == "e2e4: too few games won, at least 6\nd2d4: priority 0\n");
    tree.header.min_wins = 0;
    tree.header.min_white_per_cent = 51;
    CHECK(reasons(found(write())) ==
          "e2e4: too few of the games won, at least 51 %\nd2d4: priority 0\n");
    tree.header.min_white_per_cent = 0;
    tree.header.max_ply = 1;
    write();
    CHECK(reasons(found(folder / "book")) == "e2e4: played\nd2d4: priority 0\n");
    CHECK(reasons(found(folder / "book", {"-moves", "e4"})) == "e7e5: used up to half-move 1\n");
}

TEST_CASE("find-book YACB and SFTT: values") {
    const BookFolder folder;
    const std::string file = folder.write("book", yacb_sample());
    const Ran text = run(run_find_book, {file});
    CHECK(text.out.find("key:      8f8f01d4562f59fb\nvalue:    +0.30 (exact; engine, elo 120) for "
                        "White\n  e2e4  e4  ") != std::string::npos);
    const auto position = found(file);
    CHECK(position.at("evaluation") ==
          boost::json::value({{"white", 30},
                              {"text", "+0.30 (exact; engine, elo 120)"},
                              {"type", "centipawns"},
                              {"bound", "exact"},
                              {"source", "engine"},
                              {"elo", 120}}));
    CHECK(position.at("moves").at(0).at("reply").at("san") == "e5");

    const auto table = found(folder.write("table", sftt_sample()), {"-moves", "e4"});
    CHECK(table.at("evaluation").at("white") == -29); // 62 units of the mover, 208 to a pawn
    CHECK(table.at("evaluation").at("depth") == 20);

    const auto nothing = found(folder.write("none", yacb_bytes({yacb_entry({}, "", -7)})));
    CHECK(nothing.at("known") == true);
    CHECK(nothing.at("moves").as_array().empty());
    CHECK(nothing.at("evaluation").at("white") == -7);

    const auto collision = found(folder.write("other", yacb_bytes({yacb_entry({}, "e2e5")})));
    CHECK(collision.at("unplayable").as_string().find("not legal") != std::string::npos);
    CHECK(!collision.as_object().contains("evaluation"));
    CHECK(collision.at("moves").as_array().empty());
}

// 1. e4 and 1. d4, and a move that is not legal there.
test::Bytes statistics() {
    std::vector<book::MoveStats> list{
        {key_behind({}), raw_move("e2e4"), chess::Color::White, 1000, 500, 500, 1000, 2'400'000,
         2024},
        {key_behind({}), raw_move("d2d4"), chess::Color::White, 0, 1, 0, 0, 0, 0},
        {key_behind({}), raw_move("e2e5"), chess::Color::White, 0, 0, 2, 0, 0, 1999},
        {key_behind({"e2e4"}), raw_move("e7e5"), chess::Color::Black, 3, 0, 1, 0, 0, 0}};
    std::sort(list.begin(), list.end(), book::stats_before);
    book::StatsEncoder encoder;
    for (const book::MoveStats& stats : list)
        encoder.add(stats);
    encoder.finish({2003, 2024, "made by hand"});
    return test::to_bytes(std::string(encoder.ready()));
}

TEST_CASE("find-book: statistics") {
    const BookFolder folder;
    const std::string file = folder.write("s.pgstats", statistics());
    const Ran ran = run(run_find_book, {file});
    CHECK(ran.status == 0);
    CHECK(ran.out == "position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                     "start:    518 of Chess960\n"
                     "key:      463b96181691fc9c\n"
                     "  move                  games   share          won        drawn         lost "
                     "  score   Elo  last\n"
                     "  e2e4  e4              2,000   99.9%        1,000          500          500 "
                     "  62.5%  2400  2024\n"
                     "  e2e5  -                   2    0.1%            0            0            2 "
                     "   0.0%     -  1999\n"
                     "  d2d4  d4                  1    0.0%            0            1            0 "
                     "  50.0%     -     -\n");
    const auto position = found(file);
    CHECK(position.at("games") == 2003);
    CHECK(position.at("moves").at(0) ==
          boost::json::value({{"uci", "e2e4"},
                              {"san", "e4"},
                              {"games", 2000},
                              {"share", position.at("moves").at(0).at("share")},
                              {"wins", 1000},
                              {"draws", 500},
                              {"losses", 500},
                              {"score", 0.625},
                              {"elo", 2400.0},
                              {"rated_games", 1000},
                              {"last_year", 2024}}));
    CHECK(position.at("moves").at(0).at("share").as_double() == doctest::Approx(2000 / 2003.0));
    CHECK(found(file, {"e4"}).at("moves").at(0).at("score") == 0.75);
    CHECK(found(file, {"d4"}).at("reason") == "not in the statistics");
    const std::string inner_rook = "6k1/8/8/8/8/8/8/RR2K3 w B - 0 1";
    CHECK(found(file, {"-fen", inner_rook}).at("reason").as_string().starts_with("not counted: "));

    test::Bytes damaged = statistics();
    damaged[30] ^= std::byte{1};
    const std::string broken = folder.write("broken.pgstats", damaged);
    const Ran refused = run(run_find_book, {broken});
    CHECK(refused.status == 1);
    CHECK(refused.err == broken + ": is damaged at byte 12: a block whose checksum is wrong\n");
    damaged.pop_back();
    CHECK(run(run_find_book, {folder.write("broken.pgstats", damaged)}).err ==
          broken + ": has been cut off or is damaged: its end is missing\n");
}

TEST_CASE("values in words") {
    using book::Evaluation;
    const auto text = [](Evaluation::Type type, int value) {
        Evaluation evaluation;
        evaluation.type = type;
        evaluation.value = value;
        return format_value(evaluation);
    };
    CHECK(text(Evaluation::Type::Centipawns, -5) == "-0.05");
    CHECK(text(Evaluation::Type::Centipawns, 0) == "+0.00");
    CHECK(text(Evaluation::Type::WonCentipawns, 1234) == "+12.34 (won)");
    CHECK(text(Evaluation::Type::DistanceToMate, -7) == "mate for Black in 7 plies");
    CHECK(text(Evaluation::Type::DistanceToZeroing, 12) == "zeroing for White in 12 plies");
    CHECK(text(Evaluation::Type::PerCent, 21'700) == "54.25 %");
    CHECK(!score_for({.games = 3, .white_wins = 2, .white_losses = 2}, chess::Color::White));
    CHECK(!score_for({}, chess::Color::White));
}

} // namespace
} // namespace polyglot::tools
