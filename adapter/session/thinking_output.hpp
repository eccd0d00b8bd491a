// Turns a UCI engine's `info` lines into the thinking lines of the xboard protocol ("ply score time nodes pv",
// https://www.gnu.org/software/xboard/engine-intf.html, section 10), with PolyGlot's options for them.
#pragma once
#include "adapter/protocol/uci_info.hpp"
#include "adapter/session/events.hpp"
#include "config/settings.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

// What the engine has been asked to search.
struct ThinkingSearch {
    std::optional<chess::Position> root;     // nothing: a variant whose rules we don't know, the pv passes untouched
    chess::Color side = chess::Color::White; // to move at the root
    std::string ponder_san = {};             // not empty: pondering on this move of the opponent, the root is after it
    bool analysis = false;
};

// What an `info string` asks of the caller.
enum class InfoString : std::uint8_t {
    None,      // there was none, or it has been dealt with
    DrawOffer, // the engine offers a draw, which counts only if it has the option UCI_DrawOffers
    Resign,    // the same for resigning
    Other,     // it went nowhere
};

class ThinkingOutput {
  public:
    // `post` and `nopost`. Scores and pvs are followed in either case; kibitzing goes on.
    void set_post(bool post);
    bool post() const;

    void begin(ThinkingSearch search, TimePoint now);
    // The same search goes on as thinking. As PolyGlot does, tells the last line again without the ponder move.
    void ponderhit(const config::Settings& settings, TimePoint now, std::string& to_gui);
    // arguments: what follows "info". Appends whole lines to to_gui, each with its '\n'; often none.
    InfoString on_info(std::string_view arguments, const config::Settings& settings, TimePoint now,
                       std::string& to_gui);
    // The search is over and its move is about to be sent: the last line again with the final numbers (RepeatPV), and
    // the kibitz about the move (KibitzMove).
    void before_move(const config::Settings& settings, TimePoint now, std::string& to_gui);

    // The answer to `.`: "stat01: time nodes depth moves_left moves_total move", time in centiseconds.
    std::string stat01(TimePoint now) const;

    // Of the last main line (multipv 1), from the engine's view, a bound counting as the score itself. Mates are
    // ±(100000 - plies to mate), so that scores compare.
    std::optional<int> score_cp() const;
    // The second move of the last main line, if its first is this move.
    std::optional<chess::Move> expected_reply(chess::Move played) const;
    // Pvs of this search that were cut at a move that is illegal or no move.
    std::uint64_t illegal_pv_moves() const;
};

} // namespace polyglot::session
