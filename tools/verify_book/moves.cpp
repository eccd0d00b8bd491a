// Checks the moves of a book in the positions where they are played.
#include "core/book/experience/experience.hpp"
#include "core/book/walk/walk.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/text.hpp"
#include "tools/books/variant.hpp"
#include "tools/common/processors.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <optional>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;

class Check {
  public:
    Check(const book::Book& book, Findings& findings)
        : polyglot_(dynamic_cast<const book::PolyglotBook*>(&book)),
          yacb_(dynamic_cast<const book::YacbBook*>(&book)),
          table_(dynamic_cast<const book::SfttTable*>(&book)),
          experience_(dynamic_cast<const book::ExperienceBook*>(&book)),
          findings_(findings) {}

    void look_at(const Position& position, const std::vector<Entry>& entries) {
        if (polyglot_) {
            const auto is_interesting = [](const Entry& entry) {
                return !entry.move || entry.move.kind() == Move::Kind::Castling;
            };
            if (std::any_of(entries.begin(), entries.end(), is_interesting)) look_at_polyglot(position);
        } else if (yacb_) {
            if (const auto entry = yacb_->evaluation(position))
                look_at_best(position, entry->best_move, Severity::Error);
        } else if (table_) {
            // Not an error: an entry has 16 bits of its key, and may hold the move of another position.
            if (const auto* entry = table_->entry(position)) look_at_best(position, entry->move, Severity::Remark);
        } else if (experience_) {
            for (const auto& record : experience_->find_records(position))
                look_at_best(position, record.move, Severity::Error);
        }
    }
    void tell_rest() {
        if (king_takes_rook_ > 0 && king_to_g_or_c_ > 0)
            findings_.add(Severity::Remark, "castling_mixed", "castling in both spellings", [&] {
                return std::to_string(king_takes_rook_) + " as e1h1, " + std::to_string(king_to_g_or_c_) + " as e1g1";
            });
    }

  private:
    void look_at_polyglot(const Position& position) {
        const auto entries = polyglot_->find_numbered(position.key());
        if (!entries) return; // reported by the scan of the bytes
        for (const auto& [number, entry] : *entries) {
            const auto place = [&, number = number, raw = entry.move] {
                return format_place(number, 0) + ": " + format_raw_move(raw) + " in " + chess::format_fen(position);
            };
            const Move move = book::decode_move(entry.move, position);
            if (!move) {
                findings_.add(Severity::Error, "illegal", "move that is not legal in its position", place);
            } else if (move.kind() == Move::Kind::Castling) {
                const bool takes_rook = entry.move == book::encode_move(move);
                ++(takes_rook ? king_takes_rook_ : king_to_g_or_c_);
                if (!takes_rook)
                    findings_.add(Severity::Error, "castling",
                                  "castling as e1g1 and not e1h1: PolyGlot, for one, finds no move", place);
            }
        }
    }
    void look_at_best(const Position& position, std::uint16_t move, Severity severity) {
        if (move == 0 || book::decode_stockfish_move(move, position)) return;
        constexpr unsigned squares = 0xfff;
        findings_.add(severity, "illegal", "move that is not legal in its position", [&] {
            return format_raw_move(static_cast<std::uint16_t>(move & squares)) + " in " + chess::format_fen(position);
        });
    }

    const book::PolyglotBook* polyglot_;
    const book::YacbBook* yacb_;
    const book::SfttTable* table_;
    const book::ExperienceBook* experience_;
    Findings& findings_;
    std::uint64_t king_takes_rook_ = 0;
    std::uint64_t king_to_g_or_c_ = 0;
};

} // namespace

void verify_moves(const std::shared_ptr<const book::Book>& book, std::span<const Position> roots,
                  Verification& result) {
    Check check(*book, result.findings);
    const auto* const polyglot = dynamic_cast<const book::PolyglotBook*>(book.get());
    std::optional<VariantEvidence> variant;
    if (polyglot != nullptr) variant.emplace(*polyglot);
    const auto visit = [&](const Position& position, const std::vector<Entry>& entries) {
        check.look_at(position, entries);
        if (variant) variant->look_at(position, entries);
    };
    result.reached =
        book::explore(*book::with_key_filter(book), roots, {.spread = spread_over_processors}, visit).positions;
    check.tell_rest();
    if (variant && variant->is_atomic())
        result.findings.add(Severity::Remark, "looks_like_atomic",
                            "this looks like a book for atomic: it knows positions after explosions");
    if (const auto name = polyglot != nullptr ? known_variant_start(*polyglot) : std::nullopt)
        result.findings.add(Severity::Remark, "looks_like_variant",
                            "this looks like a book for " + std::string(*name) + ": it knows its start position");
    const bool walks_chess960 = std::any_of(roots.begin(), roots.end(), chess::is_of_chess960);
    if (const std::uint64_t starts = polyglot != nullptr && !walks_chess960 ? known_chess960_starts(*polyglot) : 0;
        starts >= chess960_starts_of_a_book)
        result.findings.add(Severity::Remark, "looks_like_chess960",
                            "this looks like a book for Chess960: it knows start positions of it", starts);
    if (result.reached < result.positions)
        result.findings.add(Severity::Remark, "not_reached",
                            "position that can't be reached from where games begin: its moves are not checked",
                            result.positions - result.reached);
}

} // namespace polyglot::tools
