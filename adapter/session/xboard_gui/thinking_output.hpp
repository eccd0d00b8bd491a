// Turns an engine's infos into the thinking lines of the xboard protocol ("ply score time nodes
// pv", https://www.gnu.org/software/xboard/engine-intf.html, section 10), with PolyGlot's options
// for them. Engines send thousands of such lines a second, so nothing is computed twice, and no
// memory is allocated once the texts have grown. Test: thinking_output_test.cpp.
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

// Says what the engine searches.
struct ThinkingSearch {
    // Nullopt in a variant, whose pv passes unchanged.
    std::optional<chess::Position> root;
    chess::Color side = chess::Color::White; // to move at the root
    // The opponent's expected move, which leads to the root; or empty.
    std::string ponder_san = {};
};

// Says what the caller must do about an `info string`.
enum class InfoString : std::uint8_t {
    None,      // there was no such line, or it was shown
    DrawOffer, // the engine offers a draw; valid if it has the option UCI_DrawOffers
    Resign,    // the engine resigns; valid if it has the option UCI_DrawOffers
    Other,     // the line was not shown
};

class ThinkingOutput {
  public:
    // Handles `post` and `nopost`. Scores are recorded, and moves kibitzed, in either case.
    void set_post(bool post) { post_ = post; }
    bool post() const { return post_; }

    void begin(ThinkingSearch search, TimePoint now);
    // The search continues as thinking. Shows the last line again without the ponder move, as in
    // PolyGlot.
    void ponderhit(const config::Settings& settings, TimePoint now, std::string& to_gui);
    // Appends whole lines to to_gui, each with its '\n'. Often there is no line.
    InfoString on_info(const protocol::UciInfo& info, const config::Settings& settings,
                       TimePoint now, std::string& to_gui);
    // The search is over and its move is about to be sent. Shows the main line again with the final
    // numbers (RepeatPV), and the kibitz about the move (KibitzMove).
    void before_move(const config::Settings& settings, TimePoint now, std::string& to_gui);

    // While the GUI reads nothing, only the latest line of each multipv number is kept, for
    // catch_up(). InfoRate does the same until a line is due.
    void set_gui_has_stalled(bool stalled) { gui_has_stalled_ = stalled; }
    void catch_up(std::string& to_gui);
    void say_due(const config::Settings& settings, TimePoint now, std::string& to_gui);
    std::optional<TimePoint> next_due() const; // for say_due()
    // The number of lines of this search that were replaced by later ones.
    std::uint64_t thinned() const { return thinned_; }

    // Returns the answer to `.`: "stat01: time nodes depth moves_left moves_total move", time in
    // centiseconds, without '\n'.
    std::string stat01(TimePoint now) const;

    // Returns the score of the main line (multipv 1) from the engine's point of view: the last
    // exact score, adjusted to later bounds; a lower bound alone is not used. A mate is ±(100000 -
    // plies to mate), and centipawns end at ±99000, so that scores can be compared.
    std::optional<int> score_cp() const { return known_cp_; }
    // Returns the second move of the last main line, if this move is the first.
    std::optional<chess::Move> expected_reply(chess::Move played) const;
    // Returns the number of pvs of this search that were cut at an illegal or invalid move. With
    // nopost they are not counted.
    std::uint64_t illegal_pv_moves() const { return illegal_pv_moves_; }

  private:
    struct Line {
        int depth;
        protocol::UciScore score;
        std::string_view pv;
        std::size_t slot; // of slots_
    };
    // The state of a multipv number, counted from 0.
    struct Slot {
        SanLine san;
        int shown_depth = 0; // 0 before the first line is shown
        protocol::UciScore last_score_shown{};
        std::string shown_pv{};
        std::string waiting{}; // for catch_up()
        TimePoint next_due{};  // InfoRate
    };

    void take_score(const protocol::UciScore& score);
    void take_numbers(const protocol::UciInfo& info);
    void show(const Line& line, const config::Settings& settings, TimePoint now,
              std::string& to_gui);
    void append_thinking(const Line& line, const config::Settings& settings, TimePoint now,
                         std::string& to_gui);
    void append_kibitz(const Line& line, const config::Settings& settings, TimePoint now,
                       std::string& to_gui);
    void append_pv(const Line& line, std::string& to_gui);
    InfoString on_string(std::string_view text, std::string& to_gui) const;
    std::int64_t shown_score(const protocol::UciScore& score,
                             const config::Settings& settings) const;
    std::int64_t time_ms(TimePoint now) const;
    bool is_shown(const Line& line) const;
    Slot& slot_of(const Line& line);
    Line main_line() const {
        return {depth_, main_score_.value_or(protocol::UciScore{}), *main_pv_, 0};
    }

    bool post_ = false;
    bool gui_has_stalled_ = false;
    ThinkingSearch search_;
    TimePoint started_{};

    // The latest numbers of this search, from any line.
    int depth_ = 0; // of the main line; other lines may be less deep
    int seldepth_ = 0;
    std::int64_t nodes_ = 1; // PolyGlot shows 1 until the engine reports nodes
    std::int64_t nps_ = 0;
    std::int64_t tbhits_ = 0;
    std::optional<std::int64_t> engine_time_ms_;
    std::string currmove_;
    int currmovenumber_ = 1;

    protocol::UciScore last_score_;
    std::optional<protocol::UciScore> main_score_; // of multipv 1
    std::optional<int> known_cp_;
    std::optional<std::string> main_pv_; // the engine's text
    std::vector<Slot> slots_;
    std::optional<TimePoint> last_kibitz_;
    std::uint64_t illegal_pv_moves_ = 0;
    std::uint64_t thinned_ = 0;
};

} // namespace polyglot::session
