// Translates between the UCI commands of the GUI side and an engine that speaks the xboard protocol
// (CECP v1 and v2); the engine's lines become a UCI engine's answers (EngineReply).
// docs/protocols/xboard-engines.md has the translation of each line.
//
// Four parts do the work, each with its own state:
// * Handshake: the start, until the engine is known;
// * Connection: lines in either direction, pings, and waits;
// * BoardSync: the game on the engine's board;
// * XboardSearch: one `go` and its bestmove.
// The engine side passes each line to the responsible part, in order. Lines of the GUI side wait in
// queue_ while the engine starts, during a wait of Connection, and while a search runs, except
// lines about that search.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/held_lines.hpp"
#include "adapter/session/xboard_engine/board_sync.hpp"
#include "adapter/session/xboard_engine/connection.hpp"
#include "adapter/session/xboard_engine/handshake.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "adapter/session/xboard_engine/search.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

class XboardEngineSide final : public EngineTranslator, private ProcessControl {
  public:
    using Belief = Handshake::Belief;
    enum class Finding : std::uint8_t { None, SpeaksUci };

    XboardEngineSide(SessionContext& context, Supervisor& supervisor, Belief belief,
                     std::string program);

    void start();           // `xboard`, `protover 2`; uciok follows when the engine is known
    void start_after_uci(); // the engine has objected to `uci`
    // The engine has failed, and another process will be started. The running search is repeated
    // with that process, unless it is given up.
    void on_lost(bool gives_up_search);
    // The process has ended. Returns true if `uci` may be the reason; another process is to be
    // started then, without `uci`.
    bool on_left_at_start();
    // Call this after a NoMoveReply, if the engine is not replaced.
    void end_failed_search();
    void on_died_of_interrupt() { connection_.on_died_of_interrupt(); }
    // A new engine process has started (Actions::RestartEngine).
    void on_restarted();
    Finding on_engine_line(std::string_view line);
    void on_uci_line(std::string_view line) override;
    void on_go(std::string_view line, const protocol::Go& go) override;
    void set_limits(const protocol::Go& limits) override { search_.set_limits(limits); }
    void on_position(std::string_view line, const protocol::UciPosition& position) override;
    void on_setoption(std::string_view line, const protocol::SetOption& set) override;
    bool on_xboard_line(std::string_view line) override;
    std::optional<EngineReply> take_reply() { return connection_.take_reply(); }

    std::optional<TimePoint> deadline() const;
    void on_timeout();

    bool ready() const { return handshake_.is_over(); }
    // The engine has not been asked for each readyok that it owes: it starts, or an isready waits
    // behind other lines.
    bool holds_isready() const;
    // Returns false if too much waits for the engine, so that the GUI is not read from.
    bool accepts_input() const {
        return !queue_.is_full() && connection_.owed_readyoks() < most_owed_readyoks;
    }
    bool has_announced_features() const { return handshake_.version() == 2; }
    // StartTimeout is over. An engine that has announced features is used without done=1, unless it
    // has asked for more time by done=0.
    void on_start_timeout() { act_on(handshake_.on_start_timeout()); }
    bool takes_draw_offers() const override { return connection_.features().draw; }
    bool is_being_warmed() const { return search_.is_warming(); }
    bool can_be_warmed() const override { return search_.can_warm(); }
    std::string option_kind(std::string_view name) const override {
        return std::string(options_.kind_of(name, connection_.features()));
    }
    bool plays_chess() const; // normal chess is among its variants
    bool takes_search_moves() const { return connection_.features().exclude; }
    void check_invariants() const;

  private:
    static constexpr std::size_t most_queued_bytes = 1 << 20;
    static constexpr std::size_t most_owed_readyoks = 1000;

    // The content of a line.
    struct Asked {
        // Nullopt for a line of an xboard GUI without an equivalent in UCI.
        std::optional<protocol::UciCommand> command;
        std::unique_ptr<const protocol::UciPosition> position = nullptr;
        std::unique_ptr<const protocol::OptionSetting> setting = nullptr;
        std::unique_ptr<const protocol::Go> go = nullptr;
    };
    using Queue = HeldLines<Asked>;

    void send(std::string_view line) override { context_.to_wire(line); }
    void interrupt() override { context_.interrupt_engine(); }
    void restart(std::string_view why) override;
    void note(std::string_view text) override { context_.note(text); }
    TimePoint now() const override { return context_.now(); }
    void forget_process();

    void announce();
    void announce_name();
    void announce(const DeclaredOptions& options);
    void announce_changes(std::string_view announced);
    void become_ready();
    Finding act_on(Handshake::Result result);

    bool is_free() const { return ready() && !connection_.is_waiting(); }
    bool answer_before_start();
    void log_asked(std::string_view line);
    void enqueue(std::string_view line, Asked asked, std::size_t bytes = 0);
    void run_queue();
    bool act(const Queue::Line& queued);
    bool act_on_raw(std::string_view line);
    void set_option(std::string_view line, const protocol::SetOption& set);
    void on_isready();
    void on_quit();

    void on_line(std::string_view line, const protocol::XboardEngineLine& parsed);
    bool is_about_game() const;
    void on_pong(std::string_view number);
    void on_wait_over();
    void on_no_pong();
    bool fits_board(std::string_view hint) const;
    void on_result_claim(std::string_view line);

    SessionContext& context_;
    Supervisor& supervisor_;
    const std::string program_;
    Connection connection_;
    Handshake handshake_;
    BoardSync sync_;
    XboardSearch search_;
    Queue queue_{most_queued_bytes};
    std::string announced_name_;
    XboardOptions options_; // those of the process that is ready
    // The GUI side has uciok; a restarted engine is not introduced again.
    bool is_introduced_ = false;
    bool stat_asked_ = false; // an xboard GUI has sent `.`
    // Option name and command, for a restarted engine.
    std::vector<std::pair<std::string, std::string>> settings_;
};

} // namespace polyglot::session
