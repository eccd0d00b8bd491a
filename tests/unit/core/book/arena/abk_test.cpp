#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <array>
#include <tuple>
#include <utility>

using namespace polyglot;
using book::AbkBook;
using book::AbkRecord;
using book::AbkTree;
using test::abk_line;
using test::abk_move;
using test::abk_tree;
using test::after;
using test::moves_in;
using test::open_abk;
using test::warnings_of;

namespace {

constexpr auto none = AbkRecord::none;

// 1. e4 (e5 2. Nf3, c5), 1. d4: records 900 to 904, depth-first.
AbkTree small() {
    return abk_tree({abk_move("e2e4", 901, 904), abk_move("e7e5", 902, 903), abk_move("g1f3"),
                     abk_move("c7c5"), abk_move("d2d4")});
}

// Checks the remaining moves of the start position and of 1. e4 in a damaged tree, and the
// warnings.
void check_damage(const AbkTree& tree, std::string_view start, std::string_view after_e4,
                  std::string_view warnings) {
    const AbkBook book = open_abk(tree);
    CHECK(moves_in(book, chess::Position::start()) == start);
    CHECK(moves_in(book, after({"e2e4"})) == after_e4);
    CHECK(warnings_of(book) == warnings);
}

} // namespace

TEST_CASE("a position is found however the game came to it") {
    const AbkBook book = open_abk(abk_line({"d2d4", "d7d5", "c2c4", "e7e6"}));
    CHECK(moves_in(book, after({"d2d4", "d7d5", "c2c4"})) == "e7e6 ");
    CHECK(moves_in(book, after({"c2c4", "d7d5", "d2d4"})) == "e7e6 ");
    CHECK(moves_in(book, after({"c2c4"})).empty());
    CHECK(book.knows(after({"d2d4"})));
    CHECK_FALSE(book.knows(after({"c2c4"})));
    CHECK(book.count_positions() == 4);
    CHECK(&book.format() == &book::arena_format);
}

TEST_CASE("the records of a move are added up, and 0 forbids it wherever it stands") {
    // 1. d4 d5 2. c4 and 1. c4 d5 2. d4 meet: e7e6 and c7c6 in both.
    const auto tree_with = [](int here, int there) {
        AbkTree tree =
            abk_tree({abk_move("d2d4", 901, 905), abk_move("d7d5", 902), abk_move("c2c4", 903),
                      abk_move("e7e6", none, 904), abk_move("c7c6"), abk_move("c2c4", 906),
                      abk_move("d7d5", 907), abk_move("d2d4", 908), abk_move("c7c6", none, 909),
                      abk_move("e7e6")});
        tree.records[3].priority = static_cast<std::uint8_t>(here);
        tree.records[9].priority = static_cast<std::uint8_t>(there);
        tree.records[3].games = 100;
        tree.records[3].white_wins = 40;
        tree.records[9].games = 7;
        tree.records[9].white_wins = 2;
        tree.records[9].white_losses = 3;
        return tree;
    };
    for (const auto& [here, there, priority] :
         {std::tuple(5, 5, 5), std::tuple(3, 8, 8), std::tuple(9, 1, 9), std::tuple(0, 9, 0),
          std::tuple(9, 0, 0)}) {
        const AbkBook book = open_abk(tree_with(here, there));
        const auto entries = book.find(after({"c2c4", "d7d5", "d2d4"}));
        REQUIRE(entries.size() == 2);
        CHECK(chess::format_uci_move(entries[0].move) == "e7e6");
        CHECK(entries[0].priority == priority);
        CHECK((entries[0].games == book::GameCounts{107, 42, 3}));
        CHECK((entries[0].weight > 0) == (priority > 0));
        CHECK(warnings_of(book).empty());
        CHECK(book.count_moves() == 8);
    }
    AbkTree full = tree_with(5, 5);
    full.records[3].games = 0xfffffffe;
    CHECK(open_abk(full).find(after({"c2c4", "d7d5", "d2d4"}))[0].games->games == 0xffffffff);
}

