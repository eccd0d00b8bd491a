#include "core/book/arena/record.hpp"

#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace polyglot::book {
namespace {

// Maps the promotions of an Arena book (none, rook, knight, bishop, queen) to the numbers of a .bin
// book.
constexpr std::array<unsigned, 5> promotions{0, 3, 1, 2, 4};

} // namespace

std::optional<std::uint16_t> raw_move_of(const AbkRecord& record) {
    const auto promotion = static_cast<std::size_t>(std::abs(int{record.promotion}));
    if (record.from > 63 || record.to > 63 || promotion >= promotions.size()) return std::nullopt;
    const unsigned from = record.from, to = record.to;
    return static_cast<std::uint16_t>(promotions[promotion] << 12U | from << 6U | to);
}

chess::Move abk_move_of(const AbkRecord& record, const chess::Position& position) {
    const auto raw = raw_move_of(record);
    return raw ? decode_move(*raw, position) : chess::Move{};
}

AbkRecord abk_record_of(chess::Move move) {
    AbkRecord record;
    chess::Square to = move.to();
    if (move.kind() == chess::Move::Kind::Castling) // e1g1, as Arena writes it
        to = chess::make_square(to > move.from() ? 6 : 2, rank_of(to));
    record.from = move.from();
    record.to = to;
    const auto* const promotion = std::ranges::find(promotions, encode_move(move) >> 12U);
    record.promotion = static_cast<std::int8_t>(promotion - promotions.begin());
    return record;
}

AbkMarks::AbkMarks(const AbkTree& tree) {
    for (const AbkRecord& record : tree.records) {
        if (record.ply > mark) used_ = false;
        if (record.ply == mark) ++deleted_;
    }
    if (deleted_ > 0 && tree.header.moves == tree.records.size()) used_ = false;
    if (!used_) deleted_ = 0;
}

void AbkMarks::mark_as_deleted(AbkRecord& record) {
    assert(used_ && record.ply != mark);
    record.ply = mark;
    ++deleted_;
}

} // namespace polyglot::book
