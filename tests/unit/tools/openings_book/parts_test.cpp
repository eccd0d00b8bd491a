// Names, results, ranges, the written forms, and lists that are read again.
#include "core/chess/chess960.hpp"
#include "core/chess/epd.hpp"
#include "core/pgn/reader.hpp"
#include "tests/unit/tools/openings_book/openings_book_support.hpp"
#include "tools/openings_book/list.hpp"
#include "tools/openings_book/names.hpp"
#include "tools/openings_book/options.hpp"
#include "tools/openings_book/start.hpp"

namespace polyglot::openings_book_test {
namespace {

bool matches(std::string_view pattern, const OpeningName& name) {
    const auto parsed = NamePattern::parse(pattern);
    REQUIRE(parsed.has_value());
    return parsed->matches(name);
}

Start start_after(std::string_view moves) {
    Start start{{chess::Position::start(), {}, chess::Position::start()}, {}, {}, {}};
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) {
        start.line.push_back(*chess::parse_uci_move(start.position, word));
        start.position.make(start.line.back());
    }
    return start;
}

StartList list_of(const std::string& text, const std::string& name = "list") {
    std::istringstream in(text);
    return read_start_list(in, name);
}

TEST_CASE("openings-book: patterns of names") {
    const OpeningName najdorf{"B90", "Sicilian Defence: Najdorf, English Attack"};
    for (const char* pattern :
         {"Sicilian*", "sicilian*", "*najdorf*", "B90", "b20-b99", "A00-E99", "Sicilian Defense",
          "Sicilian Defence: Najdorf", "S?cilian*attack", "*", " B90 "})
        CHECK_MESSAGE(matches(pattern, najdorf), pattern);
    for (const char* pattern :
         {"Sicilian", "*French*", "B91", "B91-C00", "najdorf", "Sicilian*Dragon", "?"})
        CHECK_MESSAGE(!matches(pattern, najdorf), pattern);
    CHECK(matches("**", najdorf));
    CHECK(NamePattern::parse("").has_error());
    CHECK(NamePattern::parse("B99-B20").has_error());
}

TEST_CASE("openings-book: what a filter admits") {
    NameFilter filter;
    const OpeningName french{"C00", "French Defence"};
    CHECK(filter.admits(std::nullopt));
    filter.unwanted.push_back(*NamePattern::parse("C00-C19"));
    CHECK(filter.admits(std::nullopt));
    CHECK_FALSE(filter.admits(french));
    filter.unwanted.clear();
    filter.wanted = {*NamePattern::parse("B00-B99"), *NamePattern::parse("French*")};
    CHECK_FALSE(filter.admits(std::nullopt));
    CHECK(filter.admits(french));
    CHECK_FALSE(filter.admits(OpeningName{"A00", "Grob"}));
}

TEST_CASE("openings-book: the last name along the line") {
    const FindName find = [](const chess::Position& position) -> std::optional<OpeningName> {
        if (position.key() == after("e2e4").key()) return OpeningName{"B00", "King's Pawn"};
        if (position.key() == after("e2e4 c7c5").key()) return OpeningName{"B20", "Sicilian"};
        return std::nullopt;
    };
    const auto name = [&find](std::string_view moves) {
        const Start start = start_after(moves);
        return name_along(start.root, start.line, find);
    };
    CHECK(name("e2e4 c7c5 a2a3 a7a6") == OpeningName{"B20", "Sicilian"});
    CHECK(name("e2e4 h7h5") == OpeningName{"B00", "King's Pawn"});
    CHECK_FALSE(name("d2d4 c7c5"));
    CHECK(find_opening_name(after("e2e4 c7c5"))->name.starts_with("Sicilian"));
    CHECK_FALSE(find_opening_name(after("a2a3 h7h5 a3a4 h5h4 a4a5")));
}

TEST_CASE("openings-book: ranges") {
    const auto check = [](std::string_view text, bool one_number, double low, double high) {
        const auto range = parse_range(text, one_number);
        REQUIRE_MESSAGE(range, text);
        CHECK(range->low == low);
        CHECK(range->high == high);
    };
    check("50", true, -50, 50);
    check("-20..+80", true, -20, 80);
    check("45..55.5", false, 45, 55.5);
    for (const char* text : {"", "..", "5..", "5..4", "-50", "x", "1..2..3", "nan..1", "inf"})
        CHECK_MESSAGE(!parse_range(text, true), text);
    CHECK_FALSE(parse_range("50", false));
}

TEST_CASE("openings-book: results of learn fields, of the position or of the move that led there") {
    auto entries = entries_of({{"e2e4 e7e5 g1f3"}, {"d2d4"}});
    for (book::RawEntry& entry : entries)
        if (entry.key == chess::Position::start().key() && entry.move == test::raw_move("e2e4")) {
            entry.learn_count = 10; // White scored 7 of 10
            entry.learn_sum = 14;
        } else if (entry.key == after("e2e4").key()) {
            entry.learn_count = 4; // Black 3 of 4
            entry.learn_sum = 6;
        }
    const test::Bytes bytes = test::to_bytes(entries);
    const auto book = book::PolyglotBook::open(std::span(bytes));
    REQUIRE(book.has_value());
    const GameResults led = results_of(*book, start_after("e2e4"));
    CHECK(led.games == 10);
    CHECK(led.score() == doctest::Approx(70));
    const GameResults replies = results_of(*book, start_after("e2e4 e7e5"));
    CHECK(replies.games == 4);
    CHECK(replies.score() == doctest::Approx(25)); // of White
    CHECK(results_of(*book, start_after("d2d4")).games == 0);
    CHECK(results_of(*book, start_after("")).games == 10);
}

TEST_CASE("openings-book: a start as EPD is read back") {
    Start start = start_after("e2e4 c7c5 g1f3");
    start.name = OpeningName{"B27", "Sicilian \"Defence\""};
    start.value = {.cp = 23, .depth = 12, .note = {}};
    CHECK(format_start_epd(start, {}) ==
          "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; fmvn 2; "
          "eco \"B27\"; c0 \"Sicilian 'Defence'\"; ce -23; acd 12;\n");
    const auto epd = chess::parse_epd(format_start_epd(start, {}));
    REQUIRE(epd.has_value());
    CHECK(epd->position == start.position);
    CHECK(epd->first_operand("c0") == "Sicilian 'Defence'");
}

TEST_CASE("openings-book: a start as PGN is read back, from the start position and from Chess960") {
    Start start = start_after("e2e4 c7c5 g1f3");
    start.name = OpeningName{"B27", "Sicilian Defence"};
    const auto read = [](const std::string& text) {
        std::istringstream in(text);
        auto game = pgn::Reader(in).next();
        REQUIRE(game);
        CHECK(game->problem.empty());
        return *game;
    };
    const std::string text = format_start_pgn(start, {.event = "my.bin", .chess960 = false}, 3);
    CHECK(text.find("[Round \"3\"]\n") != std::string::npos);
    CHECK(text.find("FEN") == std::string::npos);
    CHECK(text.ends_with("\n\n1. e4 c5 2. Nf3 *\n\n"));
    const auto game = read(text);
    CHECK(game.game.position() == start.position);
    CHECK(game.tag("ECO") == "B27");
    CHECK(game.tag("Opening") == "Sicilian Defence");

    const chess::Position root = chess::chess960_starts()[0];
    const chess::Move move = *root.legal_moves().begin();
    Start other{{root, {move}, root}, {}, {}, {}};
    other.position.make(move);
    // By where it begins
    const std::string text960 = format_start_pgn(other, {.event = "960", .chess960 = false}, 1);
    CHECK(text960.find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"") != std::string::npos);
    CHECK(read(text960).game.position() == other.position);
    const auto epd = chess::parse_epd(format_start_epd(other, {.event = {}, .chess960 = false}));
    REQUIRE(epd.has_value());
    CHECK(epd->position == other.position);
}

