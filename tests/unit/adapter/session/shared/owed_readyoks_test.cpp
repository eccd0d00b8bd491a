// Every isready is answered once, in order, whatever the engine loses.
#include "adapter/session/shared/owed_readyoks.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::OwedReadyoks;
using session::TimePoint;
using Asker = OwedReadyoks::Asker;

namespace {

constexpr TimePoint t0{};

std::vector<OwedReadyoks::Answer> all_answered(OwedReadyoks& owed) {
    std::vector<OwedReadyoks::Answer> all;
    while (const auto answer = owed.take_answered())
        all.push_back(*answer);
    return all;
}

std::size_t answered(OwedReadyoks& owed) {
    return all_answered(owed).size();
}

} // namespace

TEST_CASE("owed readyoks: each readyok answers the oldest question") {
    OwedReadyoks owed;
    CHECK_FALSE(owed.on_readyok(t0)); // nothing was asked
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_asked(Asker::LagProbe, t0);
    CHECK(owed.has(Asker::LagProbe));
    CHECK(owed.on_readyok(t0));
    const auto first = all_answered(owed);
    REQUIRE(first.size() == 1);
    CHECK(first.front().asker == Asker::GuiSide);
    CHECK(first.front().is_certain);
    CHECK(owed.on_readyok(t0));
    CHECK(all_answered(owed).front().asker == Asker::LagProbe);
    CHECK(owed.empty());
    CHECK_FALSE(owed.on_readyok(t0));
}

TEST_CASE("owed readyoks: 0.2 s after a bestmove all are answered, and a late answer answers "
          "nothing else") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_bestmove(t0);
    CHECK(owed.deadline(false) == t0 + 200ms);
    CHECK_FALSE(owed.on_timeout(t0 + 199ms, false));
    CHECK(answered(owed) == 0);
    CHECK_FALSE(owed.on_timeout(t0 + 200ms, false));
    CHECK(answered(owed) == 2);
    CHECK(owed.on_readyok(t0 + 1s)); // two late ones
    CHECK(owed.on_readyok(t0 + 1s));
    CHECK(answered(owed) == 0);
    owed.on_asked(Asker::GuiSide, t0 + 1s);
    CHECK(owed.on_readyok(t0 + 1s));
    CHECK(answered(owed) == 1);
}

TEST_CASE("owed readyoks: an engine that reads its input after the search answers by itself") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_bestmove(t0 + 1s);
    CHECK(owed.on_readyok(t0 + 1s));
    const auto answer = all_answered(owed);
    REQUIRE(answer.size() == 1);
    CHECK(answer.front().is_certain);
    CHECK_FALSE(owed.deadline(true));
    owed.on_asked(Asker::GuiSide, t0 + 1s); // the bestmove has not overtaken this one
    CHECK_FALSE(owed.on_timeout(t0 + 1900ms, true));
    CHECK(answered(owed) == 0);
}

TEST_CASE("owed readyoks: late answers that were lost keep a question open for 0.2 s, or until the "
          "next bestmove") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_bestmove(t0);
    static_cast<void>(owed.on_timeout(t0 + 200ms, true));
    CHECK(answered(owed) == 1);
    owed.on_asked(Asker::GuiSide, t0 + 1s);
    CHECK(owed.on_readyok(t0 + 1010ms));
    CHECK(answered(owed) == 0);
    CHECK(owed.deadline(true) == t0 + 1210ms);
    CHECK_FALSE(owed.on_timeout(t0 + 1209ms, true));
    CHECK(answered(owed) == 0);
    CHECK_FALSE(owed.on_timeout(t0 + 1210ms, true));
    CHECK(answered(owed) == 1);
    CHECK_FALSE(owed.deadline(true));
    owed.on_asked(Asker::GuiSide, t0 + 2s); // no readyok has come for this one
    CHECK(owed.deadline(true) == t0 + 3s);
    CHECK_FALSE(owed.on_timeout(t0 + 2900ms, true));
    CHECK(answered(owed) == 0);

    OwedReadyoks other;
    other.on_go();
    other.on_asked(Asker::GuiSide, t0);
    other.on_bestmove(t0);
    static_cast<void>(other.on_timeout(t0 + 200ms, true));
    other.on_go(); // an engine that answers late has answered before it reads this
    other.on_bestmove(t0 + 1s);
    CHECK(answered(other) == 1);
    other.on_asked(Asker::GuiSide, t0 + 1s);
    CHECK(other.on_readyok(t0 + 1s));
    CHECK(answered(other) == 1);
}