TEST_CASE("castling in both spellings") {
    for (const auto& [white, black] : {std::pair("e1g1", "e8g8"), std::pair("e1h1", "e8h8")}) {
        const AbkBook book = open_abk(abk_line({"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5",
                                                std::string_view(white), black, "d2d3"}));
        CHECK(warnings_of(book).empty());
        CHECK(moves_in(book, after({"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"})) == "e1g1 ");
        CHECK(moves_in(book, after({"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1",
                                    "e8g8"})) == "d2d3 ");
    }
    for (const auto& [white, black] : {std::pair("e1c1", "e8c8"), std::pair("e1a1", "e8a8")}) {
        const AbkBook book =
            open_abk(abk_line({"d2d4", "d7d5", "b1c3", "b8c6", "c1f4", "c8f5", "d1d2", "d8d7",
                               std::string_view(white), black, "a2a3"}));
        CHECK(warnings_of(book).empty());
        CHECK(book.count_moves() == 11);
    }
}

TEST_CASE("promotions by the absolute value") {
    const std::vector<std::string_view> moves{"h2h4", "g7g5", "h4g5", "h7h6", "g5h6",
                                              "a7a6", "h6h7", "a6a5", "h7g8"};
    const std::vector<std::string_view> before(moves.begin(), moves.end() - 1);
    for (const auto& [value, text] :
         {std::pair(1, "h7g8r "), std::pair(2, "h7g8n "), std::pair(3, "h7g8b "),
          std::pair(4, "h7g8q "), std::pair(-1, "h7g8r "), std::pair(-4, "h7g8q ")}) {
        AbkTree tree = abk_line(moves);
        tree.records.back().promotion = static_cast<std::int8_t>(value);
        const AbkBook book = open_abk(tree);
        CHECK(moves_in(book, after(before)) == text);
        CHECK(warnings_of(book).empty());
    }
    for (const int value : {0, 5, -5, -128, 127}) {
        AbkTree tree = abk_line(moves);
        tree.records.back().promotion = static_cast<std::int8_t>(value);
        const AbkBook book = open_abk(tree);
        CHECK(moves_in(book, after(before)).empty());
        CHECK(warnings_of(book) == "1 move is not legal in its position, at byte 25424\n");
    }
    AbkTree early = abk_line(moves);
    early.records[0].promotion = 4; // 1. h4=Q
    CHECK(open_abk(early).count_moves() == 0);
}

TEST_CASE("deleted records are removed with their continuations") {
    // 1. e4 is marked; the header counts the others, as real files do.
    AbkTree tree = small();
    tree.records[0].ply = 1;
    tree.header.moves = 4;
    check_damage(tree, "d2d4 ", "",
                 "1 record is marked as deleted, at byte 25200; left out with 3 continuations\n");
    // One below another is counted once, as deleted.
    AbkTree twice = tree;
    twice.records[1].ply = 1;
    twice.header.moves = 3;
    check_damage(twice, "d2d4 ", "",
                 "2 records are marked as deleted, the first at byte 25200; left out with 2 "
                 "continuations\n");
    // What another line leads to stays: 1. Nf3 e5 2. e4 to the position after 1. e4 e5 2. Nf3.
    tree.records[2].next_move = 905; // 2... Nc6 below the mark
    tree.records[4].next_sibling = 906;
    for (const auto& record : {abk_move("b8c6"), abk_move("g1f3", 907), abk_move("e7e5", 908),
                               abk_move("e2e4", 909), abk_move("g8f6")})
        tree.records.push_back(record);
    tree.header.moves = 9;
    const AbkBook book = open_abk(tree);
    CHECK(moves_in(book, after({"e2e4", "e7e5", "g1f3"})) == "g8f6 ");
    CHECK(warnings_of(book) ==
          "1 record is marked as deleted, at byte 25200; left out with 4 continuations\n");
}

TEST_CASE("plies in the field of the mark are not marks") {
    const auto check = [](std::vector<std::uint32_t> plies, std::uint32_t moves, std::size_t left) {
        AbkTree tree = small();
        for (std::size_t i = 0; i < plies.size(); ++i)
            tree.records[i].ply = plies[i];
        tree.header.moves = moves;
        CHECK(open_abk(tree).count_moves() == left);
    };
    check({0, 0, 0, 0, 0}, 5, 5);
    check({1, 2, 3, 2, 1}, 5, 5);  // plies from 1
    check({0, 1, 2, 1, 0}, 5, 5);  // from 0
    check({1, 2, 3, 2, 1}, 77, 5); // and a header that is wrong
    check({0, 1, 0, 1, 0}, 5, 5);  // all of them counted: nothing is deleted
    check({0, 1, 0, 1, 0}, 3, 2);
    check({0, 0, 0, 1, 0}, 4, 4);
}

