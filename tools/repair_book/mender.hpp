// Repairs the entries of a book in PolyGlot's format for `polyglot repair-book`. See
// docs/repair-book.md.
#pragma once
#include "core/book/make/merge_position.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/position.hpp"
#include "tools/books/variant.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct Repairs {
    std::uint64_t disorder = 0; // keys smaller than the previous one
    std::uint64_t castling = 0; // rewritten as the king taking its rook
    std::uint64_t drops = 0;    // rewritten as the book's kind of keys has them
    std::uint64_t bit_15 = 0;   // cleared
    // Counts the entries that were joined with an earlier one of the same move.
    std::uint64_t joined = 0;
    std::uint64_t illegal = 0;    // deleted
    std::uint64_t impossible = 0; // deleted because no piece moves like this
    // Counts the entries of key 0 at the start that are not a header; they are removed.
    std::uint64_t broken_header = 0;
    std::uint64_t stray_header = 0;   // the same in other places
    std::uint64_t end_markers = 0;    // removed
    std::uint64_t trailing_bytes = 0; // removed
    std::uint64_t scaled = 0;         // positions whose joined weights exceeded 16 bits
    friend bool operator==(const Repairs&, const Repairs&) = default;
};
struct LeftAlone {
    std::uint64_t not_reached = 0; // positions
    std::uint64_t zero_weight = 0; // entries
    // Counts the moves of a book for another variant that chess does not allow, and castling in an
    // old notation.
    std::uint64_t illegal = 0;
    std::uint64_t castling = 0;
    std::uint64_t drops = 0; // of a piece that is in no pocket reached
};

class Mender {
  public:
    explicit Mender(const book::PolyglotBook& book) : book_(book) {}

    // Walks the book to determine which moves are legal and which castle. keep_on is called from
    // time to time; if it returns false, the walk ends and this object is unusable.
    void walk(std::span<const chess::Position> roots, const std::function<bool()>& keep_on);
    // Does the same for a book of a variant, whose rules then judge the moves. Drops are never
    // deleted, because the keys of most books lack the pockets.
    void walk(const book::VariantBook& book, std::span<const chess::VariantPosition> roots,
              const std::function<bool()>& keep_on);
    // Returns the variant after the walk. If it is another variant, no move is changed or deleted,
    // because a move that chess does not allow may be legal there.
    const std::optional<OtherVariant>& variant() const { return variant_; }
    // Repairs the entries of one position, given in file order. The result may be empty; it is
    // valid until the next call.
    const std::vector<book::RawEntry>& mend(const std::vector<book::RawEntry>& entries);

    const Repairs& repairs() const { return repairs_; }
    const LeftAlone& left_alone() const { return left_; }

  private:
    void look_at(const chess::Position& position);
    void look_at(const book::VariantBook& book, const chess::VariantPosition& position,
                 const std::vector<book::VariantEntry>& entries);
    std::optional<book::RawEntry> mend_move(book::RawEntry entry);

    const book::PolyglotBook& book_;
    VariantEvidence evidence_{book_};
    const chess::Variant* rules_ = nullptr; // null: chess
    std::optional<OtherVariant> variant_;
    struct Respelling {
        std::uint16_t from = 0;
        std::optional<std::uint16_t> to; // nullopt if the move is not legal; of a drop also `from`
    };
    std::unordered_map<std::uint64_t, std::vector<Respelling>> respellings_; // by key
    book::PositionMerger merger_{book::MergeRules{}};
    std::vector<book::RawEntry> mended_;
    Repairs repairs_;
    LeftAlone left_;
};

} // namespace polyglot::tools
