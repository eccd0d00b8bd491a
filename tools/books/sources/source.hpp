// The book that `polyglot convert-book` reads, of whatever format.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "tools/books/sources/convert_options.hpp"
#include "tools/books/sources/grown_file.hpp"
#include "tools/books/sources/stats.hpp"
#include "tools/books/sources/table.hpp"

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

// Another reader's bytes. Remembers that some of those that the file had when it was opened could
// not be read.
class WatchedReader final : public book::ByteReader {
  public:
    explicit WatchedReader(std::shared_ptr<const book::ByteReader> bytes)
        : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_->size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;
    bool failed() const { return failed_; }

  private:
    std::shared_ptr<const book::ByteReader> bytes_;
    mutable std::atomic<bool> failed_ = false;
};

struct ConvertSource {
    std::shared_ptr<const WatchedReader> bytes;
    std::string format;                       // "PolyGlot" …, "statistics"
    std::shared_ptr<const book::Book> opened; // unchanged from the file
    std::shared_ptr<const book::Book> quick;  // the same, fit for walking
    // The same with a weight for every move: of values, made from them
    std::shared_ptr<const book::Book> weighted;
    std::vector<chess::Position> roots;
    std::vector<chess::Position> more_roots; // of -positions, known
    // In XBoard's names: which variants' games it has, by its header, else by where they begin; for
    // a new header. How a position or a move is spelt does not follow from it: one game of Chess960
    // among thousands is enough.
    std::vector<std::string> variants{"normal"};
    std::string comment, author; // of its header
    std::vector<std::string> warnings;

    // What opened is, if it is what only commands read; else null.
    const GrownFile* grown = nullptr;
    const StatsBook* stats = nullptr;
    const TableBook* table = nullptr;

    bool has_values() const {
        return grown == nullptr && opened->format().values != book::BookValues::None;
    }
};

// The variants of a book by the places where its games begin. Roots that the book does not know say
// nothing.
std::vector<std::string> variants_by_roots(const book::Book& book,
                                           std::span<const chess::Position> roots);

// The error names the file, and the option that has no meaning for it.
Result<ConvertSource> open_source(const ConvertOptions& options);

} // namespace polyglot::tools
