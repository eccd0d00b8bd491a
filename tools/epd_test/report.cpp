#include "tools/epd_test/report.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/csv.hpp"
#include "tools/common/json.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

template <class... Values>
std::string print(const char* format, Values... values) {
    std::array<char, 256> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
}

double seconds(milliseconds time) {
    return static_cast<double>(time.count()) / 1000;
}

std::string_view word_for(EpdVerdict verdict) {
    switch (verdict) {
    case EpdVerdict::Solved: return "solved";
    case EpdVerdict::Unsolved: return "unsolved";
    case EpdVerdict::Unjudged: return "unjudged";
    case EpdVerdict::Crashed: return "crashed";
    case EpdVerdict::Hung: return "hung";
    case EpdVerdict::NotRun: break;
    }
    return "not run";
}

std::string moves_of(const EpdTask& task, const std::vector<EpdMove>& moves) {
    std::string text;
    for (const EpdMove& move : moves)
        text += (text.empty() ? "" : " ") + task.san(move);
    return text;
}

// Returns the demand as in the EPD: "bm Rg3", "am Kd1", "dm 3".
std::string wanted(const EpdTask& task) {
    std::string text;
    if (!task.best.empty()) text = "bm " + moves_of(task, task.best);
    if (!task.avoid.empty()) text += (text.empty() ? "am " : "; am ") + moves_of(task, task.avoid);
    if (task.mate_in > 0) text = "dm " + std::to_string(task.mate_in);
    return text;
}

// Formats a score like PolyGlot: in pawns, with a mate in N as 1000 + N/100.
std::string score_in_pawns(const std::optional<protocol::UciScore>& score) {
    if (!score) return "     -";
    const int value = score->value;
    if (!score->is_mate) return print("%+6.2f", value / 100.0);
    return print("%+6.2f", value > 0 ? 1000 + value / 100.0 : -1000 + value / 100.0);
}

std::string braces(const EpdTask& task, const EpdOutcome& outcome) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : "; ") + part;
    };
    if (!task.points.empty())
        add(std::to_string(outcome.points) + '/' + std::to_string(task.max_points()) + " points");
    if (task.is_judged() && outcome.verdict != EpdVerdict::Solved) add(wanted(task));
    if (outcome.verdict == EpdVerdict::Crashed || outcome.verdict == EpdVerdict::Hung)
        add(std::string(word_for(outcome.verdict)) +
            (outcome.note.empty() ? "" : ": " + outcome.note));
    else if (!outcome.note.empty())
        add(outcome.note);
    return text.empty() ? "" : " {" + text + '}';
}

} // namespace

EpdTotals total(const EpdReport& report) {
    EpdTotals totals;
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
        const EpdOutcome& outcome = report.outcomes[i];
        if (outcome.verdict == EpdVerdict::NotRun) {
            ++totals.not_run;
            continue;
        }
        ++(report.tasks[i].is_judged() ? totals.judged : totals.unjudged);
        if (outcome.verdict == EpdVerdict::Crashed) ++totals.crashed;
        if (outcome.verdict == EpdVerdict::Hung) ++totals.hung;
        totals.points += outcome.points;
        totals.max_points += report.tasks[i].max_points();
        if (outcome.verdict != EpdVerdict::Solved) continue;
        ++totals.solved;
        totals.depth += outcome.found.depth;
        totals.seconds += seconds(outcome.found.time);
        totals.nodes += static_cast<double>(outcome.found.nodes);
    }
    for (double* mean : {&totals.depth, &totals.seconds, &totals.nodes})
        if (totals.solved > 0) *mean /= totals.solved;
    return totals;
}

std::string format_epd_head(const EpdReport& report) {
    const SearchLimits& limits = report.limits;
    std::string text = "EngineName=" + text::shown_text(report.engine) + "\n\n[Search parameters: ";
    if (limits.is_fixed()) return text + limits.go() + "]\n\n";
    return text +
           print("MaxDepth=%d   MaxTime=%.1f   DepthDelta=%d   MinDepth=%d   MinTime=%.1f]\n\n",
                 limits.max_depth, seconds(limits.max_time), limits.depth_delta, limits.min_depth,
                 seconds(limits.min_time));
}

std::string format_epd_line(const EpdReport& report, std::size_t index, int solved) {
    const EpdTask& task = report.tasks[index];
    const EpdOutcome& outcome = report.outcomes[index];
    const char* const mark = outcome.verdict == EpdVerdict::Solved     ? "OK"
                             : outcome.verdict == EpdVerdict::Unjudged ? "??"
                                                                       : "--";
    std::string id = task.id.empty() ? "" : '"' + task.id + '"';
    if (id.size() < 15) id.resize(15, ' ');
    std::string line =
        print("%2zu: ", index + 1) + id + ' ' + mark + print(" %4d score=", solved) +
        score_in_pawns(outcome.score) +
        print("    pv [D=%2d, T=%7.2fs, N=%6lldk] =", outcome.found.depth,
              seconds(outcome.found.time), static_cast<long long>(outcome.found.nodes / 1000)) +
        outcome.pv + braces(task, outcome);
    // The controls of the terminal are removed from names and texts of engines.
    return text::shown_text(text::without_controls(std::move(line))) + '\n';
}

