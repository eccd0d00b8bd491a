#include "adapter/session/xboard_engine/info.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace polyglot::session {

using protocol::XboardThinking;
using text::is_one_of;

namespace {

// More plies than engines search; limits the work on an invalid line.
constexpr std::size_t max_plies = 256;

bool consists_of(std::string_view text, std::string_view set) {
    return text.find_first_not_of(set) == std::string_view::npos;
}

// Takes the words that may be moves out of a pv, without move numbers, comments, signs and
// punctuation.
class PvWords {
  public:
    explicit PvWords(std::string_view pv) : rest_(pv) {}

    struct Word {
        std::string_view text; // empty at the end
        bool aside = false;    // the word is in brackets
    };
    Word next();
    // Skips the rest of the brackets around the last word.
    void skip_aside() {
        if (!aside_) return;
        skip_past(")]>");
        aside_ = false;
    }

  private:
    void skip_past(std::string_view closing);

    std::string_view rest_;
    bool aside_ = false; // between brackets
};

void PvWords::skip_past(std::string_view closing) {
    const std::size_t end = rest_.find_first_of(closing);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
}

PvWords::Word PvWords::next() {
    while (true) {
        rest_ = text::trim_left(rest_);
        if (rest_.empty()) return {};
        if (rest_.front() == '{') {
            skip_past("}");
            continue;
        }
        std::string_view word = text::next_word(rest_);
        // The word may be `e4{book}`.
        if (const std::size_t brace = word.find('{'); brace != std::string_view::npos) {
            rest_ = {word.data() + brace, word.size() - brace + rest_.size()};
            word = word.substr(0, brace);
        }
        while (!word.empty() && is_one_of(word.front(), "([<")) {
            aside_ = true;
            word.remove_prefix(1);
        }
        const bool aside = aside_;
        while (!word.empty() && is_one_of(word.back(), aside ? ".,;:&)]>" : ".,;:&]>")) {
            aside_ = aside_ && !is_one_of(word.back(), ")]>");
            word.remove_suffix(1);
        }
        // `5.e4`, `5...Kd7`, `...Kd7`; not 0-0
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        if (digits < word.size() && word[digits] == '.')
            word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
        // These are null moves, after which no legal line continues.
        if (word == "0000" || word == "--") return {word, aside};
        if (consists_of(word, "0123456789") || consists_of(word, "+-=!?/~#") ||
            word.starts_with('$'))
            continue;
        if (word == "e.p" || word == "ep") continue;
        return {word, aside};
    }
}

// For variants with unknown rules, also on boards of other sizes: e2e4, e7e8q, j10j9, P@f7.
bool reads_as_coordinates(std::string_view word) {
    const auto take_square = [&word] {
        if (word.size() < 2 || word[0] < 'a' || word[0] > 'z' || !text::is_digit(word[1]))
            return false;
        word.remove_prefix(word.size() > 2 && text::is_digit(word[2]) ? 3 : 2);
        return true;
    };
    const bool drop = word.size() > 2 && word[0] >= 'A' && word[0] <= 'Z' && word[1] == '@';
    if (drop) word.remove_prefix(2);
    if (!take_square() || (!drop && !take_square())) return false;
    return word.empty() ||
           (!drop && word.size() == 1 && (word == "+" || (word[0] >= 'a' && word[0] <= 'z')));
}

std::string format_move(const chess::Move& move, chess::CastlingStyle style) {
    return chess::format_uci_move(move, style);
}

std::string format_move(const chess::VariantMove& move, chess::CastlingStyle style) {
    return chess::format_variant_uci(move, style);
}

} // namespace

void XboardInfo::begin(std::optional<chess::Position> root, chess::CastlingStyle style) {
    root_ = std::move(root);
    before_hint_.reset();
    variant_root_.reset();
    style_ = style;
    best_line_.clear();
    depth_.reset();
    nodes_.reset();
    moves_to_mate_.reset();
}

void XboardInfo::ponders_on(const chess::Position& before, chess::Move hint) {
    before_hint_ = before;
    hint_ = hint;
}

