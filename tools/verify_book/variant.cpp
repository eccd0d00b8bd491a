// Checks the moves of a book of a variant in the positions where they are played.
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "tools/books/text.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <map>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

class VariantCheck {
  public:
    VariantCheck(const book::VariantBook& book, Verification& result)
        : book_(book), result_(result) {}

    void run(std::span<const chess::VariantPosition> roots) {
        const auto visit = [this](const chess::VariantPosition& position, const auto& entries) {
            keys_.insert(book_.key_of(position));
            for (const book::VariantEntry& entry : entries)
                look_at(position, entry);
            return true;
        };
        const bool all = book::walk_variant(book_, roots, book::most_variant_positions, visit);
        result_.reached = keys_.size();
        report();
        if (!all)
            result_.findings.add(Severity::Remark, "too_many",
                                 "only the first positions were looked at");
    }

  private:
    // A move that is legal in one of the positions that share the key counts as legal.
    void look_at(const chess::VariantPosition& position, const book::VariantEntry& entry) {
        const auto [number, raw] = entry.numbered;
        const auto place = [&, number = number, raw = raw] {
            return format_place(number, 0) + ": " + format_raw_move(raw.move) + " in " +
                   chess::format_variant_fen(position);
        };
        if (!entry.move) {
            if (has_ended_by_checks(position)) return;
            if (!legal_.contains(number) && !illegal_.contains(number))
                illegal_.emplace(number, Illegal{raw.move, place()});
            return;
        }
        illegal_.erase(number);
        const bool is_new = legal_.insert(number).second;
        if (is_new && entry.move->kind == chess::VariantMove::Kind::Castling &&
            raw.move != book::encode_variant_move(*entry.move, book_.keys()))
            result_.findings.add(Severity::Error, "castling",
                                 "castling in an old spelling, not as the king taking its rook",
                                 place);
    }

    void report() {
        for (const auto& [number, found] : illegal_) {
            const auto place = [&found = found] { return found.place; };
            if (is_drop(found.move, &book_.variant())) {
                result_.findings.add(Severity::Remark, "pocket",
                                     "drop of a piece that is in no pocket reached", place);
                continue;
            }
            result_.findings.add(Severity::Error, "illegal",
                                 "move that is not legal in its position", place);
            // Impossible moves are counted already.
            if (is_possible_move(found.move, &book_.variant())) ++result_.deletable;
        }
        if (result_.reached < result_.positions)
            result_.findings.add(
                Severity::Remark, "not_reached",
                "position that can't be reached from where games begin: its moves are not checked",
                result_.positions - result_.reached);
    }

    struct Illegal {
        std::uint16_t move = 0;
        std::string place;
    };

    const book::VariantBook& book_;
    Verification& result_;
    std::unordered_set<std::uint64_t> keys_;
    std::unordered_set<std::uint64_t> legal_; // by their places
    std::map<std::uint64_t, Illegal> illegal_;
};

} // namespace

Result<Verification> verify_variant_book(std::string file, const book::ByteReader& bytes,
                                         const io::OpenedBook& opened,
                                         const chess::Variant& variant,
                                         std::vector<chess::VariantPosition> roots) {
    if (roots.empty()) roots.push_back(chess::VariantPosition::start(variant));
    const auto book = book::open_variant(*opened.book, &variant);
    if (!book) return book.error();
    Verification result{.file = std::move(file),
                        .format = std::string(opened.book->format().name) + " of " +
                                  std::string(variant.uci)};
    result.variant = OtherVariant{VariantSign::Header, std::string(variant.uci)};
    result.rules = &variant;
    result.cures = polyglot_check.cures;
    polyglot_check.check(bytes, *opened.book, result);
    VariantCheck(**book, result).run(roots);
    return result;
}

} // namespace polyglot::tools
