// What the books that are programs do to the session.
#include "adapter/session/session.hpp"

namespace polyglot::session {

// The beginning of a line that is too long to be an answer is enough for a replay.
void Session::on_program_line(int number, std::string_view line, TimePoint now, Actions& out) {
    constexpr std::size_t longest = (64 << 10) + 1;
    if (!serving() || !parts_.programs.runs(number)) return;
    context_.begin_event(now, out);
    line = line.substr(0, longest);
    event("program " + std::to_string(number) + " > " + std::string(line));
    parts_.programs.on_line(number, line, context_);
    gui_side_->on_programs_changed();
    finish_event();
}

void Session::on_program_ended(int number, std::string_view how, TimePoint now, Actions& out) {
    if (!serving() || !parts_.programs.runs(number)) return;
    context_.begin_event(now, out);
    event("program " + std::to_string(number) + " ended " + std::string(how));
    parts_.programs.on_ended(number, how, context_);
    gui_side_->on_programs_changed();
    finish_event();
}

} // namespace polyglot::session
