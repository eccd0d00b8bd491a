#include "tools/explore/engine/question.hpp"

#include "tools/explore/edit/place.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t most_checks = 60;

bool is_true(const json::object& question, std::string_view name) {
    const json::value* const value = question.if_contains(name);
    return value != nullptr && *value == json::value(true);
}

Result<int> lines_of(const json::object& question) {
    const json::value* const value = question.if_contains("lines");
    if (value == nullptr) return Analyst::usual_lines;
    const double number = value->is_number() ? value->to_number<double>() : 0;
    if (!(number >= 1 && number <= Analyst::most_lines))
        return make_error("lines is 1 to " + std::to_string(Analyst::most_lines));
    return static_cast<int>(number);
}

Result<std::vector<EpdMove>> checks_of(const json::object& question, const EpdTask& task) {
    std::vector<EpdMove> moves;
    const json::value* const value = question.if_contains("check");
    if (value == nullptr) return moves;
    if (!value->is_array() || value->get_array().size() > most_checks)
        return make_error("check: a list of at most " + std::to_string(most_checks) +
                          " moves is expected");
    for (const json::value& word : value->get_array()) {
        const auto move = word.is_string() ? task.parse_uci(word.get_string()) : std::nullopt;
        if (!move) return make_error("check: a move is not legal");
        moves.push_back(*move);
    }
    return moves;
}

std::uint64_t revision_of(const json::object& question) {
    const json::value* const value = question.if_contains("revision");
    json::error_code failed; // a failed conversion returns 0
    return value != nullptr && value->is_number() ? value->to_number<std::uint64_t>(failed) : 0;
}

} // namespace

Result<json::object> ask_analyst(Analyst& analyst, const AnalysedPosition& position,
                                 const json::object& question) {
    const std::string tab(text_of(question, "tab"));
    bool is_elsewhere = false;
    if (is_true(question, "run")) {
        const auto lines = lines_of(question);
        if (!lines) return lines.error();
        auto checks = checks_of(question, position.task);
        if (!checks) return checks.error();
        is_elsewhere = !analyst.analyse({.position = position,
                                         .lines = *lines,
                                         .check = *std::move(checks),
                                         .tab = tab,
                                         .takes_over = is_true(question, "take"),
                                         .again = is_true(question, "again")});
    } else if (question.contains("run")) {
        analyst.stop(tab);
    }
    json::object answer = analyst.answer(revision_of(question));
    if (is_elsewhere) answer["elsewhere"] = true;
    return answer;
}

} // namespace polyglot::tools
