#include "core/pgn/byte_window.hpp"

#include <algorithm>

namespace polyglot::pgn {

void ByteWindow::fill() {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    moved_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    const std::size_t room = buffer_.size() - end_;
    in_.read(buffer_.data() + end_, static_cast<std::streamsize>(room));
    const auto got = static_cast<std::size_t>(in_.gcount());
    end_ += got;
    at_end_ = got < room;
}

} // namespace polyglot::pgn