std::string format_epd_totals(const EpdReport& report) {
    const EpdTotals totals = total(report);
    std::string text =
        print("\nscore=%d/%d [averages on correct positions: depth=%.1f time=%.2f nodes=%.0f]\n",
              totals.solved, totals.judged, totals.depth, totals.seconds, totals.nodes);
    if (totals.max_points > 0)
        text += print("points=%d/%d (%.1f%%)\n", totals.points, totals.max_points,
                      100.0 * totals.points / totals.max_points);
    std::string rest;
    for (const auto& [name, count] :
         {std::pair("without solution", totals.unjudged), std::pair("crashed", totals.crashed),
          std::pair("hung", totals.hung), std::pair("not run", totals.not_run),
          std::pair("bad lines", report.bad_lines)})
        if (count > 0)
            rest += (rest.empty() ? "" : ", ") + std::string(name) + ": " + std::to_string(count);
    return rest.empty() ? text : text + rest + '\n';
}

namespace {

json::array json_of(const EpdTask& task, const std::vector<EpdMove>& moves) {
    json::array list;
    for (const EpdMove& move : moves)
        list.emplace_back(task.san(move));
    return list;
}

json::value json_of(const std::optional<protocol::UciScore>& score) {
    if (!score) return nullptr;
    json::object object;
    object[score->is_mate ? "mate" : "cp"] = score->value;
    return object;
}

json::object json_of(const EpdOutcome::Found& found) {
    return {{"depth", found.depth}, {"time_ms", found.time.count()}, {"nodes", found.nodes}};
}

json::object json_of(const EpdTask& task, const EpdOutcome& outcome) {
    json::object object{{"line", task.line}, {"id", tools::json_of(task.id)}, {"fen", task.fen()}};
    if (!task.best.empty()) object["bm"] = json_of(task, task.best);
    if (!task.avoid.empty()) object["am"] = json_of(task, task.avoid);
    if (task.mate_in > 0) object["dm"] = task.mate_in;
    object["verdict"] = word_for(outcome.verdict);
    if (outcome.verdict == EpdVerdict::NotRun) return object;
    if (outcome.move) {
        object["move"] = task.san(outcome.move);
        object["uci"] = task.uci(outcome.move);
    }
    object["score"] = json_of(outcome.score);
    object["found"] = json_of(outcome.found);
    object["end"] = json_of(outcome.end);
    object["pv"] = tools::json_of(outcome.pv);
    if (!task.points.empty()) {
        object["points"] = outcome.points;
        object["max_points"] = task.max_points();
    }
    if (!outcome.note.empty()) object["note"] = tools::json_of(outcome.note);
    return object;
}

std::string csv_of(const EpdTask& task, const EpdOutcome& outcome) {
    const bool mate = outcome.score && outcome.score->is_mate;
    const std::string score = outcome.score ? std::to_string(outcome.score->value) : "";
    CsvRow row;
    row.add(task.line).add(task.id).add(task.fen()).add(wanted(task));
    row.add(word_for(outcome.verdict)).add(task.san(outcome.move));
    row.add(task.uci(outcome.move)).add(mate ? "" : score).add(mate ? score : "");
    for (const EpdOutcome::Found& found : {outcome.found, outcome.end})
        row.add(found.depth).add(found.time.count()).add(found.nodes);
    row.add(outcome.points).add(task.max_points()).add(outcome.pv).add(outcome.note);
    return row.text() + '\n';
}

} // namespace

std::string format_epd_json(const EpdReport& report) {
    const EpdTotals totals = total(report);
    json::array positions;
    for (std::size_t i = 0; i < report.tasks.size(); ++i)
        positions.emplace_back(json_of(report.tasks[i], report.outcomes[i]));
    json::object object{{"engine", json_of(report.engine)}, {"suite", json_of(report.suite)}};
    if (report.variant) object["variant"] = report.variant->uci;
    object["go"] = report.limits.go();
    object["positions"] = std::move(positions);
    object["solved"] = totals.solved;
    object["judged"] = totals.judged;
    object["unjudged"] = totals.unjudged;
    object["crashed"] = totals.crashed;
    object["hung"] = totals.hung;
    object["not_run"] = totals.not_run;
    object["bad_lines"] = report.bad_lines;
    object["points"] = totals.points;
    object["max_points"] = totals.max_points;
    return format_json_list(object, "positions");
}

std::string format_epd_csv(const EpdReport& report) {
    std::string out =
        "line,id,fen,wanted,verdict,move,uci,score_cp,mate,found_depth,found_ms,found_nodes,"
        "depth,ms,nodes,points,max_points,pv,note\n";
    for (std::size_t i = 0; i < report.tasks.size(); ++i)
        out += csv_of(report.tasks[i], report.outcomes[i]);
    return out;
}

} // namespace polyglot::tools
