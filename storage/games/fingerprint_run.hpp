// A sorted file of 64-bit fingerprints, big-endian, and nothing else: where SeenGames keeps what does not fit into
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

    // All three go once through the file and show each fingerprint to the visitor. max_index: how many places in the
    // file may be remembered, at least 1; with 1 for every 512 fingerprints, looking one up reads 4 KiB.
    static Result<FingerprintRun> open(const FileAt& file, std::size_t max_index, const Visitor& visit);
    static Result<FingerprintRun> write(const FileAt& file, std::span<const std::uint64_t> ascending,
                                        std::size_t max_index, const Visitor& visit);
    static Result<FingerprintRun> merge(const FileAt& file, const std::vector<FingerprintRun>& runs,
                                        std::size_t max_index, const Visitor& visit);

    // One read. The error is the file's, which has been cut or cannot be read.
    Result<bool> contains(std::uint64_t fingerprint) const;
    std::uint64_t size() const { return size_; } // fingerprints
    const FileAt& file() const { return at_; }

  private:
    class Cursor;
    FingerprintRun(FileAt at, std::shared_ptr<const book::ByteReader> file);
    Error error(const std::string& reason) const { return make_error(to_text(at_.path()) + ": " + reason); }

    FileAt at_;
    std::shared_ptr<const book::ByteReader> file_;
    std::uint64_t size_ = 0;
    std::size_t step_ = 0;             // fingerprints from one place of the index to the next
    std::vector<std::uint64_t> index_; // the first of each step
};

} // namespace polyglot::io
