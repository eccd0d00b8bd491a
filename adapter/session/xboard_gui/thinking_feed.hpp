// Sends the lines of ThinkingOutput to the GUI.
#pragma once
#include "adapter/session/shared/context.hpp"
#include "adapter/session/xboard_gui/thinking_output.hpp"

#include <string>
#include <utility>

namespace polyglot::session {

class ThinkingFeed {
  public:
    explicit ThinkingFeed(SessionContext& context) : context_(context) {}

    const ThinkingOutput& output() const { return output_; }
    void set_post(bool post) { output_.set_post(post); }
    void set_gui_has_stalled(bool stalled) { output_.set_gui_has_stalled(stalled); }
    void begin(ThinkingSearch search) { output_.begin(std::move(search), context_.now()); }
    void ponderhit() {
        output_.ponderhit(context_.settings(), context_.now(), lines_);
        flush();
    }
    InfoString on_info(const protocol::UciInfo& info) {
        const InfoString asked = output_.on_info(info, context_.settings(), context_.now(), lines_);
        flush();
        return asked;
    }
    void before_move() {
        output_.before_move(context_.settings(), context_.now(), lines_);
        flush();
    }
    void catch_up() {
        output_.catch_up(lines_);
        flush();
    }
    void say_due() {
        output_.say_due(context_.settings(), context_.now(), lines_);
        flush();
    }

  private:
    void flush() {
        if (!lines_.empty()) context_.lines_to_gui(lines_);
        lines_.clear(); // keeps its memory, because an engine writes thousands of lines a second
    }

    SessionContext& context_;
    ThinkingOutput output_;
    std::string lines_;
};

} // namespace polyglot::session
