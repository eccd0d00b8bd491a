#include "tools/engines/suite.hpp"

#include "adapter/session/xboard_gui/san_line.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>
#include <utility>

namespace polyglot::tools {
namespace {

bool contains(const std::vector<EpdMove>& moves, const EpdMove& move) {
    return std::ranges::find(moves, move) != moves.end();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (const std::string_view part = text::trim(text.substr(0, end)); !part.empty())
            parts.push_back(part);
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return parts;
}

// Holds a move and its points as written; both are views into the line's operands.
struct Claim {
    std::string_view move, points;
};

std::vector<Claim> claims_of(const chess::EpdOperations& epd) {
    const std::vector<std::string_view> points = split(epd.first_operand("c8"), ' ');
    for (const std::string_view opcode : {"c9", "c7"}) {
        const std::vector<std::string_view> moves = split(epd.first_operand(opcode), ' ');
        if (moves.empty() || moves.size() != points.size()) continue;
        std::vector<Claim> claims;
        for (std::size_t i = 0; i < moves.size(); ++i)
            claims.push_back({moves[i], points[i]});
        return claims;
    }
    std::vector<Claim> claims;
    for (const std::string_view part : split(epd.first_operand("c0"), ',')) {
        const std::size_t equals = part.rfind('='); // the last one, because of e8=Q=10
        if (equals == std::string_view::npos) return {};
        claims.push_back({text::trim(part.substr(0, equals)), text::trim(part.substr(equals + 1))});
    }
    return claims;
}

// The two kinds of EPD under the same names.
auto parse_move(const chess::Epd& epd, std::string_view text) {
    return chess::parse_epd_move(epd.position, text);
}
auto parse_move(const chess::VariantEpd& epd, std::string_view text) {
    return chess::parse_variant_epd_move(epd.position, text);
}
auto parse_moves(const chess::Epd& epd, std::string_view opcode) {
    return chess::parse_epd_moves(epd, opcode);
}
auto parse_moves(const chess::VariantEpd& epd, std::string_view opcode) {
    return chess::parse_variant_epd_moves(epd, opcode);
}
bool has_legal_move(const chess::Position& position) {
    return position.legal_move_count() > 0;
}
bool has_legal_move(const chess::VariantPosition& position) {
    return !position.legal_moves().empty();
}
void set_position(EpdTask& task, const chess::Position& position) {
    task.position = position;
}
void set_position(EpdTask& task, const chess::VariantPosition& position) {
    task.of_variant = position;
}

// Returns an empty list if the text is a comment that only looks like points: one invalid number or
// illegal move is enough.
template <class Epd>
std::vector<PointedMove> points_of(const Epd& epd) {
    std::vector<PointedMove> result;
    for (const Claim& claim : claims_of(epd)) {
        const std::optional<int> points = text::parse_int<int>(claim.points);
        const auto move = parse_move(epd, claim.move);
        if (!points || !move) return {};
        result.push_back({*move, *points});
    }
    return result;
}

template <class Epd>
Result<EpdTask> task_of(const Result<Epd>& epd, std::size_t number) {
    if (!epd) return epd.error();
    if (!has_legal_move(epd->position)) return make_error("no legal move, nothing to search");
    const auto best = parse_moves(*epd, "bm");
    if (!best) return best.error();
    const auto avoid = parse_moves(*epd, "am");
    if (!avoid) return avoid.error();

    EpdTask task{.line = number,
                 .id = std::string(epd->first_operand("id")),
                 .position = chess::Position::start(),
                 .best = {best->begin(), best->end()},
                 .avoid = {avoid->begin(), avoid->end()},
                 .points = points_of(*epd),
                 .warnings = epd->warnings};
    set_position(task, epd->position);
    const int most = task.max_points();
    if (task.best.empty() && task.avoid.empty() && most > 0)
        for (const PointedMove& pointed : task.points)
            if (pointed.points == most) task.best.push_back(pointed.move);
    if (const chess::EpdOperation* const mate = epd->find("dm");
        mate != nullptr && !task.is_judged()) {
        const std::optional<int> moves = text::parse_int<int>(epd->first_operand("dm"));
        if (!moves || *moves == 0)
            return make_error("dm takes a number of moves, from 1", mate->offset);
        if (*moves > 0)
            task.mate_in = *moves;
        else
            task.warnings.push_back(make_error(
                "the side to move is to be mated, which is not tested: left out", mate->offset));
    }
    return task;
}

} // namespace

bool EpdTask::may_search(const EpdMove& move) const {
    return allowed.empty() || std::ranges::find(allowed, move) != allowed.end();
}

bool EpdTask::allows(const EpdMove& move) const {
    return (best.empty() || contains(best, move)) && !contains(avoid, move);
}

int EpdTask::points_of(const EpdMove& move) const {
    const auto found = std::ranges::find(points, move, &PointedMove::move);
    return found == points.end() ? 0 : found->points;
}

int EpdTask::max_points() const {
    int most = 0;
    for (const PointedMove& pointed : points)
        most = std::max(most, pointed.points);
    return most;
}

std::string EpdTask::fen(chess::FenCastling castling) const {
    if (!of_variant) return chess::format_fen(position, castling);
    chess::VariantFenStyle style;
    style.castling = castling;
    return chess::format_variant_fen(*of_variant, style);
}

bool EpdTask::castles_as_in_chess960() const {
    return of_variant ? chess::castles_as_in_chess960(of_variant->board())
                      : chess::castles_as_in_chess960(position);
}

std::optional<EpdMove> EpdTask::parse_uci(std::string_view move) const {
    if (!of_variant) return chess::parse_uci_move(position, move);
    return chess::parse_variant_uci(*of_variant, move);
}

std::string EpdTask::san(const EpdMove& move) const {
    if (!move) return "";
    return of_variant ? chess::format_variant_san(*of_variant, *move.of_variant)
                      : chess::format_san(position, move.of_chess);
}

std::string EpdTask::uci(const EpdMove& move, chess::CastlingStyle castling) const {
    if (!move) return "";
    return of_variant ? chess::format_variant_uci(*move.of_variant, castling)
                      : chess::format_uci_move(move.of_chess, castling);
}

std::string EpdTask::line_in_san(std::string_view uci_moves) const {
    std::string sans;
    if (!of_variant) {
        session::SanLine converter;
        converter.set_root(position);
        converter.append_san(uci_moves, sans);
        return sans;
    }
    chess::VariantPosition at = *of_variant;
    for (std::string_view word = text::next_word(uci_moves); !word.empty();
         word = text::next_word(uci_moves)) {
        const auto move = chess::parse_variant_uci(at, word);
        if (!move) break;
        sans += (sans.empty() ? "" : " ") + chess::format_variant_san(at, *move);
        at.make(*move);
    }
    return sans;
}

Result<EpdTask> read_epd_task(std::string_view line, std::size_t number,
                              const chess::Variant* variant) {
    return variant ? task_of(chess::parse_variant_epd(*variant, line), number)
                   : task_of(chess::parse_epd(line), number);
}

namespace {

// Reports faulty lines immediately, but those before the first position only when there is one: a
// file without positions is not EPD, which takes one sentence.
class FaultyLines {
  public:
    FaultyLines(std::string_view name, std::ostream& err) : name_(name), err_(err) {}

