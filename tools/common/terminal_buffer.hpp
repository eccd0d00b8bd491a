// Filters output to a terminal, so that text from files or engines cannot move the cursor or set
// colours and titles. Test: terminal_buffer_test.cpp.
#pragma once
#include <ostream>
#include <streambuf>

namespace polyglot::tools {

// During its lifetime, control characters written to the stream are replaced by `?`, except line
// ends, tabs, and the sequences of the progress display (\r and ESC [ K). Use it only for a stream
// that is a terminal: a file or a pipe must get every byte.
class TerminalBuffer : public std::streambuf {
  public:
    explicit TerminalBuffer(std::ostream& stream) : stream_(stream), to_(stream.rdbuf(this)) {}
    ~TerminalBuffer() override { stream_.rdbuf(to_); }
    TerminalBuffer(const TerminalBuffer&) = delete;
    TerminalBuffer& operator=(const TerminalBuffer&) = delete;

    // Lets colours (ESC [ digits and ; m) pass from now on. Only for commands that show text of
    // other origin through text::shown_line().
    void let_colours_pass() { colours_pass_ = true; }

  protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return to_->pubsync(); }

  private:
    std::ostream& stream_;
    std::streambuf* to_;
    bool colours_pass_ = false;
    // True if the last byte was 0xC2, which together with the next one may encode U+0080 to U+009F.
    bool after_c2_ = false;
};

} // namespace polyglot::tools
