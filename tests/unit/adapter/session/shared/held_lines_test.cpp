// Lines that wait: their order, and the bound on their memory.
#include "adapter/session/shared/held_lines.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using polyglot::session::HeldLines;

namespace {

constexpr std::size_t line_cost = HeldLines<>::line_cost;

template <class Tag>
std::vector<std::string> texts(const HeldLines<Tag>& lines) {
    std::vector<std::string> all;
    for (const auto& line : lines)
        all.push_back(line.text);
    return all;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("lines are taken in the order in which they came") {
    HeldLines<> lines(1000);
    CHECK(lines.empty());
    lines.add("position startpos");
    lines.add("go");
    CHECK(lines.size() == 2);
    CHECK(lines.front().text == "position startpos");
    CHECK(lines.take_front().text == "position startpos");
    CHECK(lines.take_front().text == "go");
    CHECK(lines.empty());
}

TEST_CASE("a line is taken from among others by its tag") {
    HeldLines<int> lines(1000);
    lines.add("a", 1);
    lines.add("b", 2);
    lines.add("c", 3);
    auto second = lines.begin();
    while (second->tag != 2)
        ++second;
    const HeldLines<int>::Line taken = lines.take(second);
    CHECK(taken.text == "b");
    CHECK(taken.tag == 2);
    CHECK(texts(lines) == Texts{"a", "c"});
}

TEST_CASE("a line that is put back is the first again") {
    HeldLines<int> lines(1000);
    lines.add("a", 1);
    lines.add("b", 2);
    lines.put_back(lines.take_front());
    CHECK(texts(lines) == Texts{"a", "b"});
    CHECK(lines.front().tag == 1);
}

TEST_CASE("add keeps a line that passes the limit, and says full from the limit on") {
    HeldLines<> lines(2 * line_cost + 10);
    lines.add("12345");
    CHECK(!lines.is_full());
    lines.add("1234");
    CHECK(!lines.is_full()); // one byte is left
    lines.add("");
    CHECK(lines.is_full());
    CHECK(lines.size() == 3);
    lines.take_front();
    CHECK(!lines.is_full());
}

TEST_CASE("every way to remove a line frees its bytes") {
    const auto full = [] {
        HeldLines<int> lines(3 * line_cost + 3);
        for (int i = 0; i < 3; ++i)
            lines.add("x", i);
        return lines;
    };
    HeldLines<int> lines = full();
    CHECK(lines.is_full());

    SUBCASE("take") {
        lines.take(lines.begin() + 1);
    }
    SUBCASE("clear") {
        lines.clear();
    }
    SUBCASE("remove_if") {
        lines.remove_if([](const auto& line) { return line.tag != 1; });
        CHECK(lines.size() == 1);
        CHECK(lines.front().tag == 1);
        lines.add("x", 4);
    }
    CHECK(!lines.is_full());
    while (lines.size() < 3)
        lines.add("x");
    CHECK(lines.is_full());
}

TEST_CASE("a line that is put back counts again") {
    HeldLines<> lines(line_cost + 1);
    lines.add("x");
    HeldLines<>::Line line = lines.take_front();
    CHECK(!lines.is_full());
    lines.put_back(std::move(line));
    CHECK(lines.is_full());
}

TEST_CASE("add_if_room takes no line after the first that does not fit, so that no gap arises") {
    HeldLines<> lines(2 * line_cost + 10);
    CHECK(lines.add_if_room("12345"));
    CHECK(!lines.is_full());
    CHECK(!lines.add_if_room("too long for the rest"));
    CHECK(lines.is_full());
    CHECK(!lines.add_if_room("x"));
    CHECK(texts(lines) == Texts{"12345"});
    lines.clear();
    CHECK(lines.add_if_room("x"));
}

TEST_CASE("add_if_room fills the limit exactly") {
    HeldLines<> lines(line_cost + 3);
    CHECK(!lines.add_if_room("1234"));
    lines.clear();
    CHECK(lines.add_if_room("123"));
    CHECK(lines.is_full());
}
