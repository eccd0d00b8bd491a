// A sorted file of 64-bit big-endian fingerprints, in which SeenGames keeps what does not fit into
// memory.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/folder.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace polyglot::io {

class FingerprintRun {
  public:
    using Visitor = std::function<void(std::uint64_t)>;

    // All three go once through the file and pass each fingerprint to the visitor. max_index limits
    // the number of index entries, which is at least 1; with one for every 512 fingerprints a
    // search reads 4 KiB.
    static Result<FingerprintRun> open(const FileAt& file, std::size_t max_index,
                                       const Visitor& visit);
    static Result<FingerprintRun> write(const FileAt& file,
                                        std::span<const std::uint64_t> ascending,
                                        std::size_t max_index, const Visitor& visit);
    static Result<FingerprintRun> merge(const FileAt& file, const std::vector<FingerprintRun>& runs,
                                        std::size_t max_index, const Visitor& visit);

    // Takes one read. It is an error if the file has become shorter or cannot be read.
    Result<bool> contains(std::uint64_t fingerprint) const;
    std::uint64_t size() const { return size_; } // fingerprints
    const FileAt& file() const { return at_; }

  private:
    class Cursor;
    FingerprintRun(FileAt at, std::shared_ptr<const book::ByteReader> file);
    Error error(const std::string& reason) const {
        return make_error(to_text(at_.path()) + ": " + reason);
    }

    FileAt at_;
    std::shared_ptr<const book::ByteReader> file_;
    std::uint64_t size_ = 0;
    std::size_t step_ = 0;             // fingerprints from one entry of the index to the next
    std::vector<std::uint64_t> index_; // the first of each step
};

} // namespace polyglot::io
