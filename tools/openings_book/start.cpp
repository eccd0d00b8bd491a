#include "tools/openings_book/start.hpp"

#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::Color;
using chess::Position;

// Adds up all entries, or those with this move.
GameResults sum_of(const std::vector<book::Entry>& entries, Color mover,
                   std::optional<chess::Move> move) {
    GameResults counted;
    GameResults learnt;
    for (const book::Entry& entry : entries) {
        if (move && entry.move != *move) continue;
        if (const auto& games = entry.games;
            games && games->white_wins <= games->games &&
            games->white_losses <= games->games - games->white_wins) {
            counted.games += games->games;
            counted.half_points +=
                std::uint64_t{games->games} + games->white_wins - games->white_losses;
        }
        if (const std::uint64_t all = 2 * std::uint64_t{entry.learn_count};
            entry.learn_sum <= all) {
            learnt.games += entry.learn_count;
            learnt.half_points += mover == Color::White ? entry.learn_sum : all - entry.learn_sum;
        }
    }
    return counted.games > 0 ? counted : learnt;
}

std::string in_quotes(std::string_view text) {
    std::string result(text);
    std::ranges::replace(result, '"', '\'');
    std::ranges::replace(result, '\\', '/');
    return '"' + result + '"';
}

bool is_for_chess960(const Start& start, const StartFormatting& formatting) {
    return formatting.chess960 || chess::is_of_chess960(start.root);
}

std::string fen_of(const Position& position, bool chess960) {
    return chess::format_fen(position, chess960 ? chess::FenCastling::Shredder
                                                : chess::FenCastling::Standard);
}

} // namespace

GameResults results_of(const book::Book& book, const DrawnPosition& drawn) {
    const GameResults here =
        sum_of(book.find(drawn.position), drawn.position.side_to_move(), std::nullopt);
    if (drawn.line.empty()) return here;
    Position before = drawn.root;
    for (std::size_t i = 0; i + 1 < drawn.line.size(); ++i)
        before.make(drawn.line[i]);
    const GameResults led = sum_of(book.find(before), before.side_to_move(), drawn.line.back());
    return led.games > here.games ? led : here;
}

std::uint64_t games_without_results(const book::Book& book, std::span<const Position> roots) {
    constexpr std::uint64_t not_by_chance = 100;
    std::uint64_t all = 0;
    for (const Position& root : roots)
        for (const book::Entry& entry : book.find(root)) {
            if (!entry.games) continue;
            if (entry.games->white_wins > 0 || entry.games->white_losses > 0) return 0;
            all += entry.games->games;
        }
    return all >= not_by_chance ? all : 0;
}

std::string format_start_epd(const Start& start, const StartFormatting& formatting) {
    const std::string fen = fen_of(start.position, is_for_chess960(start, formatting));
    std::string_view rest = fen;
    std::string line;
    for (int field = 0; field < 4; ++field)
        line.append(text::next_word(rest)).append(" ");
    line.append("hmvc ")
        .append(text::next_word(rest))
        .append("; fmvn ")
        .append(text::next_word(rest))
        .append(";");
    if (start.name) {
        if (!start.name->code.empty()) line += " eco " + in_quotes(start.name->code) + ';';
        line += " c0 " + in_quotes(start.name->name) + ';';
    }
    if (start.value.cp) {
        const bool white = start.position.side_to_move() == Color::White;
        line += " ce " + std::to_string(white ? *start.value.cp : -*start.value.cp) + ';';
        line += " acd " + std::to_string(start.value.depth) + ';';
    }
    return line + '\n';
}

StartPgn::StartPgn(std::string_view event, std::size_t number) {
    add_tag("Event", event);
    add_tag("Site", "?");
    add_tag("Date", "????.??.??");
    add_tag("Round", std::to_string(number));
    add_tag("White", "?");
    add_tag("Black", "?");
    add_tag("Result", "*");
}

void StartPgn::add_tag(std::string_view name, std::string_view value) {
    text_.append("[").append(name).append(" ").append(in_quotes(value)).append("]\n");
}

void StartPgn::add_move(Color side, int number, const std::string& san) {
    const bool white = side == Color::White;
    if (white || moves_.empty()) add_word(std::to_string(number) + (white ? "." : "..."));
    add_word(san);
}

void StartPgn::add_word(const std::string& word) {
    constexpr std::size_t line_width = 79; // maximum in PGN's export format, 8.2.1
    if (column_ > 0 && column_ + 1 + word.size() > line_width) {
        moves_ += '\n';
        column_ = 0;
    }
    if (column_ > 0) moves_ += ' ';
    column_ += word.size() + (column_ > 0 ? 1 : 0);
    moves_ += word;
}

std::string StartPgn::finish() {
    add_word("*");
    return text_ + '\n' + moves_ + "\n\n";
}

std::string format_start_pgn(const Start& start, const StartFormatting& formatting,
                             std::size_t number) {
    StartPgn pgn(formatting.event, number);
    if (start.name) {
        if (!start.name->code.empty()) pgn.add_tag("ECO", start.name->code);
        pgn.add_tag("Opening", start.name->name);
    }
    const bool chess960 = is_for_chess960(start, formatting);
    if (chess960) pgn.add_tag("Variant", "Chess960");
    if (chess960 || !(start.root == Position::start())) {
        pgn.add_tag("SetUp", "1");
        pgn.add_tag("FEN", fen_of(start.root, chess960));
    }
    Position position = start.root;
    for (const chess::Move move : start.line) {
        pgn.add_move(position.side_to_move(), position.full_move_number(),
                     chess::format_san(position, move));
        position.make(move);
    }
    return pgn.finish();
}

} // namespace polyglot::tools
