// First line a FEN (the start position if it is invalid), then words, each read as SAN and as
// coordinates.
#include "core/chess/san.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <set>
#include <string>

namespace chess = polyglot::chess;
using polyglot::fuzz::require;

namespace {

void check_all_moves(const chess::Position& position) {
    std::set<std::string> written;
    for (const chess::Move move : position.legal_moves()) {
        const std::string san = chess::format_san(position, move);
        require(written.insert(san).second, "no two moves are written alike", san);
        const auto again = chess::parse_san(position, san);
        require(again.has_value() && *again == move, "parse_san(format_san(m)) == m", san);
        for (const auto style :
             {chess::CastlingStyle::KingTwoSquares, chess::CastlingStyle::KingTakesRook}) {
            const std::string uci = chess::format_uci_move(move, style);
            require(chess::reads_as_uci_move(uci), "it reads as a move", uci);
            require(chess::parse_uci_move(position, uci) == move,
                    "parse_uci_move(format_uci_move(m)) == m", uci);
        }
    }
}

// The short answer is the long one.
void check_resolved(const chess::Position& position, std::string_view word,
                    const polyglot::Result<chess::Move>& san) {
    const chess::SanResult result = chess::resolve_san(position, word);
    require(static_cast<bool>(result) == san.has_value(), "resolve_san agrees with parse_san",
            word);
    require(result.move == (san ? *san : chess::Move()), "resolve_san finds what parse_san finds",
            word);
    const std::string_view words = result.status == chess::SanStatus::Illegal ? "is not legal here"
                                   : result.status == chess::SanStatus::Ambiguous
                                       ? "is ambiguous"
                                       : "does not read as a move";
    if (!san)
        require(san.error().message.find(words) != std::string::npos, "the reason is worded", word);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const auto given = chess::parse_fen(input.line());
    chess::Position position = given ? *given : chess::Position::start();
    check_all_moves(position);

    std::string_view rest = input.rest();
    for (auto word = polyglot::text::next_word(rest); !word.empty();
         word = polyglot::text::next_word(rest)) {
        const auto by_coordinates = chess::parse_uci_move(position, word);
        if (by_coordinates)
            require(chess::reads_as_uci_move(word), "what is a move reads as one", word);
        const auto by_san = chess::parse_san(position, word);
        if (!by_san)
            require(by_san.error().offset <= word.size(), "an error lies in the text", word);
        check_resolved(position, word, by_san);
        // Two notations may differ (b4c5 …)
        if (by_coordinates && by_san && *by_coordinates != *by_san) continue;
        if (by_coordinates || by_san) {
            const chess::Move move = by_coordinates ? *by_coordinates : *by_san;
            require(position.is_legal(move), "what parses is legal", word);
            position.make(move);
            require(position.key() == position.compute_key(), "the incremental key is the key",
                    word);
        }
    }
    check_all_moves(position);
    return 0;
}
