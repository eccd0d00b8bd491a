#include "tools/books/find/statistics.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/figures.hpp"
#include "tools/books/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

double score_of(const book::MoveStats& stats) {
    return static_cast<double>(stats.half_points()) / 2 / static_cast<double>(stats.games());
}

double mean_elo(const book::MoveStats& stats) {
    return static_cast<double>(stats.elo_sum) / static_cast<double>(stats.rated_games);
}

std::string line_of(const StatisticsMove& move, std::uint64_t all_games) {
    const book::MoveStats& stats = move.stats;
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(), "  %-6s%-8s%13s%8s%13s%13s%13s%8s%6s%6s",
                  move.name.uci.c_str(), move.name.san.empty() ? "-" : move.name.san.c_str(),
                  text::grouped(stats.games()).c_str(),
                  text::per_cent(stats.games(), all_games).c_str(),
                  text::grouped(stats.wins).c_str(), text::grouped(stats.draws).c_str(),
                  text::grouped(stats.losses).c_str(), text::per_cent(score_of(stats)).c_str(),
                  stats.rated_games > 0 ? text::fixed(mean_elo(stats), 0).c_str() : "-",
                  stats.last_year > 0 ? std::to_string(stats.last_year).c_str() : "-");
    return line.data();
}

// Adds the moves of the position that found.position describes. name_of returns the name of a move
// that is legal there, else nullopt.
Result<FoundStatistics>
add_moves(FoundStatistics found, const book::StatsSearch& search, bool has_key,
          const std::function<std::optional<NamedMove>(std::uint16_t raw)>& name_of) {
    if (!has_key) {
        found.position.not_here = "not counted: the right to castle with an inner rook has no key";
        return found;
    }
    const auto moves = search.find(found.position.key);
    if (!moves) return moves.error();
    for (const book::MoveStats& stats : *moves) {
        found.games += stats.games();
        found.moves.push_back(
            {name_of(stats.move).value_or(NamedMove{format_raw_move(stats.move), {}}), stats});
    }
    std::ranges::stable_sort(found.moves, [](const StatisticsMove& a, const StatisticsMove& b) {
        return a.stats.games() > b.stats.games();
    });
    if (found.moves.empty()) found.position.not_here = "not in the statistics";
    return found;
}

} // namespace

Result<FoundStatistics> find_statistics(const book::StatsSearch& search,
                                        const chess::Position& position,
                                        const CastlingSpelling& spelling) {
    const auto name_of = [&](std::uint16_t raw) -> std::optional<NamedMove> {
        const auto move = book::decode_move(raw, position);
        if (!move) return std::nullopt;
        return NamedMove{chess::format_uci_move(move, spelling.moves),
                         chess::format_san(position, move)};
    };
    return add_moves({describe_position(position, spelling), 0, {}}, search,
                     position.castles_with_outer_rooks(), name_of);
}

Result<FoundStatistics> find_statistics(const book::StatsSearch& search,
                                        const chess::VariantPosition& position,
                                        const CastlingSpelling& spelling) {
    const chess::VariantMoves legal = position.legal_moves();
    const auto name_of = [&](std::uint16_t raw) -> std::optional<NamedMove> {
        const auto move = book::decode_variant_move(raw, position, legal);
        if (!move) return std::nullopt;
        return NamedMove{chess::format_variant_uci(*move, spelling.moves),
                         chess::format_variant_san(position, *move)};
    };
    FoundPosition described;
    described.fen = chess::format_variant_fen(position, {.castling = spelling.rights});
    described.key = chess::variant_key(position, search.info().of.keys);
    return add_moves({std::move(described), 0, {}}, search, book::has_key(position), name_of);
}

boost::json::object json_of(const FoundStatistics& found) {
    boost::json::object object = json_of_heading(found.position);
    object["games"] = found.games;
    boost::json::array moves;
    for (const auto& [name, stats] : found.moves) {
        boost::json::object move{
            {"uci", name.uci},
            {"san", name.san},
            {"games", stats.games()},
            {"share", static_cast<double>(stats.games()) / static_cast<double>(found.games)},
            {"wins", stats.wins},
            {"draws", stats.draws},
            {"losses", stats.losses},
            {"score", score_of(stats)}};
        if (stats.rated_games > 0) {
            move["elo"] = mean_elo(stats);
            move["rated_games"] = stats.rated_games;
        }
        if (stats.last_year > 0) move["last_year"] = stats.last_year;
        moves.push_back(std::move(move));
    }
    object["moves"] = std::move(moves);
    return object;
}

void print_text(const FoundStatistics& found, std::ostream& out) {
    print_heading(found.position, out);
    if (!found.position.not_here.empty()) return;
    out << "  move                  games   share          won        drawn         lost   score   "
           "Elo  last\n";
    for (const StatisticsMove& move : found.moves)
        out << line_of(move, found.games) << '\n';
}

} // namespace polyglot::tools
