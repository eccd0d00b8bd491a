// First a byte that chooses the variant, then a line with a FEN (the start position if it is
// invalid), then words, each read as SAN and as coordinates. Whatever parses is written and read
// again.
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

chess::VariantPosition read_position(const chess::Variant& variant, std::string_view fen) {
    const auto position = chess::parse_variant_fen(variant, fen);
    if (!position) {
        require(!position.error().message.empty(), "an error has a message", fen);
        require(position.error().offset <= fen.size(), "an error lies in the text", fen);
        return chess::VariantPosition::start(variant);
    }
    for (const auto castling : {chess::FenCastling::Standard, chess::FenCastling::Shredder})
        for (const auto pocket :
             {chess::VariantFenStyle::Pocket::Brackets, chess::VariantFenStyle::Pocket::NinthRank})
            for (const auto checks : {chess::VariantFenStyle::Checks::LeftToGive,
                                      chess::VariantFenStyle::Checks::Given}) {
                const std::string written =
                    chess::format_variant_fen(*position, {castling, pocket, checks});
                const auto again = chess::parse_variant_fen(variant, written);
                require(again.has_value() && *again == *position, "the FEN reads back", written);
            }
    return *position;
}

void check_all_moves(const chess::VariantPosition& position) {
    std::set<std::string> written;
    for (const chess::VariantMove& move : position.legal_moves()) {
        const std::string san = chess::format_variant_san(position, move);
        require(written.insert(san).second, "no two moves are written alike", san);
        const auto again = chess::parse_variant_san(position, san);
        require(again.has_value() && *again == move, "the SAN reads back", san);
        const std::string uci = chess::format_variant_uci(move);
        require(chess::parse_variant_uci(position, uci) == move, "the coordinates read back", uci);
        chess::VariantPosition after = position;
        after.make(move);
        const std::string fen = chess::format_variant_fen(after);
        require(chess::parse_variant_fen(position.variant(), fen).has_value(),
                "a legal move leads to a valid position", fen);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const auto variants = chess::all_variants();
    const chess::Variant& variant = *variants[input.byte() % variants.size()];
    chess::VariantPosition position = read_position(variant, input.line());
    check_all_moves(position);
    std::string_view rest = input.rest();
    for (auto word = polyglot::text::next_word(rest); !word.empty();
         word = polyglot::text::next_word(rest)) {
        const auto moves = position.legal_moves();
        const auto by_coordinates = chess::parse_variant_uci(position, word);
        const auto by_san = chess::parse_variant_san(position, word);
        if (!by_coordinates && !by_san) continue;
        const chess::VariantMove move = by_coordinates ? *by_coordinates : *by_san;
        require(std::ranges::find(moves, move) != moves.end(), "what parses is legal", word);
        position.make(move);
    }
    check_all_moves(position);
    return 0;
}
