#include "tools/books/variant.hpp"

#include "core/book/entry_table.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variant_name.hpp"
#include "core/chess/zobrist_keys.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
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

// parse_fen() cannot be used, because some variants have no kings.
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
        key ^=
            random_numbers[chess::zobrist::castling_offset + std::string_view("KQkq").find(right)];
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
        for (const chess::CastlingSide side :
             {chess::CastlingSide::King, chess::CastlingSide::Queen}) {
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

std::string OtherVariant::sentence() const {
    const std::string looks_like = "this looks like a book for " + name + ": ";
    switch (sign) {
    case VariantSign::Header:
        return "the header names variants that don't include normal chess, by whose rules moves "
               "are judged here";
    case VariantSign::StartPosition: return looks_like + "it knows its start position";
    case VariantSign::Explosions: return looks_like + "it knows positions after explosions";
    case VariantSign::Drops: return looks_like + "it has moves that drop a piece";
    case VariantSign::KingPromotions: return looks_like + "it has promotions to king";
    case VariantSign::NotReached: break;
    }
    return "more than half of the positions can't be reached from where games begin: a book for "
           "another variant, or "
           "of games that begin elsewhere";
}

std::optional<OtherVariant> VariantEvidence::judge(std::uint64_t reached,
                                                   std::uint64_t positions) const {
    if (const auto& header = book_.header(); header && !header->variants.empty()) {
        const auto is_ours = [](const std::string& variant) {
            return chess::is_normal_variant(variant) || chess::is_chess960_variant(variant);
        };
        if (std::none_of(header->variants.begin(), header->variants.end(), is_ours))
            return OtherVariant{VariantSign::Header, header->variants.front()};
    }
    if (const auto variant = known_variant_start(book_))
        return OtherVariant{VariantSign::StartPosition, std::string(*variant)};
    if (is_atomic()) return OtherVariant{VariantSign::Explosions, "atomic"};
    if (auto by_moves = judge_moves()) return by_moves;
    if (positions > 2 * reached) return OtherVariant{VariantSign::NotReached, {}};
    return std::nullopt;
}

// Damage produces arbitrary moves, of which only 1 in 64 looks like a drop and 1 in 500 like a
// promotion to king.
std::optional<OtherVariant> VariantEvidence::judge_moves() const {
    constexpr std::uint64_t not_by_chance = 5;
    std::uint64_t impossible = 0;
    std::uint64_t drops = 0;
    std::uint64_t kings = 0;
    std::vector<std::byte> buffer(64U << 10U);
    book::EntryWindow window(book_.entries(), buffer);
    for (std::uint64_t i = 0; i < book_.entries().size() && window.reach(i); ++i) {
        const book::RawEntry entry = window[i];
        if (book::is_special(entry)) continue;
        if (is_drop(entry.move)) ++drops;
        if (is_king_promotion(entry.move)) ++kings;
        if (!book::is_possible_move(entry.move)) ++impossible;
    }
    const auto is_rule = [impossible](std::uint64_t count) {
        return count >= not_by_chance && 10 * count >= 9 * impossible;
    };
    if (is_rule(drops)) return OtherVariant{VariantSign::Drops, "crazyhouse"};
    if (is_rule(kings)) return OtherVariant{VariantSign::KingPromotions, "antichess"};
    return std::nullopt;
}

bool is_drop(std::uint16_t raw) {
    const unsigned to = raw & 63U;
    const unsigned from = raw >> 6U & 63U;
    const unsigned piece = raw >> 12U;
    const bool outer_rank = to < 8 || to >= 56;
    constexpr unsigned xboard = 9;
    if (piece == xboard) { // letters count from A = 1
        constexpr std::string_view letters = "PNBRQ";
        return from <= 26 &&
               letters.find(static_cast<char>('A' + from - 1)) != std::string_view::npos &&
               !(from == 'P' - 'A' + 1 && outer_rank);
    }
    return from == to && (piece == 0 ? !outer_rank : piece <= 4);
}

bool is_king_promotion(std::uint16_t raw) {
    const int from = raw >> 6 & 63;
    const int to = raw & 63;
    constexpr int king = 5;
    if (raw >> 12 != king || std::abs(from % 8 - to % 8) > 1) return false;
    return (from / 8 == 6 && to / 8 == 7) || (from / 8 == 1 && to / 8 == 0);
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
        if (!book.find_raw(key_of(start.pieces, start.castling, Color::White)).empty())
            return start.variant;
    return std::nullopt;
}

std::uint64_t known_chess960_starts(const book::PolyglotBook& book) {
    std::uint64_t known = 0;
    for (const Position& start : chess::chess960_starts())
        if (!(start == Position::start()) && !book.find_raw(start.key()).empty()) ++known;
    return known;
}

std::vector<std::string> variant_names(bool chess, bool chess960) {
    std::vector<std::string> names;
    if (chess || !chess960) names.emplace_back("normal");
    if (chess960) names.emplace_back("fischerandom");
    return names;
}

} // namespace polyglot::tools
