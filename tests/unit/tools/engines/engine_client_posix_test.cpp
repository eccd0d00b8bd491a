// An engine without a GUI: ends by signals, shell scripts, Debian's engines, and descriptors.
#include "tests/unit/tools/engines/engine_client_support.hpp"

#include <dirent.h>
#include <filesystem>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::engine_client_test;

namespace {

int open_descriptors() {
    int count = 0;
    DIR* directory = ::opendir("/proc/self/fd");
    while (::readdir(directory) != nullptr)
        ++count;
    ::closedir(directory);
    return count;
}

} // namespace

// Every way an engine can fail: the end comes once, with its reason, and nothing stays.
TEST_CASE("engines that fail") {
    struct Row {
        const char* what;
        config::Settings settings;
        ExitCode status;
        std::string words; // of the message
    };
    const auto hurried = [](config::Settings settings) {
        settings.start_timeout_ms = 300;
        return settings;
    };
    auto unset = settings_of({});
    std::vector<Row> rows = {
        {"none given", unset, ExitCode::ConfigurationError, "EngineCommand"},
        {"no such file", settings_of({"/no/such/engine"}), ExitCode::EngineNotStarted,
         "/no/such/engine"},
        {"no program", settings_of({"/etc/passwd"}), ExitCode::EngineNotStarted, "not executable"},
        {"exits at once", fake({"--exit-code", "7"}), ExitCode::EngineExited, "exited with code 7"},
        {"says why", fake({"--exit-code", "7", "--stderr", "no network"}), ExitCode::EngineExited,
         "'no network'"},
        {"dies at go", fake({"--crash-on", "go"}), ExitCode::EngineExited, "SIGSEGV"},
        {"leaves at go", fake({"--exit-on", "go"}), ExitCode::EngineExited, "exited with code 0"},
        {"silent", hurried(fake({"--silent"})), ExitCode::EngineSilent, "no uciok within 0.3 s"},
        {"no uciok", hurried(fake({"--no-uciok"})), ExitCode::EngineSilent,
         "no uciok within 0.3 s"},
        {"silent, stays", hurried(fake({"--silent", "--ignore-quit", "--ignore-term"})),
         ExitCode::EngineSilent, "no uciok"},
        {"closes its output",
         settings_of({"/bin/sh", "-c", "echo id name x; echo uciok; exec >&-; sleep 300"}),
         ExitCode::EngineExited, "closed its output"},
        {"a helper holds its pipes", fake({"--fork-child", "--exit-on", "go"}),
         ExitCode::EngineExited, "exited with code 0"},
    };
    for (Row& row : rows) {
        const std::string what = row.what;
        CAPTURE(what);
        asio::io_context context;
        Peer peer(context, row.settings, [](Peer& self, std::string_view line) {
            if (line == "uciok") {
                self.send("position startpos");
                self.send("go infinite");
            }
        });
        run(context);
        CHECK(peer.ends == std::vector{row.status});
        CHECK_MESSAGE(peer.message.find(row.words) != std::string::npos, peer.message);
        CHECK(peer.message == peer.client->last_error());
    }
}

TEST_CASE("two real engines at once") {
    const std::string stockfish = "/usr/games/stockfish";
    const std::string other = "/usr/games/fairy-stockfish";
    if (::access(stockfish.c_str(), X_OK) != 0 || ::access(other.c_str(), X_OK) != 0) {
        MESSAGE("skipped: needs stockfish and fairy-stockfish");
        return;
    }
    asio::io_context context;
    const auto play = [](Peer& self, std::string_view line) {
        if (line == "uciok") {
            self.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
            self.send("go depth 6");
        }
        if (line.starts_with("bestmove")) self.quit();
    };
    Peer first(context, settings_of({stockfish}), play);
    Peer second(context, settings_of({other}), play);
    run(context);
    for (const Peer* peer : {&first, &second}) {
        CHECK(peer->ends == std::vector{ExitCode::Ok});
        CHECK(peer->lines.back().starts_with("bestmove d1d8"));
    }
}

TEST_CASE("started again and again from its own end, nothing is left running") {
    asio::io_context context;
    int rounds = 0;
    int descriptors = 0;
    Peer peer(context, fake({"--crash-on", "go"}), [](Peer& self, std::string_view line) {
        if (line == "uciok") self.send("go depth 1");
    });
    peer.on_end_do = [&](Peer& self) {
        CHECK(self.ends == std::vector{ExitCode::EngineExited});
        if (++rounds == 5) descriptors = open_descriptors();
        if (rounds == 50) {
            CHECK(open_descriptors() <= descriptors);
            return;
        }
        self.ends.clear();
        self.start();
    };
    run(context);
    CHECK(rounds == 50);
}
