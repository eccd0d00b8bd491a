// Names the positions of results by a book of a variant.
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/text.hpp"
#include "tools/learn_book/learn_book.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>

namespace polyglot::tools {
namespace {

using chess::VariantMove;
using chess::VariantPosition;

std::string line_of(const book::VariantBook& book, std::span<const VariantMove> moves) {
    std::string line;
    VariantPosition position = VariantPosition::start(book.variant());
    for (const VariantMove& move : moves) {
        if (!line.empty()) line += ' ';
        if (position.side_to_move() == chess::Color::White)
            line += std::to_string(position.board().full_move_number) + ". ";
        line += chess::format_variant_san(position, move);
        position.make(move);
    }
    return line;
}

std::optional<std::string> name_in(const VariantPosition& position, std::uint16_t raw) {
    const auto move = book::decode_variant_move(raw, position, position.legal_moves());
    return move ? std::optional(chess::format_variant_san(position, *move)) : std::nullopt;
}

LearntPosition learnt_at(const VariantPosition& position, std::string line, std::size_t plies) {
    const auto name = [position](std::uint16_t raw) {
        return name_in(position, raw).value_or(format_raw_move(raw));
    };
    return {chess::format_variant_fen(position), name, std::move(line), plies};
}

// Lets the other position name the moves that are not legal in the first one.
void add_position(LearntPosition& known, const VariantPosition& other,
                  const std::vector<std::uint16_t>& moves) {
    const bool all_legal = std::ranges::all_of(
        moves, [&](std::uint16_t raw) { return known.name(raw) != format_raw_move(raw); });
    if (all_legal) return;
    known.name = [first = known.name, other](std::uint16_t raw) {
        std::string name = first(raw);
        return name == format_raw_move(raw) ? name_in(other, raw).value_or(name) : name;
    };
}

} // namespace

std::unordered_map<std::uint64_t, LearntPosition>
find_variant_positions(const std::vector<io::LearnRow>& rows, const book::VariantBook& book) {
    std::unordered_map<std::uint64_t, std::vector<std::uint16_t>> wanted;
    for (const io::LearnRow& row : rows)
        wanted[row.key].push_back(row.move);
    std::unordered_map<std::uint64_t, LearntPosition> found;
    const auto visit = [&](const VariantPosition& position, std::span<const VariantMove> line) {
        const auto row = wanted.find(book.key_of(position));
        if (row == wanted.end()) return true;
        const auto known = found.find(row->first);
        if (known == found.end())
            found.emplace(row->first, learnt_at(position, line_of(book, line), line.size()));
        else
            add_position(known->second, position, row->second);
        return true;
    };
    const std::array books{&book};
    const std::array roots{VariantPosition::start(book.variant())};
    book::walk_variant_lines(books, roots, book::most_variant_positions, visit);
    return found;
}

Result<std::pair<std::uint64_t, LearntPosition>> learnt_at_fen(const std::string& fen,
                                                               const book::VariantBook& book) {
    const auto position = chess::parse_variant_fen(book.variant(), fen);
    if (!position) return make_error("-fen: " + position.error().message);
    return std::pair(book.key_of(*position),
                     learnt_at(*position, chess::format_variant_fen(*position), 0));
}

} // namespace polyglot::tools
