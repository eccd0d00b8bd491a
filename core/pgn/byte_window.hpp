// A stream of bytes seen through a window of fixed size, so that what reads it needs no more memory for a line of a
// gigabyte than for a short one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

class ByteWindow {
  public:
    // Size in bytes, at least 1. The stream must outlive the window. Memory is four times that.
    ByteWindow(std::istream& in, std::size_t size) : in_(in), size_(size), buffer_(4 * size) {}

    std::size_t size() const { return size_; }
    // The next size() bytes, or all there are before the stream's end. Never more, so that what is decided by looking
    // ahead does not depend on how much happens to be in memory. Valid until the next call.
    std::string_view ahead() {
        if (end_ - begin_ < size_ && !at_end_) fill();
        return {buffer_.data() + begin_, end_ - begin_ < size_ ? end_ - begin_ : size_};
    }
    void skip(std::size_t bytes) { begin_ += bytes; }        // no more than are ahead
    std::uint64_t offset() const { return moved_ + begin_; } // of the stream, from 0: where ahead() begins

  private:
    void fill();

    std::istream& in_;
    std::size_t size_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0, end_ = 0; // of what is in buffer_ and not read yet
    std::uint64_t moved_ = 0;         // offset of buffer_[0] in the stream
    bool at_end_ = false;
};

} // namespace polyglot::pgn
