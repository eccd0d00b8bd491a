#include "adapter/session/books/book_game.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"

#include <algorithm>
#include <iterator>

namespace polyglot::session {
namespace {

using chess::Move;
using chess::PieceType;
using chess::VariantMove;

// A position cannot occur for the third time before. Most positions of books are spared a look.
constexpr int plies_of_two_rounds = 8;

// Returns why the move would let the opponent claim a draw by FIDE 9.2 and 9.3: the position occurs
// for the third time, or each side has made fifty moves without capture and pawn move. A mate takes
// precedence.
std::string_view draws_by(const chess::Game& game, Move move) {
    if (game.position().half_move_clock() + 1 < plies_of_two_rounds) return {};
    if (game.repetitions_after(move) >= 2) return "repetition";
    chess::Position after = game.position();
    after.make(move);
    const bool mates = after.in_check() && after.legal_move_count() == 0;
    return after.half_move_clock() >= 100 && !mates ? "fifty-move rule" : std::string_view{};
}

// The same by the rules of the variant, whose own ends take precedence.
std::string_view draws_by(const chess::VariantGame& game, const VariantMove& move) {
    using Reason = chess::VariantEnd::Reason;
    if (game.position().board().half_move_clock + 1 < plies_of_two_rounds) return {};
    chess::VariantGame after = game;
    after.push(move);
    const auto end = after.end();
    if (!end) return {};
    switch (end->reason) {
    case Reason::FivefoldRepetition:
    case Reason::ThreefoldRepetition: return "repetition";
    case Reason::SeventyFiveMoves:
    case Reason::FiftyMoves: return "fifty-move rule";
    case Reason::VariantRule:
    case Reason::Checkmate:
    case Reason::Stalemate:
    case Reason::InsufficientMaterial: return {};
    }
    return {};
}

} // namespace

chess::Color BookGame::side_to_move() const {
    return chess_ != nullptr ? chess_->position().side_to_move()
                             : variant_game_->position().side_to_move();
}

int BookGame::full_move_number() const {
    return chess_ != nullptr ? chess_->position().full_move_number()
                             : variant_game_->position().board().full_move_number;
}

std::size_t BookGame::plies() const {
    return chess_ != nullptr ? chess_->moves().size() : variant_game_->moves().size();
}

std::uint64_t BookGame::start_key() const {
    if (chess_ != nullptr) return chess_->start().key();
    return chess::variant_key(variant_game_->start(), chess::VariantKeys::XBoard);
}

std::span<const Move> BookGame::moves() const {
    if (chess_ != nullptr) return chess_->moves();
    if (stand_ins_.size() != variant_game_->moves().size()) {
        stand_ins_.clear();
        std::ranges::transform(variant_game_->moves(), std::back_inserter(stand_ins_),
                               stand_in_for);
    }
    return stand_ins_;
}

Move BookGame::parse_uci(std::string_view text) const {
    if (chess_ != nullptr) return chess::parse_uci_move(chess_->position(), text).value_or(Move());
    const auto move = chess::parse_variant_uci(variant_game_->position(), text);
    return move ? stand_in_for(*move) : Move();
}

std::string BookGame::format_uci(Move move, chess::CastlingStyle style) const {
    return chess_ != nullptr ? chess::format_uci_move(move, style)
                             : chess::format_variant_uci(variant_move_of(move), style);
}

std::string BookGame::format_san(Move move) const {
    return chess_ != nullptr
               ? chess::format_san(chess_->position(), move)
               : chess::format_variant_san(variant_game_->position(), variant_move_of(move));
}

std::string BookGame::format_fen() const {
    return chess_ != nullptr ? chess::format_fen(chess_->position())
                             : chess::format_variant_fen(variant_game_->position());
}

bool BookGame::has_legal_move() const {
    return chess_ != nullptr ? chess_->position().legal_move_count() > 0
                             : !variant_game_->position().legal_moves().empty();
}

std::vector<Move> BookGame::legal_moves() const {
    std::vector<Move> moves;
    if (chess_ != nullptr)
        for (const Move move : chess_->position().legal_moves())
            moves.push_back(move);
    else
        std::ranges::transform(variant_game_->position().legal_moves(), std::back_inserter(moves),
                               stand_in_for);
    return moves;
}

std::string_view BookGame::draws_by(Move move) const {
    return chess_ != nullptr ? session::draws_by(*chess_, move)
                             : session::draws_by(*variant_game_, variant_move_of(move));
}

} // namespace polyglot::session
