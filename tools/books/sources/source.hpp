// Opens the book that `polyglot convert-book` reads, in any format.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/book/make/stats_search.hpp"
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

// Passes on the bytes of another reader and remembers whether a read failed within the size that
// the file had when it was opened.
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
    std::string format;                       // "PolyGlot", "statistics of make-book" …
    std::shared_ptr<const book::Book> opened; // unchanged from the file
    std::shared_ptr<const book::Book> quick;  // the same, fit for walking
    // This is the same book with a weight for every move; for a book of values the weights are made
    // from them.
    std::shared_ptr<const book::Book> weighted;
    std::vector<chess::Position> roots;
    std::vector<chess::Position> more_roots; // the positions of -positions that the book contains
    // These are the variants of the book's games, in XBoard's names, for a new header: taken from
    // the header or else from the positions where the games begin. They do not determine how a
    // position or a move is spelled, because one game of Chess960 among thousands adds its variant.
    std::vector<std::string> variants{"normal"};
    std::string comment, author; // of its header
    std::vector<std::string> warnings;

    // Point to `opened` if it is of a type that only commands read; otherwise they are null.
    const GrownFile* grown = nullptr;
    const StatsBook* stats = nullptr; // of chess
    const TableBook* table = nullptr;
    // The games of statistics of a variant, of which `opened` has the moves; else null.
    std::shared_ptr<const book::StatsSearch> variant_games{};

    bool has_values() const {
        return grown == nullptr && opened->format().values != book::BookValues::None;
    }
};

// Determines the variants of a book from the positions where its games begin. Roots that the book
// does not contain are ignored.
std::vector<std::string> variants_by_roots(const book::Book& book,
                                           std::span<const chess::Position> roots);

// The error names the file, and the option that does not apply to it.
Result<ConvertSource> open_source(const ConvertOptions& options);

} // namespace polyglot::tools
