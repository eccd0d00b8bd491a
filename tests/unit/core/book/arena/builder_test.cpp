#include "core/book/polyglot/book.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <array>
#include <map>

using namespace polyglot;
using book::AbkBook;
using book::AbkBuilt;
using book::AbkRecord;
using chess::Position;

namespace {

struct Known {
    Position position;
    std::vector<book::Entry> entries;
};

// A book in memory. Its positions are found by key, as in any book.
class Memory final : public book::Book {
  public:
    std::map<std::uint64_t, Known> positions;

    void add(const Position& position, book::Entry entry) {
        positions.try_emplace(position.key(), Known{position, {}})
            .first->second.entries.push_back(entry);
    }
    std::vector<book::Entry> find(const Position& position) const override {
        const auto it = positions.find(position.key());
        return it == positions.end() ? std::vector<book::Entry>{} : it->second.entries;
    }
};

book::Entry entry(const Position& position, std::string_view move, std::uint32_t weight) {
    return {.move = *chess::parse_uci_move(position, move), .weight = weight};
}

// Random games, mostly of few moves so that they meet again and again.
Memory random_book(std::uint64_t seed, bool with_games) {
    Memory memory;
    Random random(seed);
    for (int game = 0; game < 150; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 14; ++ply) {
            const auto legal = position.legal_moves();
            if (legal.empty()) break;
            const auto move = legal[static_cast<std::size_t>(
                random.below(std::min<std::size_t>(legal.size(), 4)))];
            const auto known = memory.find(position);
            if (std::none_of(known.begin(), known.end(),
                             [move](const auto& e) { return e.move == move; })) {
                book::Entry added{.move = move,
                                  .weight = 1 + static_cast<std::uint32_t>(random.below(60000))};
                if (with_games) {
                    const auto number = [&random] {
                        return static_cast<std::uint32_t>(random.below(1000));
                    };
                    added.games = book::GameCounts{2000 + number(), number(), number()};
                    added.priority = 1 + static_cast<int>(random.below(9));
                }
                memory.add(position, added);
            }
            position.make(move);
        }
    }
    return memory;
}

// The files that we write are as real ones are: depth-first, numbers that are true.
void check_shape(const book::AbkTree& tree) {
    CHECK(tree.header.moves == tree.records.size());
    std::uint32_t number = 900;
    for (const AbkRecord& record : tree.records) {
        ++number;
        CHECK((record.next_move == AbkRecord::none || record.next_move == number));
        CHECK((record.next_sibling == AbkRecord::none || record.next_sibling >= number));
        CHECK(record.ply == 0);
    }
}

std::string bridges_of(const AbkBook& book, const Position& position) {
    std::string text;
    for (const auto& e : book.find(position))
        if (e.priority == 0) text += chess::format_uci_move(e.move) + ' ';
    return text;
}

} // namespace

TEST_CASE("a written tree is read back: the same moves of the same positions, and their games") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        const Memory memory = random_book(seed, seed % 2 == 0);
        const AbkBuilt built = book::build_abk(memory, book::abk_header_for(memory));
        check_shape(built.tree);
        CHECK(built.positions == memory.positions.size());
        CHECK(built.illegal == 0);
        const AbkBook again = test::open_abk(built.tree);
        CHECK(test::warnings_of(again).empty());
        std::size_t moves = 0;
        for (const auto& [key, known] : memory.positions) {
            const auto found = again.find(known.position);
            REQUIRE(found.size() == known.entries.size());
            moves += found.size();
            double total = 0, games = 0;
            for (const book::Entry& e : found) {
                total += e.weight;
                games += e.games->games;
            }
            for (std::size_t i = 0; i < found.size(); ++i) {
                const book::Entry& wanted = known.entries[i];
                CHECK((found[i].move == wanted.move)); // in the same order
                CHECK((found[i].games ==
                       wanted.games.value_or(book::GameCounts{.games = wanted.weight})));
                if (wanted.priority) CHECK(found[i].priority == wanted.priority);
                CHECK(found[i].weight / total ==
                      doctest::Approx(found[i].games->games / games).epsilon(1e-3));
            }
        }
        CHECK(built.bridges == 0);
        CHECK(built.tree.records.size() == moves);
    }
}

