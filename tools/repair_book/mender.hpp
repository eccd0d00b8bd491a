// What `polyglot repair-book` does to the entries of a book in PolyGlot's format:
// docs/repair-book.md.
#pragma once
#include "core/book/make/merge_position.hpp"
#include "core/book/polyglot/book.hpp"
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
    std::uint64_t disorder = 0; // keys smaller than the one before
    std::uint64_t castling = 0; // spelled as the king taking its rook
    std::uint64_t bit_15 = 0;   // cleared
    // Entries that became one with an earlier one of the same move
    std::uint64_t joined = 0;
    std::uint64_t illegal = 0;    // deleted
    std::uint64_t impossible = 0; // deleted: moves of no piece
    // Entries of key 0 at the start that are not a header, removed
    std::uint64_t broken_header = 0;
    std::uint64_t stray_header = 0;   // the same elsewhere
    std::uint64_t end_markers = 0;    // removed
    std::uint64_t trailing_bytes = 0; // removed
    std::uint64_t scaled = 0;         // positions: joined weights above 16 bits
    friend bool operator==(const Repairs&, const Repairs&) = default;
};
struct LeftAlone {
    std::uint64_t not_reached = 0; // positions
    std::uint64_t zero_weight = 0; // entries
    // Moves of a book for another variant: what chess does not allow, and castling in an old
    // spelling.
    std::uint64_t illegal = 0;
    std::uint64_t castling = 0;
};

class Mender {
  public:
    explicit Mender(const book::PolyglotBook& book) : book_(book) {}

    // Walks the book, which decides what is legal and what castles. keep_on: asked now and then;
    // false ends it, and the mender is of no use then.
    void walk(std::span<const chess::Position> roots, const std::function<bool()>& keep_on);
    // After the walk. Of another variant: no move is changed or deleted, since what seems illegal
    // is not known to be.
    const std::optional<OtherVariant>& variant() const { return variant_; }
    // The entries of one position in file order. The result may have none. Valid until the next
    // call.
    const std::vector<book::RawEntry>& mend(const std::vector<book::RawEntry>& entries);

    const Repairs& repairs() const { return repairs_; }
    const LeftAlone& left_alone() const { return left_; }

  private:
    void look_at(const chess::Position& position);
    std::optional<book::RawEntry> mend_move(book::RawEntry entry);

    const book::PolyglotBook& book_;
    VariantEvidence evidence_{book_};
    std::optional<OtherVariant> variant_;
    struct Respelling {
        std::uint16_t from = 0;
        std::optional<std::uint16_t> to; // nullopt: not legal
    };
    std::unordered_map<std::uint64_t, std::vector<Respelling>> respellings_; // by key
    book::PositionMerger merger_{book::MergeRules{}};
    std::vector<book::RawEntry> mended_;
    Repairs repairs_;
    LeftAlone left_;
};

} // namespace polyglot::tools
