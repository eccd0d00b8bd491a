// An engine with the session and without a GUI: its output, and its end, reported once and in bounded time.
#include "tools/common/engine_client.hpp"

#include <algorithm>
#include <chrono>
#include <dirent.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::ExitCode;
using tools::EngineClient;
namespace asio = boost::asio;

namespace {

config::Settings settings_of(std::vector<std::string> words) {
    config::Settings settings;
    settings.engine_argv = std::move(words);
    settings.engine_dir = "/";
    settings.engine_protocol = "uci";
    settings.start_timeout_ms = 10'000;
    settings.quit_timeout_ms = 300;
    return settings;
}
config::Settings fake(std::vector<std::string> flags = {}) {
    flags.insert(flags.begin(), POLYGLOT_FAKE_ENGINE);
    return settings_of(std::move(flags));
}

// A client and all its reports. react is called with each line, on_end_do after the end.
struct Peer {
    std::unique_ptr<EngineClient> client;
    std::vector<std::string> lines;
    std::vector<ExitCode> ends;
    std::string message;
    std::function<void(Peer&, std::string_view)> react;
    std::function<void(Peer&)> on_end_do;
    bool in_call = false; // a call of ours into the client

    Peer(asio::io_context& context, config::Settings settings, std::function<void(Peer&, std::string_view)> on_line)
        : react(std::move(on_line)) {
        EngineClient::Events events;
        events.on_line = [this](std::string_view line) {
            CHECK_FALSE(in_call);
            CHECK(ends.empty());
            lines.emplace_back(line);
            if (react) react(*this, line);
        };
        events.on_end = [this](ExitCode status, const std::string& text) {
            CHECK_FALSE(in_call);
            ends.push_back(status);
            message = text;
            if (on_end_do) on_end_do(*this);
        };
        client = std::make_unique<EngineClient>(context, std::move(settings), std::move(events));
        start();
    }
    void start() {
        call([this] { client->start(); });
    }
    void send(std::string_view line) {
        call([&] { client->send(line); });
    }
    void quit() {
        call([this] { client->quit(); });
    }
    bool heard(std::string_view line) const { return std::find(lines.begin(), lines.end(), line) != lines.end(); }

  private:
    void call(const std::function<void()>& what) {
        in_call = true;
        what();
        in_call = false;
    }
};

// Until nothing is left to do: no engine, no timer. An engine that sleeps 300 s would hold it up.
void run(asio::io_context& context) {
    context.run_for(120s);
    CHECK_MESSAGE(context.stopped(), "something is still under way");
}

void quit_when_ready(Peer& peer, std::string_view line) {
    if (line == "uciok") peer.quit();
}

int open_descriptors() {
    int count = 0;
    DIR* directory = ::opendir("/proc/self/fd");
    while (::readdir(directory) != nullptr)
        ++count;
    ::closedir(directory);
    return count;
}

} // namespace

TEST_CASE("a handshake, a search, the end") {
    asio::io_context context;
    Peer peer(context, fake({"--bestmove", "d2d4", "--crlf"}), [](Peer& self, std::string_view line) {
        if (line == "uciok") self.send("isready");
        if (line == "readyok") {
            self.send("position startpos");
            self.send("go depth 1");
        }
        if (line.starts_with("bestmove")) self.quit();
    });
    run(context);
    CHECK(peer.heard("id name Fake Engine"));
    CHECK(peer.heard("bestmove d2d4")); // without the '\r' of the engine
    CHECK(peer.ends == std::vector{ExitCode::Ok});
    CHECK(peer.message.empty());
    CHECK(peer.client->last_error().empty());
    peer.send("isready"); // to nobody
    peer.quit();
    context.restart();
    run(context);
    CHECK(peer.ends.size() == 1);
}

