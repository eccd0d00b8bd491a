// What the explorer answers about two books: where they differ.
#include "tests/unit/tools/explore/answers_support.hpp"
#include "tools/explore/difference.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using Page = AnswersPage;

// Two moves in every position, and which positions it was asked about.
class TwoMoves final : public book::Book {
  public:
    std::vector<book::Entry> find(const chess::Position& position) const override {
        asked.insert(position.key());
        const auto moves = position.legal_moves();
        std::vector<book::Entry> entries;
        for (std::size_t i = 0; i < std::min<std::size_t>(moves.size(), 2); ++i)
            entries.push_back({.move = moves[i], .weight = 1});
        return entries;
    }
    mutable std::unordered_set<std::uint64_t> asked;
};

} // namespace

TEST_CASE("difference: 50,000 positions are looked at") {
    const auto book = std::make_shared<TwoMoves>();
    const Branches branches({.opened = book, .quick = book, .weighted = book});
    CHECK_FALSE(next_difference(branches, branches, chess::Position::start(), {}).has_value());
    CHECK(book->asked.size() == 50'000);
}

TEST_CASE("difference: the limits of what counts as one") {
    const BookFolder folder;
    const auto first_of = [&](const std::vector<Played>& a, const std::vector<Played>& b,
                              const json::object& question = {}) {
        const Page page({write_book(folder, "a.bin", a), write_book(folder, "b.bin", b)});
        return json::serialize(told(page.answers.difference(question)));
    };
    // 4 % of the games are too few, 5 % are enough.
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 0}}, {{"", "e2e4", 96}, {"", "d2d4", 4}}) ==
          "{}");
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 100}}, {{"", "e2e4", 45}, {"", "d2d4", 55}},
                   {{"line", line({"a2a3"})}}) == R"({"line":[]})");
    // A position that one of them alone knows is a difference, and is not looked into.
    CHECK(first_of({{"", "e2e4"}, {"e2e4", "c7c5"}}, {{"", "e2e4"}}) == R"({"line":["e2e4"]})");
    CHECK(first_of({{"", "e2e4"}, {"", "d2d4", 50}, {"d2d4", "d7d5"}},
                   {{"", "e2e4"}, {"", "d2d4", 50}, {"d2d4", "g8f6"}}) == R"({"line":["d2d4"]})");
    // Moves that both have are followed, the most played first; those of one book are not.
    CHECK(first_of({{"", "e2e4", 100}, {"", "d2d4", 99}, {"e2e4", "c7c5"}, {"d2d4", "d7d5"}},
                   {{"", "e2e4", 99}, {"", "d2d4", 100}, {"e2e4", "e7e5"}, {"d2d4", "g8f6"}}) ==
          R"({"line":["e2e4"]})");
    CHECK(first_of({{"", "e2e4", 100}, {"", "a2a3", 1}, {"a2a3", "a7a6"}},
                   {{"", "e2e4", 100}, {"a2a3", "h7h6"}}) == "{}");
    const json::object castling{{"start", "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"}};
    CHECK(first_of({{"", "e2e4"}}, {{"", "d2d4"}}, castling) == "{}");
    const Page page({folder / "a.bin", folder / "b.bin"});
    CHECK(why_not(page.answers.difference({{"line", line({"e2e5"})}})) ==
          "line: move 1 is not legal");
}

TEST_CASE("difference: 30 half-moves are looked through") {
    const BookFolder folder;
    // Pawns alone: no position comes twice.
    std::vector<std::string> lines, words;
    for (const char file : std::string("abcdefgh"))
        for (const char* const ranks : {"23", "76", "34", "65"})
            words.push_back({file, ranks[0], file, ranks[1]});
    const auto book_to = [&](std::size_t plies) {
        lines.assign(1, "");
        for (std::size_t ply = 0; ply + 1 < plies; ++ply)
            lines.push_back(lines.back() + words[ply] + ' ');
        std::vector<Played> played;
        for (std::size_t ply = 0; ply < plies; ++ply)
            played.push_back({lines[ply], words[ply], 1});
        return played;
    };
    const auto plies_to_difference = [&](std::size_t longer, std::size_t shorter) {
        const std::string a = write_book(folder, "a.bin", book_to(longer));
        const std::string b = write_book(folder, "b.bin", book_to(shorter));
        const json::object found = told(Page({a, b}).answers.difference({}));
        return found.empty() ? std::size_t{0} : found.at("line").as_array().size();
    };
    CHECK(plies_to_difference(31, 30) == 30);
    CHECK(plies_to_difference(30, 29) == 29);
}

TEST_CASE("compare: of two books in all, once for what the page has, and again after a change") {
    const BookFolder folder;
    const std::string a = write_book(folder, "a.bin", sample);
    const std::string b = write_book(folder, "b.bin", {{"", "e2e4"}});
    Page page({a, b});
    const auto compared = [&] {
        json::object answer = told(page.answers.compare({}));
        while (answer.contains("looked_at"))
            answer = told(page.answers.compare({}));
        return answer;
    };
    const json::object first = compared();
    CHECK(first.at("number") == 1);
    CHECK(first.at("summary").at(0).as_string().starts_with(
        "0 positions alike, 1 changed, 2 only in"));
    CHECK_FALSE(first.at("positions").as_array().empty());
    CHECK(told(page.answers.compare({{"known", 1}})) == json::object{{"number", 1}});
    CHECK(told(page.answers.compare({{"known", 2}})).contains("summary"));
    write_book(folder, "b.bin", sample);
    const json::object second = compared();
    CHECK(second.at("number") == 2);
    CHECK(second.at("summary") ==
          json::value(
              json::array{"3 positions alike, 0 changed, 0 only in " + a + ", 0 only in " + b}));
    CHECK(why_not(Page({a}).answers.compare({})) == "there are no two books to compare");
}

TEST_CASE("compare: books that have to be walked, and one that cannot be opened") {
    const BookFolder folder;
    const std::string a =
        folder.write("a.yacb", test::to_bytes(yacb_bytes({{"", "e2e4", 33}, {"e2e4", "c7c5", 5}})));
    const std::string b =
        folder.write("b.yacb", test::to_bytes(yacb_bytes({{"", "d2d4", 33}, {"d2d4", "d7d5", 5}})));
    const auto result = [](const std::string& one, const std::string& other) {
        const Comparison comparison(one, other);
        while (!comparison.ended())
            std::this_thread::yield();
        return comparison.state();
    };
    CHECK(result(a, b).at("summary").at(0).as_string().starts_with(
        "0 positions alike, 1 changed, 1 only in"));
    CHECK(result(a, folder / "none.bin").at("error").as_string().find("none.bin") !=
          json::string::npos);
}

TEST_CASE("compare: the first twenty of the positions that differ") {
    const BookFolder folder;
    std::vector<Played> replies;
    std::vector<std::string> names;
    for (const chess::Move move : chess::Position::start().legal_moves())
        names.push_back(chess::format_uci_move(move));
    for (const std::string& name : names) {
        replies.push_back({"", name, 1});
        replies.push_back({name, "a7a6", 1});
    }
    const std::string a = write_book(folder, "a.bin", replies);
    for (Played& reply : replies)
        if (!reply.before.empty()) reply.move = "h7h6";
    replies.push_back({"a2a3 h7h6", "a3a4", 1});
    const Comparison comparison(a, write_book(folder, "b.bin", replies));
    while (!comparison.ended())
        std::this_thread::yield();
    CHECK(comparison.state().at("positions").as_array().size() == 20);
}

} // namespace polyglot::tools
