#include "tools/books/variant.hpp"

#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/zobrist_keys.hpp"

#include <array>
#include <cstdlib>

namespace polyglot::tools {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

char letter_of(chess::Piece piece) {
    constexpr std::string_view letters = "pnbrqk";
    const char letter = letters[static_cast<std::size_t>(piece.type)];
    return piece.color == Color::White ? static_cast<char>(letter - ('a' - 'A')) : letter;
}

// Not by parse_fen(): some variants have no kings.
std::uint64_t key_of(std::string_view pieces, std::string_view castling, Color to_move) {
    using chess::zobrist::random_numbers;
    std::uint64_t key = to_move == Color::White ? random_numbers[chess::zobrist::turn_offset] : 0;
    std::size_t rank = 7;
    std::size_t file = 0;
    for (const char c : pieces) {
        constexpr std::string_view kinds = "pPnNbBrRqQkK";
        if (c == '/') {
            --rank;
            file = 0;
        } else if (const std::size_t kind = kinds.find(c); kind != std::string_view::npos) {
            key ^= random_numbers[64 * kind + 8 * rank + file];
            ++file;
        } else {
            file += static_cast<std::size_t>(c - '0');
        }
    }
    for (const char right : castling)
        key ^= random_numbers[chess::zobrist::castling_offset + std::string_view("KQkq").find(right)];
    return key;
}

bool is_around(Square a, Square b) {
    return std::abs(a % 8 - b % 8) <= 1 && std::abs(a / 8 - b / 8) <= 1;
}

} // namespace

std::uint64_t key_after_explosion(const Position& position, chess::Move move) {
    const Square to = move.to();
    const Color us = position.side_to_move();
    if (move.kind() == chess::Move::Kind::Castling || !position.piece_at(to)) return 0;
    const auto is_gone = [&](Square square) {
        return square == to || square == move.from() ||
               (is_around(square, to) && position.piece_at(square).type != PieceType::Pawn);
    };
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const auto square = static_cast<Square>(8 * rank + file);
            const chess::Piece piece = position.piece_at(square);
            if (piece && is_gone(square) && piece.type == PieceType::King) return 0;
            fen += piece && !is_gone(square) ? letter_of(piece) : '1';
        }
        fen += rank > 0 ? '/' : ' ';
    }
    fen += us == Color::White ? "b " : "w ";
    std::string rights;
    for (const Color color : {Color::White, Color::Black})
        for (const chess::CastlingSide side : {chess::CastlingSide::King, chess::CastlingSide::Queen}) {
            const Square rook = position.castling_rook(color, side);
            if (rook == chess::NoSquare || is_gone(rook)) continue;
            const char letter = side == chess::CastlingSide::King ? 'k' : 'q';
            rights += color == Color::White ? static_cast<char>(letter - ('a' - 'A')) : letter;
        }
    fen += (rights.empty() ? "-" : rights) + " - 0 1";
    const auto after = chess::parse_fen(fen);
    return after ? after->key() : 0;
}

void VariantEvidence::look_at(const Position& position, const std::vector<book::Entry>& entries) {
    for (const book::Entry& entry : entries) {
        if (captures_ == most) return;
        if (!entry.move || !position.piece_at(entry.move.to())) continue;
        const std::uint64_t exploded = key_after_explosion(position, entry.move);
        if (exploded == 0) continue;
        ++captures_;
        if (!book_.find_raw(exploded).empty()) ++exploded_;
        if (!book_.find_raw(position.key_after(entry.move)).empty()) ++usual_;
    }
}

std::optional<std::string_view> known_variant_start(const book::PolyglotBook& book) {
    struct Start {
        std::string_view variant, pieces, castling;
    };
    constexpr std::array<Start, 3> starts{
        {{"antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", ""},
         {"horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP", "kq"},
         {"Racing Kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ", ""}}};
    if (!book.find_raw(Position::start().key()).empty()) return std::nullopt;
    for (const Start& start : starts)
        if (!book.find_raw(key_of(start.pieces, start.castling, Color::White)).empty()) return start.variant;
    return std::nullopt;
}

std::uint64_t known_chess960_starts(const book::PolyglotBook& book) {
    std::uint64_t known = 0;
    for (const Position& start : chess::chess960_starts())
        if (!(start == Position::start()) && !book.find_raw(start.key()).empty()) ++known;
    return known;
}

} // namespace polyglot::tools
