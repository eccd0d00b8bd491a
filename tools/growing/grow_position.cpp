#include "tools/growing/grow_position.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/book/variants/walk.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/tree/tree.hpp"

namespace polyglot::tools {

using book::GrowGraph;
using chess::Position;
using chess::VariantPosition;

namespace {

std::optional<int> value_of(const Position& position) {
    const bool stuck = position.legal_move_count() == 0;
    if (!stuck && !chess::is_insufficient_material(position)) return std::nullopt;
    return stuck && position.in_check() ? -GrowGraph::most_cp : 0;
}

// Stalemates and lost pieces win in some variants.
std::optional<int> value_of(const VariantPosition& position) {
    const auto end = position.end();
    if (!end) return std::nullopt;
    if (!end->winner) return 0;
    return *end->winner == position.side_to_move() ? GrowGraph::most_cp : -GrowGraph::most_cp;
}

} // namespace

GrowPosition GrowPosition::start(const chess::Variant* variant) {
    return variant ? GrowPosition(VariantPosition::start(*variant))
                   : GrowPosition(Position::start());
}

Result<GrowPosition> GrowPosition::parse(std::string_view fen, const chess::Variant* variant) {
    if (variant) {
        const auto position = chess::parse_variant_fen(*variant, fen);
        if (!position) return position.error();
        return GrowPosition(*position);
    }
    const auto position = chess::parse_fen(fen);
    if (!position) return position.error();
    return GrowPosition(*position);
}

GrowPosition GrowPosition::of(const EpdTask& task) {
    return task.of_variant ? GrowPosition(*task.of_variant) : GrowPosition(task.position);
}

void GrowPosition::put_into(EpdTask& task) const {
    if (of_variant())
        task.of_variant = *of_variant();
    else
        task.position = *of_chess();
}

const chess::Variant* GrowPosition::variant() const {
    return of_variant() ? &of_variant()->variant() : nullptr;
}

std::uint64_t GrowPosition::key() const {
    return of_variant() ? book::identity_of(*of_variant()) : of_chess()->key();
}

std::uint64_t GrowPosition::key_after(const EpdMove& move) const {
    if (!of_variant()) return of_chess()->key_after(move.of_chess);
    GrowPosition after = *this;
    after.make(move);
    return after.key();
}

bool GrowPosition::has_key() const {
    return of_variant() ? book::has_key(*of_variant()) : of_chess()->castles_with_outer_rooks();
}

chess::Color GrowPosition::side_to_move() const {
    return of_variant() ? of_variant()->side_to_move() : of_chess()->side_to_move();
}

std::vector<EpdMove> GrowPosition::legal_moves() const {
    std::vector<EpdMove> moves;
    if (of_variant()) {
        for (const chess::VariantMove& move : of_variant()->legal_moves())
            moves.emplace_back(move);
    } else {
        for (const chess::Move move : of_chess()->legal_moves())
            moves.emplace_back(move);
    }
    return moves;
}

void GrowPosition::make(const EpdMove& move) {
    if (auto* const variant = std::get_if<VariantPosition>(&position_))
        variant->make(*move.of_variant);
    else
        std::get<Position>(position_).make(move.of_chess);
}

EpdMove GrowPosition::decode(book::GrowMove raw) const {
    if (!of_variant()) return book::decode_move(raw, *of_chess());
    const auto move = book::decode_variant_move(raw, *of_variant(), of_variant()->legal_moves());
    return move ? EpdMove(*move) : EpdMove();
}

std::optional<int> GrowPosition::value_of_end() const {
    return of_variant() ? value_of(*of_variant()) : value_of(*of_chess());
}

std::string GrowPosition::fen() const {
    return of_variant() ? chess::format_variant_fen(*of_variant()) : chess::format_fen(*of_chess());
}

std::string GrowPosition::root_fen() const {
    const bool chess960 = of_variant() ? chess::castles_as_in_chess960(of_variant()->board())
                                       : chess::is_of_chess960(*of_chess());
    if (!chess960) return fen();
    if (!of_variant()) return chess::format_fen(*of_chess(), chess::FenCastling::Shredder);
    chess::VariantFenStyle style;
    style.castling = chess::FenCastling::Shredder;
    return chess::format_variant_fen(*of_variant(), style);
}

std::string GrowPosition::san(const EpdMove& move) const {
    return of_variant() ? chess::format_variant_san(*of_variant(), *move.of_variant)
                        : chess::format_san(*of_chess(), move.of_chess);
}

std::string GrowPosition::uci(const EpdMove& move) const {
    return of_variant() ? chess::format_variant_uci(*move.of_variant)
                        : chess::format_uci_move(move.of_chess);
}

chess::Piece GrowPosition::piece_at(chess::Square s) const {
    return of_variant() ? of_variant()->board().piece_at(s) : of_chess()->piece_at(s);
}

book::GrowMove encode_grow_move(const EpdMove& move) {
    if (!move.of_variant) return book::encode_move(move.of_chess);
    return book::encode_variant_move(*move.of_variant, chess::VariantKeys::Plain).value_or(0);
}

std::string format_line(const GrowPosition& start, const std::vector<EpdMove>& moves) {
    if (start.of_variant()) {
        std::vector<chess::VariantMove> line;
        line.reserve(moves.size());
        for (const EpdMove& move : moves)
            line.push_back(*move.of_variant);
        return format_line(*start.of_variant(), line);
    }
    const std::vector<chess::Move> line(moves.begin(), moves.end());
    return format_line(*start.of_chess(), line);
}

} // namespace polyglot::tools
