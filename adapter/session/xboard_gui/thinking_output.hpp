// Turns an engine's infos into the thinking lines of the xboard protocol ("ply score time nodes pv",
// https://www.gnu.org/software/xboard/engine-intf.html, section 10), with PolyGlot's options for them. Engines send
// thousands of such lines a second, so nothing is worked out twice and nothing is allocated once the texts have grown.
#pragma once
#include "adapter/protocol/uci/info.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/xboard_gui/san_line.hpp"
#include "config/settings.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// What the engine has been asked to search.
struct ThinkingSearch {
    std::optional<chess::Position> root;     // nothing: a variant whose rules we don't know; its pv passes untouched
    chess::Color side = chess::Color::White; // to move at the root
    std::string ponder_san = {};             // not empty: pondering on this move of the opponent, the root is after it
};

// What an `info string` asks of the caller.
enum class InfoString : std::uint8_t {
    None,      // nothing: there was no such line, or it has been dealt with
    DrawOffer, // the engine offers a draw, which counts only if it has the option UCI_DrawOffers
    Resign,    // the same for resigning
    Other,     // it went nowhere
};

class ThinkingOutput {
  public:
    // `post` and `nopost`. Scores are followed, and moves kibitzed, in either case.
    void set_post(bool post) { post_ = post; }
    bool post() const { return post_; }

    void begin(ThinkingSearch search, TimePoint now);
    // The same search goes on as thinking. As in PolyGlot, shows the last line again without the ponder move.
    void ponderhit(const config::Settings& settings, TimePoint now, std::string& to_gui);
    // Appends whole lines to to_gui, each with its '\n'; often no line.
    InfoString on_info(const protocol::UciInfo& info, const config::Settings& settings, TimePoint now,
                       std::string& to_gui);
    // The search is over and its move is about to be sent: the main line again with the final numbers (RepeatPV), and
    // the kibitz about the move (KibitzMove).
    void before_move(const config::Settings& settings, TimePoint now, std::string& to_gui);

    // The GUI does not keep up: of each line only the latest is kept, for catch_up(). The same with InfoRate, until
    // its time has come.
    void set_gui_is_slow(bool slow) { gui_is_slow_ = slow; }
    bool gui_is_slow() const { return gui_is_slow_; }
    void catch_up(std::string& to_gui);
    void say_due(const config::Settings& settings, TimePoint now, std::string& to_gui);
    std::optional<TimePoint> next_due() const;         // for say_due()
    std::uint64_t thinned() const { return thinned_; } // lines of this search that were replaced by later ones

    // The answer to `.`: "stat01: time nodes depth moves_left moves_total move", time in centiseconds, without '\n'.
    std::string stat01(TimePoint now) const;

    // What is known of the position's worth from the main line (multipv 1), from the engine's view: its last exact
    // score, moved as far as later bounds ask; a lower bound alone says nothing. A mate is ±(100000 - plies to it) and
    // centipawns end at ±99000, so that scores compare.
    std::optional<int> score_cp() const { return known_cp_; }
    // The second move of the last main line, if its first is this move.
    std::optional<chess::Move> expected_reply(chess::Move played) const;
    // Pvs of this search that were cut at a move that is illegal or no move. (Not seen with nopost.)
    std::uint64_t illegal_pv_moves() const { return illegal_pv_moves_; }

  private:
    struct Line {
        int depth;
        protocol::UciScore score;
        std::string_view pv;
        std::size_t slot; // of slots_
    };
    // What is kept for each multipv number, from 0.
    struct Slot {
        SanLine san;
        int shown_depth = 0; // 0: nothing shown yet
        protocol::UciScore last_score_shown{};
        std::string shown_pv{};
        std::string waiting{}; // for catch_up()
        TimePoint next_due{};  // InfoRate
    };

    void take_score(const protocol::UciScore& score);
    void take_numbers(const protocol::UciInfo& info);
    void show(const Line& line, const config::Settings& settings, TimePoint now, std::string& to_gui);
    void append_thinking(const Line& line, const config::Settings& settings, TimePoint now, std::string& to_gui);
    void append_kibitz(const Line& line, const config::Settings& settings, TimePoint now, std::string& to_gui);
    void append_pv(const Line& line, std::string& to_gui);
    InfoString on_string(std::string_view text, std::string& to_gui) const;
    std::int64_t shown_score(const protocol::UciScore& score, const config::Settings& settings) const;
    std::int64_t time_ms(TimePoint now) const;
    bool is_shown(const Line& line) const;
    Slot& slot_of(const Line& line);
    Line main_line() const { return {depth_, main_score_.value_or(protocol::UciScore{}), *main_pv_, 0}; }

    bool post_ = false;
    bool gui_is_slow_ = false;
    ThinkingSearch search_;
    TimePoint started_{};

    // The last numbers of this search, whichever line they came in.
    int depth_ = 0; // of the main line, which the others may lag behind
    int seldepth_ = 0;
    std::int64_t nodes_ = 1; // PolyGlot shows 1 until the engine has said more
    std::int64_t nps_ = 0;
    std::int64_t tbhits_ = 0;
    std::optional<std::int64_t> engine_time_ms_;
    std::string currmove_;
    int currmovenumber_ = 1;

    protocol::UciScore last_score_;
    std::optional<protocol::UciScore> main_score_; // of multipv 1
    std::optional<int> known_cp_;
    std::optional<std::string> main_pv_; // as the engine wrote it
    std::vector<Slot> slots_;
    std::optional<TimePoint> last_kibitz_;
    std::uint64_t illegal_pv_moves_ = 0;
    std::uint64_t thinned_ = 0;
};

} // namespace polyglot::session
