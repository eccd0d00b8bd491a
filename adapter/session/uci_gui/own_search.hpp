// The search that the adapter begins by itself while the book answers (BookPonder). The GUI does
// not see it, and to the GUI the engine is idle. Transcripts: books/book_ponder_*.txt.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/uci_gui/book_ponder.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

// own search \ event | go, as expected | go, any other    | book, stop | other line | bestmove
// none               | go              | go               | go ponder  | passes     | passes
// pondering          | ponderhit       | stop, go waits   | stop       | stop, held | none
// stopping           | go waits        | go waits         | go waits   | held       | none: go
//
// A `position` during the search is sent when the search has ended, if it is still the last one.
// UciGuiSide keeps the lines that wait.
class OwnSearch {
  public:
    explicit OwnSearch(SessionContext& context) : context_(context) {}

    // Returns true while the engine does this search, or owes its bestmove.
    bool runs() const { return search_ && context_.running_search() != nullptr; }
    void on_new_game() { gui_ponders_ = false; }
    void on_gui_go(const protocol::Go& go) { gui_ponders_ = gui_ponders_ || go.ponder; }
    void on_position(std::string_view line);

    // The book has answered a `go`, and a search that runs ends. Returns true if the next one may
    // be planned.
    bool on_book_answer();
    // sent is what followed "position" in the GUI's line, game its game.
    void plan(std::string_view sent, const BookGame& game, const protocol::Go& go,
              const BookAnswer& answer);
    // Returns false if none is planned. The engine is idle.
    bool begin_planned();
    void drop_plan() { planned_.reset(); }
    void stop();
    // The book has no move. Returns true if the engine, which does this search, now does the one
    // that the GUI asks for.
    bool becomes(const protocol::Go& go, const std::optional<BookGame>& game);
    // Forgets an own search that no longer runs.
    void forget();

    void on_info(const EngineInfo& info);
    // Returns the last info with a line of play; empty if there was none.
    std::string take_info() { return std::exchange(info_, {}); }
    // Returns true if the bestmove is the answer to this search, which has ended.
    bool on_bestmove() { return std::exchange(search_, std::nullopt).has_value(); }
    // Sends the `position` that has waited. The engine is idle.
    void send_position();
    void drop_position() { position_.reset(); }
    void check_invariants() const;

  private:
    SessionContext& context_;
    std::optional<BookPonder> search_, planned_; // the one that runs or has just ended; the next
    std::optional<std::string> position_;        // the GUI's last line, not sent yet
    std::string info_;
    bool gui_ponders_ = false; // it has sent `go ponder` in this game
};

} // namespace polyglot::session