TEST_CASE("a .bin book that lost its numbers to 16 bits keeps its shares") {
    const Position start = Position::start();
    const Position e4 = test::after({"e2e4"});
    std::vector<book::RawEntry> raw{{start.key(), test::raw_move("e2e4"), 600, 0, 0},
                                    {start.key(), test::raw_move("d2d4"), 300, 0, 0},
                                    {start.key(), test::raw_move("a2a3"), 0, 0, 0},
                                    {start.key(), test::raw_move("h2h3"), 1, 0, 0},
                                    {start.key(), test::raw_move("e2e5"), 50, 0, 0},
                                    {e4.key(), test::raw_move("e7e5"), 7, 3, 4}};
    std::stable_sort(raw.begin(), raw.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    const test::Bytes bytes = test::to_bytes(raw);
    const auto polyglot = test::open(bytes);
    const AbkBuilt built = book::build_abk(polyglot, book::abk_header_for(polyglot));
    CHECK(built.illegal == 1);
    CHECK(built.bridges == 0);
    CHECK(built.tree.header.depth == 2);
    CHECK(built.tree.header.max_ply == 9999);
    const AbkBook book = test::open_abk(built.tree);
    CHECK(test::moves_in(book, start) == "e2e4 d2d4 a2a3 h2h3 ");
    const auto entries = book.find(start);
    constexpr std::array<std::uint32_t, 4> games{600, 300, 0, 1};
    constexpr std::array<int, 4> priorities{9, 5, 0, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK((entries[i].games == book::GameCounts{.games = games[i]}));
        CHECK(entries[i].priority == priorities[i]);
        CHECK(entries[i].weight / double(1U << 20U) ==
              doctest::Approx(games[i] / 901.0).epsilon(1e-3));
    }
}

TEST_CASE("castling and promotions are written as Arena writes them") {
    Memory memory;
    const auto line = [&memory](const std::vector<std::string_view>& moves) {
        Position position = Position::start();
        for (const auto text : moves) {
            const auto known = memory.find(position);
            const book::Entry added = entry(position, text, 1);
            if (std::none_of(known.begin(), known.end(),
                             [&](const auto& e) { return e.move == added.move; }))
                memory.add(position, added);
            position.make(added.move);
        }
    };
    line({"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "d7d6", "e1g1", "c8e6", "a2a3", "d8d7", "a3a4",
          "e8c8"});
    for (const auto* promotion : {"h7g8q", "h7g8r", "h7g8b", "h7g8n"})
        line({"h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5", promotion});
    const AbkBuilt built = book::build_abk(memory, {});
    std::map<std::pair<int, int>, std::vector<int>> seen; // from, to: promotions
    for (const AbkRecord& r : built.tree.records)
        seen[{r.from, r.to}].push_back(r.promotion);
    CHECK((seen[{chess::E1, chess::G1}] == std::vector<int>{0}));
    CHECK((seen[{chess::E8, chess::C8}] == std::vector<int>{0}));
    CHECK((seen[{chess::H7, chess::G8}] == std::vector<int>{4, 1, 3, 2}));
    const AbkBook book = test::open_abk(built.tree);
    CHECK(test::warnings_of(book).empty());
    CHECK(test::moves_in(book, test::after({"h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7",
                                            "a6a5"})) == "h7g8q h7g8r h7g8b h7g8n ");
}

TEST_CASE("a move that the book does not have leads on with priority 0") {
    // A repertoire for White: 1. e4, and 2. Nf3 after 1... e5, which it does not have itself.
    Memory memory;
    const Position start = Position::start();
    const Position e5 = test::after({"e2e4", "e7e5"});
    memory.add(start, entry(start, "e2e4", 3));
    memory.add(e5, entry(e5, "g1f3", 2));
    const AbkBuilt built = book::build_abk(memory, {});
    CHECK(built.positions == 2);
    CHECK(built.bridges == 1);
    const AbkBook book = test::open_abk(built.tree);
    CHECK(test::moves_in(book, e5) == "g1f3 ");
    CHECK(bridges_of(book, test::after({"e2e4"})) == "e7e5 ");
    CHECK(book.find(test::after({"e2e4"}))[0].weight == 0);
    CHECK(bridges_of(book, start).empty());
}

TEST_CASE("a position known without a move is not written, nor a way to it") {
    Memory memory;
    const Position start = Position::start();
    memory.add(start, entry(start, "e2e4", 3));
    // Known: its entry is not a legal move
    memory.add(test::after({"e2e4"}), {.move = {}, .weight = 0});
    memory.add(test::after({"d2d4"}), {.move = {}, .weight = 0});
    const AbkBuilt built = book::build_abk(memory, {});
    CHECK(built.positions == 1);
    CHECK(built.illegal == 2);
    CHECK(built.bridges == 0);
    CHECK(built.tree.records.size() == 1);
    CHECK(built.tree.header.depth == 1);
}

TEST_CASE("several entries of a move are one, and numbers stay within Arena's") {
    Memory memory;
    const Position start = Position::start();
    memory.add(start, entry(start, "e2e4", 3'000'000'000U));
    memory.add(start, entry(start, "d2d4", 1));
    memory.add(start, entry(start, "e2e4", 3'000'000'000U));
    memory.add(start, {.move = {}, .weight = 5});
    const AbkBuilt built = book::build_abk(memory, {});
    REQUIRE(built.tree.records.size() == 2);
    CHECK(built.illegal == 1);
    CHECK(built.tree.records[0].games == 0x7fffffff);
    CHECK(built.tree.records[0].priority == 9);
    CHECK(built.tree.records[1].priority == 1);
    CHECK(book::build_abk(Memory(), {}).tree.records.empty());
}

TEST_CASE("an Arena book goes through unchanged, limits and all") {
    auto tree = test::abk_tree(
        {test::abk_move("e2e4", 901, 902), test::abk_move("e7e5"), test::abk_move("d2d4")});
    tree.header = {.comment = "c",
                   .author = "a",
                   .depth = 2,
                   .moves = 3,
                   .min_games = 4,
                   .min_wins = 5,
                   .min_white_per_cent = 6,
                   .min_black_per_cent = 7,
                   .importance_of_priority = 8,
                   .importance_of_games = 9,
                   .importance_of_score = 10,
                   .max_ply = 11};
    tree.records[0].priority = 0;
    tree.records[1].priority = 77;
    const AbkBook book = test::open_abk(tree);
    CHECK((book::build_abk(book, book::abk_header_for(book)).tree == tree));
}
