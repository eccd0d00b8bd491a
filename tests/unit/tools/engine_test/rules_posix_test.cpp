// engine-test with engines that are shell scripts.
#include "tools/common/commands.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::tools;

namespace {

// What engine-test finds of a shell script whose protocol it has to find out.
std::string report_of(const std::string& script, const std::string& timeout,
                      const std::string& probe) {
    const std::string setting = "ProtocolProbe=" + probe;
    const std::vector<std::string_view> args{"-noini",           "-pg",      setting, "-pg",
                                             "StartTimeout=0.1", "-timeout", timeout, "--",
                                             "/bin/sh",          "-c",       script};
    std::istringstream in;
    std::ostringstream out, err;
    CHECK(run_engine_test(args, in, out, err) == 1);
    CHECK(err.str().empty());
    return out.str();
}

} // namespace

TEST_CASE("engine-test judges an engine whose protocol is not known by no protocol's rules") {
    const auto has = [](const std::string& report, std::string_view text) {
        CHECK_MESSAGE(report.find(text) != std::string::npos, report);
    };
    for (const std::string script : {"echo hello; exit 1", "read line; echo hello; exit 1"}) {
        const std::string dies = report_of(script, "20", "20");
        has(dies, "testing sh (unknown)\n");
        has(dies, "the engine exited with code 1, and has answered neither uci nor protover 2");
        has(dies, "hello");
        CHECK(dies.find("SIGINT") == std::string::npos);
        CHECK(dies.find("play/") == std::string::npos);
    }
    for (const std::string script : {"exec cat", "exec sleep 100"}) {
        const std::string talks = report_of(script, "0.1", "0.1");
        has(talks, "FAIL handshake/protocol");
        has(talks, "the engine answers neither uci nor protover 2 (");
        CHECK(talks.find("\nskip ") == std::string::npos);
    }
}
