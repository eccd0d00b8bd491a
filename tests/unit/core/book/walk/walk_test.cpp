// Finding the positions of keys, compared with hand-made books and a plain recursive walk.
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

using namespace polyglot;
using chess::Move;
using chess::Position;

namespace {

std::string text_of(std::span<const Move> line) {
    std::string text;
    for (const Move move : line)
        text += (text.empty() ? "" : " ") + chess::format_uci_move(move);
    return text;
}

Position position_after(std::string_view moves) {
    Position position = Position::start();
    while (!moves.empty()) {
        const auto word = moves.substr(0, moves.find(' '));
        moves.remove_prefix(std::min(moves.size(), word.size() + 1));
        const auto move = chess::parse_uci_move(position, word);
        REQUIRE_MESSAGE(move.has_value(), word);
        position.make(*move);
    }
    return position;
}

// A book of lines and their positions; counts the queries.
class HandMade final : public book::Book {
  public:
    explicit HandMade(const std::map<std::string, std::vector<std::string>>& lines) {
        for (const auto& [line, moves] : lines) {
            const Position position = position_after(line);
            std::vector<book::Entry>& entries = entries_[position.key()];
            for (const std::string& move : moves) // one that is not legal is the null move
                entries.push_back(
                    {.move = chess::parse_uci_move(position, move).value_or(Move{}), .weight = 1});
        }
    }
    std::vector<book::Entry> find(const Position& position) const override {
        ++asked_;
        const auto found = entries_.find(position.key());
        return found == entries_.end() ? std::vector<book::Entry>{} : found->second;
    }
    // An entry without moves counts: no move here is good.
    bool knows(const Position& position) const override {
        return entries_.contains(position.key());
    }
    std::size_t asked() const { return asked_; }

  private:
    std::map<std::uint64_t, std::vector<book::Entry>> entries_;
    mutable std::size_t asked_ = 0;
};

struct Way {
    std::vector<std::string> lines; // of the positions, as they are visited
    book::Walked walked;
};

Way way_through(const book::Book& book, std::vector<Position> roots = {Position::start()},
                const book::WalkLimits& limits = {}, std::size_t most = 1'000'000) {
    Way way;
    way.walked = book::walk(book, roots, limits,
                            [&](const Position& root, std::span<const Move> line,
                                const Position& position, const std::vector<book::Entry>& entries) {
                                Position reached = root;
                                for (const Move move : line) {
                                    REQUIRE(reached.is_legal(move));
                                    reached.make(move);
                                }
                                CHECK(reached == position);
                                CHECK(entries.size() == book.find(position).size());
                                way.lines.push_back(text_of(line));
                                return way.lines.size() < most;
                            });
    CHECK(way.walked.positions == way.lines.size());
    return way;
}

void check(const std::map<std::string, std::vector<std::string>>& book,
           const std::vector<std::string>& expected, std::uint64_t bridges = 0,
           std::uint64_t cut = 0, const book::WalkLimits& limits = {}) {
    const Way way = way_through(HandMade(book), {Position::start()}, limits);
    CHECK(way.lines == expected);
    CHECK(way.walked.bridges == bridges);
    CHECK(way.walked.too_long == cut);
}

} // namespace

TEST_CASE("the moves of the book in its order, each line to its end before the next") {
    check({}, {});
    check({{"", {}}}, {""});
    check({{"", {"e2e4", "d2d4"}}, {"e2e4", {"e7e5"}}, {"d2d4", {}}, {"e2e4 e7e5", {}}},
          {"", "e2e4", "e2e4 e7e5", "d2d4"});
    check({{"", {"d2d4", "e2e4"}}, {"e2e4", {"e7e5"}}, {"d2d4", {}}, {"e2e4 e7e5", {}}},
          {"", "d2d4", "e2e4", "e2e4 e7e5"});
    check({{"", {"e2e4", "e2e4"}}, {"e2e4", {"e7e5"}}}, {"", "e2e4"}, 1); // twice the same
    // The first one is not legal
    check({{"", {"e2e5", "e2e4"}}, {"e2e4", {}}}, {"", "e2e4"});
}

TEST_CASE("moves that are not in the book lead to known positions") {
    check({{"", {"e2e4"}}, {"e2e4", {}}, {"d2d4", {}}}, {"", "e2e4", "d2d4"});
    check({{"", {}}, {"e2e4 e7e5", {}}}, {""}); // two moves that the book does not know
}

