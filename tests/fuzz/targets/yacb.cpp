// Bytes as a YACB book: what is found is what a look at every entry finds, and entries come back as
// they were.
#include "core/book/yacb/yacb.hpp"

#include "core/chess/fen.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

// The first entry with this key, if no key before it is out of order.
void check_position(const book::YacbBook& opened, const chess::Position& position, bool sorted) {
    const std::uint64_t key = opened.key_of(position);
    std::optional<book::YacbEntry> expected;
    opened.for_each([&](std::uint64_t, const book::YacbEntry& entry) {
        if (entry.key == key) expected = entry;
        return entry.key != key;
    });
    const auto known = opened.evaluation(position);
    require(!known || known->key == key, "what is found has the key asked for");
    if (sorted) require(known == expected, "what is in a sorted book is found");
    const auto entries = opened.find(position);
    require(entries.size() == (known ? 1U : 0U), "one entry for a known position");
    require(opened.knows(position) == known.has_value(), "knows() is what find() finds");
    for (const book::Entry& entry : entries) {
        require(!entry.move || position.is_legal(entry.move), "a book move is legal or none");
        require(!entry.move ||
                    book::encode_stockfish_move(entry.move, position) == known->best_move,
                "a move has one spelling");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto opened = book::YacbBook::open(std::make_shared<const book::SpanReader>(bytes));
    if (!opened) {
        require(!opened.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    static_cast<void>(opened->facts());
    const std::size_t begin = data[5] == 1 ? 6280 : 32; // with its own numbers, or without
    // Each key greater than the one before, and no entry reserved
    bool sorted = true;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < opened->size(); ++i) {
        const auto entry = (*opened)[i];
        sorted = sorted && entry && (i == 0 || last < entry->key);
        if (!entry) continue;
        last = entry->key;
        std::array<std::byte, book::yacb_entry_size> again{};
        book::encode_yacb_entry(*entry, again);
        require(
            std::ranges::equal(again, bytes.subspan(begin + 16 * static_cast<std::size_t>(i), 16)),
            "encode(decode(x)) == x");
    }
    require(!sorted || opened->size() == 0 || opened->warnings().size() <= 2,
            "of a sorted book only its header and its end may be odd");
    constexpr std::array fens{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "rk2r3/8/8/8/8/8/8/1K6 b ea - 0 1",
    };
    for (const char* fen : fens)
        check_position(*opened, *chess::parse_fen(fen), sorted);
    return 0;
}
