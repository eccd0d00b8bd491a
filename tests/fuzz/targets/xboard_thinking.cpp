// First line a FEN (unknown rules if it is invalid), second the move there that the engine ponders
// on, if it is one; each further line is a line of engine output.
#include "adapter/protocol/uci/info.hpp"
#include "adapter/session/xboard_engine/info.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace chess = polyglot::chess;
namespace protocol = polyglot::protocol;
using polyglot::fuzz::require;
using polyglot::session::XboardInfo;

namespace {

bool inside(std::string_view part, std::string_view whole) {
    const std::less_equal<> before_or_at;
    return part.empty() || (before_or_at(whole.data(), part.data()) &&
                            before_or_at(part.data() + part.size(), whole.data() + whole.size()));
}

using Root = std::optional<chess::Position>;

void check_pv(const Root& root, std::string_view pv, std::string_view line) {
    std::optional<chess::Position> position = root;
    for (auto word = polyglot::text::next_word(pv); !word.empty();
         word = polyglot::text::next_word(pv)) {
        if (!position) {
            require(word.size() >= 4 && word.find_first_of("0123456789") != std::string_view::npos,
                    "a coordinate move", line);
            continue;
        }
        const auto move = chess::parse_uci_move(*position, word);
        require(move.has_value(), "every move of a pv is legal", line);
        require(chess::format_uci_move(*move, chess::CastlingStyle::KingTakesRook) == word,
                "spelt as asked for", line);
        position->make(*move);
    }
}

protocol::UciScore score_of(const protocol::XboardThinking& thinking) {
    const auto mate = protocol::moves_to_mate(thinking.score_cp);
    using Bound = protocol::XboardThinking::Bound;
    return {mate.has_value(), mate.value_or(thinking.score_cp),
            thinking.bound == Bound::None    ? protocol::ScoreBound::None
            : thinking.bound == Bound::Lower ? protocol::ScoreBound::Lower
                                             : protocol::ScoreBound::Upper};
}

// The same from the other side.
protocol::UciScore turned(protocol::UciScore score) {
    using protocol::ScoreBound;
    score.value = -score.value;
    if (score.bound != ScoreBound::None)
        score.bound = score.bound == ScoreBound::Lower ? ScoreBound::Upper : ScoreBound::Lower;
    return score;
}

void check_info(const Root& root, bool pondering, const protocol::XboardThinking& thinking,
                std::string_view line) {
    require(line.starts_with("info depth "), "an info line", line);
    for (const char c : line)
        require(c >= ' ' && c < 0x7f, "printable, one line", line);
    const protocol::UciInfo info = protocol::parse_uci_info(line.substr(5));
    require(info.depth == thinking.depth, "depth", line);
    require(info.nodes == thinking.nodes && info.nps == thinking.nps &&
                info.tbhits == thinking.tbhits,
            "counts", line);
    require(info.time_ms.has_value() == thinking.time_cs.has_value(), "time or none", line);
    if (thinking.time_cs) require(info.time_ms == 10 * *thinking.time_cs, "time", line);
    require(info.score == score_of(thinking) ||
                (pondering && info.score == turned(score_of(thinking))),
            "score", line);
    require(!info.string, "nothing else", line);
    check_pv(root, info.pv.value_or(""), line);
}

void check_thinking(const Root& root, bool pondering, XboardInfo& info, std::string_view line) {
    const auto thinking = protocol::parse_xboard_thinking(line);
    if (!thinking) return;
    require(inside(thinking->pv, line), "the pv is part of the line", line);
    require(thinking->depth >= 0, "depths start at 0", line);
    if (thinking->nodes) require(*thinking->nodes >= 0, "counts start at 0", line);
    const auto shown = info.on_thinking(*thinking);
    require(!shown == thinking->from_book || (pondering && !shown), "an info unless from the book",
            line);
    if (shown) check_info(root, pondering, *thinking, protocol::format_uci_info(*shown));

    std::string best;
    for (const std::string& move : info.best_line())
        best += move + ' ';
    check_pv(root, best, line);
}

void check_stat(const Root& root, XboardInfo& info, std::string_view line) {
    const auto stat = protocol::parse_stat01(line);
    if (!stat) return;
    const auto info_of_stat = info.on_stat(*stat);
    if (!info_of_stat) return;
    const std::string shown = protocol::format_uci_info(*info_of_stat);
    const protocol::UciInfo parsed = protocol::parse_uci_info(std::string_view(shown).substr(5));
    require(parsed.depth == stat->depth && parsed.nodes == stat->nodes, "numbers of a stat01",
            shown);
    require(parsed.currmovenumber.value_or(0) >= 1, "moves are numbered from 1", shown);
    check_pv(root, parsed.currmove, shown);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const auto given = chess::parse_fen(input.line());
    Root root = given ? Root(*given) : std::nullopt;
    const std::string_view hint_text = input.line();
    const auto hint = root ? chess::parse_uci_move(*root, hint_text) : std::nullopt;
    XboardInfo info;
    if (hint) {
        const chess::Position before = *root;
        root->make(*hint);
        info.begin(root, chess::CastlingStyle::KingTakesRook);
        info.ponders_on(before, *hint);
    } else {
        info.begin(root, chess::CastlingStyle::KingTakesRook);
    }
    while (!input.empty()) {
        const std::string_view line = input.line();
        check_thinking(root, hint.has_value(), info, line);
        check_stat(root, info, line);
    }
    return 0;
}
