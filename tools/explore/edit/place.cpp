#include "tools/explore/edit/place.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <utility>

namespace polyglot::tools {

namespace json = boost::json;
using chess::Position;

std::string_view text_of(const json::object& question, std::string_view name) {
    const json::value* const value = question.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string())
                                                  : std::string_view();
}

Result<std::span<const json::value>> words_of_line(const json::object& question) {
    const json::value* const line = question.if_contains("line");
    if (line == nullptr) return std::span<const json::value>();
    if (!line->is_array() || line->get_array().size() > most_plies)
        return make_error("line: a list of at most " + std::to_string(most_plies) +
                          " moves is expected");
    return std::span<const json::value>(line->get_array().data(), line->get_array().size());
}

Result<Place> place_of(const json::object& question) {
    Place place;
    if (const std::string_view fen = text_of(question, "start"); !fen.empty()) {
        auto root = parse_root(fen);
        if (!root) return make_error("start: " + root.error().message);
        place.root = *std::move(root);
        place.position = place.root.position;
    }
    const auto words = words_of_line(question);
    if (!words) return words.error();
    for (const json::value& word : *words) {
        const std::string_view text =
            word.is_string() ? std::string_view(word.get_string()) : std::string_view();
        const auto move = chess::parse_uci_move(place.position, text);
        if (!move)
            return make_error("line: move " + std::to_string(place.line.size() + 1) +
                              " is not legal");
        place.line.push_back(*move);
        place.position.make(*move);
    }
    return place;
}

chess::Game game_of(const Place& place) {
    chess::Game game(place.root.position);
    for (const chess::Move move : place.line)
        game.push(move);
    return game;
}

std::string words_of(const Place& place) {
    std::string words;
    if (!(place.root.position == Position::start()))
        words =
            "-fen \"" + chess::format_fen(place.root.position, place.root.spelling.rights) + "\" ";
    std::string line;
    for (const chess::Move move : place.line)
        line += (line.empty() ? "" : " ") + chess::format_uci_move(move, place.root.spelling.moves);
    return line.empty() ? words : words + "-line \"" + line + "\" ";
}

} // namespace polyglot::tools
