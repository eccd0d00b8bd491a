#include "core/text/path_text.hpp"
#include "tools/setup/hosts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using text::Quoting;

#ifndef _WIN32 // there the paths have other separators, which POSIX quotes
namespace {

const tools::HostPaths plain{
    .polyglot = "/opt/polyglot", .ini = "/t/e.ini", .script = "/t/e.sh", .name = "Engine 1"};
const tools::HostPaths hard{
    .polyglot = "/a b/polyglot", .ini = "/it's/e e.ini", .script = {}, .name = "E"};

std::string field(const std::vector<tools::HostEntry>& hosts, std::string_view host,
                  std::string_view label) {
    for (const tools::HostEntry& one : hosts)
        if (one.name == host)
            for (const tools::HostField& each : one.fields)
                if (each.label == label) return each.text;
    return "missing";
}

} // namespace

TEST_CASE("setup: what to enter in each GUI") {
    const auto hosts = tools::describe_hosts(plain, Quoting::Posix);
    CHECK(field(hosts, "XBoard", "Command") == "xboard -fcp '/opt/polyglot /t/e.ini'");
    CHECK(field(hosts, "Cute Chess", "Command") == "/t/e.sh"); // it takes no arguments
    CHECK(field(hosts, "cutechess-cli", "Arguments") ==
          "-engine 'name=Engine 1' proto=uci cmd=/opt/polyglot arg=/t/e.ini");
    CHECK(field(hosts, "fastchess", "Arguments") ==
          "-engine 'name=Engine 1' cmd=/opt/polyglot dir=/t args=e.ini");
    CHECK(field(hosts, "Scid", "Parameters") == "/t/e.ini");
    CHECK(field(hosts, "lichess-bot", "config.yml") ==
          "engine:\n  dir: '/t'\n  name: 'e.sh'\n  protocol: \"uci\"\n  working_dir: '/t'\n");
    CHECK(field(hosts, "A GUI without a field for arguments", "Engine") == "/t/e.sh");
    for (const char* const name : {"Arena", "Banksia GUI"})
        CHECK(std::any_of(hosts.begin(), hosts.end(),
                          [&](const tools::HostEntry& one) { return one.name == name; }));
}

TEST_CASE("setup: blanks and quotes in paths are quoted as each GUI reads them") {
    const auto hosts = tools::describe_hosts(hard, Quoting::Posix);
    const std::string command = field(hosts, "XBoard", "Engine Command");
    const auto words = text::split_words(command, Quoting::Posix);
    REQUIRE(words.has_value());
    CHECK(*words == std::vector<std::string>{"/a b/polyglot", "/it's/e e.ini"});
    const auto line = text::split_words(field(hosts, "XBoard", "Command"), Quoting::Posix);
    REQUIRE(line.has_value());
    CHECK(*line == std::vector<std::string>{"xboard", "-fcp", command});
    CHECK(field(hosts, "Cute Chess", "Command") == "/a b/polyglot");
    CHECK(field(hosts, "Cute Chess", "Copy the ini file to") == "/it's/polyglot.ini");
    CHECK(field(hosts, "lichess-bot", "config.yml").find("working_dir: '/it''s'") !=
          std::string::npos);
    CHECK(field(hosts, "A GUI without a field for arguments", "Engine") == "missing");
    CHECK(field(hosts, "fastchess", "Arguments") == "missing"); // it splits arguments at blanks
}
#endif
