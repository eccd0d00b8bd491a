// A move that an engine announces in two lines.
#include "adapter/session/xboard_engine/last_move.hpp"

#include <doctest/doctest.h>

using polyglot::protocol::MoveForm;
using polyglot::session::LastMove;

TEST_CASE("the second announcement, in the other form, is recognised once") {
    LastMove last;
    CHECK(!last.take_repetition("e7e5", MoveForm::Plain)); // nothing was announced
    last.set("e7e5", MoveForm::Numbered, 4);
    CHECK(!last.take_repetition("e7e5", MoveForm::Numbered)); // the same form: a new move
    CHECK(!last.take_repetition("d7d5", MoveForm::MyMoveIs));
    CHECK(last.take_repetition("e7e5", MoveForm::MyMoveIs));
    CHECK(!last.take_repetition("e7e5", MoveForm::MyMoveIs));
    CHECK(!last.take_copy("e7e5")); // nor in the same form
}

TEST_CASE("the second announcement in the same form is recognised once") {
    LastMove last;
    last.set("e7e5", MoveForm::Plain, 4);
    CHECK(!last.take_copy("d7d5"));
    CHECK(last.take_copy("e7e5"));
    CHECK(!last.take_copy("e7e5"));
}

TEST_CASE("after the pong of a later ping no second announcement can come") {
    LastMove last;
    last.set("e7e5", MoveForm::Numbered, 4);
    SUBCASE("of an earlier ping") {
        last.on_pong(4);
        CHECK(last.take_repetition("e7e5", MoveForm::MyMoveIs));
    }
    SUBCASE("of the next") {
        last.on_pong(5);
        CHECK(!last.take_repetition("e7e5", MoveForm::MyMoveIs));
        CHECK(!last.take_copy("e7e5"));
    }
    SUBCASE("a wait is over, or the process is gone") {
        last.forget();
        CHECK(!last.take_repetition("e7e5", MoveForm::MyMoveIs));
        CHECK(!last.take_copy("e7e5"));
    }
}
