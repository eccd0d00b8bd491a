// A book in PolyGlot's format with changes that are not written yet.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "tools/books/edit/edited_book.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::tools {

// A position of chess or of a variant.
struct EditedPlace {
    std::uint64_t key = 0;
    std::string fen;
    std::function<std::string(std::uint16_t raw)> name; // SAN, or the squares of an illegal move
};
struct PositionChange {
    EditedPlace place;
    std::vector<book::RawEntry> before, after;
};

class EditedPolyglot final : public EditedBook {
  public:
    // Opens the book. Returns an error if it is not sorted.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on, const chess::Variant* variant);
    // The book must be sorted, and it must have been opened from these bytes.
    EditedPolyglot(std::shared_ptr<const book::PolyglotBook> book,
                   std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : book_(std::move(book)), bytes_(std::move(bytes)), keep_on_(std::move(keep_on)) {}

    // Both return the entries with the changes made so far.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<book::RawEntry> entries(const chess::Position& position) const {
        return entries(position.key());
    }
    std::vector<book::RawEntry> entries(std::uint64_t key) const;
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
    static EditedPlace place_of(const chess::Position& position);
    EditedPlace place_of(const chess::VariantPosition& position) const;
    Result<EditedPlace> place_of(std::string_view fen) const;
    void set(const chess::Position& position, std::vector<book::RawEntry> entries) {
        set(place_of(position), std::move(entries));
    }
    void set(const EditedPlace& place, std::vector<book::RawEntry> entries);
    void set(const chess::VariantPosition& position, std::vector<book::RawEntry> entries) {
        set(place_of(position), std::move(entries));
    }
    Result<void> apply_to_variant(const Edit& edit);
    Result<void> set_variant_shares(const Edit& edit);
    Result<void> delete_variant_subtree(const Edit& edit);
    Result<void> copy_variant(const Edit& edit);
    // Returns the legal moves that the book has there, with the changes made so far.
    std::vector<chess::VariantMove> moves_of(const chess::VariantPosition& position) const;
    Result<void> change_move(const Edit& edit);
    Result<void> set_shares(const Edit& edit);
    Result<void> delete_subtree(const Edit& edit);
    Result<void> copy_from(const Edit& edit);

    std::shared_ptr<const book::PolyglotBook> book_;
    std::shared_ptr<const book::ByteReader> bytes_;
    KeepOn keep_on_;
    std::optional<book::VariantBook> variant_;        // nullopt: of chess
    std::map<std::uint64_t, PositionChange> changes_; // by key
};

} // namespace polyglot::tools
