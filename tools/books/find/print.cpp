#include "core/text/figures.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/text.hpp"

#include <array>
#include <cstdio>
#include <ostream>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using chess::Color;

Color side_to_move(const FoundPosition& found) {
    return found.fen.find(" b ") == std::string::npos ? Color::White : Color::Black;
}

// Returns "2714 in 120 games".
std::string average_of(std::uint32_t sum, std::uint32_t games) {
    return std::to_string(sum / games) + " in " + text::counted(games, "game");
}

// Describes the annotations and the games of a ChessBase book for a reached position. mover: from
// the point of view of the side that moved there.
std::string describe_ctg(const book::CtgStatistics& statistics, bool mover) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : "; ") + part;
    };
    const auto add_elo = [&](const char* whose, std::uint32_t sum, std::uint32_t games) {
        if (games > 0) add(std::string("Elo of ") + whose + ' ' + average_of(sum, games));
    };
    if (statistics.is_red()) add("red");
    if (statistics.is_green()) add("green");
    if (statistics.commentary != 0) add("comment $" + std::to_string(statistics.commentary));
    if (mover) {
        add_elo("the mover", statistics.opponent_sum, statistics.opponent_rated);
        add_elo("the other side", statistics.rating_sum, statistics.rated);
    } else {
        add(text::counted(statistics.games, "game") + ", the side to move won " +
            std::to_string(statistics.wins) + ", lost " + std::to_string(statistics.losses) +
            ", drew " + std::to_string(statistics.draws));
        add_elo("the side to move", statistics.rating_sum, statistics.rated);
        add_elo("the other side", statistics.opponent_sum, statistics.opponent_rated);
    }
    return text;
}

// Returns the text after the columns.
std::string details(const FoundMove& move, Color side, bool has_results) {
    std::string text = move.why_not.empty() ? "may be played" : "not played: " + move.why_not;
    if (move.entry.priority) text += "; priority " + std::to_string(*move.entry.priority);
    if (const auto& games = move.entry.games) {
        text += "; " + text::counted(games->games, "game") + ", White won " +
                std::to_string(games->white_wins) + " and lost " +
                std::to_string(games->white_losses);
        if (const auto score = score_for(*games, side))
            text += ", " + text::per_cent(*score) + " for the mover";
    }
    if (has_results && move.candidate.games > 0) {
        text +=
            "; learnt from " + text::counted(move.candidate.games, "game") + ", " +
            text::per_cent(move.candidate.half_points, 2 * std::uint64_t{move.candidate.games}) +
            " scored";
    } else if (move.entry.learn_count > 0 || move.entry.learn_sum > 0) {
        text += "; learn fields " + std::to_string(move.entry.learn_count) + ", " +
                std::to_string(move.entry.learn_sum);
    }
    if (move.ctg) {
        if (const std::string mark = book::describe_ctg_mark(move.ctg->mark); !mark.empty())
            text += "; marked " + mark;
        const std::string words = move.ctg->after ? describe_ctg(*move.ctg->after, true) : "";
        if (!words.empty()) text += "; " + words;
    }
    if (move.value) text += "; " + describe(*move.value) + " for White";
    if (move.reply) text += "; reply " + move.reply->uci + " (" + move.reply->san + ")";
    if (move.number) text += "; entry " + std::to_string(*move.number);
    return text;
}

boost::json::object json_of(const book::CtgStatistics& statistics) {
    const auto average = [](std::uint32_t sum, std::uint32_t games) {
        return games == 0 ? boost::json::value() : boost::json::value(sum / games);
    };
    return {{"games", statistics.games},
            {"wins", statistics.wins},
            {"losses", statistics.losses},
            {"draws", statistics.draws},
            {"elo", average(statistics.rating_sum, statistics.rated)},
            {"elo_games", statistics.rated},
            {"opponent_elo", average(statistics.opponent_sum, statistics.opponent_rated)},
            {"opponent_elo_games", statistics.opponent_rated},
            {"green", statistics.is_green()},
            {"red", statistics.is_red()},
            {"recommendation", statistics.recommendation},
            {"comment", statistics.commentary}};
}

boost::json::object json_of(const book::Evaluation& evaluation) {
    boost::json::object object{{"white", evaluation.value},
                               {"text", describe(evaluation)},
                               {"type", name_of(evaluation.type)},
                               {"bound", name_of(evaluation.bound)},
                               {"source", name_of(evaluation.source)}};
    if (evaluation.depth) {
        object["depth"] = *evaluation.depth;
    } else {
        object["elo"] = evaluation.elo;
    }
    return object;
}

