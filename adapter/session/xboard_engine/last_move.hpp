// Keeps the engine's last move, to recognise a line that repeats it.
//
// GNU Chess and others announce a move twice, `3. ... b1c3` and `My move is : b1c3`. The second
// line belongs to the search that the first line has answered, even if it comes after the next
// `go`, when the move may be legal again. Once the engine has answered a ping that was sent after
// the first line, or a wait for it is over, the second cannot come any more.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

class LastMove {
  public:
    // last_ping is the number of the last ping that was sent before this move was read.
    void set(std::string_view text, protocol::MoveForm form, int last_ping) {
        text_ = text;
        form_ = form;
        repeated_before_pong_ = last_ping + 1;
    }
    void on_pong(int number) {
        if (repeated_before_pong_ && *repeated_before_pong_ <= number) forget();
    }
    void forget() { repeated_before_pong_.reset(); }

    // Returns true, once, if the line is the second announcement, in the other form.
    bool take_repetition(std::string_view text, protocol::MoveForm form) {
        return form != form_ && take_copy(text);
    }
    // The same in any form.
    bool take_copy(std::string_view text) {
        if (!repeated_before_pong_ || text != text_) return false;
        forget();
        return true;
    }

  private:
    std::string text_; // in the engine's spelling
    protocol::MoveForm form_ = protocol::MoveForm::Plain;
    std::optional<int> repeated_before_pong_;
};

} // namespace polyglot::session
