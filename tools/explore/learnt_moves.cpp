#include "tools/explore/learnt_moves.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/chess/san.hpp"
#include "tools/books/text.hpp"
#include "tools/common/json.hpp"
#include "tools/learning/csv.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t most_pairs = 20;     // pairs of engine and opponent listed for a move
constexpr std::size_t most_rows = 200'000; // rows of a position that are read at most

using Pair = std::pair<std::string, std::string>; // engine and opponent
using Pairs = std::map<Pair, LearntTally>;

json::object json_of(const Pairs& pairs) {
    std::vector<const Pairs::value_type*> sorted;
    sorted.reserve(pairs.size());
    for (const auto& one : pairs)
        sorted.push_back(&one);
    std::ranges::stable_sort(
        sorted, [](const auto* a, const auto* b) { return a->second.games > b->second.games; });
    json::array by;
    LearntTally others;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto& [pair, tally] = *sorted[i];
        if (i >= most_pairs) {
            others.add(tally);
            continue;
        }
        json::object one = tally.to_json();
        one["engine"] = tools::json_of(pair.first);
        one["opponent"] = tools::json_of(pair.second);
        by.push_back(std::move(one));
    }
    json::object answer{{"by", std::move(by)}};
    if (sorted.size() > most_pairs) {
        answer["others"] = others.to_json();
        answer["others"].as_object()["pairs"] = sorted.size() - most_pairs;
    }
    return answer;
}

} // namespace

void LearntTally::add(const io::LearnRow& row) {
    games += row.games;
    half_points += row.half_points;
    if (row.dated) {
        won += row.won();
        drawn += row.dated->drawn;
        lost += row.lost();
    }
    first_day = std::min(first_day, row.first_day);
    last_day = std::max(last_day, row.last_day);
}

void LearntTally::add(const LearntTally& other) {
    games += other.games;
    half_points += other.half_points;
    won += other.won;
    drawn += other.drawn;
    lost += other.lost;
    first_day = std::min(first_day, other.first_day);
    last_day = std::max(last_day, other.last_day);
}

json::object LearntTally::to_json() const {
    json::object object{{"games", games},
                        {"half_points", half_points},
                        {"won", won},
                        {"drawn", drawn},
                        {"lost", lost}};
    if (games == 0) return object;
    object["first"] = json::string(format_day(first_day));
    object["last"] = json::string(format_day(last_day));
    return object;
}

Result<json::object> learnt_moves(const io::LearnDb& store, const chess::Position& position,
                                  chess::CastlingStyle castling) {
    std::map<std::uint16_t, Pairs> moves;
    std::size_t rows = 0;
    const auto visited =
        store.visit_position(position.key(), [&](const io::LearnRow& row) -> Result<void> {
            if (++rows > most_rows) return make_error({});
            moves[row.move][{row.engine, row.opponent}].add(row);
            return {};
        });
    if (!visited && rows <= most_rows) return visited.error();
    json::object answer;
    for (const auto& [raw, pairs] : moves)
        if (const chess::Move move = book::decode_move(raw, position))
            answer[chess::format_uci_move(move, castling)] = json_of(pairs);
    return answer;
}

bool is_learn_policy(std::string_view policy) {
    return policy == "polyglot" || policy == "thompson" || policy == "ucb";
}

std::vector<ChosenMove> learnt_choice(const std::vector<book::Entry>& entries,
                                      std::string_view policy) {
    book::Policy rule;
    const std::vector<book::Candidate> own = book::rate(entries, rule);
    rule.learning.policy = policy == "polyglot"   ? book::LearnPolicy::Polyglot
                           : policy == "thompson" ? book::LearnPolicy::Thompson
                                                  : book::LearnPolicy::Ucb;
    return compare_choices(own, book::rate(entries, rule));
}

std::vector<ChosenMove> compare_choices(const std::vector<book::Candidate>& own,
                                        const std::vector<book::Candidate>& now) {
    std::vector<ChosenMove> moves;
    for (std::size_t i = 0; i < std::min(own.size(), now.size()); ++i) {
        if (!now[i].move) continue;
        auto same = std::ranges::find(moves, now[i].move, &ChosenMove::move);
        if (same == moves.end()) same = moves.insert(same, ChosenMove{.move = now[i].move});
        same->own += own[i].share;
        same->now += now[i].playable ? now[i].share : 0;
        same->games = std::max(same->games, now[i].games); // each entry contains the same numbers
        same->half_points = std::max(same->half_points, now[i].half_points);
    }
    return moves;
}

json::array json_of(std::vector<ChosenMove> moves, const chess::Position& position,
                    chess::CastlingStyle castling) {
    double all = 0;
    double all_own = 0;
    for (const ChosenMove& one : moves) {
        all += one.now;
        all_own += one.own;
    }
    std::ranges::stable_sort(moves, std::ranges::greater(), &ChosenMove::now);
    json::array list;
    for (const ChosenMove& one : moves)
        list.push_back(json::object{{"uci", chess::format_uci_move(one.move, castling)},
                                    {"san", chess::format_san(position, one.move)},
                                    {"own", all_own > 0 ? one.own / all_own : 0},
                                    {"now", all > 0 ? one.now / all : 0},
                                    {"games", one.games},
                                    {"half_points", one.half_points}});
    return list;
}

} // namespace polyglot::tools
