// A session between a GUI and an engine that the test plays.
#pragma once
#include "adapter/session/session.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {

// Keeps the notes, if it is on.
class NoteLog final : public Log {
  public:
    explicit NoteLog(bool is_on) : Log(is_on) {}
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    void append(Channel channel, std::string_view text) override {
        if (channel == Channel::Note) notes_.emplace_back(text);
    }
    std::vector<std::string> notes_;
};

class SessionFixture {
  public:
    explicit SessionFixture(config::Settings settings = {}, bool keeps_notes = false)
        : log_(keeps_notes),
          session_(std::move(settings), {.open_book = [](const std::string&) -> Result<OpenedBook> {
                                             return make_error("no book here");
                                         },
                                         .random = random_,
                                         .log = log_}) {
        session_.on_engine_started("/engine", now_, out);
    }
    void gui(std::string_view line) { session_.on_gui_line(line, now_, out); }
    void engine(std::string_view line) { session_.on_engine_line(line, now_, out); }
    void shake_hands() {
        gui("uci");
        engine("uciok");
        out = {};
    }
    Session& session() { return session_; }
    TimePoint& now() { return now_; }
    const std::vector<std::string>& notes() const { return log_.notes(); }
    Actions out;

  private:
    NoteLog log_;
    Random random_{1};
    TimePoint now_{};
    Session session_;
};

// Lets a second pass in which the GUI reads nothing: the session looks at the queue several times.
inline void gui_reads_nothing(SessionFixture& f) {
    for (int look = 0; look < GuiReading::looks; ++look) {
        CHECK(!f.session().is_coalescing());
        f.now() += GuiReading::pause;
        f.session().on_timeout(f.now(), f.out);
    }
}

} // namespace polyglot::session
