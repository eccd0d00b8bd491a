#include "adapter/session/xboard_gui/pings.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using session::Pings;

TEST_CASE("pings: each is answered by the readyok of its own isready, in order") {
    Pings pings;
    CHECK(pings.is_quiet());
    pings.add("1");
    pings.add("2");
    CHECK(pings.owes_pong());
    CHECK(pings.release() == 2);
    CHECK(pings.release() == 0);
    CHECK(pings.on_readyok() == "1");
    CHECK(pings.owes_pong());
    CHECK(pings.on_readyok() == "2");
    CHECK(pings.is_quiet());
    CHECK_FALSE(pings.owes_pong());
}

TEST_CASE("pings: no ping passes a fence, and the answer to a fence answers no ping") {
    Pings pings;
    pings.add("before");
    CHECK(pings.release() == 1);
    pings.add_fence();
    pings.add("after");
    CHECK(pings.release() == 0);
    CHECK(pings.on_readyok() == "before");
    CHECK(pings.release() == 0);
    CHECK_FALSE(pings.on_readyok());
    CHECK(pings.owes_pong());
    CHECK(pings.release() == 1);
    CHECK(pings.on_readyok() == "after");
}

TEST_CASE("pings: a fence alone keeps a search back and owes no pong") {
    Pings pings;
    pings.add_fence();
    CHECK_FALSE(pings.owes_pong());
    CHECK_FALSE(pings.is_quiet());
}

TEST_CASE("pings: those that wait can be answered without the engine; a long text is cut") {
    Pings pings;
    pings.add(std::string(1000, 'x'));
    CHECK(pings.has_waiting());
    CHECK(pings.take_waiting() == std::deque<std::string>{std::string(100, 'x')});
    CHECK(pings.is_quiet());
    pings.add("sent");
    CHECK(pings.release() == 1);
    pings.add_fence();
    pings.add("waiting");
    CHECK(pings.size() == 3);
    CHECK(pings.take_waiting() == std::deque<std::string>{"waiting"});
    CHECK(pings.owes_pong());
    CHECK(pings.on_readyok() == "sent");
    CHECK_FALSE(pings.on_readyok());
    CHECK(pings.is_quiet());
}