TEST_CASE("options of [Engine] are set after uciok") {
    const auto record = std::filesystem::temp_directory_path() / ("engine_client_" + std::to_string(::getpid()));
    asio::io_context context;
    auto settings = fake({"--record", record.string()});
    settings.engine_options = {{"No Such Option", "1"}, {"Hash", "32"}};
    Peer peer(context, settings, quit_when_ready);
    run(context);
    CHECK(peer.ends == std::vector{ExitCode::Ok});
    std::ifstream file(record);
    const std::string read{std::istreambuf_iterator<char>(file), {}};
    CHECK(read == "uci\nsetoption name Hash value 32\nquit\n");
    std::filesystem::remove(record);
}

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
        {"no such file", settings_of({"/no/such/engine"}), ExitCode::EngineNotStarted, "/no/such/engine"},
        {"no program", settings_of({"/etc/passwd"}), ExitCode::EngineNotStarted, "not executable"},
        {"exits at once", fake({"--exit-code", "7"}), ExitCode::EngineExited, "exited with code 7"},
        {"says why", fake({"--exit-code", "7", "--stderr", "no network"}), ExitCode::EngineExited, "'no network'"},
        {"dies at go", fake({"--crash-on", "go"}), ExitCode::EngineExited, "SIGSEGV"},
        {"leaves at go", fake({"--exit-on", "go"}), ExitCode::EngineExited, "exited with code 0"},
        {"silent", hurried(fake({"--silent"})), ExitCode::EngineSilent, "no uciok within 0.3 s"},
        {"no uciok", hurried(fake({"--no-uciok"})), ExitCode::EngineSilent, "no uciok within 0.3 s"},
        {"silent, stays", hurried(fake({"--silent", "--ignore-quit", "--ignore-term"})), ExitCode::EngineSilent,
         "no uciok"},
        {"closes its output", settings_of({"/bin/sh", "-c", "echo id name x; echo uciok; exec >&-; sleep 300"}),
         ExitCode::EngineExited, "closed its output"},
        {"a helper holds its pipes", fake({"--fork-child", "--exit-on", "go"}), ExitCode::EngineExited,
         "exited with code 0"},
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

TEST_CASE("engines that do not want to go") {
    const std::vector<std::vector<std::string>> rows = {
        {"--ignore-quit"},       {"--ignore-quit", "--ignore-term"}, {"--ignore-quit", "--ignore-term", "--fork-child"},
        {"--quit-delay", "100"}, {"--hold", "--ignore-stop"},
    };
    for (const auto& flags : rows) {
        CAPTURE(flags.front());
        asio::io_context context;
        Peer peer(context, fake(flags), [](Peer& self, std::string_view line) {
            if (line != "uciok") return;
            self.send("go infinite");
            self.quit();
            self.quit();
        });
        run(context);
        CHECK(peer.ends == std::vector{ExitCode::Ok});
    }
}

TEST_CASE("quit before the engine has said anything") {
    asio::io_context context;
    Peer peer(context, fake({"--silent", "--ignore-quit"}), nullptr);
    peer.quit();
    run(context);
    CHECK(peer.ends == std::vector{ExitCode::Ok});
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

TEST_CASE("several clients on one loop: each gets the output of its engine") {
    asio::io_context context;
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 12; ++i) {
        const bool dies = i % 3 == 0;
        auto settings =
            dies ? fake({"--crash-on", "go", "--bestmove", "x"}) : fake({"--bestmove", "m" + std::to_string(i)});
        peers.push_back(std::make_unique<Peer>(context, settings, [](Peer& self, std::string_view line) {
            if (line == "uciok") self.send("go depth 1");
            if (line.starts_with("bestmove")) self.quit();
        }));
    }
    run(context);
    for (int i = 0; i < 12; ++i) {
        const Peer& peer = *peers[static_cast<std::size_t>(i)];
        CHECK(peer.ends == std::vector{i % 3 == 0 ? ExitCode::EngineExited : ExitCode::Ok});
        CHECK(peer.heard("bestmove m" + std::to_string(i)) == (i % 3 != 0));
    }
}

TEST_CASE("destroyed from its own callbacks, and while its engine thinks") {
    for (const std::string_view when : {"id name Fake Engine", "uciok", "the end", "outside"}) {
        CAPTURE(when);
        asio::io_context context;
        Peer peer(context, fake({"--think", "10000"}), [when](Peer& self, std::string_view line) {
            if (line == when) self.client.reset();
            if (line == "uciok" && self.client) {
                self.send("go infinite");
                if (when == "the end") self.quit();
            }
        });
        peer.on_end_do = [](Peer& self) { self.client.reset(); };
        if (when == "outside") {
            while (!peer.heard("uciok") && context.run_one() > 0) {
            }
            peer.client.reset();
        }
        run(context);
        CHECK(peer.ends.size() == (when == "the end" ? 1 : 0));
        CHECK_FALSE(peer.client);
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
