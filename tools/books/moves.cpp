#include "tools/books/moves.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::tools {
namespace {

// The position after each word that is a move; on_move gets the moves.
template <class AnyPosition, class OnMove>
Result<AnyPosition> play_words(AnyPosition position, std::string_view moves,
                               const OnMove& on_move) {
    for (std::string_view rest = moves; !text::trim_left(rest).empty();) {
        const std::string_view word = text::next_word(rest);
        // The move may follow "1." or "1...".
        std::string_view text = word.substr(std::min(word.size(), word.find_last_of('.') + 1));
        if (text.empty() || text::parse_int<unsigned>(text)) continue;
        const auto move = parse_any_move(position, text);
        if (!move)
            return make_error(move.error().message,
                              static_cast<std::size_t>(word.data() - moves.data()));
        position.make(*move);
        on_move(*move);
    }
    return position;
}

template <class AnyMove, class AnyPosition>
Result<std::vector<AnyMove>> parse_words(const AnyPosition& start, std::string_view moves) {
    std::vector<AnyMove> line;
    const auto played =
        play_words(start, moves, [&line](const AnyMove& move) { line.push_back(move); });
    if (!played) return played.error();
    return line;
}

} // namespace

Result<chess::Move> parse_any_move(const chess::Position& position, std::string_view text) {
    if (const auto move = chess::parse_uci_move(position, text)) return *move;
    return chess::parse_san(position, text);
}

Result<chess::VariantMove> parse_any_move(const chess::VariantPosition& position,
                                          std::string_view text) {
    if (const auto move = chess::parse_variant_uci(position, text)) return *move;
    return chess::parse_variant_san(position, text);
}

Result<std::vector<chess::Move>> parse_line(const chess::Position& start, std::string_view moves) {
    return parse_words<chess::Move>(start, moves);
}

Result<std::vector<chess::VariantMove>> parse_line(const chess::VariantPosition& start,
                                                   std::string_view moves) {
    return parse_words<chess::VariantMove>(start, moves);
}

Result<chess::Position> play_line(const chess::Position& start, std::string_view moves) {
    return play_words(start, moves, [](chess::Move) {});
}

Result<chess::VariantPosition> play_line(const chess::VariantPosition& start,
                                         std::string_view moves) {
    return play_words(start, moves, [](const chess::VariantMove&) {});
}

} // namespace polyglot::tools