template <typename Position>
void XboardInfo::read_moves(Position position, std::string_view pv) {
    line_.clear();
    PvWords words(pv);
    PvWords::Word word = words.next();
    if (word.aside) {
        // This may be the opponent's move, or the engine's move in the same letters (Nd5 for Nxd5).
        // The next word decides.
        PvWords following = words;
        const PvWords::Word answer = following.next();
        if (answer.text.empty() || protocol::parse_engine_move(position, answer.text))
            word = words.next();
    }
    for (; line_.size() < max_plies && !word.text.empty(); word = words.next()) {
        if (const auto move = protocol::parse_engine_move(position, word.text)) {
            line_.push_back(format_move(*move, style_));
            position.make(*move);
        } else if (word.aside) {
            words.skip_aside();
        } else {
            return;
        }
    }
}

XboardInfo::View XboardInfo::read_line(std::string_view pv) {
    PvWords words(pv);
    if (variant_root_) {
        read_moves(*variant_root_, pv);
        return View::Ours;
    }
    if (!root_) {
        line_.clear();
        for (auto word = words.next(); line_.size() < max_plies && reads_as_coordinates(word.text);
             word = words.next())
            line_.emplace_back(word.text);
        return View::Ours;
    }
    if (!before_hint_) {
        read_moves(*root_, pv);
        return View::Ours;
    }
    // Of the two readings the longer one is right, since O-O may be the expected move or the answer
    // to it.
    read_moves(*before_hint_, pv);
    const std::vector<std::string> from_before = std::move(line_);
    read_moves(*root_, pv);
    if (from_before.size() <= line_.size()) return View::Ours;
    if (from_before.front() != chess::format_uci_move(hint_, style_)) return View::OtherMove;
    line_.assign(from_before.begin() + 1, from_before.end());
    return words.next().aside ? View::Ours : View::Opponents;
}

std::optional<protocol::UciInfo> XboardInfo::on_thinking(const XboardThinking& thinking) {
    using Bound = XboardThinking::Bound;
    using protocol::ScoreBound;
    const View view = read_line(thinking.pv);
    if (view == View::OtherMove) return std::nullopt;
    if (thinking.from_book) { // moves to choose from, not a line
        if (best_line_.empty() && !line_.empty()) best_line_ = {line_.front()};
        return std::nullopt;
    }
    const bool turned = view == View::Opponents;
    const int sign = turned ? -1 : 1;
    const Bound high = turned ? Bound::Upper : Bound::Lower;
    const bool failed_low = thinking.bound != Bound::None && thinking.bound != high;
    depth_ = thinking.depth;
    nodes_ = thinking.nodes;
    moves_to_mate_ = protocol::moves_to_mate(thinking.score_cp);
    if (moves_to_mate_) *moves_to_mate_ *= sign;

    protocol::UciInfo info;
    info.depth = thinking.depth;
    if (thinking.seldepth && *thinking.seldepth > 0) info.seldepth = thinking.seldepth;
    info.score = protocol::UciScore{.is_mate = moves_to_mate_.has_value(),
                                    .value = moves_to_mate_.value_or(sign * thinking.score_cp)};
    if (thinking.bound != Bound::None)
        info.score->bound = failed_low ? ScoreBound::Upper : ScoreBound::Lower;
    if (thinking.time_cs) info.time_ms = 10 * *thinking.time_cs;
    info.nodes = thinking.nodes;
    info.nps = thinking.nps;
    info.tbhits = thinking.tbhits;
    if (line_.empty()) return info;

    text_.clear();
    for (const std::string& move : line_) {
        if (!text_.empty()) text_ += ' ';
        text_ += move;
    }
    info.pv = text_;
    if (!failed_low || best_line_.empty()) best_line_ = line_;
    return info;
}

std::optional<protocol::UciInfo> XboardInfo::on_stat(const protocol::XboardStat& stat) {
    text_.clear();
    if (root_) {
        if (const auto legal = protocol::parse_engine_move(*root_, stat.move))
            text_ = format_move(*legal, style_);
    } else if (variant_root_) {
        if (const auto legal = protocol::parse_engine_move(*variant_root_, stat.move))
            text_ = format_move(*legal, style_);
    } else if (reads_as_coordinates(stat.move)) {
        text_ = stat.move;
    }
    if (text_.empty()) return std::nullopt;
    protocol::UciInfo info;
    info.depth = stat.depth;
    info.time_ms = 10 * stat.time_cs;
    info.nodes = stat.nodes;
    info.currmove = text_;
    info.currmovenumber = std::max(stat.moves_total - stat.moves_left, 1);
    return info;
}

} // namespace polyglot::session