boost::json::object json_of(const FoundMove& move, Color side, bool has_results) {
    boost::json::object object{{"uci", move.name.uci},
                               {"san", move.name.san},
                               {"weight", move.entry.weight},
                               {"share", move.candidate.share / 10'000.0},
                               {"playable", move.candidate.playable}};
    if (!move.why_not.empty()) object["why_not"] = move.why_not;
    if (move.entry.priority) object["priority"] = *move.entry.priority;
    if (const auto& games = move.entry.games) {
        boost::json::object counts{{"games", games->games},
                                   {"white_wins", games->white_wins},
                                   {"white_losses", games->white_losses}};
        if (const auto score = score_for(*games, side)) counts["score"] = *score;
        object["games"] = std::move(counts);
    }
    if (has_results && move.candidate.games > 0) {
        object["learnt"] = {{"games", move.candidate.games},
                            {"half_points", move.candidate.half_points}};
    } else if (move.entry.learn_count > 0 || move.entry.learn_sum > 0) {
        object["learn_fields"] = {move.entry.learn_count, move.entry.learn_sum};
    }
    if (move.ctg) {
        boost::json::object ctg{{"code", move.ctg->code}, {"mark", move.ctg->mark}};
        if (move.ctg->after) ctg["after"] = json_of(*move.ctg->after);
        object["ctg"] = std::move(ctg);
    }
    if (move.value) object["evaluation"] = json_of(*move.value);
    if (move.reply) object["reply"] = {{"uci", move.reply->uci}, {"san", move.reply->san}};
    if (move.number) object["entry"] = *move.number;
    return object;
}

} // namespace

void print_heading(const FoundPosition& found, std::ostream& out) {
    out << "position: " << found.fen << '\n';
    if (found.chess960_start) out << "start:    " << *found.chess960_start << " of Chess960\n";
    if (found.opening) out << "opening:  " << openings::format_opening(*found.opening) << '\n';
    out << "key:      " << text::hexadecimal(found.key) << '\n';
    if (!found.not_here.empty()) out << found.not_here << '\n';
}

void print_text(const FoundPosition& found, bool has_results, std::ostream& out) {
    print_heading(found, out);
    if (!found.not_here.empty()) return;
    if (found.evaluation) out << "value:    " << describe(*found.evaluation) << " for White\n";
    if (found.ctg) out << "games:    " << describe_ctg(*found.ctg, false) << '\n';
    if (!found.unplayable.empty()) out << "but:      " << found.unplayable << '\n';
    if (found.moves.empty()) out << "no moves\n";
    for (const FoundMove& move : found.moves) {
        std::array<char, 64> columns{};
        std::snprintf(columns.data(), columns.size(), "  %-6s%-8s%8u %7s  ", move.name.uci.c_str(),
                      move.name.san.empty() ? "-" : move.name.san.c_str(), move.entry.weight,
                      book::format_share(move.candidate.share).c_str());
        out << columns.data() << details(move, side_to_move(found), has_results) << '\n';
    }
}

boost::json::object json_of_heading(const FoundPosition& found) {
    boost::json::object object{{"fen", found.fen},
                               {"key", text::hexadecimal(found.key)},
                               {"known", found.not_here.empty()}};
    if (!found.not_here.empty()) object["reason"] = found.not_here;
    if (found.chess960_start) object["chess960_start"] = *found.chess960_start;
    if (found.opening)
        object["opening"] = {{"code", found.opening->code}, {"name", found.opening->name}};
    return object;
}

boost::json::object json_of(const FoundPosition& found, bool has_results) {
    boost::json::object object = json_of_heading(found);
    if (found.evaluation) object["evaluation"] = json_of(*found.evaluation);
    if (found.ctg) object["ctg"] = json_of(*found.ctg);
    if (!found.unplayable.empty()) object["unplayable"] = found.unplayable;
    boost::json::array moves;
    for (const FoundMove& move : found.moves)
        moves.push_back(json_of(move, side_to_move(found), has_results));
    object["moves"] = std::move(moves);
    return object;
}

void print_json(const FoundPosition& found, bool has_results, std::ostream& out) {
    out << boost::json::serialize(json_of(found, has_results)) << '\n';
}

} // namespace polyglot::tools
