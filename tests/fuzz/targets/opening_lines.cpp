// Bytes as a text of opening lines: what is read is legal, and the numbers hold together.
#include "core/book/lines/lines.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <span>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto opened = book::LinesBook::open(book::SpanReader(bytes));
    require(opened.has_value(), "every text is read");
    require(opened->count_moves() >= opened->count_positions(), "a position has a move");
    if (book::LinesBook::is_lines(polyglot::fuzz::text_of(data, size), true))
        require(opened->count_moves() > 0, "what is detected has moves");
    chess::Position position = chess::Position::start();
    for (int ply = 0; ply < 40; ++ply) {
        const auto entries = opened->find(position);
        if (entries.empty()) break;
        for (const book::Entry& entry : entries)
            require(position.is_legal(entry.move), "a move is legal");
        position.make(entries.back().move);
    }
    return 0;
}
