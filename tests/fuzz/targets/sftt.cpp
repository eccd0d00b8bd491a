// Bytes as an SFTT table: what is found is the deepest of the entries with the key, and entries
// come back as they were.
#include "core/book/sftt/sftt.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

void check_position(const book::SfttTable& table, std::span<const std::byte> entries,
                    const chess::Position& position) {
    const std::uint64_t key = chess::stockfish_key(position);
    std::optional<book::SfttEntry> deepest;
    for (std::size_t i = 0; i + 16 <= entries.size(); i += 16) {
        const book::SfttEntry entry = book::decode_sftt_entry(entries.subspan(i).first<16>());
        if (entry.key == key && (!deepest || entry.depth() > deepest->depth())) deepest = entry;
    }
    const book::SfttEntry* known = table.entry(position);
    require((known != nullptr) == deepest.has_value(), "a key in the table is found");
    require(known == nullptr || *known == *deepest, "the deepest entry of a key counts");
    const auto found = table.find(position);
    require(found.size() == (known != nullptr ? 1U : 0U), "one entry for a known position");
    for (const book::Entry& entry : found) {
        require(!entry.move || position.is_legal(entry.move), "a move is legal or none");
        require(!entry.move || book::encode_stockfish_move(entry.move, position) == known->move,
                "a move has one spelling");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto table = book::SfttTable::open(book::SpanReader(bytes));
    if (!table) {
        require(!table.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    static_cast<void>(table->facts());
    const auto entries = bytes.subspan(book::sftt_header_size);
    for (std::size_t i = 0; i + 16 <= entries.size(); i += 16) {
        const book::SfttEntry entry = book::decode_sftt_entry(entries.subspan(i).first<16>());
        std::array<std::byte, book::sftt_entry_size> again{};
        book::encode_sftt_entry(entry, again);
        require(std::ranges::equal(again, entries.subspan(i, 16)), "encode(decode(x)) == x");
        const auto white = book::SfttTable::evaluation_of(entry, chess::Color::White);
        const auto black = book::SfttTable::evaluation_of(entry, chess::Color::Black);
        require(white.value == -black.value && white.type == black.type,
                "the same for either side");
        require(white.type != book::Evaluation::Type::DistanceToMate || white.value != 0,
                "a mate is not a draw");
    }
    const std::string header = book::encode_sftt_header(table->header());
    const auto again = book::SfttTable::open(book::SpanReader(std::as_bytes(std::span(header))));
    require(again.has_value() && again->header() == table->header(), "a header comes back");
    const auto read = table->read_by({.min_depth = 10});
    const auto& deep = static_cast<const book::SfttTable&>(*read);
    require(deep.count_positions() <= table->count_positions(), "the minimum depth leaves out");
    for (const book::SfttEntry& entry : deep.entries())
        require(entry.depth() >= 10, "what is less deep is left out");
    // Clocks below 14: each position has one key.
    constexpr std::array fens{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 13 40",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "rk2r3/8/8/8/8/8/8/1K6 b ea - 0 1",
    };
    for (const char* fen : fens)
        check_position(*table, entries, *chess::parse_fen(fen));
    return 0;
}
