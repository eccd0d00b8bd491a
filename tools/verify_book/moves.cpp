// Checks the moves of a book in the positions where they are played.
#include "core/book/polyglot/book.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/text.hpp"
#include "tools/books/variant.hpp"
#include "tools/common/processors.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;

class Check {
  public:
    Check(const book::Book& book, Severity illegal, Verification& result)
        : book_(book),
          polyglot_(book.polyglot()),
          illegal_(illegal),
          result_(result),
          findings_(result.findings) {}

    void look_at(const Position& position, const std::vector<Entry>& entries) {
        if (polyglot_) {
            const auto is_interesting = [](const Entry& entry) {
                return !entry.move || entry.move.kind() == Move::Kind::Castling;
            };
            if (std::ranges::any_of(entries, is_interesting)) look_at_polyglot(position);
        } else {
            for (const std::uint16_t move : book_.stockfish_moves(position))
                look_at_stockfish(position, move);
        }
    }
    void tell_rest() {
        if (king_takes_rook_ > 0 && old_spelling_ > 0)
            findings_.add(
                Severity::Remark, "castling_mixed", "castling in more than one spelling", [&] {
                    return std::to_string(king_takes_rook_) + " as the king taking its rook, " +
                           std::to_string(old_spelling_) + " in an old spelling";
                });
    }

  private:
    void look_at_polyglot(const Position& position) {
        const auto entries = polyglot_->find_numbered(position.key());
        if (!entries) return; // the scan of the bytes reports it
        for (const auto& [number, entry] : *entries) {
            const auto place = [&, number = number, raw = entry.move] {
                return format_place(number, 0) + ": " + format_raw_move(raw) + " in " +
                       chess::format_fen(position);
            };
            const Move move = book::decode_move(entry.move, position);
            if (!move) {
                findings_.add(Severity::Error, "illegal", "move that is not legal in its position",
                              place);
                // Impossible moves are counted already.
                if (book::is_possible_move(entry.move)) ++result_.deletable;
            } else if (move.kind() == Move::Kind::Castling) {
                const bool takes_rook = entry.move == book::encode_move(move);
                ++(takes_rook ? king_takes_rook_ : old_spelling_);
                if (!takes_rook)
                    findings_.add(Severity::Error, "castling",
                                  "castling in an old spelling, not as the king taking its rook: "
                                  "PolyGlot, for one, "
                                  "finds no move",
                                  place);
            }
        }
    }
    void look_at_stockfish(const Position& position, std::uint16_t move) {
        if (move == 0 || book::decode_stockfish_move(move, position)) return;
        constexpr unsigned squares = 0xfff;
        findings_.add(illegal_, "illegal", "move that is not legal in its position", [&] {
            return format_raw_move(static_cast<std::uint16_t>(move & squares)) + " in " +
                   chess::format_fen(position);
        });
    }

    const book::Book& book_;
    const book::PolyglotBook* polyglot_;
    Severity illegal_;
    Verification& result_;
    Findings& findings_;
    std::uint64_t king_takes_rook_ = 0;
    std::uint64_t old_spelling_ = 0;
};

std::string_view kind_of(VariantSign sign) {
    switch (sign) {
    case VariantSign::Header: return "variant";
    case VariantSign::Explosions: return "looks_like_atomic";
    case VariantSign::Drops: return "looks_like_crazyhouse";
    case VariantSign::StartPosition:
    case VariantSign::KingPromotions: return "looks_like_variant";
    case VariantSign::NotReached: break;
    }
    return "mostly_not_reached";
}

// In a book of another variant, nothing that its rules may allow is an error.
void excuse_moves(Verification& result) {
    using Excuse = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Excuse, 4> excuses{
        {{"impossible",
          "move as no piece of chess moves: in another variant a drop, or a promotion to king"},
         {"illegal", "move that is not legal in its position by the rules of chess"},
         {"bit_15", "bit 15 of the move is set: in another variant a drop"},
         {"castling", "castling in an old spelling, not as the king taking its rook"}}};
    bool any = false;
    for (const auto& [kind, what] : excuses)
        any |= result.findings.excuse(kind, what);
    if (any || result.variant->is_named())
        result.findings.add(Severity::Remark, kind_of(result.variant->sign),
                            result.variant->sentence());
}

} // namespace

void verify_moves(const std::shared_ptr<const book::Book>& book, std::span<const Position> roots,
                  Severity illegal, Verification& result) {
    Check check(*book, illegal, result);
    const book::PolyglotBook* const polyglot = book->polyglot();
    std::optional<VariantEvidence> variant;
    if (polyglot != nullptr) variant.emplace(*polyglot);
    const auto visit = [&](const Position& position, const std::vector<Entry>& entries) {
        check.look_at(position, entries);
        if (variant) variant->look_at(position, entries);
    };
    result.reached = book::explore(*book::with_key_filter(book), roots,
                                   {.spread = spread_over_processors}, visit)
                         .positions;
    check.tell_rest();
    if (variant) result.variant = variant->judge(result.reached, result.positions);
    if (result.variant) excuse_moves(result);
    const bool walks_chess960 = std::ranges::any_of(roots, chess::is_of_chess960);
    if (const std::uint64_t starts =
            polyglot != nullptr && !walks_chess960 ? known_chess960_starts(*polyglot) : 0;
        starts >= chess960_starts_of_a_book)
        result.findings.add(Severity::Remark, "looks_like_chess960",
                            "this looks like a book for Chess960: it knows start positions of it",
                            starts);
    if (result.reached < result.positions)
        result.findings.add(
            Severity::Remark, "not_reached",
            "position that can't be reached from where games begin: its moves are not checked",
            result.positions - result.reached);
}

} // namespace polyglot::tools
