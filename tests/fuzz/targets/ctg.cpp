// Bytes as a ChessBase book with its table: a signature that is read is written back, the table and
// the list of all positions find the same, and what is found is legal. The first two bytes say how
// long the table is.
#include "core/book/chessbase/ctg.hpp"

#include "core/book/chessbase/move_code.hpp"
#include "core/chess/fen.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void look_at(const book::CtgBook& opened, const book::CtgEntry& entry) {
    const auto position = book::decode_ctg_signature(entry.signature);
    if (!position) {
        require(!position.error().message.empty(), "a refusal has a reason");
        return;
    }
    const auto legal = book::encode_ctg_signature(*position);
    const auto attacked = book::encode_ctg_signature(*position, book::CtgEnPassant::Attacked);
    require(is_same(legal.bytes(), entry.signature) || is_same(attacked.bytes(), entry.signature),
            "a signature comes back", chess::format_fen(*position));
    for (const bool flipped : {false, true}) {
        const auto seen = book::decode_ctg_signature(entry.signature, {flipped, false});
        require(seen && (is_same(book::encode_ctg_signature(*seen).bytes(), legal.bytes())),
                "a position has one signature for both sides", chess::format_fen(*position));
    }
    for (unsigned code = 0; code < 256; ++code) {
        const auto move = book::decode_ctg_move(static_cast<std::uint8_t>(code), *position);
        require(move.move ? position->is_legal(move.move) : !move.refused.empty(),
                "a move is legal or refused");
    }
    const auto entries = opened.find(*position);
    for (const book::Entry& found : entries)
        require(found.move ? position->is_legal(found.move) : found.weight == 0,
                "only a legal move has a weight");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const auto all = std::as_bytes(std::span(data, size));
    const std::size_t table_size =
        std::min<std::size_t>(size - 2, data[0] * std::size_t{256} + data[1]);
    const book::SpanReader table(all.subspan(2, table_size));
    const std::vector<std::byte> bytes(all.begin() + 2 + static_cast<std::ptrdiff_t>(table_size),
                                       all.end());
    const auto reader = std::make_shared<const book::SpanReader>(bytes);
    const auto opened = book::CtgBook::open(reader, &table);
    const auto listed = book::CtgBook::open(reader, nullptr);
    require(opened.has_value() == listed.has_value(),
            "a wrong table keeps no book from being opened");
    if (!opened) {
        require(!opened.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    static_cast<void>(opened->facts());
    std::size_t seen = 0;
    opened->store().for_each([&](std::uint64_t, const book::CtgEntry& entry) {
        if (seen++ < 32) look_at(*opened, entry);
    });
    for (const book::Entry& entry : opened->find(chess::Position::start()))
        require(!entry.move || chess::Position::start().is_legal(entry.move), "a move is legal");
    return 0;
}
