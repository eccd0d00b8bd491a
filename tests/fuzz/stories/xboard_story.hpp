// A session in front of an xboard engine (xboard_story_engine.hpp) as a story: the lines of
// either side wait in their pipes as long as the input wants. What the adapter sends is judged when
// it is sent, by what it can know then; what the engine makes of it, when the engine reads it. With
// FUZZ_STORY in the environment the story is printed on stderr, in the words of a transcript.
#pragma once
#include "adapter/session/session.hpp"
#include "tests/fuzz/stories/xboard_story_engine.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::fuzz {

// What may be sent to an xboard engine, as far as its GUI can know.
class CecpReferee {
  public:
    explicit CecpReferee(const Character& engine)
        : features_(engine.features), version_2_(engine.version_2) {}
    void on_sent(std::string_view line);
    void on_delivered(std::string_view line);
    void on_replaced() { thinking_ = false; } // nothing that it says is heard any more
    void on_gui() { commands_ = 0; }          // it has said something, or has been answered
    bool thinking() const { return thinking_; }

  private:
    void count(std::string_view word);
    void on_move(std::string_view line);
    void on_setting(std::string_view word, std::string_view arguments, std::string_view line) const;

    const protocol::XboardFeatures features_;
    const bool version_2_;
    // Whatever the engine says: eight set-ups of five commands for a search, pings that are
    // repeated, new processes.
    static constexpr int most_commands = 200;

    int commands_ = 0;      // since the GUI said something, or was answered
    std::string last_word_; // sent
    std::string said_;      // its last move
    bool told_ = false;     // it has sent its features, or has been sent `new`
    bool greeted_ = false;
    bool force_ = false;
    bool thinking_ = false;
    bool analysing_ = false;
    bool editing_ = false;
    bool quit_ = false;
};

// What a story begins with, from its first byte.
config::Settings xboard_engine_settings(unsigned first);

class CecpStory {
  public:
    CecpStory(Character engine, config::Settings settings);
    virtual ~CecpStory() = default;
    CecpStory(const CecpStory&) = delete;
    CecpStory& operator=(const CecpStory&) = delete;

    void play(Bytes input);

  protected:
    virtual void begin() = 0;
    virtual void act(Bytes& input) = 0; // of the GUI
    virtual void gui_hears(std::string_view line) = 0;
    // The GUI side sends the engine side this line of UCI (in the log, "asked: …").
    virtual void on_asked(std::string_view /*line*/) {}
    virtual std::optional<Expected> expected() const = 0; // of a search that begins now
    // The engine has nothing to say, and nothing to read
    virtual void check_silence() const = 0;
    virtual bool content() const = 0; // nothing is owed to the GUI
    virtual void press() = 0;         // for what is owed

    void gui(std::string_view line);
    void pump(); // all that is in the pipes
    void advance(session::TimePoint::duration time);
    // The position of the last search that the engine side was asked for; nullopt if it cannot be
    // played.
    const std::optional<Expected>& asked() const { return asked_; }
    bool has_deadline() const { return session_.deadline().has_value(); }
    bool engine_owes_move() const { return referee_->thinking(); } // as far as its GUI can know

    const Character is_;
    session::TimePoint now_{};
    std::unique_ptr<CecpEngine> engine_;
    bool gui_reads_ = true;
    bool gui_closed_ = false;
    bool told_to_end_ = false;
    bool exited_ = false;

  private:
    class Log final : public session::Log {
      public:
        explicit Log(CecpStory& story) : session::Log(true), story_(story) {}

      private:
        void append(session::Channel channel, std::string_view line) override;
        CecpStory& story_;
    };

    void start_engine();
    void step(Bytes& input);
    void mishap(unsigned what);
    void let_gui_read(bool reads);
    void deliver();
    void carry_out();
    void sent(std::string_view line);
    void note_asked(std::string_view line);
    void wind_up();
    void come_to_an_end();
    void close_gui();

    std::string to_gui_, to_engine_; // as the log has them
    Random random_{1};
    Log log_{*this};
    const bool warms_; // BookPonder
    std::string told_ = "startpos";
    std::optional<Expected> asked_;
    session::Session session_;
    session::Actions actions_;
    std::optional<CecpReferee> referee_;
    bool exit_told_ = false; // the engine's
    bool analyses_draw_ = false;
    bool has_analysed_draw_ = false; // in this game
    int restarts_ = 0;
};

} // namespace polyglot::fuzz
