// Bytes as an experience file: records come back as they were, and what is found is legal and
// sorted.
#include "core/book/experience/experience.hpp"

#include "core/chess/fen.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace book = polyglot::book;
namespace chess = polyglot::chess;
using polyglot::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    for (std::size_t at = 0; at + book::experience_record_size <= bytes.size();
         at += book::experience_record_size) {
        for (const auto layout : {book::ExperienceLayout::BrainLearn,
                                  book::ExperienceLayout::Sugar1, book::ExperienceLayout::Sugar2}) {
            const auto raw = bytes.subspan(at).first<book::experience_record_size>();
            const auto record = book::decode_experience_record(layout, raw);
            std::array<std::byte, book::experience_record_size> again{};
            book::encode_experience_record(layout, record, again);
            require(book::decode_experience_record(layout, again) == record, "a record comes back");
        }
    }
    const auto opened = book::ExperienceBook::open(book::SpanReader(bytes));
    if (!opened) {
        require(!opened.error().message.empty(), "a refusal has a reason");
        return 0;
    }
    static_cast<void>(opened->facts());
    const auto records = opened->records();
    for (std::size_t i = 1; i < records.size(); ++i)
        require(records[i - 1].key < records[i].key ||
                    (records[i - 1].key == records[i].key && records[i - 1].move < records[i].move),
                "one record for each move, sorted");
    for (const char* fen :
         {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "4k3/8/8/8/8/8/4P3/4K3 w - - 22 40", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 13 40"}) {
        const auto position = *chess::parse_fen(fen);
        for (const book::Entry& entry : opened->find(position))
            require(position.is_legal(entry.move) && entry.weight > 0,
                    "a move is legal and has a weight");
    }
    return 0;
}
