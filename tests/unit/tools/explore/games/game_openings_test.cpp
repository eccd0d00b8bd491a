// Readings that go on while the explorer answers: who gets them, and which are given up.
#include "tools/explore/games/game_openings.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

// A reading that ends when it is told to, or given up.
class Slow {
  public:
    GameOpenings::Read read() {
        return [this](const std::atomic<bool>& is_cancelled) -> GameOpenings::Answer {
            ++begun;
            while (!may_end && !is_cancelled)
                std::this_thread::yield();
            if (is_cancelled) was_given_up = true;
            return json::object{{"is", "read"}};
        };
    }
    std::atomic<int> begun = 0;
    std::atomic<bool> may_end = false, was_given_up = false;
};

const json::object reading{{"reading", true}};

json::object told(const GameOpenings::Answer& answer) {
    REQUIRE(answer.has_value());
    return *answer;
}
json::object until_read(GameOpenings& openings, const std::string& name, Slow& slow) {
    json::object answer = reading;
    while (answer == reading)
        answer = told(openings.ask(name, slow.read()));
    return answer;
}

} // namespace

TEST_CASE("what is being read is asked for again by its name, and read once") {
    Slow slow, other;
    GameOpenings openings;
    CHECK(told(openings.ask("a", slow.read())) == reading);
    CHECK(told(openings.ask("b", other.read())) == reading);
    CHECK(told(openings.ask("a", slow.read())) == reading);
    slow.may_end = other.may_end = true;
    CHECK(until_read(openings, "a", slow).at("is") == "read");
    CHECK(slow.begun == 1);
    CHECK(until_read(openings, "a", slow).at("is") == "read"); // another reading
    CHECK(slow.begun == 2);
}

TEST_CASE("a reading that fails is answered with its error") {
    GameOpenings openings;
    const auto answer = openings.ask("a", [](const std::atomic<bool>&) -> GameOpenings::Answer {
        throw std::runtime_error("no memory");
    });
    REQUIRE(answer.has_error());
    CHECK(answer.error().message == "no memory");
}

TEST_CASE(
    "four are read at once: then the one is given up that no page has asked for the longest") {
    Slow slow[4], late; // before the readings, which they outlive
    GameOpenings openings;
    for (const int i : {0, 1, 2, 3})
        CHECK(told(openings.ask(std::to_string(i), slow[i].read())) == reading);
    CHECK(told(openings.ask("0", slow[0].read())) == reading);
    CHECK(told(openings.ask("late", late.read())) == reading);
    late.may_end = true;
    CHECK(until_read(openings, "late", late).at("is") == "read");
    CHECK(slow[1].was_given_up);
    for (const int i : {0, 2, 3}) {
        CHECK_FALSE(slow[i].was_given_up);
        CHECK(slow[i].begun == 1);
    }
    CHECK(late.begun == 1);
}

} // namespace polyglot::tools
