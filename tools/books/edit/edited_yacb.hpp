// A YACB book with changes that are not written yet.
#pragma once
#include "core/book/yacb/yacb.hpp"
#include "tools/books/edit/edited_entries.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools {

// A position has one value and at most one move, without a weight. An edit of the move keeps the
// value.
class EditedYacb final : public EditedEntries<YacbBytes> {
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
    // Keeps the header, entries with reserved values and the bytes after the last entry.
    std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const override;

  private:
    EditedYacb(book::YacbBook book, std::shared_ptr<const book::ByteReader> file, KeepOn keep_on)
        : EditedEntries(std::move(file), std::move(keep_on)),
          book_(std::move(book)),
          table_(bytes(), book_.header().size()) {}
    bool sorted() const;
    std::vector<YacbBytes> read(std::uint64_t key) const override;
    Result<EditedPlace> place_of(std::string_view fen) const override;
    EditedPlace place_of(const chess::Position& position) const;
    ShownChange shown(const Change& change) const override;
    boost::json::array to_json(const YacbBytes& entry) const override;
    YacbBytes entry_of(const boost::json::array& numbers, std::uint64_t key) const override;
    std::optional<book::YacbEntry> entry(const chess::Position& position) const;
    chess::Move best_move(const chess::Position& position) const; // null if there is none
    std::vector<chess::Move> known_moves(chess::Position position) const;
    using EditedEntries::set;
    void set(const chess::Position& position, const book::YacbEntry& entry);
    void delete_position(const chess::Position& position) { set(place_of(position), {}); }
    Result<void> check(const Edit& edit) const;
    void add(const chess::Position& position, chess::Move move);
    Result<void> delete_move(const Edit& edit);
    Result<void> delete_subtree(const Edit& edit);
    Result<void> copy_from(const Edit& edit);
    void replace(const chess::Position& position, const std::vector<book::Entry>& entries);

    book::YacbBook book_;
    book::EntryTable table_;
};

} // namespace polyglot::tools
