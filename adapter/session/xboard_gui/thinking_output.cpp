#include "adapter/session/xboard_gui/thinking_output.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace polyglot::session {
namespace {

using protocol::ScoreBound;
using protocol::UciInfo;
using protocol::UciScore;

constexpr int mate_cp = 100'000;
constexpr int max_cp = 99'000;
constexpr int max_mate_ply = 999; // so that every mate score exceeds every other score

// The limit for engines that number their lines without limit; the later lines share one slot.
constexpr std::size_t max_slots = 16;

// Limits the text that is kept of each line to far more moves than are ever read.
std::string_view readable(std::string_view pv) {
    constexpr std::size_t longest = 96 << 10; // bytes
    return pv.size() <= longest ? pv : pv.substr(0, std::min(pv.rfind(' ', longest), longest));
}

void append_number(std::string& text, std::int64_t value) {
    std::array<char, 20> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

void append_right_aligned(std::string& text, std::int64_t value, std::size_t width) {
    const std::size_t begin = text.size();
    append_number(text, value);
    const std::size_t length = text.size() - begin;
    if (length < width) text.insert(begin, width - length, ' ');
}

void append_signed(std::string& text, std::int64_t value) {
    if (value >= 0) text += '+';
    append_number(text, value);
}

void append_hundredths(std::string& text, double value) {
    std::array<char, 48> digits{}; // an int64 needs 20
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed, 2);
    text.append(digits.data(), end);
}

// Rounds ties to the even neighbour, as PolyGlot's printf does. value must not be negative.
std::int64_t rounded_quotient(std::int64_t value, std::int64_t divisor) {
    const std::int64_t quotient = value / divisor;
    const std::int64_t twice = 2 * (value % divisor);
    return twice > divisor || (twice == divisor && quotient % 2 != 0) ? quotient + 1 : quotient;
}

std::chrono::nanoseconds interval_of(const config::Settings& settings) {
    return std::chrono::nanoseconds(settings.info_rate > 0 ? 1'000'000'000 / settings.info_rate
                                                           : 0);
}

std::int64_t plies_to_mate(const UciScore& mate) {
    const std::int64_t moves = mate.value;
    return moves > 0 ? 2 * moves - 1 : -2 * moves;
}

int comparable_cp(const UciScore& score) {
    if (!score.is_mate) return std::clamp(score.value, -max_cp, max_cp);
    const int plies = static_cast<int>(std::min<std::int64_t>(plies_to_mate(score), max_mate_ply));
    return score.value > 0 ? mate_cp - plies : plies - mate_cp;
}

} // namespace

void ThinkingOutput::begin(ThinkingSearch search, TimePoint now) {
    const bool post = post_;
    const bool stalled = gui_has_stalled_;
    std::vector<Slot> slots = std::move(slots_); // to reuse their memory
    *this = ThinkingOutput();
    post_ = post;
    gui_has_stalled_ = stalled;
    search_ = std::move(search);
    started_ = now;
    slots_ = std::move(slots);
    for (Slot& slot : slots_) {
        slot.shown_depth = 0;
        slot.waiting.clear();
        if (search_.root) slot.san.set_root(*search_.root);
    }
}

void ThinkingOutput::ponderhit(const config::Settings& settings, TimePoint now,
                               std::string& to_gui) {
    if (search_.ponder_san.empty()) return;
    search_.ponder_san.clear();
    for (Slot& slot : slots_)
        slot.waiting.clear(); // because these lines are about pondering
    if (main_pv_) show(main_line(), settings, now, to_gui);
}

InfoString ThinkingOutput::on_info(const UciInfo& info, const config::Settings& settings,
                                   TimePoint now, std::string& to_gui) {
    take_numbers(info);
    const std::int32_t multipv = std::max(info.multipv.value_or(1), 1);
    if (info.score) {
        last_score_ = *info.score;
        if (multipv == 1) take_score(*info.score);
    }
    const int depth = info.depth && *info.depth > 0 ? *info.depth : depth_;
    if (multipv == 1) depth_ = depth;
    if (info.pv) {
        const std::string_view pv = readable(*info.pv);
        const Line line{depth, last_score_, pv,
                        std::min(static_cast<std::size_t>(multipv), max_slots) - 1};
        if (multipv == 1) main_pv_ = pv;
        // With several lines, engines send all of them whenever one has changed. Unchanged ones are
        // left out, because XBoard would list them again.
        if (!(info.multipv && is_shown(line))) show(line, settings, now, to_gui);
    }
    return info.string ? on_string(*info.string, to_gui) : InfoString::None;
}

