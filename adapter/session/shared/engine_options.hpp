// What the engine can be set to, what [Engine] asks for, and the value of every option that is in force.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/events.hpp"
#include "config/blocked_options.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::session {

struct EngineOption {
    protocol::OptionDeclaration declared;
    std::string value;     // in force: the declared default until it is set; empty for a button and for "<empty>"
    std::size_t bytes = 0; // of memory, about
};

class EngineOptions {
  public:
    using Wanted = std::vector<std::pair<std::string, std::string>>; // the lines of [Engine]
    explicit EngineOptions(const Wanted& wanted, std::string_view blocked = {}) : wanted_(wanted), blocked_(blocked) {}

    // An `option` line of the engine. Returns the line for the GUI: with the value of [Engine] as its default, because
    // that value will be in force, and otherwise the same bytes; empty if the option is hidden from GUIs: BlockOptions
    // names it, or it has the name of one of our options, which is the one that a setoption would reach. A second
    // declaration of an option replaces the first; a value that was set stays in force if the new declaration allows
    // it.
    std::string on_declared(std::string_view line);

    // What follows `id` in a line of the engine.
    void on_id(std::string_view arguments);

    // What is to be set for [Engine], in its order. What the engine lacks is left out; a value that the engine did not
    // announce is sent with a note, for the engine's range may be wider than it says.
    std::vector<protocol::OptionSetting> initial_settings(Log& log) const;
    // The same for one option, declared after the others.
    std::vector<protocol::OptionSetting> initial_settings(const EngineOption& option, Log& log) const;
    // Each option of [Engine] that the engine lacks, with the nearest name that it has, in one line for the user; empty
    // if there is none. Those of the command line, which a GUI may have given, are only noted in the log.
    std::string describe_missing(std::span<const std::string> of_command_line, Log& log) const;

    // A setoption that goes to the engine, from [Engine] or from the GUI.
    void on_set(std::string_view name, std::string_view value);

    // As declared by the engine, in its order. Names are compared without case; nullptr: no such option.
    const std::vector<EngineOption>& all() const { return options_; }
    const EngineOption* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    const config::BlockedOptions& blocked() const { return blocked_; }
    const EngineOption* find_for_gui(std::string_view name) const { return blocked_.has(name) ? nullptr : find(name); }

    // What Save has to write: the options whose value in force is not the engine's default, and those lines of [Engine]
    // that have no such value: buttons, what the adapter sets itself as the game goes (UCI_Opponent …), and what this
    // engine lacks, since an ini file may serve several.
    Wanted changed() const;

    const std::string& engine_name() const { return engine_name_; } // of `id name`; empty before that line
    bool chess960() const { return chess960_; }
    bool analyse_mode() const { return analyse_mode_; }
    // Normal chess is among the engine's variants. Of a UCI engine UCI_Variant says it; an xboard engine's UCI_Variant
    // has chess as its default in any case.
    bool plays_chess() const { return plays_chess_; }
    void set_plays_chess(bool plays) { plays_chess_ = plays; }
    bool knows_variant() const { return knows_variant_; } // UCI_Variant is one whose rules we know

  private:
    std::string describe_missing(const std::string& name) const;
    EngineOption* find_exactly(const std::string& name); // with case

    const Wanted& wanted_;
    const config::BlockedOptions blocked_;
    std::vector<EngineOption> options_;
    std::unordered_map<std::string, std::vector<std::size_t>> places_; // in options_, by the name in lower case
    std::size_t bytes_ = 0;                                            // of these
    std::string engine_name_;
    bool chess960_ = false;
    bool analyse_mode_ = false;
    bool plays_chess_ = true;
    bool knows_variant_ = true;
};

} // namespace polyglot::session
