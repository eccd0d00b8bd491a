#include "adapter/session/shared/engine_end.hpp"

#include <doctest/doctest.h>

using namespace polyglot::session;

TEST_CASE("the end of an engine: its words, and its line of the log, which reads back") {
    struct Row {
        EngineEnd end;
        const char* words;
        const char* logged;
    };
    const Row rows[] = {
        {{.value = 0}, "exited with code 0", "exited 0"},
        {{.value = 3, .last_stderr = "(no) book"}, "exited with code 3", "exited 3 (no) book"},
        {{.value = -1073740000}, "exited with code -1073740000", "exited -1073740000"},
        {{.was_signal = true, .value = 11, .signal_name = "SIGSEGV"},
         "was killed by signal 11 (SIGSEGV)",
         "killed 11 (SIGSEGV)"},
        {{.was_signal = true, .value = 35, .last_stderr = "oops"},
         "was killed by signal 35 (SIG?)",
         "killed 35 oops"},
        {{.value = static_cast<int>(0xC0000005),
          .crash = "access violation",
          .last_stderr = "oops"},
         "was ended by Windows: access violation (C0000005)",
         "crashed C0000005 (access violation) oops"},
        {{.value = 0x40000015, .crash = "aborted"},
         "was ended by Windows: aborted (40000015)",
         "crashed 40000015 (aborted)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.words);
        CHECK(describe_end(row.end) == row.words);
        CHECK(format_end(row.end) == row.logged);
        EngineEnd read;
        REQUIRE(parse_end(row.logged, read));
        CHECK(read.was_signal == row.end.was_signal);
        CHECK(read.value == row.end.value);
        CHECK(read.signal_name == row.end.signal_name);
        CHECK(read.crash == row.end.crash);
        CHECK(read.last_stderr == row.end.last_stderr);
        CHECK(read.has_exited() == (row.logged[0] == 'e'));
        CHECK(read.has_ended_itself() == (row.end.value != 35));
    }
}

TEST_CASE("the end of an engine: lines of a damaged log") {
    EngineEnd end;
    REQUIRE(parse_end("killed 11 (SIGSEGV) last words", end));
    REQUIRE(parse_end("exited 1", end)); // nothing of an earlier one stays
    CHECK(format_end(end) == "exited 1");
    CHECK(end.signal_name.empty());
    CHECK_FALSE(parse_end("closed", end));
    CHECK_FALSE(parse_end("exited", end));
    CHECK(parse_end("exited x", end));
    CHECK(end.value == -1);
    CHECK(parse_end("killed ", end));
    CHECK(end.value == -1);
    CHECK(parse_end("crashed C00000055 (access", end));
    CHECK(end.value == -1);
    CHECK_FALSE(end.has_exited());
    CHECK(end.last_stderr == "(access");
}
