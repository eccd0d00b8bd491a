// The part of MappedFile that every system shares.
#include "adapter/io/mapped_file.hpp"

#include <utility>

namespace polyglot::io {

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      file_(std::exchange(other.file_, -1)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    if (this != &other) {
        close();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        file_ = std::exchange(other.file_, -1);
    }
    return *this;
}

MappedFile::~MappedFile() {
    close();
}

} // namespace polyglot::io
