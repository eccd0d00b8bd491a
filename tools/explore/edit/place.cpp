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

Result<Place> place_of(const json::object& question) {
    Place place;
    if (const std::string_view fen = text_of(question, "start"); !fen.empty()) {
        auto root = parse_root(fen);
        if (!root) return make_error("start: " + root.error().message);
        place.root = *std::move(root);
        place.position = place.root.position;
    }
    const json::value* const line = question.if_contains("line");
    if (line == nullptr) return place;
    if (!line->is_array() || line->get_array().size() > most_plies)
        return make_error("line: a list of at most " + std::to_string(most_plies) +
                          " moves is expected");
    for (const json::value& word : line->get_array()) {
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
