#include "tools/explore/variants/description.hpp"

#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/tree/tree.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::VariantEnd;
using chess::VariantMove;
using chess::VariantPosition;
using Reason = VariantEnd::Reason;

constexpr Bitboard centre = 0x0000'0018'1800'0000;
constexpr Bitboard eighth_rank = 0xff00'0000'0000'0000;

std::string square_name(unsigned square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

json::array names_of(Bitboard squares) {
    json::array names;
    for (unsigned square = 0; square < 64; ++square)
        if ((squares >> square & 1U) != 0) names.push_back(json::string(square_name(square)));
    return names;
}

// The pieces that a pocket may have, in the order of PieceType.
constexpr std::array<std::pair<std::string_view, PieceType>, 5> pocketed{
    std::pair{std::string_view("p"), PieceType::Pawn},
    std::pair{std::string_view("n"), PieceType::Knight},
    std::pair{std::string_view("b"), PieceType::Bishop},
    std::pair{std::string_view("r"), PieceType::Rook},
    std::pair{std::string_view("q"), PieceType::Queen}};

std::string_view letter_of(PieceType type) {
    for (const auto& [letter, piece] : pocketed)
        if (piece == type) return letter;
    return {};
}

json::object pocket_of(const VariantPosition& position, Color side) {
    const auto& pocket = position.board().pockets[chess::index_of(side)];
    json::object counts;
    for (const auto& [letter, type] : pocketed)
        counts[letter] = static_cast<int>(pocket[chess::index_of(type)]);
    return counts;
}

json::array legal_moves(const VariantPlace& place) {
    json::array moves;
    for (const VariantMove& move : place.position.legal_moves()) {
        json::object one{
            {"uci", json::string(chess::format_variant_uci(move, place.root.spelling.moves))},
            {"san", json::string(chess::format_variant_san(place.position, move))}};
        if (move.kind == VariantMove::Kind::Drop) {
            one["drop"] = letter_of(move.piece);
            one["to"] = square_name(static_cast<unsigned>(move.to));
        }
        moves.push_back(std::move(one));
    }
    return moves;
}

// The squares that the last move of the line has emptied, but for the one where it began. The
// captor explodes, too.
Bitboard exploded_by_last(const VariantPlace& place) {
    if (place.line.empty() || !place.position.variant().kings_explode) return 0;
    VariantPosition before = place.root.position;
    for (std::size_t i = 0; i + 1 < place.line.size(); ++i)
        before.make(place.line[i]);
    const VariantMove& last = place.line.back();
    if (!before.is_capture(last)) return 0;
    const Bitboard from = Bitboard{1} << static_cast<unsigned>(last.from);
    const Bitboard to = Bitboard{1} << static_cast<unsigned>(last.to);
    return (before.board().occupied() & ~place.position.board().occupied() & ~from) | to;
}

std::string_view rule_of(const VariantPosition& position, const VariantEnd& end) {
    const chess::Variant& variant = position.variant();
    if (&variant == &chess::king_of_the_hill) return "the king is in the centre";
    if (&variant == &chess::racing_kings)
        return end.winner ? "the king is on the eighth rank" : "both kings are on the eighth rank";
    if (variant.kings_explode) return "the king has exploded";
    if (variant.checks_to_win > 0) return "the last check is given";
    if (&variant == &chess::horde) return "the horde is captured";
    return "no pieces are left";
}

std::string_view name_of(Reason reason) {
    switch (reason) {
    case Reason::VariantRule: return "variant";
    case Reason::Checkmate: return "checkmate";
    case Reason::Stalemate: return "stalemate";
    case Reason::InsufficientMaterial: return "material";
    case Reason::FivefoldRepetition:
    case Reason::ThreefoldRepetition: return "repetition";
    case Reason::SeventyFiveMoves:
    case Reason::FiftyMoves: return "moves";
    }
    return {};
}

std::string_view winner_of(const VariantEnd& end) {
    if (!end.winner) return "draw";
    return *end.winner == Color::White ? "white" : "black";
}

} // namespace

std::string board_of_fen(std::string_view fen) {
    std::string board;
    for (const char c : fen.substr(0, fen.find(' '))) {
        if (c == '[') break;
        if (c != '~') board += c;
    }
    return board;
}

std::string describe_end(const VariantPosition& position, const VariantEnd& end) {
    std::string text = !end.winner                   ? "draw"
                       : *end.winner == Color::White ? "White wins"
                                                     : "Black wins";
    text += ": ";
    switch (end.reason) {
    case Reason::VariantRule: return text.append(rule_of(position, end));
    case Reason::Checkmate: return text + "checkmate";
    case Reason::Stalemate: return text + "stalemate";
    case Reason::InsufficientMaterial: return text + "neither side can win any more";
    default: return text.append(name_of(end.reason));
    }
}

void describe_variant_line(const VariantPlace& place, json::object& answer) {
    json::array line;
    VariantPosition position = place.root.position;
    for (const VariantMove& move : place.line) {
        line.push_back(json::object{
            {"uci", json::string(chess::format_variant_uci(move, place.root.spelling.moves))},
            {"number", json::string(move_number(position))},
            {"white", position.side_to_move() == Color::White},
            {"san", json::string(chess::format_variant_san(position, move))}});
        position.make(move);
    }
    answer["line"] = std::move(line);
}

void describe_variant(const VariantPlace& place, json::object& answer) {
    const VariantPosition& position = place.position;
    const chess::Variant& variant = position.variant();
    const std::string fen =
        chess::format_variant_fen(position, {.castling = place.root.spelling.rights});
    answer["variant"] = json::string(variant.uci);
    answer["fen"] = json::string(fen);
    answer["board"] = json::string(board_of_fen(fen));
    answer["white"] = position.side_to_move() == Color::White;
    answer["check"] = position.in_check();
    answer["legal"] = legal_moves(place);
    answer["end"] = "";
    if (const auto end = position.end()) {
        answer["end"] = json::string(name_of(end->reason));
        answer["end_text"] = json::string(describe_end(position, *end));
        answer["winner"] = json::string(winner_of(*end));
    }
    describe_variant_line(place, answer);
    if (variant.has_pockets)
        answer["pockets"] = {{"white", pocket_of(position, Color::White)},
                             {"black", pocket_of(position, Color::Black)}};
    if (variant.checks_to_win > 0) {
        const auto& left = position.board().checks_left;
        answer["checks_left"] = {{"white", static_cast<int>(left[chess::index_of(Color::White)])},
                                 {"black", static_cast<int>(left[chess::index_of(Color::Black)])}};
    }
    if (&variant == &chess::king_of_the_hill) answer["goal"] = names_of(centre);
    if (&variant == &chess::racing_kings) answer["goal"] = names_of(eighth_rank);
    if (const Bitboard exploded = exploded_by_last(place); exploded != 0)
        answer["exploded"] = names_of(exploded);
}

} // namespace polyglot::tools
