#include "core/book/chessbase/signature.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using chess::Position;

Position position_of(std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    REQUIRE_MESSAGE(position.has_value(), fen);
    return *position;
}

std::string hex(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += digits[std::to_integer<std::size_t>(byte >> 4)];
        text += digits[std::to_integer<std::size_t>(byte & std::byte{15})];
    }
    return text;
}

std::vector<std::byte> bytes_of(std::string_view hexadecimal) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < hexadecimal.size(); i += 2)
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(hexadecimal.substr(i, 2)), nullptr, 16)));
    return bytes;
}

std::string error_of(std::string_view hexadecimal) {
    const auto position = decode_ctg_signature(bytes_of(hexadecimal));
    return position ? "decoded: " + chess::format_fen(*position) : position.error().message;
}

struct Row {
    std::string_view fen;
    CtgView view;
    std::string_view signature;
    std::uint32_t hash;
};
constexpr std::array rows{
    Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        {false, false},
        "56b60f7960f3a60f58b078e0c1e1a60f5960f3b60f7f",
        0xeb7ed3d7},
    Row{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        {true, false},
        "56b60f7960f3a60f58b078e0c721a60f5960f3b60f7f",
        0x8c978593},
    Row{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1",
        {false, false},
        "77b60f7960f3a60f58b1c8e019e1a6395960f3b60f705f",
        0xbb3ebdd9},
    Row{"rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 0 1",
        {false, false},
        "16b60f7960f3a60f58b078d03742a60f5960f3b60f70",
        0x1db1d8de},
    Row{"rnbq1bnr/pppp1ppp/3k4/4p3/4P3/3K4/PPPP1PPP/RNBQ1BNR w - - 0 1",
        {false, true},
        "16b60f7960f3a60f51b88b4043e3a60f5960f3b60f70",
        0x6aaa3d09},
    Row{"rnbq1bnr/pppp1ppp/3k4/4p3/4P3/N2K4/PPPP1PPP/R1BQ1BNR b - - 0 1",
        {true, true},
        "16b60f7960f3a60f51b88b4043e3a60f5960eb613f70",
        0x8d716756},
    Row{"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        {false, false},
        "4db017000000800840002c05c6",
        0xce05ea2a},
    Row{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", {false, false}, "0b00000000800840000000", 0x08a7729e}};

} // namespace

TEST_CASE("signatures and hashes of known positions, both ways") {
    for (const Row& row : rows) {
        CAPTURE(row.fen);
        const Position position = position_of(row.fen);
        CHECK(ctg_view_of(position) == row.view);
        const CtgSignature signature = encode_ctg_signature(position);
        CHECK(hex(signature.bytes()) == row.signature);
        CHECK(ctg_hash(signature.bytes()) == row.hash);
        const auto decoded = decode_ctg_signature(signature.bytes(), row.view);
        REQUIRE_MESSAGE(decoded.has_value(), decoded.error().message);
        CHECK(decoded->pieces(chess::Color::White) == position.pieces(chess::Color::White));
        CHECK(decoded->pieces(chess::PieceType::Pawn) == position.pieces(chess::PieceType::Pawn));
        CHECK(decoded->side_to_move() == position.side_to_move());
        CHECK(hex(encode_ctg_signature(*decoded).bytes()) == row.signature);
    }
}

TEST_CASE("a position and what it looks like from the other side have one signature") {
    const Position white = position_of("r3k3/pp6/8/8/3Pp3/8/5PPP/4K2R w Kq - 0 1");
    const Position black = position_of("4k2r/5ppp/8/3pP3/8/8/PP6/R3K3 b Qk - 0 1");
    CHECK(hex(encode_ctg_signature(white).bytes()) == hex(encode_ctg_signature(black).bytes()));
    const Position other_rights = position_of("4k2r/5ppp/8/3pP3/8/8/PP6/R3K3 b Q - 0 1");
    CHECK(hex(encode_ctg_signature(other_rights).bytes()) !=
          hex(encode_ctg_signature(black).bytes()));
}

TEST_CASE("a mirrored position has the signature of its image, with the en-passant file") {
    const Position left = position_of("8/8/8/pP6/8/8/8/2K3k1 w - a6 0 1");
    const Position right = position_of("8/8/8/6Pp/8/8/8/1k3K2 w - h6 0 1");
    CHECK(hex(encode_ctg_signature(left).bytes()) == hex(encode_ctg_signature(right).bytes()));
    const auto decoded = decode_ctg_signature(encode_ctg_signature(right).bytes(), {true, true});
    REQUIRE(decoded.has_value());
    CHECK(chess::format_fen(*decoded) == "2k3K1/8/8/8/Pp6/8/8/8 b - a3 0 1");
}

TEST_CASE("the en-passant file is written if a pawn may take, by the other rule also if a pin "
          "forbids it") {
    const Position pinned = position_of("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1");
    CHECK((encode_ctg_signature(pinned).bytes().front() & std::byte{0x20}) == std::byte{0});
    const CtgSignature attacked = encode_ctg_signature(pinned, CtgEnPassant::Attacked);
    CHECK((attacked.bytes().front() & std::byte{0x20}) != std::byte{0});
    REQUIRE(decode_ctg_signature(attacked.bytes(), {false, true}).has_value());
    const Position without_taker =
        position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    CHECK((encode_ctg_signature(without_taker, CtgEnPassant::Attacked).bytes().front() &
           std::byte{0x20}) == std::byte{0});
}

TEST_CASE("castling from other squares has no signature") {
    CHECK(has_ctg_signature(Position::start()));
    CHECK(has_ctg_signature(position_of("4k3/8/8/8/8/8/8/1R2K2R w K - 0 1")));
    CHECK_FALSE(has_ctg_signature(position_of("4k3/8/8/8/8/8/8/1R2K2R w B - 0 1")));
    CHECK_FALSE(has_ctg_signature(position_of("4k1r1/8/8/8/8/8/8/4K3 w g - 0 1")));
    CHECK_FALSE(has_ctg_signature(position_of("5k1r/8/8/8/8/8/8/4K3 w h - 0 1")));
    CHECK(has_ctg_signature(position_of("5k1r/8/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST_CASE("a signature of no position is refused with the reason") {
    CHECK(error_of("") == "a signature whose length is not the one in its first byte");
    CHECK(error_of("0b0000000080084000") ==
          "a signature whose length is not the one in its first byte");
    CHECK(error_of("8b00000000800840000000") ==
          "a signature with the flag 0x80, whose meaning is unknown");
    CHECK(error_of("0a000000008008400000") == "a signature whose length is not that of its board");
    CHECK(error_of("0c0000000080084000000000") ==
          "a signature whose length is not that of its board");
    // No kings; a pawn on the first rank.
    CHECK(error_of("0a000000000000000000")
              .find("a signature of no position: 8/8/8/8/8/8/8/8 w - -") == 0);
    CHECK(error_of("0bc0000000200210000000").find("a signature of no position: ") == 0);
    // A filling bit that is set; castling rights without rooks, or none of them; a king on the
    // wrong half.
    CHECK(error_of("0b00000000800840000001")
              .find("a signature that is not the one of its position") == 0);
    CHECK(error_of("4b00000000800840000003")
              .find("a signature that is not the one of its position") == 0);
    CHECK(error_of("4b00000000800840000000")
              .find("a signature that is not the one of its position") == 0);
    CHECK(error_of("2b00000000800840000003").find("a signature of no position: ") == 0);
}

} // namespace polyglot::book
