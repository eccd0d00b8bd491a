// What the engine can be set to, what [Engine] asks for, and the few values in force that we must know ourselves.
#pragma once
#include "adapter/protocol/uci.hpp"
#include "adapter/session/events.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

class EngineOptions {
  public:
    using Wanted = std::vector<std::pair<std::string, std::string>>; // the lines of [Engine]
    explicit EngineOptions(const Wanted& wanted) : wanted_(wanted) {}

    // An `option` line of the engine. Returns the line that the GUI is to see: with the value of [Engine] as its
    // default, for that is what will be in force, and otherwise the same bytes.
    std::string on_declared(std::string_view line);

    // The setoption lines for [Engine], in its order. What the engine lacks is left out with a note in the log; a value
    // that the engine did not announce is sent with a note, for the engine's range may be wider than it says.
    std::vector<std::string> initial_commands(Log& log) const;

    // A setoption that goes to the engine, from [Engine] or from the GUI.
    void on_set(std::string_view name, std::string_view value);

    bool chess960() const { return chess960_; }
    bool analyse_mode() const { return analyse_mode_; }
    bool knows_variant() const { return knows_variant_; } // UCI_Variant is one whose rules we know
    int multi_pv() const { return multi_pv_; }

  private:
    const protocol::OptionDeclaration* find(std::string_view name) const;
    std::string note_missing(const std::string& name) const;

    const Wanted& wanted_;
    std::vector<protocol::OptionDeclaration> declared_;
    bool chess960_ = false;
    bool analyse_mode_ = false;
    bool knows_variant_ = true;
    int multi_pv_ = 1;
};

} // namespace polyglot::session
