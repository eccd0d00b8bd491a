#include "tools/openings_book/list.hpp"

#include "core/chess/chess960.hpp"
#include "core/chess/epd.hpp"
#include "core/chess/game.hpp"
#include "core/pgn/reader.hpp"
#include "core/pgn/variant.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"
#include "storage/games/game_files_content.hpp"
#include "tools/openings_book/draw.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Color;

// Skips blanks before the first word, and a UTF-8 mark.
void skip_beginning(std::istream& in) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    for (const char byte : mark) {
        if (in.peek() != static_cast<unsigned char>(byte)) return;
        in.get();
    }
}

bool is_pgn(std::istream& in, const std::string& name) {
    const auto is_named = [](const std::filesystem::path& path) {
        return text::equal_ignoring_case(to_text(path.extension()), ".pgn");
    };
    const std::filesystem::path path = to_path(name);
    return is_named(path) || (io::is_packed_pgn_name(name) && is_named(path.stem())) ||
           in.peek() == '[';
}

std::string_view words_of(chess::GameEnd end) {
    switch (end) {
    case chess::GameEnd::None: break;
    case chess::GameEnd::Checkmate: return "mate";
    case chess::GameEnd::Stalemate: return "stalemate";
    case chess::GameEnd::InsufficientMaterial: return "a draw, no side can mate";
    case chess::GameEnd::FivefoldRepetition:
    case chess::GameEnd::ThreefoldRepetition: return "a draw, the third repetition";
    case chess::GameEnd::SeventyFiveMoves:
    case chess::GameEnd::FiftyMoves:
        return "a draw, fifty moves without a capture or a pawn's move";
    }
    return {};
}

void add(StartList& list, ListedStart start, std::span<const chess::Move> line) {
    const chess::GameEnd end = end_on_line(start.root, line);
    if (end == chess::GameEnd::None)
        list.starts.push_back(std::move(start));
    else
        list.unreadable.push_back(
            {start.line, "the game is over here: " + std::string(words_of(end))});
}

// Recognizes HAha in place of KQkq.
std::string needless_rook_files(std::string_view fen, const chess::Position& position) {
    std::string_view rights;
    for (int field = 0; field < 3; ++field)
        rights = text::next_word(fen);
    if (rights.find_first_of("ABCDEFGHabcdefgh") == std::string_view::npos ||
        chess::is_of_chess960(position))
        return {};
    return "castling rights by rook files (" + std::string(rights) +
           "), which match runners read in Chess960 only: in a match of chess no side could castle";
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
            add(list,
                {line, epd->position, epd->position, {}, needless_rook_files(words, epd->position)},
                {});
    }
    return list;
}

std::string needless_chess960(const pgn::GameText& game) {
    const chess::Position& start = game.game.start();
    if (chess::is_of_chess960(start)) return {};
    if (pgn::parse_variant(game.tag("Variant")) == pgn::Variant::Chess960)
        return "the tag Variant says Chess960, and the game begins as one of chess";
    return needless_rook_files(game.tag("FEN"), start);
}

StartList read_pgn(std::istream& in) {
    StartList list;
    pgn::Reader reader(in);
    while (const auto game = reader.next()) {
        if (!game->problem.empty()) {
            list.unreadable.push_back({game->problem_line, game->problem});
            continue;
        }
        const std::vector<chess::Move>& moves = game->game.moves();
        add(list,
            {game->line, game->game.position(), game->game.start(), moves.size(),
             needless_chess960(*game)},
            moves);
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

ListProof prove_list(const StartList& list, std::optional<std::size_t> ply, bool chess960) {
    ListProof proof;
    if (!chess960)
        for (const ListedStart& start : list.starts)
            if (!start.needless_chess960.empty())
                proof.chess960.push_back({start.line, start.needless_chess960});
    const auto needs_chess960 = [](const ListedStart& start) {
        return chess::is_of_chess960(start.root);
    };
    if (!proof.chess960.empty() && std::ranges::any_of(list.starts, needs_chess960))
        proof.chess960.clear();
    std::unordered_map<std::uint64_t, std::uint64_t> line_of;
    for (const ListedStart& start : list.starts) {
        const auto [first, is_new] = line_of.try_emplace(start.position.key(), start.line);
        if (!is_new)
            proof.duplicates.push_back(
                {start.line, "the position of line " + std::to_string(first->second)});
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
                {start.line,
                 std::to_string(*start.plies) + " half-moves, not " + std::to_string(*ply)});
        } else if (side != right && ply) {
            proof.wrong_side.push_back({start.line, std::string(name_of(side)) +
                                                        " is to move, and after " +
                                                        text::counted(*ply, "half-move") +
                                                        " it is " + std::string(name_of(right))});
        } else if (side != right && 4 * others <= all) {
            proof.wrong_side.push_back({start.line, std::string(name_of(side)) +
                                                        " is to move, and in the others " +
                                                        std::string(name_of(right))});
        }
    }
    return proof;
}

} // namespace polyglot::tools