    void add(std::size_t number, const Error& error, std::string_view line) {
        std::ostringstream shown;
        show_error(shown, std::string(name_) + ':' + std::to_string(number), error.message, line,
                   error.offset);
        if (count_++ == 0) first_ = "line " + std::to_string(number) + ": " + error.message;
        if (count_ <= most_shown) waiting_ += shown.str();
        if (seen_position_) show();
    }
    void on_position() {
        if (!std::exchange(seen_position_, true)) show();
    }
    void end() {
        if (count_ == 0) return;
        if (!seen_position_)
            err_ << name_ << ": is no file of EPD positions: not one of its lines is a position ("
                 << first_ << ")\n";
        else if (count_ > most_shown)
            err_ << name_ << ": " << count_ - most_shown << " more lines are no positions\n";
    }

  private:
    static constexpr int most_shown = 20;
    void show() {
        err_ << waiting_;
        waiting_.clear();
    }

    std::string_view name_;
    std::ostream& err_;
    int count_ = 0;
    bool seen_position_ = false;
    std::string first_, waiting_;
};

} // namespace

EpdSuite read_epd_suite(std::istream& in, std::string_view name, std::ostream& err,
                        const chess::Variant* variant) {
    EpdSuite suite;
    std::string text;
    std::size_t left_out = 0;
    FaultyLines faulty(name, err);
    for (std::size_t number = 1; read_line(in, text, left_out); ++number) {
        if (left_out > 0)
            err << name << ':' << number << ": " << describe_left_out(left_out) << '\n';
        // Files of fixed-width fields contain such padding.
        std::ranges::replace(text, '\0', ' ');
        std::string_view line = text;
        if (constexpr std::string_view mark = "\xef\xbb\xbf"; number == 1 && line.starts_with(mark))
            line.remove_prefix(mark.size());
        line = text::trim(line);
        if (line.empty() || line.front() == '#') continue;
        Result<EpdTask> task = read_epd_task(line, number, variant);
        if (!task) {
            ++suite.bad_lines;
            faulty.add(number, task.error(), line);
            continue;
        }
        faulty.on_position();
        for (const Error& warning : task->warnings)
            show_error(err, std::string(name) + ':' + std::to_string(number), warning.message, line,
                       warning.offset);
        suite.tasks.push_back(std::move(*task));
    }
    faulty.end();
    return suite;
}

} // namespace polyglot::tools
