#include "tools/openings_book/list.hpp"

#include "core/chess/epd.hpp"
#include "core/pgn/reader.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Color;

// Blanks before the first word, and a mark of UTF-8.
void skip_beginning(std::istream& in) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    for (const char byte : mark) {
        if (in.peek() != static_cast<unsigned char>(byte)) return;
        in.get();
    }
}

bool is_pgn(std::istream& in, const std::string& name) {
    return text::equal_ignoring_case(to_text(to_path(name).extension()), ".pgn") || in.peek() == '[';
}

void add(StartList& list, ListedStart start) {
    if (start.position.legal_move_count() == 0)
        list.unreadable.push_back({start.line, "the game is over here: no legal move"});
    else
        list.starts.push_back(std::move(start));
}

StartList read_epd(std::istream& in) {
    StartList list;
    std::string text;
    std::size_t left_out = 0;
    for (std::uint64_t line = 1; read_line(in, text, left_out); ++line) {
        const std::string_view words = text::trim(text);
        if (words.empty() || words.front() == '#') continue;
        const auto epd = chess::parse_epd(words);
        if (left_out > 0)
            list.unreadable.push_back({line, describe_left_out(left_out)});
        else if (!epd)
            list.unreadable.push_back({line, epd.error().message + ": " + text::quote(words)});
        else
            add(list, {line, epd->position, epd->position, {}});
    }
    return list;
}

StartList read_pgn(std::istream& in) {
    StartList list;
    pgn::Reader reader(in);
    while (const auto game = reader.next()) {
        if (!game->problem.empty())
            list.unreadable.push_back({game->problem_line, game->problem});
        else
            add(list, {game->line, game->game.position(), game->game.start(), game->game.moves().size()});
    }
    return list;
}

std::string_view name_of(Color side) {
    return side == Color::White ? "White" : "Black";
}

Color side_after(Color first, std::size_t plies) {
    const bool same = plies % 2 == 0;
    return (first == Color::White) == same ? Color::White : Color::Black;
}

} // namespace

StartList read_start_list(std::istream& in, const std::string& name) {
    skip_beginning(in);
    return is_pgn(in, name) ? read_pgn(in) : read_epd(in);
}

ListProof prove_list(const StartList& list, std::optional<std::size_t> ply) {
    ListProof proof;
    std::unordered_map<std::uint64_t, std::uint64_t> line_of;
    for (const ListedStart& start : list.starts) {
        const auto [first, is_new] = line_of.try_emplace(start.position.key(), start.line);
        if (!is_new) proof.duplicates.push_back({start.line, "the position of line " + std::to_string(first->second)});
        if (start.position.side_to_move() == Color::White) ++proof.white_to_move;
    }
    const std::size_t all = list.starts.size();
    const bool white_is_usual = 2 * proof.white_to_move >= all;
    const std::size_t others = white_is_usual ? all - proof.white_to_move : proof.white_to_move;
    for (const ListedStart& start : list.starts) {
        const Color side = start.position.side_to_move();
        Color right = white_is_usual ? Color::White : Color::Black;
        if (ply) right = side_after(start.plies ? start.root.side_to_move() : Color::White, *ply);
        if (ply && start.plies && start.plies != ply) {
            proof.wrong_side.push_back(
                {start.line, std::to_string(*start.plies) + " half-moves, not " + std::to_string(*ply)});
        } else if (side != right && (ply || 4 * others <= all)) {
            proof.wrong_side.push_back({start.line, std::string(name_of(side)) + " is to move, and in the others " +
                                                        std::string(name_of(right))});
        }
    }
    return proof;
}

} // namespace polyglot::tools
