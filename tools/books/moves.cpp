#include "tools/books/moves.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::tools {

Result<chess::Move> parse_any_move(const chess::Position& position, std::string_view text) {
    if (const auto move = chess::parse_uci_move(position, text)) return *move;
    return chess::parse_san(position, text);
}

Result<std::vector<chess::Move>> parse_line(const chess::Position& start, std::string_view moves) {
    std::vector<chess::Move> line;
    chess::Position position = start;
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
        line.push_back(*move);
    }
    return line;
}

Result<chess::Position> play_line(const chess::Position& start, std::string_view moves) {
    const auto line = parse_line(start, moves);
    if (!line) return line.error();
    chess::Position position = start;
    for (const chess::Move move : *line)
        position.make(move);
    return position;
}

} // namespace polyglot::tools
