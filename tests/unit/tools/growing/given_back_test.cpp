#include "tools/growing/given_back.hpp"

#include <memory>
#include <utility>

#include <doctest/doctest.h>

using namespace polyglot::tools;

namespace {

GrowWork make(const GivenBack& given_back) {
    return given_back.make_work(std::make_unique<GrowJob>());
}

} // namespace

TEST_CASE("a search that one engine has failed in is another one's") {
    GivenBack given_back(2);
    GrowWork work = make(given_back);
    const GrowJob* const job = work.job.get();
    CHECK(given_back.note_failure(work, 0, true));
    given_back.put(std::move(work));
    CHECK_FALSE(given_back.take(0).job);
    GrowWork taken = given_back.take(1);
    CHECK(taken.job.get() == job);
    CHECK(given_back.empty());
    // The second engine hangs: the first may try it once more, and no engine after that.
    CHECK(given_back.note_failure(taken, 1, false));
    given_back.put(std::move(taken));
    CHECK_FALSE(given_back.take(1).job);
    GrowWork again = given_back.take(0);
    REQUIRE(again.job);
    CHECK_FALSE(given_back.note_failure(again, 0, true));
}

TEST_CASE(
    "an only engine tries a search again in which it has crashed, not one in which it has hung") {
    GivenBack given_back(1);
    GrowWork crashed = make(given_back);
    CHECK(given_back.note_failure(crashed, 0, true));
    given_back.put(std::move(crashed));
    GrowWork again = given_back.take(0);
    REQUIRE(again.job);
    CHECK_FALSE(given_back.note_failure(again, 0, true));
    GrowWork hung = make(given_back);
    CHECK_FALSE(given_back.note_failure(hung, 0, false));
}

TEST_CASE("an engine that is away is not waited for") {
    GivenBack given_back(2);
    GrowWork work = make(given_back);
    given_back.note_failure(work, 0, true);
    given_back.put(std::move(work));
    given_back.set_away(1, true);
    GrowWork taken = given_back.take(0);
    REQUIRE(taken.job);
    CHECK(given_back.note_failure(taken, 0, true)); // it may be back for this one
    given_back.put(std::move(taken));
    CHECK_FALSE(given_back.take(0).job);
    given_back.set_away(1, false);
    CHECK(given_back.take(1).job);
}

TEST_CASE("what only an engine that is given up could have tried is left alone") {
    GivenBack given_back(2);
    GrowWork failed = make(given_back), fresh = make(given_back);
    const GrowJob* const job = failed.job.get();
    given_back.note_failure(failed, 0, false);
    given_back.put(std::move(failed));
    given_back.put(std::move(fresh));
    const auto hopeless = given_back.give_up(1);
    REQUIRE(hopeless.size() == 1);
    CHECK(hopeless[0].job.get() == job);
    CHECK_FALSE(given_back.take(1).job);
    CHECK(given_back.take(0).job);
    CHECK(given_back.empty());
}
