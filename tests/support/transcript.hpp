// Plays a transcript, or a log of the real adapter, through a Session. The grammar is docs/log.md's.
#pragma once
#include "adapter/session/session.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::support {

struct Step {
    std::string text; // a line of the transcript without time and process id, e.g. "gui> go movetime 100"
    int line = 0;     // in the file
};

// The lines that count: no comments, notes or blank lines.
std::vector<Step> read_transcript(const std::string& path);
bool is_input(std::string_view step); // gui>, engine>, engine!, !

// A session with a clock of its own, fed step by step.
class Player {
  public:
    // Takes the settings from the steps (`! set`, `! engine-option`, `! book`), wherever they stand.
    explicit Player(const std::vector<Step>& steps);
    ~Player();

    void feed(std::string_view input);             // one input step; lines that only set something do nothing
    const std::vector<std::string>& lines() const; // all that was logged so far and counts, inputs and outputs
    const std::vector<std::string>& notes() const; // the notes, for a human
    session::Session& session();
    bool exited() const;
    bool awaits_start() const; // a new engine process has been asked for, and has not been started
    // What went out really is what the log says. Empty, or what is wrong.
    std::string check_output() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The transcript that the inputs of this one give today: for writing new ones, to be read with care before it is kept.
std::string record(const std::string& path);
// Plays the whole; empty when every line is as the transcript has it, else what differs first, with the place.
std::string play(const std::string& path);
// The transcript cut off after every step by each kind of misfortune; empty, or the first broken invariant.
std::string sweep(const std::string& path);

} // namespace polyglot::support