TEST_CASE("openings-book: spelt as Chess960 on request, or where the line begins so; not because "
          "of a book") {
    const Start start = start_after("e2e4 c7c5 g1f3");
    CHECK(format_start_epd(start, {}).find(" KQkq ") != std::string::npos);
    CHECK(format_start_pgn(start, {}, 1).find("Variant") == std::string::npos);
    CHECK(format_start_epd(start, {.event = {}, .chess960 = true}).find(" HAha ") !=
          std::string::npos);
    CHECK(format_start_pgn(start, {.event = {}, .chess960 = true}, 1)
              .find("[Variant \"Chess960\"]") != std::string::npos);
    // King and rooks stand as in chess, and the game began as one of Chess960.
    const chess::Position root =
        *chess::parse_fen("rqnnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RQNNKBBR w KQkq - 0 1");
    const Start other{{root, {}, root}, {}, {}, {}};
    CHECK(format_start_epd(other, {}).find(" HAha ") != std::string::npos);
}

TEST_CASE("openings-book: a list that is spelt as Chess960 without need is found") {
    const auto faults = [](const std::string& text, bool chess960 = false) {
        const StartList list = list_of(text);
        CHECK(list.unreadable.empty());
        return prove_list(list, std::nullopt, chess960).chess960.size();
    };
    const std::string board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ";
    const std::string other = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b ";
    CHECK(faults(board + "HAha -\n" + other + "HAha - hmvc 0;\n") == 2);
    CHECK(faults(board + "HAha -\n" + other + "KQkq -\n") == 1);
    CHECK(faults(board + "KQkq -\n" + other + "KQkq -\n") == 0);
    CHECK(faults(board + "HAha -\n", true) == 0); // -chess960
    // A list of Chess960, in which one position does not need it.
    CHECK(faults(board + "HAha -\nnrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1\n") ==
          0);
    const std::string tag = "[Variant \"Chess960\"]\n";
    CHECK(faults(tag + "\n1. e4 *\n\n" + tag + "\n1. d4 *\n") == 2);
    CHECK(faults("[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. d4 *\n") == 0);
    CHECK(
        faults("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]\n\n1. e4 *\n") ==
        1);
    CHECK(
        faults(tag +
               "[FEN \"nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1\"]\n\n1. e4 *\n") ==
        0);
}

