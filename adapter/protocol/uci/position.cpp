#include "adapter/protocol/uci/position.hpp"

#include "core/text/text.hpp"

namespace polyglot::protocol {

UciPosition parse_position(std::string_view arguments) {
    UciPosition line;
    std::string_view rest = arguments;
    if (text::next_word(rest) == "fen") {
        std::string_view fen = text::trim_left(rest);
        while (!rest.empty()) {
            std::string_view ahead = rest;
            if (text::next_word(ahead) == "moves") break;
            rest = ahead;
        }
        fen = text::trim(fen.substr(0, fen.size() - rest.size()));
        line.start = fen;
    }
    if (text::next_word(rest) == "moves")
        for (std::string_view move = text::next_word(rest); !move.empty();
             move = text::next_word(rest))
            line.moves.emplace_back(move);
    return line;
}

std::string format_position(const UciPosition& position) {
    std::string line =
        position.start == "startpos" ? "position startpos" : "position fen " + position.start;
    if (position.moves.empty()) return line;
    line += " moves";
    for (const std::string& move : position.moves)
        (line += ' ') += move;
    return line;
}

chess::Color side_to_move(std::string_view start, std::size_t moves) {
    std::string_view rest = start;
    const bool black_first = text::next_word(rest) != "startpos" && text::next_word(rest) == "b";
    const bool black = black_first != (moves % 2 == 1);
    return black ? chess::Color::Black : chess::Color::White;
}

} // namespace polyglot::protocol
