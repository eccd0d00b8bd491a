// Bytes as a PolyGlot book. What is found by its order is what a look at every entry finds.
#include "core/book/polyglot/book.hpp"
#include "core/book/selection.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

std::vector<book::RawEntry> look_at_every_entry(const book::EntryTable& table, std::uint64_t key) {
    std::vector<book::RawEntry> found;
    for (std::uint64_t i = 0; i < table.size(); ++i)
        if (table[i].key == key && !book::is_special(table[i])) found.push_back(table[i]);
    return found;
}

void check_position(const book::PolyglotBook& opened, const chess::Position& position) {
    const std::vector<book::Entry> entries = opened.find(position);
    require(entries.size() == look_at_every_entry(opened.entries(), position.key()).size(),
            "all entries are found");
    for (const book::Entry& entry : entries) {
        require(!entry.move || position.is_legal(entry.move), "a book move is legal or none");
        require(!entry.move ||
                    book::decode_move(book::encode_move(entry.move), position) == entry.move,
                "in whatever spelling a move is read, it is written in one that is read");
    }
    polyglot::Random random(7);
    for (const auto learn : {book::LearnPolicy::RecordOnly, book::LearnPolicy::Polyglot,
                             book::LearnPolicy::Thompson, book::LearnPolicy::Ucb}) {
        for (const bool draw : {false, true}) {
            const book::Policy policy{
                .random = draw, .threshold_per_mil = 5, .learning = {.policy = learn}};
            const auto candidates = book::rate(entries, policy);
            require(candidates.size() == entries.size(), "one candidate per entry");
            int shares = 0;
            for (const book::Candidate& candidate : candidates) {
                require(!candidate.playable || candidate.move, "only moves are playable");
                shares += candidate.share;
            }
            require(shares <= 10000, "shares are parts of one whole");
            const auto move = book::choose(candidates, policy, random);
            const bool any = std::any_of(candidates.begin(), candidates.end(),
                                         [](auto& c) { return c.playable; });
            require(move.has_value() == any, "a playable move is chosen");
            require(!move || position.is_legal(*move), "the chosen move is legal");
            static_cast<void>(book::format_shares(candidates));
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto opened = book::PolyglotBook::open(bytes);
    if (!opened) {
        require(!opened.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    constexpr std::array<const char*, 6> fens{
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    };
    for (const char* fen : fens) {
        chess::Position position = *chess::parse_fen(fen);
        check_position(*opened, position);
        if (const auto move = chess::parse_uci_move(position, "g1f3")) {
            position.make(*move);
            check_position(*opened, position);
        }
    }
    const std::uint64_t probes = std::min<std::uint64_t>(opened->entries().size(), 64);
    for (std::uint64_t i = 0; i < probes; ++i) {
        const std::uint64_t key = opened->entries().key(i);
        if (key == book::header_key) continue;
        const auto found = opened->find_raw(key);
        require(found == look_at_every_entry(opened->entries(), key),
                "find_raw finds all of them, in file order");
    }
    if (const auto& header = opened->header()) {
        const auto again = book::parse_header(book::format_header(*header));
        require(again && again->version == header->version && again->variants == header->variants &&
                    again->comment == header->comment,
                "parse_header(format_header(h)) == h");
    }
    return 0;
}
