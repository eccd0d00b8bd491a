// A book in PolyGlot's format with changes that are not written yet.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "tools/books/edit/edited_book.hpp"

#include <map>
#include <utility>

namespace polyglot::tools {

struct PositionChange {
    chess::Position position;
    std::vector<book::RawEntry> before, after;
};

class EditedPolyglot final : public EditedBook {
  public:
    // Opens the book. Returns an error if it is not sorted.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on);
    // The book must be sorted, and it must have been opened from these bytes.
    EditedPolyglot(std::shared_ptr<const book::PolyglotBook> book,
                   std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : book_(std::move(book)), bytes_(std::move(bytes)), keep_on_(std::move(keep_on)) {}

    // Both return the entries with the changes made so far.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<book::RawEntry> entries(const chess::Position& position) const;
    std::vector<std::string> warnings() const override { return book_->warnings(); }

    Result<void> apply(const Edit& edit) override;
    std::vector<ShownChange> changes() const override;
    // Returns the changed positions in ascending order of their keys.
    std::vector<const PositionChange*> changed_positions() const;
    boost::json::object record() const override;
    // Does not compare learn fields and keeps them: adapters continue to learn meanwhile, and their
    // results must survive.
    Result<bool> take_back(const boost::json::object& record) override;
    // Keeps the header, the end markers and the bytes after the last entry.
    std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const override;

  private:
    void set(const chess::Position& position, std::vector<book::RawEntry> entries);
    Result<void> change_move(const Edit& edit);
    Result<void> set_shares(const Edit& edit);
    Result<void> delete_subtree(const Edit& edit);
    Result<void> copy_from(const Edit& edit);

    std::shared_ptr<const book::PolyglotBook> book_;
    std::shared_ptr<const book::ByteReader> bytes_;
    KeepOn keep_on_;
    std::map<std::uint64_t, PositionChange> changes_; // by key
};

} // namespace polyglot::tools
