// Bytes as a FEN. Whatever parses is a whole position: it formats and parses back, and its moves
// can be made and unmade.
#include "core/chess/fen.hpp"

#include "tests/fuzz/fuzz.hpp"

namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

void check_moves(const chess::Position& position, std::string_view fen) {
    const chess::MoveList moves = position.legal_moves();
    require(moves.size() <= 218, "no position has more than 218 legal moves", fen);
    require(position.legal_move_count() == static_cast<int>(moves.size()), "legal_move_count", fen);
    for (const chess::Move move : moves) {
        require(position.is_legal(move), "what is generated is legal", fen);
        chess::Position after = position;
        chess::Position::Undo undo{};
        after.make(move, undo);
        require(after.key() == after.compute_key(), "the incremental key is the key", fen);
        require(!after.is_attacked(after.king(position.side_to_move()), after.side_to_move()),
                "no move leaves its own king in check", fen);
        after.unmake(move, undo);
        require(after == position, "unmake undoes make", fen);
    }
    // Any 16 bits are legal only if they were generated.
    std::size_t legal = 0;
    for (unsigned from = 0; from < 64; ++from)
        for (unsigned to = 0; to < 64; ++to)
            if (position.is_legal(
                    chess::Move(static_cast<chess::Square>(from), static_cast<chess::Square>(to))))
                ++legal;
    require(legal <= moves.size(), "is_legal finds no more than the generator", fen);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view fen = polyglot::fuzz::text_of(data, size);
    const auto position = chess::parse_fen(fen);
    if (!position) {
        require(!position.error().message.empty(), "an error has a message", fen);
        require(position.error().offset <= fen.size(), "an error lies in the text", fen);
        return 0;
    }
    require(position->key() == position->compute_key(), "key", fen);
    for (const auto castling : {chess::FenCastling::Standard, chess::FenCastling::Shredder}) {
        const std::string written = chess::format_fen(*position, castling);
        const auto again = chess::parse_fen(written);
        require(again.has_value() && *again == *position, "parse_fen(format_fen(p)) == p", written);
        require(chess::format_fen(*again, castling) == written, "format_fen is stable", written);
    }
    check_moves(*position, fen);
    return 0;
}
