// A book in PolyGlot's format with changes that are not written yet.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "tools/books/edit/edited_entries.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools {

class EditedPolyglot final : public EditedEntries<book::RawEntry> {
  public:
    // Opens the book. Returns an error if it is not sorted.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on, const chess::Variant* variant);
    // The book must be sorted, and it must have been opened from these bytes.
    EditedPolyglot(std::shared_ptr<const book::PolyglotBook> book,
                   std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : EditedEntries(std::move(bytes), std::move(keep_on)), book_(std::move(book)) {}

    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<std::string> warnings() const override { return book_->warnings(); }

    Result<void> apply(const Edit& edit) override;
    boost::json::object record() const override; // with the variant
    // Keeps the header, the end markers and the bytes after the last entry.
    std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const override;

  private:
    static EditedPlace place_of(const chess::Position& position);
    EditedPlace place_of(const chess::VariantPosition& position) const;
    Result<EditedPlace> place_of(std::string_view fen) const override;
    std::vector<book::RawEntry> read(std::uint64_t key) const override {
        return book_->find_raw(key);
    }
    ShownChange shown(const Change& change) const override;
    boost::json::array to_json(const book::RawEntry& entry) const override;
    book::RawEntry entry_of(const boost::json::array& numbers, std::uint64_t key) const override;
    // Does not compare learn fields and keeps them: adapters continue to learn meanwhile, and their
    // results must survive.
    bool same(const std::vector<book::RawEntry>& a,
              const std::vector<book::RawEntry>& b) const override;
    void keep(Change& change, const std::vector<book::RawEntry>& now) const override;
    using EditedEntries::entries, EditedEntries::set;
    std::vector<book::RawEntry> entries(const chess::Position& position) const {
        return entries(position.key());
    }
    void set(const chess::Position& position, std::vector<book::RawEntry> entries) {
        set(place_of(position), std::move(entries));
    }
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
    std::optional<book::VariantBook> variant_; // nullopt: of chess
};

} // namespace polyglot::tools