TEST_CASE("books of one side") {
    check({{"", {"e2e4"}}, {"e2e4 e7e5", {"g1f3"}}, {"e2e4 c7c5", {}}},
          {"", "e2e4 c7c5", "e2e4 e7e5"}, 2);
    check({{"e2e4", {"e7e5"}}, {"d2d4", {}}, {"e2e4 e7e5 g1f3", {}}},
          {"d2d4", "e2e4", "e2e4 e7e5 g1f3"}, 1);
}

TEST_CASE("a position is visited once") {
    check({{"", {"e2e4", "d2d4"}},
           {"e2e4", {"e7e6"}},
           {"d2d4", {"e7e6"}},
           {"e2e4 e7e6", {"d2d4"}},
           {"d2d4 e7e6", {"e2e4"}},
           {"e2e4 e7e6 d2d4", {}}},
          {"", "e2e4", "e2e4 e7e6", "e2e4 e7e6 d2d4", "d2d4", "d2d4 e7e6"});
    check(
        {{"", {"g1f3"}}, {"g1f3", {"g8f6"}}, {"g1f3 g8f6", {"f3g1"}}, {"g1f3 g8f6 f3g1", {"f6g8"}}},
        {"", "g1f3", "g1f3 g8f6", "g1f3 g8f6 f3g1"}); // and around
}

TEST_CASE("lines of the book's own moves before all others, the shortest of equal ones") {
    check({{"", {"e2e4", "d2d4"}},
           {"e2e4", {"e7e6"}},
           {"e2e4 e7e6", {}}, // d2d4 would lead on, but is none of the book's
           {"d2d4", {"e7e6"}},
           {"d2d4 e7e6", {"e2e4"}},
           {"d2d4 e7e6 e2e4", {}}},
          {"", "e2e4", "e2e4 e7e6", "d2d4", "d2d4 e7e6", "d2d4 e7e6 e2e4"});
    check({{"", {"e2e3", "e2e4"}},
           {"e2e3", {"e7e6"}},
           {"e2e3 e7e6", {"e3e4"}},
           {"e2e3 e7e6 e3e4", {"e6e5"}},
           {"e2e4", {"e7e5"}},
           {"e2e4 e7e5", {}}},
          {"", "e2e3", "e2e3 e7e6", "e2e3 e7e6 e3e4", "e2e4", "e2e4 e7e5"});
    check({{"", {"e2e4", "d2d4"}},
           {"e2e4 c7c5", {}},
           {"d2d4", {}},
           {"d2d4 c7c5 e2e4", {}},
           {"e2e4 c7c5 d2d4", {}}},
          {"", "e2e4 c7c5", "e2e4 c7c5 d2d4", "d2d4"}, 1); // replies before deviations
}

TEST_CASE("limits") {
    const std::map<std::string, std::vector<std::string>> book{
        {"", {"e2e4"}}, {"e2e4", {"e7e5"}}, {"e2e4 e7e5", {"g1f3"}}, {"e2e4 e7e5 g1f3", {}}};
    check(book, {""}, 0, 1, {.max_ply = 0});
    check(book, {"", "e2e4", "e2e4 e7e5"}, 0, 1, {.max_ply = 2});
    check(book, {"", "e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3"}, 0, 1, {.max_ply = 3});
    check(book, {"", "e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3"}, 0, 0, {.max_ply = 4});

    const Way ended =
        way_through(HandMade(book), {Position::start(), position_after("d2d4")}, {}, 2);
    CHECK(ended.lines == std::vector<std::string>{"", "e2e4"});
}

TEST_CASE("several roots, one of them unknown, one after the other") {
    const HandMade book({{"", {"e2e4"}}, {"e2e4", {}}, {"d2d4 d7d5", {}}, {"d2d4 d7d5 c2c4", {}}});
    const Way way =
        way_through(book, {position_after("e2e4"), position_after("d2d4"), Position::start()});
    CHECK(way.lines == std::vector<std::string>{"", "d7d5", "d7d5 c2c4", ""});
    CHECK(way_through(book, {}).lines.empty());
}

