// A step that takes long shows that it goes on.
#include "tools/engine_test/step_progress.hpp"

#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::tools::engine_test {
namespace {

using namespace std::chrono_literals;
using Time = std::chrono::steady_clock::time_point;

std::size_t wide() {
    return 80;
}

} // namespace

TEST_CASE("engine-test: a plain line every five seconds of a step") {
    std::ostringstream err;
    StepProgress progress(err, ProgressStyle::Plain, wide);
    progress.begin("play/white", Time(0s));
    for (const auto now : {1s, 4s, 5s, 6s, 9s, 11s})
        progress.show(Time(now));
    CHECK(err.str() ==
          "polyglot engine-test: play/white: 5 s\npolyglot engine-test: play/white: 11 s\n");
    progress.clear();
    err.str("");
    progress.begin("play/answer", Time(12s));
    progress.show(Time(16s));
    CHECK(err.str().empty()); // four seconds of this step
    progress.show(Time(17s));
    CHECK(err.str() == "polyglot engine-test: play/answer: 5 s\n");
}

TEST_CASE("engine-test: a line that is redrawn each second, and gone before the next output") {
    std::ostringstream err;
    StepProgress progress(err, ProgressStyle::Bar, wide);
    progress.begin("play/white", Time(0s));
    progress.show(Time(900ms));
    CHECK(err.str().empty());
    progress.clear();
    CHECK(err.str().empty());
    progress.show(Time(1s));
    progress.show(Time(1500ms));
    progress.show(Time(2s));
    CHECK(err.str() == "\rplay/white: 1 s\rplay/white: 2 s");
    err.str("");
    progress.clear();
    CHECK(err.str() == '\r' + std::string(15, ' ') + '\r');
}

TEST_CASE("engine-test: no progress beside a report for programs") {
    std::ostringstream err;
    StepProgress progress(err, ProgressStyle::None, wide);
    progress.begin("play/white", Time(0s));
    progress.show(Time(60s));
    progress.clear();
    CHECK(err.str().empty());
}

} // namespace polyglot::tools::engine_test
