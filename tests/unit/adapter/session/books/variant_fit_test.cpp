// Which books may be asked in which variant, and what they have.
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/books/variant_fit.hpp"
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using chess::Variant;
using chess::VariantKeys;
using chess::VariantPosition;

// A book with the drop of a pawn on h3 and the move a2a3 in the start position of a variant.
test::Bytes book_of(const Variant& variant, VariantKeys keys,
                    const std::vector<std::string>& header = {}) {
    const std::uint64_t key = chess::variant_key(VariantPosition::start(variant), keys);
    const std::vector<book::RawEntry> entries{{key, 0x05d7, 3, 2, 1}, {key, 0x0210, 1, 0, 0}};
    test::Bytes bytes;
    if (!header.empty()) bytes = test::header_bytes(book::format_header({"1.0", header, ""}));
    const test::Bytes table = test::to_bytes(entries);
    bytes.insert(bytes.end(), table.begin(), table.end());
    return bytes;
}

std::shared_ptr<const VariantSource> source_of(const test::Bytes& bytes) {
    return variants_of(std::make_shared<book::PolyglotBook>(test::open(bytes)));
}

std::string why_not(const test::Bytes& bytes, const std::string& set, const Variant* variant,
                    const std::string& name = "x") {
    config::BookSettings rules;
    rules.name = name;
    rules.variant = set;
    return why_not_of_variant(*source_of(bytes), rules, variant);
}

TEST_CASE("variant fit: a book without a word is of chess, unless Variant says otherwise") {
    const test::Bytes plain = book_of(chess::crazyhouse, VariantKeys::Plain);
    CHECK(why_not(plain, "any", nullptr) == "");
    CHECK(why_not(plain, "any", &chess::crazyhouse) ==
          "it states no variant and so is of chess (Variant = crazyhouse makes it one of "
          "crazyhouse)");
    for (const char* name : {"crazyhouse", "Crazyhouse", "zh", "crazyhouse960"}) {
        CHECK(why_not(plain, name, &chess::crazyhouse) == "");
        CHECK(why_not(plain, name, &chess::atomic) == "Variant = " + std::string(name));
        CHECK(why_not(plain, name, nullptr) == "Variant = " + std::string(name));
    }
    CHECK(why_not(plain, "standard", nullptr) == ""); // the side that asks knows Chess960
    CHECK(why_not(plain, "standard", &chess::atomic, "") == "BookVariant = standard");
    CHECK(why_not(plain, "antichess", &chess::giveaway) == ""); // one variant to XBoard
}

TEST_CASE("variant fit: a book that states its variant is of no other") {
    const test::Bytes header = book_of(chess::crazyhouse, VariantKeys::Plain, {"crazyhouse"});
    CHECK(why_not(header, "any", &chess::crazyhouse) == "");
    CHECK(why_not(header, "any", nullptr) == "it is a book of crazyhouse");
    CHECK(why_not(header, "any", &chess::atomic) ==
          "the book's header names crazyhouse and not atomic");
    CHECK(why_not(header, "atomic", &chess::atomic) ==
          "the book's header names crazyhouse and not atomic");
    const test::Bytes keys = book_of(chess::crazyhouse, VariantKeys::XBoard);
    CHECK(why_not(keys, "any", &chess::crazyhouse) == "");
    CHECK(why_not(keys, "any", nullptr) == "it is a book of crazyhouse");
    CHECK(why_not(keys, "any", &chess::three_check) ==
          "the book has XBoard's keys of crazyhouse and not of 3check");
    const test::Bytes start = book_of(chess::horde, VariantKeys::Plain);
    CHECK(why_not(start, "any", &chess::horde) == "");
    CHECK(why_not(start, "any", nullptr) == "it is a book of horde");
    CHECK(why_not(start, "any", &chess::crazyhouse) == "it is a book of horde");
    CHECK(why_not(start, "standard", nullptr) == ""); // the user knows better
    const test::Bytes several =
        book_of(chess::crazyhouse, VariantKeys::Plain, {"crazyhouse", "atomic"});
    CHECK(why_not(several, "any", &chess::atomic) == "");
    CHECK(why_not(several, "any", nullptr) == "it is a book of crazyhouse, atomic");
    const test::Bytes also_chess =
        book_of(chess::crazyhouse, VariantKeys::Plain, {"normal", "crazyhouse"});
    CHECK(why_not(also_chess, "any", nullptr) == "");
    const test::Bytes unknown = book_of(chess::crazyhouse, VariantKeys::Plain, {"shogi"});
    CHECK(why_not(unknown, "any", nullptr) == ""); // "shogi", "My Book" say nothing
    const test::Bytes blank = book_of(chess::crazyhouse, VariantKeys::Plain, {"normal\r"});
    CHECK(why_not(blank, "any", nullptr) == "");
}

TEST_CASE("variant source: entries by the rules, without drops of what is not in the pocket") {
    const test::Bytes bytes = book_of(chess::crazyhouse, VariantKeys::Plain);
    const auto source = source_of(bytes);
    const VariantPosition start = VariantPosition::start(chess::crazyhouse);
    const std::vector<book::Entry> entries = source->find(start);
    REQUIRE(entries.size() == 1);
    CHECK(chess::format_variant_uci(variant_move_of(entries[0].move)) == "a2a3");
    // Atomic has no pockets: what is not legal stays, as in chess.
    const std::vector<book::Entry> atomic = source->find(VariantPosition::start(chess::atomic));
    REQUIRE(atomic.size() == 2);
    CHECK(!atomic[0].move);
    CHECK(atomic[0].weight == 3);
    CHECK(atomic[0].learn_count == 2);
}

TEST_CASE("variant source: every move of a variant has its stand-in") {
    for (const Variant* variant : chess::all_variants()) {
        VariantPosition position = VariantPosition::start(*variant);
        std::uint64_t random = 1;
        for (int ply = 0; ply < 200; ++ply) {
            const chess::VariantMoves moves = position.legal_moves();
            if (moves.empty()) break;
            for (const chess::VariantMove& move : moves) {
                CHECK(stand_in_for(move));
                CHECK(variant_move_of(stand_in_for(move)) == move);
            }
            random = random * 6364136223846793005U + 1442695040888963407U;
            position.make(moves[(random >> 33U) % moves.size()]);
        }
    }
}

} // namespace
} // namespace polyglot::session
