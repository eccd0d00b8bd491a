// An engine that the tests of the search speak for, with a recorded process.
#pragma once
#include "adapter/session/xboard_engine/search.hpp"
#include "recorded_process.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// An engine that is at the start position of a game.
struct SearchingEngine {
    RecordedProcess process;
    Connection connection{process};
    config::Settings settings;
    BoardSync sync{connection, settings};
    Supervisor supervisor{settings};
    XboardSearch search{connection, sync, supervisor, settings};

    SearchingEngine() {
        protocol::XboardFeatures& features = connection.features();
        features.ping = features.setboard = true;
        features.colors = features.time = features.sigint = false;
        sync.on_position(protocol::parse_position("startpos"));
        sync.sync();
        pong();
        sync.sync();
        process.take();
    }
    void pong() {
        if (connection.on_pong(1000)) search.on_free();
    }
    void go(std::string_view limits) {
        supervisor.on_go("go " + std::string(limits), protocol::parse_go(limits), process.now());
        search.on_go(protocol::parse_go(limits), !connection.is_waiting());
    }
    void stop() {
        supervisor.on_asked("stop", protocol::UciCommand::Stop, process.now());
        search.on_stop();
    }
    void ponderhit() {
        supervisor.on_asked("ponderhit", protocol::UciCommand::PonderHit, process.now());
        search.on_ponderhit(!connection.is_waiting());
    }
    void says(std::string_view line) {
        const auto parsed = protocol::parse_xboard_engine_line(line);
        switch (parsed.reply) {
        case protocol::XboardReply::Move: search.on_move(parsed); break;
        case protocol::XboardReply::Error:
        case protocol::XboardReply::IllegalMove: search.on_objection(parsed, line); break;
        default: search.on_thinking(line); break;
        }
    }
    void wait(std::chrono::milliseconds time) {
        process.advance(time);
        search.answer_if_overdue_to_begin();
        search.on_timeout();
    }
    std::vector<std::string> sent() {
        std::vector<std::string> lines = process.take();
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("ping"); });
        return lines;
    }
    // The last line for the GUI side, empty if there is none.
    std::string answer() {
        const std::vector<std::string> lines = take_replies(connection);
        return lines.empty() ? "" : lines.back();
    }
};

} // namespace polyglot::session