namespace {

// The same by recursion, without order.
void visit_all(const book::Book& book, const Position& position, std::set<std::uint64_t>& known,
               std::set<std::uint64_t>& bridges) {
    const auto entries = book.find(position);
    if (!(entries.empty() ? bridges : known).insert(position.key()).second) return;
    for (const Move move : position.legal_moves()) {
        Position next = position;
        next.make(move);
        const bool of_book =
            std::any_of(entries.begin(), entries.end(),
                        [&](const book::Entry& entry) { return entry.move == move; });
        if (of_book || !book.find(next).empty()) visit_all(book, next, known, bridges);
    }
}

test::Bytes random_book(Random& random, int games = 40) {
    std::map<std::uint64_t, std::vector<book::RawEntry>> positions;
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 12; ++ply) {
            const chess::MoveList moves = position.legal_moves();
            // few first moves, so that games meet, and few of the positions, so that there are gaps
            const Move move = moves[static_cast<std::size_t>(
                random.below(std::min<std::size_t>(moves.size(), 3)))];
            if (random.below(3) > 0)
                positions[position.key()].push_back(
                    {position.key(), book::encode_move(move), 1, 0, 0});
            position.make(move);
        }
    }
    std::vector<book::RawEntry> entries;
    for (const auto& [key, of_key] : positions)
        entries.insert(entries.end(), of_key.begin(), of_key.end());
    return test::to_bytes(entries);
}

} // namespace

TEST_CASE("the same positions as a walk by recursion finds; the filter changes nothing") {
    Random random(20);
    for (int i = 0; i < 20; ++i) {
        CAPTURE(i);
        const test::Bytes bytes = random_book(random);
        const auto opened = std::make_shared<const book::PolyglotBook>(test::open(bytes));
        std::set<std::uint64_t> known;
        std::set<std::uint64_t> bridges;
        visit_all(*opened, Position::start(), known, bridges);
        const Way plain = way_through(*opened);
        CHECK(plain.walked.positions == known.size());
        bridges.erase(Position::start().key());
        CHECK(plain.walked.bridges == bridges.size());
        CHECK(way_through(*book::with_key_filter(opened)).lines == plain.lines);
        CHECK(opened->count_positions() >= known.size());
    }
}

TEST_CASE("positions that are looked up elsewhere are found in the same order") {
    Random random(22);
    const test::Bytes bytes = random_book(random, 1200);
    const auto opened = std::make_shared<const book::PolyglotBook>(test::open(bytes));
    for (const auto& book :
         {book::with_key_filter(opened), std::shared_ptr<const book::Book>(opened)}) {
        std::vector<std::uint64_t> first;
        book::Walked of_first;
        for (const int threads : {0, 1, 3}) {
            CAPTURE(threads);
            book::WalkLimits limits;
            int batches = 0;
            if (threads > 0)
                limits.spread = [threads, &batches](std::size_t count,
                                                    const std::function<void(std::size_t)>& work) {
                    ++batches;
                    std::vector<std::thread> all;
                    for (int thread = 0; thread < threads; ++thread)
                        all.emplace_back([&, thread] {
                            for (auto i = static_cast<std::size_t>(thread); i < count;
                                 i += static_cast<std::size_t>(threads))
                                work(i);
                        });
                    for (std::thread& thread : all)
                        thread.join();
                };
            std::vector<std::uint64_t> found;
            const book::Walked walked =
                book::explore(*book, std::array{Position::start()}, limits,
                              [&found](const Position& position, const auto&) {
                                  found.push_back(position.key());
                              });
            if (threads == 0) std::tie(first, of_first) = std::pair(found, walked);
            CHECK((threads == 0 ? batches == 0 : batches > 1));
            CHECK(found == first);
            CHECK(walked.stored == of_first.stored);
            CHECK(walked.bridges == of_first.bridges);
        }
    }
}

TEST_CASE("books that are in memory get no filter") {
    const auto book =
        std::make_shared<const HandMade>(std::map<std::string, std::vector<std::string>>{{"", {}}});
    CHECK(book::with_key_filter(book) == book);
}

TEST_CASE("a walk that is no longer wanted visits nothing") {
    Random random(21);
    const test::Bytes bytes = random_book(random, 4000);
    const book::PolyglotBook book = test::open(bytes);
    std::size_t asked = 0;
    const Way way =
        way_through(book, {Position::start()}, {.keep_on = [&asked] { return ++asked < 2; }});
    CHECK(asked == 2);
    CHECK(way.lines.empty());
}
