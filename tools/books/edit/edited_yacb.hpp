// A YACB book with changes that are not written yet.
#pragma once
#include "core/book/yacb/yacb.hpp"
#include "tools/books/edit/edited_book.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <utility>

namespace polyglot::tools {

// A position has one value and at most one move, without a weight. An edit of the move keeps the
// value.
class EditedYacb final : public EditedBook {
  public:
    // Opens the book. Returns an error if it is not sorted.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<std::string> warnings() const override { return book_.warnings(); }
    const book::FormatInfo& format() const override { return book::yacb_format; }
    std::uint64_t key_of(const chess::Position& position) const override {
        return book_.key_of(position);
    }
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override;

    Result<void> apply(const Edit& edit) override;
    std::vector<ShownChange> changes() const override;
    // The record contains the entries as they are in the file, so that -undo restores every byte.
    boost::json::object record() const override;
    Result<bool> take_back(const boost::json::object& record) override;
    // Keeps the header, entries with reserved values and the bytes after the last entry.
    std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const override;

  private:
    using Raw = std::array<std::byte, book::yacb_entry_size>;
    struct Change {
        chess::Position position;
        std::vector<Raw> before, after; // of one key; the first counts
    };

    EditedYacb(book::YacbBook book, std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : book_(std::move(book)),
          bytes_(std::move(bytes)),
          table_(bytes_, book_.header().size()),
          keep_on_(std::move(keep_on)) {}
    bool sorted() const;
    std::vector<Raw> raw_entries(std::uint64_t key) const; // of the file
    std::optional<book::YacbEntry> entry(const chess::Position& position) const;
    chess::Move best_move(const chess::Position& position) const; // null if there is none
    std::vector<chess::Move> known_moves(chess::Position position) const;
    void set(const chess::Position& position, std::vector<Raw> entries);
    void set(const chess::Position& position, const book::YacbEntry& entry);
    std::vector<const Change*> changed() const;
    Result<void> check(const Edit& edit) const;
    void add(const chess::Position& position, chess::Move move);
    Result<void> delete_move(const Edit& edit);
    Result<void> delete_subtree(const Edit& edit);
    Result<void> copy_from(const Edit& edit);
    void replace(const chess::Position& position, const std::vector<book::Entry>& entries);

    book::YacbBook book_;
    std::shared_ptr<const book::ByteReader> bytes_;
    book::EntryTable table_;
    KeepOn keep_on_;
    std::map<std::uint64_t, Change> changes_; // by key
};

} // namespace polyglot::tools
