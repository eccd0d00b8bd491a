#include "storage/games/game_files_bytes.hpp"

#include "storage/games/game_files_content.hpp"

#include <algorithm>

namespace polyglot::io {
namespace {

class StreamBytes final : public RawBytes {
  public:
    explicit StreamBytes(std::istream& in) : in_(in) {}
    std::size_t read(char* into, std::size_t size) override {
        in_.read(into, static_cast<std::streamsize>(size));
        if (in_.bad()) problem_ = "cannot be read";
        return static_cast<std::size_t>(in_.gcount());
    }
    bool seek(std::uint64_t) override { return false; }
    std::uint64_t size() const override { return 0; }
    const std::string& problem() const override { return problem_; }

  private:
    std::istream& in_;
    std::string problem_;
};

} // namespace

std::unique_ptr<RawBytes> raw_bytes_of(std::istream& in) {
    return std::make_unique<StreamBytes>(in);
}

Bytes::Bytes(std::unique_ptr<RawBytes> raw)
    : raw_(std::move(raw)), beginning_(telling_bytes, '\0') {
    std::size_t filled = 0;
    while (filled < beginning_.size()) { // a pipe may return fewer bytes
        const std::size_t count =
            raw_->read(beginning_.data() + filled, beginning_.size() - filled);
        if (count == 0) break;
        filled += count;
    }
    beginning_.resize(filled);
}

std::size_t Bytes::read(char* into, std::size_t size) {
    std::size_t count = 0;
    if (in_beginning_ && position_ < beginning_.size()) {
        count = beginning_.copy(into, size, static_cast<std::size_t>(position_));
    } else {
        in_beginning_ = false;
        count = raw_->read(into, size);
        if (count == 0 && size > 0 && position_ < raw_->size())
            problem_ = "has been cut while it was read, from " + std::to_string(raw_->size()) +
                       " bytes to " + std::to_string(position_);
    }
    position_ += count;
    return count;
}

bool Bytes::seek(std::uint64_t offset) {
    if (offset == position_) return true;
    if (!raw_->seek(offset)) return false;
    in_beginning_ = false;
    position_ = offset;
    return true;
}

} // namespace polyglot::io
