// What goes to a person's terminal: text of others in it cannot move the cursor or set colours and titles.
#pragma once
#include <ostream>
#include <streambuf>

namespace polyglot::tools {

// While it lives, the stream's control characters arrive as `?`, but for line ends, tabs, and what progress is shown
// with: \r and ESC [ K. For streams that end at a terminal; a file or a pipe gets every byte.
class TerminalBuffer : public std::streambuf {
  public:
    explicit TerminalBuffer(std::ostream& stream) : stream_(stream), to_(stream.rdbuf(this)) {}
    ~TerminalBuffer() override { stream_.rdbuf(to_); }
    TerminalBuffer(const TerminalBuffer&) = delete;
    TerminalBuffer& operator=(const TerminalBuffer&) = delete;

  protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return to_->pubsync(); }

  private:
    std::ostream& stream_;
    std::streambuf* to_;
    bool after_c2_ = false; // the last byte began a character of two, perhaps a control character
};

} // namespace polyglot::tools
