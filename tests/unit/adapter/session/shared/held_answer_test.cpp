#include "adapter/session/shared/held_answer.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using polyglot::session::HeldAnswer;

namespace {

// A held answer, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        std::optional<HeldAnswer::Answer> sent;
        if (step == "xboard")
            held_ = HeldAnswer(HeldAnswer::AtMiss::Drop);
        else if (step == "hold")
            held_.hold({.move = "e2e4"});
        else
            sent = step == "hit" ? held_.on_hit() : held_.on_miss();
        if (sent) actions_.emplace_back("sent");
    }
    std::string state() const { return held_.is_held() ? "held" : "nothing"; }
    std::string take_actions() {
        return polyglot::session::join_actions(std::exchange(actions_, {}));
    }

  private:
    HeldAnswer held_{HeldAnswer::AtMiss::Send};
    std::vector<std::string> actions_;
};

} // namespace

TEST_CASE("a held answer is sent once at the hit; at a miss it is sent or dropped") {
    for (const auto at_miss : {HeldAnswer::AtMiss::Send, HeldAnswer::AtMiss::Drop}) {
        HeldAnswer held(at_miss);
        CHECK(!held.on_hit().has_value());
        CHECK(!held.on_miss().has_value());
        held.hold({.move = "e2e4"});
        CHECK(held.is_held());
        CHECK(held.on_hit()->move == "e2e4");
        CHECK(!held.is_held());
        held.hold({.move = "d2d4"});
        const auto sent = held.on_miss();
        CHECK(sent.has_value() == (at_miss == HeldAnswer::AtMiss::Send));
        CHECK(!held.is_held());
        CHECK(!held.on_hit().has_value());
    }
}

TEST_CASE("held answer: the table of its header") {
    polyglot::session::check_tables<TableFixture>(
        "adapter/session/shared/held_answer.hpp",
        {{"nothing", {}}, {"held, UCI", {"hold"}}, {"held, xboard", {"xboard", "hold"}}},
        {{"known early", {"hold"}}, {"hit", {"hit"}}, {"miss", {"miss"}}});
}
