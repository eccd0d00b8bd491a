// The pages of a ChessBase book, and the two ways to find the page of a position: the table in its
// .cto file, and a list made by reading all pages.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/chessbase/page.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

// The file X.cto: a binary tree of slots whose branches are selected by the low bits of a hash.
class CtgTable {
  public:
    // Reads the table. The error describes what is wrong with the file.
    static Result<CtgTable> open(const ByteReader& bytes);
    // Returns the page that a hash leads to; nullopt if the path ends without one.
    std::optional<std::uint32_t> page_of(std::uint32_t hash) const;
    // Returns what does not fit a book of this many pages, as part of a sentence. Empty if each
    // page is listed exactly once.
    std::string check_pages(std::uint64_t pages) const;
    std::size_t size() const { return slots_.size(); }

  private:
    std::vector<std::int32_t> slots_;
};

class CtgStore {
  public:
    static bool is_ctg(std::span<const std::byte> head); // 4 bytes are enough

    static constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();
    // Opens a book. `table` is its .cto, or null. 64 pages, spread over the file, are read to check
    // whether the table fits. Without a fitting table, all pages are read and 16 bytes are kept for
    // each position; a file of more than most_scanned bytes is refused instead. Fails if the file
    // is not such a book or cannot be read.
    static Result<CtgStore> open(std::shared_ptr<const ByteReader> bytes, const ByteReader* table,
                                 std::uint64_t most_scanned = any_size);

    // Finds an entry by reading one page. `moves` receives its pairs of code and mark; null if they
    // are not needed. Nullopt if the book does not have the position.
    std::optional<CtgStatistics> find(std::span<const std::byte> signature,
                                      std::vector<std::byte>* moves) const;

    std::uint64_t pages() const { return pages_; }
    // False if the page can no longer be read.
    bool read_page(std::uint64_t number, std::span<std::byte, ctg_page_size> into) const;
    // Visits all entries of all pages; broken parts of pages are skipped. False if a page cannot be
    // read.
    bool
    for_each(const std::function<void(std::uint64_t page, const CtgEntry& entry)>& visit) const;

    bool has_table() const { return table_ != nullptr; }
    const CtgTable* table() const { return table_.get(); }
    std::uint32_t games() const { return games_; } // as the header states it
    // Number of positions as the header states it, which is not exact.
    std::uint32_t header_count() const { return entries_; }
    const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    struct Place {
        std::uint64_t key = 0;
        std::uint32_t page = 0;
    };
    std::optional<std::uint64_t> page_of(std::span<const std::byte> signature) const;
    std::string why_not(const CtgTable& table) const;
    Result<void> scan();

    std::shared_ptr<const ByteReader> bytes_;
    std::uint64_t pages_ = 0;
    std::uint32_t games_ = 0, entries_ = 0;
    std::shared_ptr<const CtgTable> table_;
    std::shared_ptr<const std::vector<Place>> places_; // sorted by key; null if there is a table
    std::vector<std::string> warnings_;
};

} // namespace polyglot::book
