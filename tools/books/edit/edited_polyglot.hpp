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
    // An error if the book is not sorted.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on);
    // The book must be sorted; bytes are those it was opened from.
    EditedPolyglot(std::shared_ptr<const book::PolyglotBook> book,
                   std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : book_(std::move(book)), bytes_(std::move(bytes)), keep_on_(std::move(keep_on)) {}

    // As edited so far.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<book::RawEntry> entries(const chess::Position& position) const;
    std::vector<std::string> warnings() const override { return book_->warnings(); }

    Result<void> apply(const Edit& edit) override;
    std::vector<ShownChange> changes() const override;
    // By rising key.
    std::vector<const PositionChange*> changed_positions() const;
    boost::json::object record() const override;
    // Learn fields aside: adapters go on learning, and what they have learnt stays.
    Result<bool> take_back(const boost::json::object& record) override;
    // Header, end markers and what comes after the last entry stay.
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
