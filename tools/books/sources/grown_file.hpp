// Reads a store of polyglot grow-book (docs/formats/grow-db.md) as a book with values, also while
// engines add searches to it.
#pragma once
#include "core/book/book.hpp"
#include "core/book/grow/grown_book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

// All positions are kept in memory, at about 100 bytes each. Only open(), refresh() and search_of()
// open the file, and they close it immediately: programs that write to it never wait, and no other
// reader in this process can release the locks of an open handle by closing the file.
class GrownFile final : public book::Book {
  public:
    // The error names the file. No other handle of this process may have the file open.
    static Result<std::shared_ptr<const GrownFile>> open(const std::string& file);

    // Returns the same store with other rules.
    std::shared_ptr<const GrownFile> with(const book::GrownRules& rules,
                                          book::GrownBook::Values values) const;
    // Returns the same store with all moves and the value of each, for display.
    std::shared_ptr<const GrownFile> with_all_moves() const;
    const book::GrownRules& rules() const { return rules_; }

    std::vector<book::Entry> find(const chess::Position& position) const override;
    const book::FormatInfo& format() const override { return book::grown_format; }
    std::vector<book::Entry> find_all(const chess::Position& position) const override;
    bool might_contain(const chess::Position& position) const override;
    std::uint64_t count_positions() const override;

    // Reads what has been stored since the last call, and what is being searched now. After an
    // error the content is valid, but may lack a part of the changes, which the next call reads.
    Result<void> refresh() const;
    std::uint64_t revision() const; // grows with each refresh() that finds something new
    Result<std::vector<chess::Position>> roots() const override;
    // Returns the search of a position, or nullopt if there is none or the file cannot be read now.
    std::optional<io::GrowRow> search_of(const chess::Position& position) const;
    bool is_searched_now(const chess::Position& position) const;
    std::size_t searches_now() const;
    struct RootedLine {
        chess::Position root;
        std::vector<chess::Move> line;
    };
    // Returns the shortest lines to positions that are being searched, at most 256. Positions that
    // no move of the book leads to are left out.
    std::vector<RootedLine> searched_now() const;

  private:
    struct Store;
    GrownFile(std::shared_ptr<Store> store, const book::GrownRules& rules,
              book::GrownBook::Values values)
        : store_(std::move(store)), rules_(rules), values_(values) {}

    std::shared_ptr<Store> store_;
    book::GrownRules rules_;
    book::GrownBook::Values values_;
};

// Describes the origin of a value: "Stockfish 15.1, depth 22, 200,000 nodes, 2026-11-25". Returns
// an empty text if no engine has searched the position.
std::string describe_search(const io::GrowRow& row);

} // namespace polyglot::tools
