// The bytes of a file or a pipe in order, whose beginning can be examined first.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {

// The bytes as the system returns them, without a buffer.
class RawBytes {
  public:
    virtual ~RawBytes() = default;
    // Reads at most size bytes; returns 0 at the end, and on an error, which problem() then
    // describes.
    virtual std::size_t read(char* into, std::size_t size) = 0;
    // Sets the offset of the next read(). Returns false if the source can only be read in order.
    virtual bool seek(std::uint64_t offset) = 0;
    virtual std::uint64_t size() const = 0;         // at opening; 0 if unknown
    virtual const std::string& problem() const = 0; // the system's reason
};

// Opens a file for reading from beginning to end. A pipe is an error if no process opens it for
// writing within some seconds, to avoid an endless wait. The error names the file and the reason;
// folders and devices other than /dev/null are refused.
Result<std::unique_ptr<RawBytes>> open_raw_bytes(const std::filesystem::path& file);
// Reads the rest of a stream, which must outlive the result.
std::unique_ptr<RawBytes> raw_bytes_of(std::istream& in);

class Bytes {
  public:
    explicit Bytes(std::unique_ptr<RawBytes> raw);
    // The first bytes, at most telling_bytes.
    std::string_view beginning() const { return beginning_; }
    // Works as in RawBytes. It is an error if the file ends before the size that it had, because it
    // has been cut meanwhile.
    std::size_t read(char* into, std::size_t size);
    bool seek(std::uint64_t offset);
    std::uint64_t position() const { return position_; }
    std::uint64_t size() const { return raw_->size(); }
    const std::string& problem() const { return problem_.empty() ? raw_->problem() : problem_; }

  private:
    std::unique_ptr<RawBytes> raw_;
    std::string problem_;
    std::string beginning_;
    std::uint64_t position_ = 0;
    // The raw bytes are ahead of position_, which is in beginning_ or at its end.
    bool in_beginning_ = true;
};

} // namespace polyglot::io
