// A book in PolyGlot's format with changes that are not written yet.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/result.hpp"
#include "tools/edit_book/edits.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {

struct PositionChange {
    chess::Position position;
    std::vector<book::RawEntry> before, after;
};

class EditedBook final : public book::Book {
  public:
    // keep_on: asked every few thousand positions of a subtree; if it returns false, apply() returns an error.
    EditedBook(std::shared_ptr<const book::PolyglotBook> book, std::function<bool()> keep_on)
        : book_(std::move(book)), keep_on_(std::move(keep_on)) {}

    // As edited so far.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<book::RawEntry> entries(const chess::Position& position) const;

    // The error begins with the edit's place. A part of a subtree may have been changed then.
    Result<void> apply(const Edit& edit);
    void set(const chess::Position& position, std::vector<book::RawEntry> entries);
    // Those that differ from the book, by rising key.
    std::vector<const PositionChange*> changes() const;

    // The bytes of the whole book: header, end markers and what comes after the last entry stay. The book must be
    // sorted. Returns the number of entries with moves; nullopt if the book cannot be read.
    std::optional<std::uint64_t> write(const book::ByteReader& bytes,
                                       const std::function<void(std::string_view)>& write) const;

  private:
    using Keys = std::unordered_set<std::uint64_t>;

    Result<void> change_move(const Edit& edit);
    Result<void> delete_subtree(const Edit& edit);
    Result<void> copy_from(const Edit& edit);
    bool visit_subtree(const book::Book& book, const chess::Position& root, Keys& seen,
                       const std::function<void(const chess::Position&)>& visit) const;

    std::shared_ptr<const book::PolyglotBook> book_;
    std::function<bool()> keep_on_;
    std::map<std::uint64_t, PositionChange> changes_; // by key
};

} // namespace polyglot::tools