TEST_CASE("damage is reported with its place and cut, and everything beside it stays") {
    constexpr auto whole_start = "e2e4 d2d4 ";
    constexpr auto whole_e4 = "e7e5 c7c5 ";
    check_damage(small(), whole_start, whole_e4, "");
    AbkTree tree = small();

    for (const std::uint32_t nowhere : {0U, 899U, 905U, 0xfffffffeU, 0x80000000U}) {
        tree = small();
        tree.records[0].next_move = nowhere;
        check_damage(tree, whole_start, "",
                     "1 pointer leads to no record, at byte 25200\n"
                     "3 records are not in the tree, the first at byte 25228\n");
        tree = small();
        tree.records[1].next_sibling = nowhere;
        check_damage(tree, whole_start, "e7e5 ",
                     "1 pointer leads to no record, at byte 25228\n"
                     "1 record is not in the tree, at byte 25284\n");
    }

    constexpr auto has_place = "1 pointer leads to a record that is already in the tree, at byte ";
    // To every record there is, itself too
    for (const std::uint32_t back : {900U, 901U, 902U, 903U, 904U}) {
        tree = small();
        tree.records[2].next_move = back;
        check_damage(tree, whole_start, whole_e4, has_place + std::string("25256\n"));
        tree = small();
        tree.records[2].next_sibling = back;
        check_damage(tree, whole_start, whole_e4, has_place + std::string("25256\n"));
        tree = small();
        tree.records[4].next_sibling = back;
        // The siblings of a position come first, so one of these takes what would have been a
        // reply.
        const AbkBook book = open_abk(tree);
        CHECK(moves_in(book, chess::Position::start()) ==
              (back == 902 ? "e2e4 d2d4 g1f3 " : whole_start));
        CHECK_FALSE(warnings_of(book).empty());
    }

    tree = small();
    tree.records[1].to = tree.records[1].from;
    check_damage(
        tree, whole_start, "c7c5 ",
        "1 move is not legal in its position, at byte 25228; left out with 1 continuation\n");
    tree = small();
    tree.records[0].from = 255;
    tree.records[3].to = 64;
    check_damage(
        tree, "d2d4 ", "",
        "1 move is not legal in its position, at byte 25200; left out with 3 continuations\n");

    tree = small();
    tree.header.moves = 6;
    check_damage(tree, whole_start, whole_e4, "the header states 6 moves, the file has 5\n");
    tree = small();
    tree.header.importance_of_score = 16;
    tree.header.min_black_per_cent = 101;
    tree.records[4].games = 5;
    tree.records[4].white_wins = 3;
    tree.records[4].white_losses = 3;
    check_damage(tree, whole_start, whole_e4,
                 "the header has an importance over 15, which is taken for 15\n"
                 "the header asks for more than 100 per cent of the games, which is taken for 100\n"
                 "1 record has more games won and lost than games, at byte 25312\n");
}

TEST_CASE("a line as long as the file is followed to the length of a game, without recursion") {
    constexpr std::size_t plies = 100'000;
    constexpr std::array<std::string_view, 4> round{"g1f3", "g8f6", "f3g1", "f6g8"};
    AbkTree tree;
    for (std::size_t i = 0; i < plies; ++i)
        tree.records.push_back(
            abk_move(round[i % 4], i + 1 < plies ? static_cast<std::uint32_t>(901 + i) : none));
    tree.header.moves = plies;
    const AbkBook book = open_abk(tree);
    CHECK(book.count_moves() == 4);
    CHECK(book.find(chess::Position::start())[0].games->games == (17697 + 3) / 4);
    CHECK(warnings_of(book) == "1 line is longer than any game, at byte " +
                                   std::to_string(28 * (900 + 17696)) + "; left out with " +
                                   text::grouped(plies - 17697) + " continuations\n");
    // All siblings of one another.
    for (std::size_t i = 0; i < plies; ++i) {
        tree.records[i] = abk_move(i % 2 == 0 ? "g1f3" : "e2e4");
        if (i + 1 < plies) tree.records[i].next_sibling = static_cast<std::uint32_t>(901 + i);
    }
    CHECK(open_abk(tree).find(chess::Position::start())[1].games->games == plies / 2);
}

