#include "core/book/variants/book.hpp"

#include <algorithm>

namespace polyglot::book {
namespace {

using chess::Color;
using chess::Square;
using chess::Variant;
using chess::VariantKeys;
using chess::VariantMove;
using chess::VariantPosition;

// Returns whether the book has the start position or, as a book for Black has, a position after one
// move.
bool knows_start(const PolyglotBook& book, const Variant& variant, VariantKeys keys) {
    const VariantPosition start = VariantPosition::start(variant);
    const auto knows = [&](const VariantPosition& position) {
        return !book.find_raw(variant_key(position, keys)).empty();
    };
    if (knows(start)) return true;
    return std::ranges::any_of(start.legal_moves(), [&](const VariantMove& move) {
        VariantPosition after = start;
        after.make(move);
        return knows(after);
    });
}

VariantKeys keys_of(const PolyglotBook& book, const Variant& variant) {
    const bool xboard =
        variant.xboard_number != 0 && knows_start(book, variant, VariantKeys::XBoard);
    return xboard ? VariantKeys::XBoard : VariantKeys::Plain;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
    }
    return lines;
}

// The header states the keys of a part of a book, which may lack the first positions.
VariantKeys stated_keys_of(const PolyglotBook& book, const Variant& variant) {
    const std::vector<std::string_view> lines =
        lines_of(book.header() ? std::string_view(book.header()->comment) : std::string_view());
    const bool xboard =
        variant.xboard_number != 0 && std::ranges::find(lines, xboard_keys_line) != lines.end();
    return xboard ? VariantKeys::XBoard : keys_of(book, variant);
}

// XBoard has one name and one number for antichess and giveaway; suicide shares the number.
bool is_same(const Variant& a, const Variant& b) {
    return &a == &b || a.xboard == b.xboard ||
           (a.xboard_number != 0 && a.xboard_number == b.xboard_number);
}

bool names(const Header& header, const Variant& wanted) {
    return std::ranges::any_of(header.variants, [&](const std::string& name) {
        const Variant* variant = chess::find_variant(name);
        return variant && is_same(*variant, wanted);
    });
}

// Returns the reason why the book is not one of this variant, or nullopt if it may be.
std::optional<Error> contradiction(const PolyglotBook& book, const Variant& wanted) {
    if (const auto& header = book.header();
        header && !header->variants.empty() && !names(*header, wanted))
        return make_error("the book's header names " + header->variants.front() + " and not " +
                          std::string(wanted.uci));
    const auto named = find_named_variant(book);
    if (named && named->keys == VariantKeys::XBoard && !is_same(*named->variant, wanted))
        return make_error("the book has XBoard's keys of " + std::string(named->variant->uci) +
                          " and not of " + std::string(wanted.uci));
    return std::nullopt;
}

} // namespace

std::string comment_for_keys(const std::string& comment, VariantKeys keys) {
    std::string text;
    for (const std::string_view line : lines_of(comment))
        if (line != xboard_keys_line) text.append(text.empty() ? "" : "\n").append(line);
    if (keys == VariantKeys::XBoard) text.append(text.empty() ? "" : "\n").append(xboard_keys_line);
    return text;
}

bool has_key(const VariantPosition& position) {
    const chess::VariantBoard& board = position.board();
    for (const Color c : {Color::White, Color::Black})
        for (const chess::CastlingSide side :
             {chess::CastlingSide::King, chess::CastlingSide::Queen}) {
            const Square rook = board.castling_rook(c, side);
            if (rook == chess::NoSquare) continue;
            const chess::Bitboard to_left = chess::bit(rook) - 1;
            const chess::Bitboard outer =
                side == chess::CastlingSide::King ? ~to_left ^ chess::bit(rook) : to_left;
            if (outer & chess::back_rank_of(c) & board.pieces(c, chess::PieceType::Rook))
                return false;
        }
    return true;
}

// One look-up recognizes nearly every book of chess, and those that XBoard uses for several
// variants.
const Variant* find_variant_by_keys(const PolyglotBook& book) {
    if (!book.find_raw(chess::Position::start().key()).empty()) return nullptr;
    for (const Variant* variant : chess::all_variants())
        if (keys_of(book, *variant) == VariantKeys::XBoard) return variant;
    for (const Variant* variant : {&chess::antichess, &chess::horde, &chess::racing_kings})
        if (knows_start(book, *variant, VariantKeys::Plain)) return variant;
    return nullptr;
}

std::optional<NamedVariant> find_named_variant(const PolyglotBook& book) {
    const Variant* variant = nullptr;
    if (const auto& header = book.header(); header && !header->variants.empty()) {
        for (const std::string& name : header->variants) {
            const Variant* named = chess::find_variant(name);
            if (!named || (variant && named != variant))
                return std::nullopt; // chess, an unknown one, or several
            variant = named;
        }
    } else {
        variant = find_variant_by_keys(book);
    }
    if (!variant) return std::nullopt;
    return NamedVariant{variant, stated_keys_of(book, *variant)};
}

Result<VariantBook> VariantBook::open(const PolyglotBook& file, const Variant* variant) {
    if (!variant) {
        const auto named = find_named_variant(file);
        if (!named) return make_error("the book does not say its variant");
        return VariantBook(file, *named);
    }
    if (auto error = contradiction(file, *variant)) return *std::move(error);
    return VariantBook(file, {variant, stated_keys_of(file, *variant)});
}

Result<std::optional<VariantBook>> open_variant(const Book& book, const Variant* variant) {
    const PolyglotBook* const file = book.polyglot();
    if (!variant && (!file || !find_named_variant(*file))) return std::optional<VariantBook>();
    if (!file) return make_error("books of variants are in PolyGlot's format");
    auto opened = VariantBook::open(*file, variant);
    if (!opened) return opened.error();
    return std::optional(*std::move(opened));
}

std::vector<VariantEntry> VariantBook::find(const VariantPosition& position) const {
    std::vector<VariantEntry> entries;
    if (!has_key(position)) return entries;
    const auto found = file_->find_numbered(key_of(position));
    if (!found || found->empty()) return entries;
    const chess::VariantMoves legal = position.legal_moves();
    for (const NumberedEntry& numbered : *found)
        entries.push_back({decode_variant_move(numbered.entry.move, position, legal), numbered});
    return entries;
}

} // namespace polyglot::book
