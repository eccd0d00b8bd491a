// Collects the PolyGlot keys of a ChessBase book's positions.
#include "core/book/chessbase/ctg.hpp"
#include "core/book/walk/key_set.hpp"
#include "core/chess/attacks.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <sstream>
#include <string>

namespace polyglot::book {
namespace {

using chess::Position;

// Adds the keys of positions in which a pinned pawn stands beside the pawn that has just moved two
// squares: they have the same entry but another key.
void add_pinned_en_passant(const Position& position, KeyFilter& filter) {
    if (position.en_passant() != chess::NoSquare) return;
    const bool white = position.side_to_move() == chess::Color::White;
    const auto pawns = [&position](chess::Color color) {
        return position.pieces(color, chess::PieceType::Pawn);
    };
    for (int file = 0; file < 8; ++file) {
        const auto moved = chess::make_square(file, white ? 4 : 3);
        const auto passed = chess::make_square(file, white ? 5 : 2);
        if ((pawns(~position.side_to_move()) & chess::bit(moved)) == 0) continue;
        if ((chess::pawn_attacks(~position.side_to_move(), passed) &
             pawns(position.side_to_move())) == 0)
            continue;
        std::istringstream fields(chess::format_fen(position));
        std::string board, side, castling;
        fields >> board >> side >> castling;
        const auto same = chess::parse_fen(board + ' ' + side + ' ' + castling + ' ' +
                                           chess::format_square(passed));
        if (same) filter.add(same->key());
    }
}

} // namespace

// Adds the position with either side to move and, if castling is impossible, both mirror images.
std::shared_ptr<const KeyFilter> CtgBook::make_key_filter() const {
    auto filter = std::make_shared<KeyFilter>(4 * count_positions());
    const bool whole = store_.for_each([&filter](std::uint64_t, const CtgEntry& entry) {
        for (const CtgView view :
             {CtgView{}, CtgView{true, false}, CtgView{false, true}, CtgView{true, true}}) {
            // A position with castling rights has no mirror image.
            if (view.mirrored && (entry.signature.front() & std::byte{0x40}) != std::byte{0})
                continue;
            const auto position = decode_ctg_signature(entry.signature, view);
            if (!position) return;
            filter->add(position->key());
            add_pinned_en_passant(*position, *filter);
        }
    });
    return whole ? filter : nullptr;
}

} // namespace polyglot::book