void ThinkingOutput::take_score(const UciScore& score) {
    main_score_ = score;
    const int cp = comparable_cp(score);
    switch (score.bound) {
    case ScoreBound::None: known_cp_ = cp; break;
    case ScoreBound::Upper: known_cp_ = std::min(known_cp_.value_or(cp), cp); break;
    case ScoreBound::Lower:
        if (known_cp_) known_cp_ = std::max(*known_cp_, cp);
        break;
    }
}

void ThinkingOutput::take_numbers(const UciInfo& info) {
    if (info.seldepth) seldepth_ = std::max(*info.seldepth, 0);
    if (info.nodes) nodes_ = std::max<std::int64_t>(*info.nodes, 0);
    if (info.nps) nps_ = std::max<std::int64_t>(*info.nps, 0);
    if (info.tbhits) tbhits_ = std::max<std::int64_t>(*info.tbhits, 0);
    if (info.time_ms) engine_time_ms_ = std::max<std::int64_t>(*info.time_ms, 0);
    if (!info.currmove.empty()) {
        currmove_ = info.currmove;
        currmovenumber_ = std::max(info.currmovenumber.value_or(1), 1);
    }
}

void ThinkingOutput::catch_up(std::string& to_gui) {
    for (Slot& slot : slots_) {
        to_gui += slot.waiting;
        slot.waiting.clear();
    }
}

void ThinkingOutput::say_due(const config::Settings& settings, TimePoint now, std::string& to_gui) {
    if (gui_has_stalled_) return;
    for (Slot& slot : slots_) {
        if (slot.waiting.empty() || slot.next_due > now) continue;
        to_gui += slot.waiting;
        slot.waiting.clear();
        slot.next_due = now + interval_of(settings);
    }
}

std::optional<TimePoint> ThinkingOutput::next_due() const {
    std::optional<TimePoint> due;
    for (const Slot& slot : slots_)
        if (!gui_has_stalled_ && !slot.waiting.empty() && (!due || slot.next_due < *due))
            due = slot.next_due;
    return due;
}

void ThinkingOutput::before_move(const config::Settings& settings, TimePoint now,
                                 std::string& to_gui) {
    catch_up(to_gui);
    if (!main_pv_ || depth_ == 0) return;
    if (settings.repeat_pv && post_) append_thinking(main_line(), settings, now, to_gui);
    catch_up(to_gui); // the kept lines first
    if (settings.kibitz_move) append_kibitz(main_line(), settings, now, to_gui);
}

void ThinkingOutput::show(const Line& line, const config::Settings& settings, TimePoint now,
                          std::string& to_gui) {
    const bool hidden = !search_.ponder_san.empty() && !settings.show_ponder;
    if (hidden || line.depth == 0) return;
    if (post_) append_thinking(line, settings, now, to_gui);

    using std::chrono::seconds;
    const bool is_main_line = line.slot == 0;
    if (!settings.kibitz_pv || !is_main_line || time_ms(now) < 1000LL * settings.kibitz_delay_s)
        return;
    if (last_kibitz_ && now - *last_kibitz_ < seconds(settings.kibitz_interval_s)) return;
    if (gui_has_stalled_) return; // the next one is shown when the GUI reads again
    last_kibitz_ = now;
    append_kibitz(line, settings, now, to_gui);
}

// Appends "depth score time nodes pv", or with ShowTbHits "depth score time nodes seldepth knps
// tbhits<TAB>pv".
void ThinkingOutput::append_thinking(const Line& line, const config::Settings& settings,
                                     TimePoint now, std::string& to_gui) {
    const std::size_t whole = to_gui.size();
    append_number(to_gui, line.depth);
    to_gui += ' ';
    append_signed(to_gui, shown_score(line.score, settings));
    to_gui += ' ';
    append_number(to_gui, rounded_quotient(time_ms(now), 10));
    to_gui += ' ';
    append_number(to_gui, nodes_);
    to_gui += ' ';
    if (settings.show_tb_hits) {
        append_right_aligned(to_gui, seldepth_, 2);
        to_gui += ' ';
        append_right_aligned(to_gui, rounded_quotient(nps_, 1000), 4);
        to_gui += ' ';
        append_number(to_gui, tbhits_);
        to_gui += '\t';
    }
    const std::size_t begin = to_gui.size();
    append_pv(line, to_gui);
    if (to_gui.size() > begin && line.score.bound != ScoreBound::None)
        to_gui += line.score.bound == ScoreBound::Lower ? '!' : '?';
    to_gui += '\n';
    Slot& slot = slot_of(line);
    slot.shown_depth = line.depth;
    slot.last_score_shown = line.score;
    slot.shown_pv = line.pv;
    const bool is_early = settings.info_rate > 0 && now < slot.next_due;
    if (!slot.waiting.empty()) ++thinned_;
    if (gui_has_stalled_ || is_early) {
        slot.waiting.assign(to_gui, whole);
        to_gui.resize(whole);
    } else {
        slot.waiting.clear();
        slot.next_due = now + interval_of(settings);
    }
}