TEST_CASE("openings-book: a start where the game is over or drawn is none") {
    const auto why = [](const std::string& text) {
        const StartList list = list_of(text);
        CHECK(list.starts.empty());
        REQUIRE(list.unreadable.size() == 1);
        return list.unreadable[0].message;
    };
    const std::string over = "the game is over here: ";
    CHECK(why("8/8/4k3/8/8/4K3/8/8 w - - 0 1\n") == over + "a draw, no side can mate");
    CHECK(why("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1\n") == over + "a draw, no side can mate");
    CHECK(why("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 100 90\n") ==
          over + "a draw, fifty moves without a capture or a pawn's move");
    CHECK(why("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 100; fmvn 90;\n").starts_with(over));
    CHECK(why("7k/5Q2/6K1/8/8/8/8/8 b - -\n") == over + "stalemate");
    CHECK(why("7k/6Q1/6K1/8/8/8/8/8 b - -\n") == over + "mate");
    const std::string twice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    CHECK(why("[Result \"*\"]\n\n" + twice + " *\n") == over + "a draw, the third repetition");
    // Before its end
    CHECK(why("[Result \"*\"]\n\n" + twice + " 5. e4 *\n") ==
          over + "a draw, the third repetition");
    CHECK(list_of("[Result \"*\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *\n").starts.size() ==
          1);
    CHECK(list_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 90\n").starts.size() == 1);
}

TEST_CASE("openings-book: lists, EPD and PGN") {
    const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - ";
    const StartList epd = list_of("\xef\xbb\xbf" + fen + "hmvc 0; fmvn 1;\n\n# remark\n" + fen +
                                  "0 1\nnonsense\n" + "7k/5Q2/6K1/8/8/8/8/8 b - -\n");
    REQUIRE(epd.starts.size() == 2);
    CHECK(epd.starts[1].line == 4);
    REQUIRE(epd.unreadable.size() == 2); // the last one is a stalemate
    CHECK(epd.unreadable[0].line == 5);
    CHECK(epd.unreadable[1].line == 6);
    REQUIRE(prove_list(epd, std::nullopt).duplicates.size() == 1);
    CHECK(prove_list(epd, std::nullopt).duplicates[0].line == 4);

    const StartList pgn = list_of("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e4 *\n");
    REQUIRE(pgn.starts.size() == 1);
    CHECK(pgn.starts[0].plies == 1);
    CHECK(pgn.unreadable.size() == 1);
    CHECK(list_of("1. e4 *\n", "x.PGN").starts.size() == 1);
    CHECK(list_of("").starts.empty());
}

TEST_CASE("openings-book: the wrong side to move") {
    std::string lines;
    const auto add = [&lines](std::string_view moves) {
        lines += format_start_epd(start_after(moves), {});
    };
    for (const char* moves : {"e2e4 e7e5", "e2e4 c7c5", "d2d4 d7d5", "d2d4 g8f6", "c2c4 e7e5"})
        add(moves);
    CHECK(prove_list(list_of(lines), std::nullopt).wrong_side.empty());
    CHECK(prove_list(list_of(lines), 2).wrong_side.empty());
    const auto odd = prove_list(list_of(lines), 3).wrong_side;
    REQUIRE(odd.size() == 5);
    CHECK(odd[0].message == "White is to move, and after 3 half-moves it is Black");
    add("e2e4");
    const auto proof = prove_list(list_of(lines), std::nullopt);
    REQUIRE(proof.wrong_side.size() == 1);
    CHECK(proof.wrong_side[0].line == 6);
    CHECK(proof.wrong_side[0].message == "Black is to move, and in the others White");
    CHECK(proof.white_to_move == 5);
    add("d2d4");
    add("c2c4"); // 3 of 8: a list of both
    CHECK(prove_list(list_of(lines), std::nullopt).wrong_side.empty());
    CHECK(prove_list(list_of(lines), 2).wrong_side.size() == 3);
    const StartList games =
        list_of("[Event \"a\"]\n\n1. e4 e5 2. d4 d5 *\n\n[Event \"b\"]\n\n1. c4 c5 *\n");
    CHECK(prove_list(games, 2).wrong_side.size() == 1); // the right side, but four half-moves
}

} // namespace
} // namespace polyglot::openings_book_test
