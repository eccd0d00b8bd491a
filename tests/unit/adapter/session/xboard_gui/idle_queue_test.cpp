#include "adapter/session/xboard_gui/idle_queue.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using session::IdleQueue;
using Texts = std::vector<std::string>;

namespace {

Texts options_of(IdleQueue& queue) {
    Texts texts;
    for (const protocol::OptionSetting& option : queue.take().options)
        texts.push_back(option.name + '=' + option.value);
    return texts;
}

} // namespace

TEST_CASE("idle queue: new game and options delay a search, greetings do not") {
    IdleQueue queue;
    queue.add_greeting("name Bob");
    CHECK_FALSE(queue.delays_search());
    queue.add_option({.name = "Hash", .value = "64"});
    CHECK(queue.delays_search());
    CHECK(queue.has_options());
    CHECK(options_of(queue) == Texts{"Hash=64"});
    CHECK_FALSE(queue.delays_search());
    queue.on_new_game(true);
    CHECK(queue.delays_search());
    CHECK_FALSE(queue.has_options());
    CHECK(queue.take().new_game);
    CHECK_FALSE(queue.take().new_game);
    queue.on_new_game(false);
    CHECK_FALSE(queue.delays_search());
}

TEST_CASE("idle queue: of each greeting the last counts, and a new game drops them") {
    IdleQueue queue;
    queue.add_greeting("name Bob");
    queue.add_greeting("rating 2000 2100");
    queue.add_greeting("name Alice");
    CHECK(queue.take().greetings == Texts{"rating 2000 2100", "name Alice"});
    CHECK(queue.take().greetings.empty());
    queue.add_greeting("name Bob");
    queue.on_new_game(true);
    CHECK(queue.take().greetings.empty());
}

TEST_CASE("idle queue: options keep their order, outlast a new game and have a limit") {
    IdleQueue queue;
    queue.add_option({.name = "A", .value = "1"});
    queue.on_new_game(true);
    queue.add_option({.name = "A", .value = "2"});
    CHECK(queue.size() == 2);
    CHECK_FALSE(queue.is_full());
    CHECK(options_of(queue) == Texts{"A=1", "A=2"});
    queue.add_option({.name = "A", .value = std::string(1 << 20, 'x')});
    CHECK(queue.is_full());
    queue.take();
    CHECK_FALSE(queue.is_full());
}