// Appends `tellall depth=5 time=1.30 node=3000 speed=2307 score=+0.31 pv="e4 e5"`, with time in
// seconds, speed in nodes per second, score in pawns.
void ThinkingOutput::append_kibitz(const Line& line, const config::Settings& settings,
                                   TimePoint now, std::string& to_gui) {
    const std::int64_t score = shown_score(line.score, settings);
    to_gui += settings.kibitz_command;
    to_gui += " depth=";
    append_number(to_gui, line.depth);
    to_gui += " time=";
    append_hundredths(to_gui, static_cast<double>(time_ms(now)) / 1000);
    to_gui += " node=";
    append_number(to_gui, nodes_);
    to_gui += " speed=";
    append_number(to_gui, nps_);
    to_gui += score >= 0 ? " score=+" : " score=";
    append_hundredths(to_gui, static_cast<double>(score) / 100);
    to_gui += " pv=\"";
    append_pv(line, to_gui);
    to_gui += "\"\n";
}

void ThinkingOutput::append_pv(const Line& line, std::string& to_gui) {
    if (!search_.ponder_san.empty()) {
        to_gui += '(';
        to_gui += search_.ponder_san;
        to_gui += ") ";
    }
    if (!search_.root) {
        to_gui += line.pv;
        return;
    }
    if (!slot_of(line).san.append_san(line.pv, to_gui)) ++illegal_pv_moves_;
}

ThinkingOutput::Slot& ThinkingOutput::slot_of(const Line& line) {
    while (slots_.size() <= line.slot) {
        slots_.emplace_back();
        if (search_.root) slots_.back().san.set_root(*search_.root);
    }
    return slots_[line.slot];
}

bool ThinkingOutput::is_shown(const Line& line) const {
    if (!post_ || line.slot >= slots_.size()) return false;
    const Slot& slot = slots_[line.slot];
    return slot.shown_depth == line.depth && slot.last_score_shown == line.score &&
           slot.shown_pv == line.pv;
}

InfoString ThinkingOutput::on_string(std::string_view text, std::string& to_gui) const {
    std::string_view for_gui = text;
    const bool is_for_gui = text::next_word(for_gui) == "xboard";
    for_gui = text::trim(for_gui);
    if (is_for_gui && !for_gui.empty()) {
        to_gui += for_gui;
        to_gui += '\n';
        return InfoString::None;
    }
    if (text::equal_ignoring_case(text, "DrawOffer")) return InfoString::DrawOffer;
    if (text::equal_ignoring_case(text, "Resign")) return InfoString::Resign;
    return InfoString::Other;
}

// Returns centipawns by the user's options: mates as numbers by MateScore, the sign by ScoreWhite.
std::int64_t ThinkingOutput::shown_score(const UciScore& score,
                                         const config::Settings& settings) const {
    std::int64_t value = score.value;
    if (score.is_mate) {
        const bool wins = score.value > 0;
        const std::int64_t size =
            settings.mate_score == 0
                ? mate_cp + std::abs(value)
                : std::max<std::int64_t>(settings.mate_score - plies_to_mate(score), 0);
        value = wins ? size : -size;
    }
    return settings.score_white && search_.side == chess::Color::Black ? -value : value;
}

// Returns the engine's time, or, without one, the time since the search began.
std::int64_t ThinkingOutput::time_ms(TimePoint now) const {
    if (engine_time_ms_) return *engine_time_ms_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(now - started_).count();
}

std::string ThinkingOutput::stat01(TimePoint now) const {
    std::string text = "stat01: ";
    append_number(text, rounded_quotient(time_ms(now), 10));
    text += ' ';
    append_number(text, nodes_);
    text += ' ';
    append_number(text, depth_);
    const auto move = search_.root ? chess::parse_uci_move(*search_.root, currmove_) : std::nullopt;
    if (!move) return text + " 0 0";
    const int total = search_.root->legal_move_count();
    text += ' ';
    append_number(text, std::max(total - currmovenumber_, 0));
    text += ' ';
    append_number(text, total);
    return text + ' ' + chess::format_san(*search_.root, *move);
}

std::optional<chess::Move> ThinkingOutput::expected_reply(chess::Move played) const {
    if (!search_.root || !main_pv_) return std::nullopt;
    std::string_view rest = *main_pv_;
    if (chess::parse_uci_move(*search_.root, text::next_word(rest)) != played) return std::nullopt;
    chess::Position position = *search_.root;
    position.make(played);
    return chess::parse_uci_move(position, text::next_word(rest));
}

} // namespace polyglot::session
