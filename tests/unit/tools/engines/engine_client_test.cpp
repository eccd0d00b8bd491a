// An engine with the session and without a GUI: its output, and its end, reported once and in
// bounded time.
#include "tests/support/harness/processes.hpp"
#include "tests/unit/tools/engines/engine_client_support.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::engine_client_test;

TEST_CASE("a handshake, a search, the end") {
    asio::io_context context;
    Peer peer(context, fake({"--bestmove", "d2d4", "--crlf"}),
              [](Peer& self, std::string_view line) {
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
    peer.send("isready"); // the engine has ended
    peer.quit();
    context.restart();
    run(context);
    CHECK(peer.ends.size() == 1);
}

TEST_CASE("options of [Engine] are set after uciok") {
    const auto record = std::filesystem::temp_directory_path() /
                        ("engine_client_" + std::to_string(test::process_id()));
    asio::io_context context;
    auto settings = fake({"--record", record.string()});
    settings.engine_options = {{"No Such Option", "1"}, {"Hash", "32"}};
    Peer peer(context, settings, quit_when_ready);
    run(context);
    CHECK(peer.ends == std::vector{ExitCode::Ok});
    std::string read;
    {
        std::ifstream file(record);
        read.assign(std::istreambuf_iterator<char>(file), {});
    }
    CHECK(read == "uci\nsetoption name Hash value 32\nquit\n");
    std::filesystem::remove(record);
}

TEST_CASE("engines that do not want to go") {
    const std::vector<std::vector<std::string>> rows = {
        {"--ignore-quit"},
        {"--ignore-quit", "--ignore-term"},
        {"--ignore-quit", "--ignore-term", "--fork-child"},
        {"--quit-delay", "100"},
        {"--hold", "--ignore-stop"},
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

TEST_CASE("several clients on one loop: each gets the output of its engine") {
    asio::io_context context;
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 12; ++i) {
        const bool dies = i % 3 == 0;
        auto settings = dies ? fake({"--crash-on", "go", "--bestmove", "x"})
                             : fake({"--bestmove", "m" + std::to_string(i)});
        peers.push_back(
            std::make_unique<Peer>(context, settings, [](Peer& self, std::string_view line) {
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
