// What the tests of an engine with the session and without a GUI share.
#pragma once
#include "tools/engines/engine_client.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

namespace polyglot::engine_client_test {

using namespace std::chrono_literals;
using session::ExitCode;
using tools::EngineClient;
namespace asio = boost::asio;

inline config::Settings settings_of(std::vector<std::string> words) {
    config::Settings settings;
    settings.engine_argv = std::move(words);
    settings.engine_dir = "/";
    settings.engine_protocol = "uci";
    settings.start_timeout_ms = 10'000;
    settings.quit_timeout_ms = 300;
    return settings;
}
inline config::Settings fake(std::vector<std::string> flags = {}) {
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

    Peer(asio::io_context& context, config::Settings settings,
         std::function<void(Peer&, std::string_view)> on_line)
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
    bool heard(std::string_view line) const {
        return std::find(lines.begin(), lines.end(), line) != lines.end();
    }

  private:
    void call(const std::function<void()>& what) {
        in_call = true;
        what();
        in_call = false;
    }
};

// Until nothing is left to do: no engine, no timer. An engine that sleeps 300 s would hold it up.
inline void run(asio::io_context& context) {
    context.run_for(120s);
    CHECK_MESSAGE(context.stopped(), "something is still under way");
}

inline void quit_when_ready(Peer& peer, std::string_view line) {
    if (line == "uciok") peer.quit();
}

} // namespace polyglot::engine_client_test
