// The processes of the books that are programs (docs/program-books.md): they run as engines do,
// with three pipes, and die with the adapter. Test: tests/e2e/test_program_books.py.
#pragma once
#include "adapter/engine/engine_host.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

class ProgramHosts {
  public:
    static constexpr int most_said = 100;

    // Called from the io_context. A handler may call start(), send() and stop().
    struct Events {
        std::function<void(int number, std::string_view line)> on_line;
        // Of the lines after a question only the first `most_said` follow, and one that says so.
        std::function<void(int number, std::string_view line)> on_stderr_line;
        std::function<void(int number, std::string_view how)> on_ended; // or a stream is closed
        std::function<void()> on_batch; // follows the lines of one read, and on_ended
    };

    // directory is that of the programs, and must be absolute.
    ProgramHosts(boost::asio::io_context& context, std::filesystem::path directory, Events events)
        : context_(context), directory_(std::move(directory)), events_(std::move(events)) {}

    // command is the value of BookFile. A failure is reported by on_ended, not at once.
    void start(int number, const std::string& command);
    void send(int number, std::string_view line); // without its '\n'
    // Closes the program's input, and kills it if it does not end.
    void stop(int number);

  private:
    EngineHost& host(int number);
    EngineHost::Events events_of(int number);
    void on_said(int number, std::string_view line);
    void report_later(int number, std::string how);

    boost::asio::io_context& context_;
    std::filesystem::path directory_;
    Events events_;
    std::map<int, std::unique_ptr<EngineHost>> hosts_;
    std::map<int, int> said_; // lines on standard error since the last question
    std::shared_ptr<bool> lives_ = std::make_shared<bool>(true); // for report_later()
};

} // namespace polyglot::io
