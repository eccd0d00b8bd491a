// The line that says how far a long command is.
#include "tools/common/progress.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;
using Time = std::chrono::steady_clock::time_point;

constexpr std::uint64_t mega = 1'000'000;

std::size_t wide() {
    return 200;
}
std::size_t narrow() {
    return 20;
}

ProgressState reading(std::uint64_t per_cent) {
    ProgressState state;
    state.doing = "reading";
    state.bytes = per_cent * mega;
    state.bytes_total = 100 * mega;
    state.text_bytes = 4 * state.bytes;
    state.games = 12'345 * per_cent;
    state.positions = 123'456 * per_cent;
    return state;
}

} // namespace

TEST_CASE("progress: the text of the line") {
    const auto check = [](const ProgressState& state, const ProgressState& from,
                          std::chrono::milliseconds elapsed, std::string_view expected) {
        CHECK(format_progress(state, from, elapsed) == expected);
    };
    check(reading(45), {}, 10s, "reading  45 %  555,525 games  18 MB/s  5.5 M positions  ETA 0:12");
    check(reading(100), {}, 10s,
          "reading 100 %  1,234,500 games  40 MB/s  12.3 M positions  ETA 0:00");
    check(reading(1), {}, 100s,
          "reading   1 %  12,345 games  0 MB/s  123,456 positions  ETA 2:45:00");
    // Too early to tell
    check(reading(45), {}, 1s, "reading  45 %  555,525 games  180 MB/s  5.5 M positions");
    check(reading(75), reading(50), 50s,
          "reading  75 %  925,875 games  2 MB/s  9.2 M positions  ETA 0:50");
    check(reading(0), {}, 0s, "reading   0 %");

    ProgressState pipe = reading(45);
    pipe.bytes_total = 0;
    check(pipe, {}, 10s, "reading  555,525 games  18 MB/s  5.5 M positions");
    ProgressState grown = reading(45); // a file that is still being written
    grown.bytes_total = 40 * mega;
    check(grown, {}, 10s, "reading 100 %  555,525 games  18 MB/s  5.5 M positions  ETA 0:00");
    ProgressState writing;
    writing.doing = "writing";
    check(writing, {}, 10s, "writing");
}

TEST_CASE("progress: which style") {
    CHECK(parse_progress_style("auto", true) == ProgressStyle::Bar);
    CHECK(parse_progress_style("auto", false) == ProgressStyle::None);
    CHECK(parse_progress_style("bar", false) == ProgressStyle::Bar);
    CHECK(parse_progress_style("plain", true) == ProgressStyle::Plain);
    CHECK(parse_progress_style("none", true) == ProgressStyle::None);
    CHECK_FALSE(parse_progress_style("Bar", true));
    CHECK_FALSE(parse_progress_style("", true));
}

TEST_CASE("progress: a bar is redrawn in place ten times a second") {
    std::ostringstream err;
    const Time began{};
    Progress progress(err, ProgressStyle::Bar, began, wide);
    const auto shown = [&](const ProgressState& state, std::chrono::milliseconds at) {
        err.str("");
        progress.show(state, began + at);
        return err.str();
    };
    CHECK(shown(reading(1), 1ms) == "\rreading   1 %  12,345 games  123,456 positions");
    CHECK(shown(reading(2), 99ms).empty());
    const std::string first = shown(reading(3), 101ms);
    CHECK(first == "\rreading   3 %  37,035 games  80 MB/s  370,368 positions");
    CHECK(shown(reading(4), 200ms).empty());
    ProgressState writing;
    writing.doing = "writing";
    CHECK(shown(writing, 201ms) == "\rwriting" + std::string(first.size() - 8, ' '));
    err.str("");
    progress.clear();
    CHECK(err.str() == "\r       \r");
    progress.clear(); // nothing stands there any more
    CHECK(err.str() == "\r       \r");
}

TEST_CASE("progress: a narrow terminal") {
    std::ostringstream err;
    Progress progress(err, ProgressStyle::Bar, Time{}, narrow);
    progress.show(reading(1), Time{} + 1s);
    progress.show(reading(45), Time{} + 2s);
    CHECK(err.str() == "\rreading   1 %  12,3\rreading  45 %  555,");
}

TEST_CASE("progress: plain lines, and no progress") {
    std::ostringstream err;
    Progress plain(err, ProgressStyle::Plain, Time{}, narrow);
    for (std::uint64_t second = 0; second <= 25; ++second)
        plain.show(reading(second), Time{} + std::chrono::seconds(second));
    plain.clear();
    CHECK(err.str() == "reading   0 %\n"
                       "reading  10 %  123,450 games  4 MB/s  1.2 M positions  ETA 1:30\n"
                       "reading  20 %  246,900 games  4 MB/s  2.4 M positions  ETA 1:20\n");
    err.str("");
    Progress none(err, ProgressStyle::None, Time{}, wide);
    none.show(reading(1), Time{} + 1h);
    none.clear();
    CHECK(err.str().empty());
}

} // namespace polyglot::tools