TEST_CASE("whatever bytes a file has, moves are legal and no more than its records") {
    Random random(7);
    const std::string sound = book::encode_abk(
        abk_tree({abk_move("d2d4", 901, 905), abk_move("d7d5", 902), abk_move("c2c4", 903),
                  abk_move("e7e6", none, 904), abk_move("c7c6"), abk_move("c2c4", 906),
                  abk_move("d7d5", 907), abk_move("d2d4", 908, 910), abk_move("c7c6", none, 909),
                  abk_move("e7e6"), abk_move("c4d5", 911), abk_move("d8d5")}));
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = sound;
        for (std::uint64_t n = 1 + random.below(6); n > 0; --n) {
            const bool header = random.below(8) == 0;
            const std::size_t at =
                header ? 12 + static_cast<std::size_t>(random.below(242))
                       : 25200 + static_cast<std::size_t>(random.below(bytes.size() - 25200));
            bytes[at] = static_cast<char>(random.below(2) == 0 ? 0x84 + random.below(14)
                                                               : random.below(256));
        }
        bytes.resize(bytes.size() - static_cast<std::size_t>(random.below(40)));
        const AbkBook book = open_abk(bytes);
        CHECK(book.count_moves() <= (bytes.size() - 25200) / 28);
        for (const auto& position :
             {chess::Position::start(), after({"d2d4"}), after({"c2c4", "d7d5", "d2d4"})})
            for (const book::Entry& entry : book.find(position))
                CHECK(position.is_legal(entry.move));
    }
}

TEST_CASE("a position of Chess960 that has the key of one of the book") {
    // The rook from a1 goes to g1, beside the one on h1 that may castle. In Chess960 it could be
    // the other one.
    const AbkBook book = open_abk(abk_line({"a2a4", "a7a6", "a1a3", "b7b6", "g2g4", "c7c6", "a3g3",
                                            "d7d6", "g1f3", "e7e6", "g3g1", "f7f6", "h2h3"}));
    REQUIRE(warnings_of(book).empty());
    const auto outer =
        chess::parse_fen("rnbqkbnr/6pp/pppppp2/8/P5P1/5N2/1PPPPP1P/1NBQKBRR w Kkq - 0 7");
    const auto inner =
        chess::parse_fen("rnbqkbnr/6pp/pppppp2/8/P5P1/5N2/1PPPPP1P/1NBQKBRR w Gkq - 0 7");
    REQUIRE(outer.has_value());
    REQUIRE(inner.has_value());
    REQUIRE(outer->key() == inner->key());
    CHECK(book.refuses(*outer).empty());
    CHECK(moves_in(book, *outer) == "h2h3 ");
    CHECK(book.refuses(*inner).find("inner rook") != std::string_view::npos);
    CHECK(book.find(*inner).empty());
    CHECK_FALSE(book.knows(*inner));
}

TEST_CASE("the facts that info-book shows") {
    AbkTree tree = small();
    tree.header.comment = "Caf\xe9\x07"; // Latin-1, and a bell
    tree.header.depth = 3;
    tree.header.min_games = 4;
    tree.header.min_wins = 5;
    tree.header.min_white_per_cent = 6;
    tree.header.min_black_per_cent = 7;
    tree.header.importance_of_priority = 8;
    tree.header.importance_of_games = 9;
    tree.header.importance_of_score = 10;
    tree.header.max_ply = 16;
    CHECK(open_abk(tree).facts() == book::Book::Facts{{"Comment", "Café?"},
                                                      {"Depth", "3 plies"},
                                                      {"Records", "5"},
                                                      {"Moves", "5"},
                                                      {"Minimum of games", "4"},
                                                      {"Minimum of won games", "5"},
                                                      {"Minimum won by White", "6 %"},
                                                      {"Minimum won by Black", "7 %"},
                                                      {"Importance of priority", "8 of 15"},
                                                      {"Importance of games", "9 of 15"},
                                                      {"Importance of score", "10 of 15"},
                                                      {"Used to half-move", "16"}});
    tree.header.author = "Somebody";
    CHECK(open_abk(tree).facts()[1] == std::pair<std::string, std::string>("Author", "Somebody"));
}

TEST_CASE("a book whose moves all have priority 0 gives no moves") {
    AbkTree tree = small();
    CHECK(open_abk(tree).gives_moves());
    for (AbkRecord& record : tree.records)
        record.priority = 0;
    CHECK_FALSE(open_abk(tree).gives_moves());
    CHECK_FALSE(open_abk(abk_tree({})).gives_moves());
}
