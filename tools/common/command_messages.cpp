#include "tools/common/command_messages.hpp"

#include "tools/common/terminal.hpp"

#include <iostream>
#include <utility>

namespace polyglot::tools {

CommandMessages::CommandMessages(std::ostream& err, std::string command)
    : err_(err), command_(std::move(command)) {
    if (&err == &std::cerr && io::stderr_is_terminal()) line_.emplace(err);
}

void CommandMessages::show(std::string line) {
    const auto now = std::chrono::steady_clock::now();
    if (!line_ || now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    line_->show(std::move(line));
}

void CommandMessages::warn(const std::string& message) {
    clear();
    err_ << command_ << ": " << message << '\n';
}

void CommandMessages::clear() {
    if (line_) line_->clear();
}

} // namespace polyglot::tools
