// An engine's process that keeps what it is sent, for the tests of the engine side's parts.
#pragma once
#include "adapter/session/xboard_engine/connection.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

class RecordedProcess final : public ProcessControl {
  public:
    using Lines = std::vector<std::string>;

    void send(std::string_view line) override { lines_.emplace_back(line); }
    void interrupt() override { lines_.emplace_back("(SIGINT)"); }
    void restart(std::string_view why) override {
        lines_.push_back("(restart: " + std::string(why) + ")");
    }
    void note(std::string_view) override {}
    TimePoint now() const override { return now_; }

    void advance(std::chrono::milliseconds time) { now_ += time; }
    Lines take() { return std::exchange(lines_, {}); } // in order, since the last take

  private:
    Lines lines_;
    TimePoint now_ = TimePoint{} + std::chrono::hours(1);
};

// What the GUI side is given.
inline std::vector<std::string> take_replies(Connection& connection) {
    std::vector<std::string> lines;
    while (auto reply = connection.take_reply()) {
        if (const auto* info = std::get_if<InfoReply>(&*reply))
            lines.push_back(protocol::format_uci_info(info->info()));
        else if (const auto* move = std::get_if<MoveReply>(&*reply))
            lines.push_back(protocol::format_bestmove(move->best()));
        else if (const auto* text = std::get_if<TextReply>(&*reply))
            lines.push_back(text->line);
        else if (const auto* notice = std::get_if<NoticeReply>(&*reply))
            lines.push_back("(notice) " + notice->text);
        else if (const auto* failed = std::get_if<NoMoveReply>(&*reply))
            lines.push_back("no move" + (failed->move.empty() ? "" : " " + failed->move) + ": " +
                            failed->why);
        else
            lines.push_back("(xboard) " + std::get<RawReply>(*reply).line);
    }
    return lines;
}

} // namespace polyglot::session
