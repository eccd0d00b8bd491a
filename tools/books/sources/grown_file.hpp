// A store of polyglot grow-book (docs/formats/grow-db.md) as a book with values, also while engines
// search for it.
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

// All positions are kept in memory, some 100 bytes each. The file is opened for reading each time
// that it is asked, and closed at once: who writes to it never waits, and no other reader of this
// process can take its locks away by closing the file.
class GrownFile final : public book::Book {
  public:
    // The error names the file. No other handle of this process may have the file open.
    static Result<std::shared_ptr<const GrownFile>> open(const std::string& file);

    // The same store by other rules.
    std::shared_ptr<const GrownFile> with(const book::GrownRules& rules,
                                          book::GrownBook::Values values) const;
    // With all moves and the value of each, for showing.
    std::shared_ptr<const GrownFile> with_all_moves() const;
    const book::GrownRules& rules() const { return rules_; }

    std::vector<book::Entry> find(const chess::Position& position) const override;
    const book::FormatInfo& format() const override { return book::grown_format; }
    std::vector<book::Entry> find_all(const chess::Position& position) const override;
    bool might_contain(const chess::Position& position) const override;
    std::uint64_t count_positions() const override;

    // What has been stored since, and what is being searched now. After an error all is as it was.
    Result<void> refresh() const;
    std::uint64_t revision() const; // grows with each refresh() that has found something new
    Result<std::vector<chess::Position>> roots() const override;
    // The search of a position. Nullopt: there is none, or the file cannot be read now.
    std::optional<io::GrowRow> search_of(const chess::Position& position) const;
    bool is_searched_now(const chess::Position& position) const;
    std::size_t searches_now() const;
    struct Way {
        chess::Position root;
        std::vector<chess::Move> line;
    };
    // The shortest ways to positions that are being searched; to one that a move of the book does
    // not lead to, none.
    std::vector<Way> searched_now() const;

  private:
    struct Store;
    GrownFile(std::shared_ptr<Store> store, const book::GrownRules& rules,
              book::GrownBook::Values values)
        : store_(std::move(store)), rules_(rules), values_(values) {}

    std::shared_ptr<Store> store_;
    book::GrownRules rules_;
    book::GrownBook::Values values_;
};

// "Stockfish 15.1, depth 22, 200,000 nodes, 2026-11-25": what a value has come from. Empty for what
// no engine has searched.
std::string describe_search(const io::GrowRow& row);

} // namespace polyglot::tools
