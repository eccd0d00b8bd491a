#include "core/book/variants/book.hpp"
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/support/harness/variant_walk.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace polyglot::book {
namespace {

using chess::Variant;
using chess::VariantKeys;
using chess::VariantPosition;
using test::raw_move;

VariantPosition at(const Variant& variant, std::string_view fen) {
    const auto position = chess::parse_variant_fen(variant, fen);
    REQUIRE_MESSAGE(position.has_value(), fen);
    return *position;
}

std::string decoded(const VariantPosition& position, std::uint16_t raw) {
    const auto move = decode_variant_move(raw, position, position.legal_moves());
    return move ? chess::format_variant_uci(*move, chess::CastlingStyle::KingTakesRook) : "-";
}

// A book that has one move, a2a3, in each of these positions.
test::Bytes book_of(const std::vector<VariantPosition>& positions, VariantKeys keys,
                    std::uint16_t move = 0x0210) {
    std::vector<RawEntry> entries;
    for (const VariantPosition& position : positions)
        entries.push_back({chess::variant_key(position, keys), move, 1, 0, 0});
    std::ranges::sort(entries, {}, &RawEntry::key);
    return test::to_bytes(entries);
}
test::Bytes with_header(const std::vector<std::string>& variants, const test::Bytes& entries) {
    test::Bytes bytes = test::header_bytes(format_header({"1.0", variants, ""}));
    bytes.insert(bytes.end(), entries.begin(), entries.end());
    return bytes;
}

std::string opened(const test::Bytes& bytes, const Variant* variant = nullptr) {
    const PolyglotBook file = test::open(bytes);
    const auto book = VariantBook::open(file, variant);
    if (!book) return book.error().message;
    return std::string(book->variant().uci) +
           (book->keys() == VariantKeys::XBoard ? " xboard" : " plain");
}

} // namespace

TEST_CASE("variant books: drops in both spellings, only of what is in the pocket") {
    const VariantPosition position =
        at(chess::crazyhouse, "rnbqkbnr/pppp1ppp/8/8/8/8/P1PPPPPP/R1BQKBNR[NPp] w KQkq - 0 3");
    CHECK(decoded(position, raw_move("h3h3")) == "P@h3");
    CHECK(decoded(position, 0x9417) == "P@h3");
    CHECK(decoded(position, 0x1000 | raw_move("f3f3")) == "N@f3");
    CHECK(decoded(position, 0x9000 | 14 << 6 | 21) == "N@f3");
    CHECK(decoded(position, 0x4000 | raw_move("f3f3")) == "-"); // not in the pocket
    CHECK(decoded(position, 0x1000 | raw_move("f2f2")) == "-"); // not empty
    CHECK(decoded(position, raw_move("a1a1")) == "-");
    CHECK(decoded(position, 0x9000 | 1 << 6 | 21) == "-"); // A is no piece
    CHECK(decoded(position, raw_move("g1f3")) == "g1f3");
    CHECK(decoded(at(chess::atomic, chess::atomic.start), 0x9000 | 14 << 6 | 21) == "-");
    CHECK(decoded(at(chess::atomic, chess::atomic.start), raw_move("h3h3")) == "-");
}

TEST_CASE("variant books: castling in each spelling, promotions, also to king") {
    const VariantPosition position =
        at(chess::three_check, "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1");
    CHECK(decoded(position, raw_move("e1h1")) == "e1h1");
    CHECK(decoded(position, raw_move("e1g1")) == "e1h1");
    CHECK(decoded(position, raw_move("e1a1")) == "-");
    CHECK(decoded(at(chess::atomic, "4k3/8/8/8/8/8/8/2R1K3 w C - 0 1"), raw_move("e1a1")) ==
          "e1c1");
    CHECK(decoded(at(chess::atomic, "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"), raw_move("e1f1")) == "e1f1");
    const VariantPosition promotion = at(chess::antichess, "8/P7/8/8/8/8/8/7k w - - 0 1");
    CHECK(decoded(promotion, 0x5000 | raw_move("a7a8")) == "a7a8k");
    CHECK(decoded(promotion, raw_move("a7a8q")) == "a7a8q");
    CHECK(decoded(promotion, raw_move("a7a8")) == "-");
    CHECK(decoded(at(chess::atomic, "k7/7P/8/8/8/8/8/7K w - - 0 1"), 0x5000 | raw_move("h7h8")) ==
          "-");
}

TEST_CASE("variant books: every legal move is encoded, and decoded to itself") {
    for (const Variant* variant : chess::all_variants()) {
        chess::test::VariantWalk walk(*variant, 3);
        for (int i = 0; i < 300; ++i) {
            const VariantPosition& position = walk.game().position();
            const chess::VariantMoves legal = position.legal_moves();
            for (const auto& move : legal)
                for (const VariantKeys keys : {VariantKeys::Plain, VariantKeys::XBoard}) {
                    const auto raw = encode_variant_move(move, keys);
                    const bool to_king = move.kind == chess::VariantMove::Kind::Promotion &&
                                         move.piece == chess::PieceType::King;
                    REQUIRE(raw.has_value() == !(to_king && keys == VariantKeys::XBoard));
                    if (raw) REQUIRE(decode_variant_move(*raw, position, legal) == move);
                }
            walk.go_on(legal);
        }
    }
    CHECK(encode_variant_move(
              {chess::H3, chess::H3, chess::VariantMove::Kind::Drop, chess::PieceType::Pawn},
              VariantKeys::XBoard) == 0x9417);
}

TEST_CASE("variant books: the variant of a book") {
    const auto start_of = [](const Variant& variant, VariantKeys keys) {
        return book_of({VariantPosition::start(variant)}, keys);
    };
    const auto after_first_move = [](const Variant& variant, VariantKeys keys) {
        VariantPosition position = VariantPosition::start(variant);
        position.make(chess::parse_variant_san(position, "a3").value());
        return book_of({position}, keys, raw_move("a7a6"));
    };
    SUBCASE("XBoard's keys tell it") {
        CHECK(opened(start_of(chess::crazyhouse, VariantKeys::XBoard)) == "crazyhouse xboard");
        CHECK(opened(start_of(chess::three_check, VariantKeys::XBoard)) == "3check xboard");
        CHECK(opened(after_first_move(chess::atomic, VariantKeys::XBoard)) == "atomic xboard");
        CHECK(opened(start_of(chess::suicide, VariantKeys::XBoard)) == "giveaway xboard");
        CHECK(opened(start_of(chess::suicide, VariantKeys::XBoard), &chess::suicide) ==
              "suicide xboard");
        CHECK(opened(start_of(chess::crazyhouse, VariantKeys::XBoard), &chess::atomic) ==
              "the book has XBoard's keys of crazyhouse and not of atomic");
    }
    SUBCASE("a start position that chess does not have tells it") {
        CHECK(opened(start_of(chess::horde, VariantKeys::Plain)) == "horde plain");
        CHECK(opened(start_of(chess::racing_kings, VariantKeys::Plain)) == "racingkings plain");
        CHECK(opened(after_first_move(chess::antichess, VariantKeys::Plain)) == "antichess plain");
    }
    SUBCASE("the header tells it") {
        const test::Bytes plain = start_of(chess::crazyhouse, VariantKeys::Plain);
        CHECK(opened(with_header({"crazyhouse"}, plain)) == "crazyhouse plain");
        CHECK(opened(with_header({"3check"}, start_of(chess::three_check, VariantKeys::XBoard))) ==
              "3check xboard");
        CHECK(opened(with_header({"giveaway"}, plain), &chess::antichess) == "antichess plain");
        CHECK(opened(with_header({"normal", "crazyhouse"}, plain)) ==
              "the book does not say its variant");
        CHECK(opened(with_header({"normal", "crazyhouse"}, plain), &chess::crazyhouse) ==
              "crazyhouse plain");
        CHECK(opened(with_header({"normal"}, plain), &chess::crazyhouse) ==
              "the book's header names normal and not crazyhouse");
        // XBoard has a number for neither.
        CHECK(opened(with_header({"kingofthehill"}, plain), &chess::horde) ==
              "the book's header names kingofthehill and not horde");
    }
    SUBCASE("only the user knows it") {
        const test::Bytes plain = start_of(chess::atomic, VariantKeys::Plain);
        CHECK(opened(plain) == "the book does not say its variant");
        CHECK(opened(plain, &chess::atomic) == "atomic plain");
        CHECK(opened(plain, &chess::king_of_the_hill) == "kingofthehill plain");
    }
}

TEST_CASE("variant books: a walk tells positions apart that differ in the pockets") {
    // Two ways to one key: 1.e4 d5 2.exd5 Qxd5 with a pawn for each, and the same without the
    // captures.
    const VariantPosition with =
        at(chess::crazyhouse, "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    const VariantPosition without =
        at(chess::crazyhouse, "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3");
    const std::uint64_t key = chess::variant_key(with, VariantKeys::Plain);
    const test::Bytes bytes =
        test::to_bytes({{key, raw_move("e4e4"), 2, 0, 0}, {key, raw_move("b1c3"), 1, 0, 0}});
    const PolyglotBook file = test::open(bytes);
    const VariantBook book = VariantBook::open(file, &chess::crazyhouse).value();
    REQUIRE(book.find(without).size() == 2);
    CHECK_FALSE(book.find(without).front().move);
    CHECK(book.find(with).front().move == chess::parse_variant_san(with, "P@e4").value());
    const std::vector<VariantPosition> roots{without, with, with};
    std::vector<bool> legal;
    const auto visit = [&](const VariantPosition&, const std::vector<VariantEntry>& entries) {
        legal.push_back(entries.front().move.has_value());
        return true;
    };
    CHECK(walk_variant(book, roots, 10, visit));
    CHECK(legal == std::vector{false, true});
    CHECK_FALSE(walk_variant(book, roots, 1, visit));
}

TEST_CASE("variant books: a walk of lines has the line to each position") {
    const std::vector<VariantPosition> positions{
        at(chess::atomic, chess::atomic.start),
        at(chess::atomic, "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"),
        at(chess::atomic, "rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2")};
    const test::Bytes bytes = book_of(positions, VariantKeys::Plain);
    const PolyglotBook file = test::open(bytes);
    const VariantBook book = VariantBook::open(file, &chess::atomic).value();
    const std::vector<const VariantBook*> books{&book};
    std::vector<std::string> lines;
    CHECK(walk_variant_lines(
        books, std::span(positions.data(), 1), 10,
        [&](const VariantPosition&, std::span<const chess::VariantMove> line) {
            std::string& text = lines.emplace_back();
            for (const chess::VariantMove& move : line)
                text += chess::format_variant_uci(move, chess::CastlingStyle::KingTakesRook) + ' ';
            return true;
        }));
    CHECK(lines == std::vector<std::string>{"", "a2a3 ", "a2a3 h7h6 "});
}

TEST_CASE("variant books: no answer where an inner rook may castle") {
    const VariantPosition inner = at(chess::atomic, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    const VariantPosition outer = at(chess::atomic, "4k3/8/8/8/8/8/8/4KR1R w H - 0 1");
    const test::Bytes bytes = book_of({outer}, VariantKeys::Plain, raw_move("e1d1"));
    const PolyglotBook file = test::open(bytes);
    const VariantBook book = VariantBook::open(file, &chess::atomic).value();
    CHECK(book.find(inner).empty());
    CHECK(book.find(outer).size() == 1);
}

} // namespace polyglot::book
