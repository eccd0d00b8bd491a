#include "tools/explore/engine/analysis.hpp"

#include "core/chess/san.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"
#include "tools/books/tree/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include <boost/json/string.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using protocol::ScoreBound;
using protocol::UciScore;

constexpr int mate_cp = 10'000;

UciScore for_other_side(UciScore score) {
    score.value = -score.value;
    if (score.bound != ScoreBound::None)
        score.bound = score.bound == ScoreBound::Lower ? ScoreBound::Upper : ScoreBound::Lower;
    return score;
}

// Mate 0 is a loss of the side to move, whose sign would be lost.
bool is_lost(const UciScore& score) {
    return score.is_mate && score.value <= 0;
}

std::string text_of(const UciScore& score, bool is_lost_for_white) {
    if (score.is_mate)
        return (is_lost_for_white ? "#-" : "#") + std::to_string(std::abs(score.value));
    std::string text(16, '\0');
    const int size =
        std::snprintf(text.data(), text.size(), "%+.2f", static_cast<double>(score.value) / 100);
    text.resize(static_cast<std::size_t>(std::max(size, 0)));
    return text;
}

std::string san_of(const chess::Position& position, chess::Move move) {
    return chess::format_san(position, move);
}
std::string san_of(const chess::VariantPosition& position, const chess::VariantMove& move) {
    return chess::format_variant_san(position, move);
}

// Adds "pv" and "text": the moves of a line up to the first that is not legal.
template <class Position, class Parse, class Format>
void describe_line(const Position& start, std::string_view pv, const Parse& parse,
                   const Format& format, json::object& line) {
    Position position = start;
    std::vector<typename decltype(parse(position, pv))::value_type> moves;
    json::array words;
    for (std::string_view word = text::next_word(pv); !word.empty(); word = text::next_word(pv)) {
        const auto move = parse(position, word);
        if (!move) break;
        words.push_back(json::object{{"uci", format(*move)},
                                     {"san", san_of(position, *move)},
                                     {"number", move_number(position)},
                                     {"white", position.side_to_move() == chess::Color::White}});
        moves.push_back(*move);
        position.make(*move);
    }
    line["pv"] = std::move(words);
    line["text"] = format_line(start, moves);
}

} // namespace

int centipawns_of(const UciScore& score) {
    if (!score.is_mate) return std::clamp(score.value, -mate_cp, mate_cp);
    const int moves = std::min(std::abs(score.value), mate_cp / 2);
    return is_lost(score) ? moves - mate_cp : mate_cp - moves;
}

double expected_score(const UciScore& score) {
    if (score.is_mate) return is_lost(score) ? 0 : 1;
    return 1 / (1 + std::pow(10, -static_cast<double>(score.value) / 400));
}

AnalysedPosition AnalysedPosition::of(const chess::Position& position,
                                      chess::CastlingStyle castling) {
    return {{.line = 0, .position = position}, castling};
}

AnalysedPosition AnalysedPosition::of(const chess::VariantPosition& position,
                                      chess::CastlingStyle castling) {
    AnalysedPosition analysed = of(chess::Position::start(), castling);
    analysed.task.of_variant = position;
    return analysed;
}

bool AnalysedPosition::is_white_to_move() const {
    const chess::Color side =
        task.of_variant ? task.of_variant->side_to_move() : task.position.side_to_move();
    return side == chess::Color::White;
}

bool AnalysedPosition::has_moves() const {
    return task.of_variant ? !task.of_variant->legal_moves().empty()
                           : task.position.legal_move_count() > 0;
}

std::string AnalysedPosition::uci(const EpdMove& move) const {
    return move.of_variant ? chess::format_variant_uci(*move.of_variant, castling)
                           : chess::format_uci_move(move.of_chess, castling);
}

// A bound of a search that fails high or low would make the value jump, so it counts only while
// nothing better is known.
void Analysis::on_info(std::string_view arguments) {
    const protocol::UciInfo info = protocol::parse_uci_info(arguments);
    nodes_ = info.nodes.value_or(nodes_);
    nps_ = info.nps.value_or(nps_);
    time_ms_ = info.time_ms.value_or(time_ms_);
    if (!info.pv || !info.score) return;
    std::string_view rest = *info.pv;
    const auto move = position_.task.parse_uci(text::next_word(rest));
    const int rank = info.multipv.value_or(1);
    const int depth = info.depth.value_or(0);
    if (!move || rank < 1 || depth < least_depth_) return;
    const auto known = lines_.find(rank);
    if (info.score->bound != ScoreBound::None && known != lines_.end()) return;
    // The move had another rank before.
    std::erase_if(lines_, [&](const auto& other) { return other.second.move == *move; });
    lines_[rank] = {*move, *info.score, depth, std::string(*info.pv)};
    if (rank == 1) seldepth_ = info.seldepth.value_or(0);
}