TEST_CASE("owed readyoks: a late answer, and then the answer") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_bestmove(t0);
    static_cast<void>(owed.on_timeout(t0 + 200ms, true));
    CHECK(answered(owed) == 1);
    owed.on_asked(Asker::GuiSide, t0 + 1s);
    CHECK(owed.on_readyok(t0 + 1s));
    CHECK(answered(owed) == 0);
    CHECK(owed.on_readyok(t0 + 1100ms));
    CHECK(answered(owed) == 1);
    CHECK_FALSE(owed.on_timeout(t0 + 1h, true));
    CHECK(answered(owed) == 0);
}

TEST_CASE("owed readyoks: in a search a line after 0.5 s answers; an idle engine that is silent is "
          "asked again") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    CHECK_FALSE(owed.deadline(false));
    owed.on_line(t0 + 499ms, true);
    CHECK(answered(owed) == 0);
    owed.on_line(t0 + 500ms, true);
    CHECK(answered(owed) == 1);

    OwedReadyoks idle;
    idle.on_asked(Asker::GuiSide, t0);
    idle.on_line(t0 + 10s, false); // it may tell how far it is with clearing its tables
    CHECK(answered(idle) == 0);
    CHECK(idle.deadline(true) == t0 + 1s);
    CHECK_FALSE(idle.on_timeout(t0 + 999ms, true));
    CHECK(idle.on_timeout(t0 + 1s, true));
    CHECK(idle.deadline(true) == t0 + 3s);
    CHECK(idle.on_timeout(t0 + 3s, true));
    CHECK(idle.on_readyok(t0 + 4s));
    const auto answer = all_answered(idle);
    REQUIRE(answer.size() == 1);
    CHECK_FALSE(answer.front().is_certain); // it may be that of a repetition
    CHECK(idle.on_readyok(t0 + 4s));        // the answers to the repetitions
    CHECK(idle.on_readyok(t0 + 4s));
    CHECK_FALSE(idle.on_readyok(t0 + 4s));
    CHECK(answered(idle) == 0);
}

TEST_CASE("owed readyoks: an engine that was silent for too long is forgiven with its next line") {
    OwedReadyoks owed;
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_overdue();
    CHECK(answered(owed) == 0);
    owed.on_line(t0 + 1min, false);
    CHECK(answered(owed) == 1);
}

TEST_CASE("owed readyoks: another process owes only what it is asked") {
    OwedReadyoks owed;
    owed.on_go();
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_bestmove(t0);
    CHECK(owed.on_timeout(t0 + 1s, true) == false);
    CHECK(answered(owed) == 1);
    owed.on_asked(Asker::GuiSide, t0 + 1s);
    CHECK(owed.on_timeout(t0 + 2s, true));
    CHECK(owed.size() == 1);
    owed.on_replaced(t0 + 3s);
    CHECK(owed.deadline(true) == t0 + 4s);
    CHECK(owed.on_readyok(t0 + 3s));
    CHECK(answered(owed) == 1);
    CHECK_FALSE(owed.on_readyok(t0 + 3s));
}

TEST_CASE("owed readyoks: an idle engine is asked again eight times, with pauses that double, and "
          "each question begins "
          "again") {
    OwedReadyoks owed;
    owed.on_asked(Asker::GuiSide, t0);
    TimePoint now = t0;
    for (int repetition = 0; repetition < 8; ++repetition) {
        now += 1s * (1 << repetition);
        CHECK(owed.deadline(true) == now);
        CHECK_FALSE(owed.deadline(false));
        CHECK_FALSE(owed.on_timeout(now, false)); // the engine is not idle
        CHECK(owed.on_timeout(now, true));
    }
    CHECK_FALSE(owed.deadline(true));
    CHECK_FALSE(owed.on_timeout(now + 1h, true));

    owed.on_asked(Asker::GuiSide, now);
    CHECK(owed.deadline(true) == now + 1s);
    CHECK(owed.on_timeout(now + 1s, true));
    CHECK(owed.deadline(true) == now + 3s);
    CHECK(owed.on_readyok(now + 2s));
    CHECK(answered(owed) == 1);
    // For the second question, again a second after the last isready
    CHECK(owed.deadline(true) == now + 2s);
}

TEST_CASE("owed readyoks: an engine that was silent for too long is not asked again before it has "
          "answered") {
    OwedReadyoks owed;
    owed.on_asked(Asker::GuiSide, t0);
    owed.on_overdue();
    CHECK_FALSE(owed.deadline(true));
    CHECK_FALSE(owed.on_timeout(t0 + 1h, true));
    CHECK(owed.on_readyok(t0 + 1h));
    CHECK(answered(owed) == 1);
    owed.on_asked(Asker::GuiSide, t0 + 1h);
    CHECK(owed.deadline(true) == t0 + 1h + 1s);
    owed.on_line(t0 + 2h, false); // it is forgiven
    CHECK(answered(owed) == 0);
}
