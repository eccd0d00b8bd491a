#include "adapter/session/uci_gui/info_thinner.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using polyglot::session::InfoThinner;
using polyglot::session::TimePoint;
using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

namespace {

void keep(InfoThinner& infos, const std::string& arguments) {
    const std::string line = "info " + arguments;
    infos.keep(polyglot::session::EngineInfo(line, arguments));
}

Lines due(InfoThinner& infos, int per_second, int at_ms) {
    Lines lines;
    infos.say_due(per_second, TimePoint(milliseconds(at_ms)),
                  [&](std::string_view line) { lines.emplace_back(line); });
    return lines;
}

} // namespace

TEST_CASE("of each kind of info the newest is kept, where it came") {
    InfoThinner infos;
    CHECK(infos.is_empty());
    for (const char* line :
         {"depth 1 multipv 1 pv a", "depth 1 multipv 2 pv b", "currmove a currmovenumber 1",
          "string one", "nodes 1", "depth 2 pv a", "depth 2 score cp 1 lowerbound", "string two",
          "currmove b currmovenumber 2", "nodes 2"})
        keep(infos, line);
    CHECK(!infos.is_empty());
    Lines lines;
    infos.say_all([&](std::string_view line) { lines.emplace_back(line); });
    CHECK(lines == Lines{"info depth 1 multipv 2 pv b", "info string one", "info depth 2 pv a",
                         "info depth 2 score cp 1 lowerbound", "info string two",
                         "info currmove b currmovenumber 2", "info nodes 2"});
    CHECK(infos.is_empty());
    CHECK(infos.take_left_out() == 3);
    CHECK(infos.take_left_out() == 0);
}

TEST_CASE("InfoRate limits the lines of each kind per second") {
    InfoThinner infos;
    CHECK(!infos.next_due());
    keep(infos, "depth 1 pv a");
    CHECK(due(infos, 4, 1000) == Lines{"info depth 1 pv a"});
    keep(infos, "depth 2 pv a");
    keep(infos, "depth 2 multipv 2 pv b");
    CHECK(due(infos, 4, 1100) == Lines{"info depth 2 multipv 2 pv b"});
    CHECK(*infos.next_due() == TimePoint(milliseconds(1250)));
    keep(infos, "depth 3 multipv 2 pv b");
    keep(infos, "depth 3 pv a");
    CHECK(*infos.next_due() == TimePoint(milliseconds(1250)));
    CHECK(due(infos, 4, 1249).empty());
    CHECK(due(infos, 4, 1250) == Lines{"info depth 3 pv a"});
    CHECK(*infos.next_due() == TimePoint(milliseconds(1350)));
    CHECK(due(infos, 4, 1350) == Lines{"info depth 3 multipv 2 pv b"});
    CHECK(!infos.next_due());
    int said = 0;
    for (int ms = 2000; ms < 12'000; ++ms) {
        keep(infos, "depth 4 pv a");
        said += static_cast<int>(due(infos, 4, ms).size());
    }
    CHECK(said == 40);
}

TEST_CASE("the kept lines are limited for any output of the engine") {
    InfoThinner infos;
    std::size_t bytes = 0;
    std::size_t lines = 0;
    const auto count = [&](std::string_view line) {
        bytes += line.size();
        ++lines;
    };
    for (int i = 0; i < 3000; ++i)
        keep(infos, "string " + std::to_string(i));
    std::string last;
    infos.say_all([&](std::string_view line) {
        last = line;
        count(line);
    });
    CHECK(lines == 1000);
    CHECK(last == "info string 2999");

    bytes = lines = 0;
    for (int i = 1; i < 10'000; ++i)
        keep(infos, "multipv " + std::to_string(i) + " pv e2e4");
    infos.say_all(count);
    CHECK(lines == 256);

    bytes = lines = 0;
    for (int i = 0; i < 100; ++i)
        keep(infos, "multipv " + std::to_string(i) + " pv " + std::string(100'000, 'e'));
    infos.say_all(count);
    CHECK(bytes <= 256 << 10);
    CHECK(lines == 2);

    for (const std::size_t more : {0U, 1U}) {
        bytes = lines = 0;
        for (const std::string number : {"1", "2"}) {
            std::string text = "multipv " + number + " pv ";
            text.resize((128 << 10) - std::string_view("info ").size() + more, 'e');
            keep(infos, text);
        }
        infos.say_all(count);
        CHECK(lines == 2 - more);
    }
}