void Analysis::on_info_of(const EpdMove& move, std::string_view arguments) {
    const protocol::UciInfo info = protocol::parse_uci_info(arguments);
    if (!info.pv || !info.score) return;
    std::string_view rest = *info.pv;
    if (position_.task.parse_uci(text::next_word(rest)) != move) return;
    auto known = std::ranges::find(checked_, move, &Line::move);
    if (known == checked_.end()) {
        checked_.emplace_back();
        known = std::prev(checked_.end());
    } else if (info.score->bound != ScoreBound::None) {
        return;
    }
    *known = {move, *info.score, info.depth.value_or(0), std::string(*info.pv)};
}

int Analysis::depth() const {
    return lines_.empty() ? 0 : lines_.begin()->second.depth;
}

std::vector<EpdMove> Analysis::without_value(const std::vector<EpdMove>& wanted) const {
    std::vector<EpdMove> missing;
    for (const EpdMove& move : wanted) {
        const bool is_line =
            std::ranges::any_of(lines_, [&](const auto& one) { return one.second.move == move; });
        const bool is_checked =
            std::ranges::any_of(checked_, [&](const Line& line) { return line.move == move; });
        if (!is_line && !is_checked) missing.push_back(move);
    }
    return missing;
}

std::vector<const Analysis::Line*> Analysis::shown() const {
    std::vector<const Line*> lines;
    for (const auto& [rank, line] : lines_)
        lines.push_back(&line);
    return lines;
}

json::object Analysis::value_of(const UciScore& score) const {
    const bool white = position_.is_white_to_move();
    const UciScore seen = white ? score : for_other_side(score);
    json::object value{{"text", text_of(seen, is_lost(score) == white)},
                       {"bar", white ? expected_score(score) : 1 - expected_score(score)}};
    value[seen.is_mate ? "mate" : "cp"] = seen.value;
    if (seen.bound != ScoreBound::None)
        value["bound"] = seen.bound == ScoreBound::Lower ? "lower" : "upper";
    return value;
}

json::object Analysis::json_of(const Line& line) const {
    const EpdTask& task = position_.task;
    const auto format = [this](const EpdMove& move) { return position_.uci(move); };
    json::object one{{"uci", position_.uci(line.move)},
                     {"san", task.san(line.move)},
                     {"depth", line.depth},
                     {"value", value_of(line.score)}};
    if (task.of_variant)
        describe_line(*task.of_variant, line.pv, chess::parse_variant_uci, format, one);
    else
        describe_line(task.position, line.pv, chess::parse_uci_move, format, one);
    return one;
}

json::array Analysis::moves() const {
    std::vector<const Line*> all = shown();
    for (const Line& line : checked_)
        if (std::ranges::none_of(lines_,
                                 [&](const auto& one) { return one.second.move == line.move; }))
            all.push_back(&line);
    std::ranges::stable_sort(all, std::ranges::greater(),
                             [](const Line* line) { return centipawns_of(line->score); });
    json::array moves;
    for (const Line* const line : all)
        moves.push_back(
            json::object{{"uci", position_.uci(line->move)},
                         {"san", position_.task.san(line->move)},
                         {"depth", line->depth},
                         {"value", value_of(line->score)},
                         {"loss", centipawns_of(all.front()->score) - centipawns_of(line->score)}});
    return moves;
}

void Analysis::describe(json::object& answer) const {
    answer["fen"] = position_.task.fen();
    answer["depth"] = depth();
    answer["seldepth"] = seldepth_;
    answer["nodes"] = nodes_;
    answer["nps"] = nps_ > 0 ? nps_ : time_ms_ > 0 ? nodes_ * 1000 / time_ms_ : 0;
    answer["time_ms"] = time_ms_;
    json::array lines;
    for (const Line* const line : shown())
        lines.push_back(json_of(*line));
    if (!lines_.empty()) answer["value"] = value_of(lines_.begin()->second.score);
    answer["lines"] = std::move(lines);
    answer["moves"] = moves();
}

} // namespace polyglot::tools
