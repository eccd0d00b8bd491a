// The engine's options as declared, the values that [Engine] asks for, and the value of each option
// in force.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/events.hpp"
#include "config/blocked_options.hpp"
#include "core/chess/variants/variant.hpp"

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
    // The value in force, at first the default; empty for a button and for "<empty>".
    std::string value;
    std::size_t bytes = 0; // approximate memory
};

// The rules by which games are read: those of chess, of a variant, or unknown ones.
struct GameRules {
    bool are_known = true;
    const chess::Variant* variant = nullptr; // null for chess, and if they are unknown
};

class EngineOptions {
  public:
    using Wanted = std::vector<std::pair<std::string, std::string>>; // the lines of [Engine]
    explicit EngineOptions(const Wanted& wanted, std::string_view blocked = {})
        : wanted_(wanted), blocked_(blocked) {}

    // Takes an `option` line of the engine. Returns the line for the GUI, which has the value of
    // [Engine] as its default, because that value will be in force, and is otherwise unchanged.
    // Returns an empty text if the option is hidden from GUIs: BlockOptions names it, or it has the
    // name of one of the adapter's options, which a setoption would reach instead. A second
    // declaration of an option replaces the first; a value that was set stays in force if the new
    // declaration allows it.
    std::string on_declared(std::string_view line);

    // Takes what follows `id` in a line of the engine.
    void on_id(std::string_view arguments);

    // Returns what is to be set for [Engine], in its order, without options that the engine lacks.
    // A value outside of the declared range is included, with a note in the log, because the engine
    // may accept more than it declares.
    std::vector<protocol::OptionSetting> initial_settings(Log& log) const;
    // The same for one option that was declared after the others.
    std::vector<protocol::OptionSetting> initial_settings(const EngineOption& option,
                                                          Log& log) const;
    // Returns one line for the user with each option of [Engine] that the engine lacks, and the
    // nearest name that it has; empty if it lacks none. Options of the command line, which a GUI
    // may have given, are only noted in the log.
    std::string describe_missing(std::span<const std::string> of_command_line, Log& log) const;

    // Takes a setoption that goes to the engine, from [Engine] or from the GUI.
    void on_set(std::string_view name, std::string_view value);

    // The options as declared by the engine, in its order. find() ignores case, and returns nullptr
    // if there is no such option.
    const std::vector<EngineOption>& all() const { return options_; }
    const EngineOption* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    const config::BlockedOptions& blocked() const { return blocked_; }
    const EngineOption* find_for_gui(std::string_view name) const {
        return blocked_.has(name) ? nullptr : find(name);
    }

    // Returns what Save has to write: the options whose value in force is not the engine's default,
    // and the lines of [Engine] without such a value. These are buttons, options that the adapter
    // sets as the game proceeds (UCI_Opponent …), and options that this engine lacks, since an ini
    // file may serve several engines.
    Wanted changed() const;

    // From `id name`; empty before that line.
    const std::string& engine_name() const { return engine_name_; }
    bool chess960() const { return chess960_; }
    bool analyse_mode() const { return analyse_mode_; }
    // Returns whether normal chess is among the engine's variants. A UCI engine declares this by
    // UCI_Variant; for an xboard engine UCI_Variant has chess as its default in any case, so the
    // engine side reports it.
    bool plays_chess() const { return plays_chess_; }
    void set_plays_chess(bool plays) { plays_chess_ = plays; }
    // UCI_Variant has chess or a variant whose rules are known here.
    bool knows_variant() const { return rules_.are_known; }
    // Returns the variant whose rules apply; null for chess and for unknown rules.
    const chess::Variant* variant() const { return rules_.variant; }
    const GameRules& rules() const { return rules_; }
    // Returns the reason why the rules are unknown, with the name of the variant.
    const std::string& why_unknown() const { return why_unknown_; }
    // Returns whether the engine announces this value of UCI_Variant. Chess needs no announcement.
    bool announces_variant(std::string_view value) const;
    // Returns the engine's own name for the value of UCI_Variant: engines compare its letters, and
    // some call chess "normal". Returns the value if the engine has no such name.
    std::string_view spelling_of_variant(std::string_view value) const;
    // The GUI has asked for a variant that is not announced, so the rules of its games are not
    // known until it sets another one.
    void on_variant_refused(std::string_view value);

  private:
    std::string describe_missing(const std::string& name) const;
    void set_rules(std::string_view variant);
    EngineOption* find_exactly(const std::string& name); // respects case

    const Wanted& wanted_;
    const config::BlockedOptions blocked_;
    std::vector<EngineOption> options_;
    // In options_, by the name in lower case.
    std::unordered_map<std::string, std::vector<std::size_t>> places_;
    std::size_t bytes_ = 0; // of options_
    std::string engine_name_;
    bool chess960_ = false;
    bool analyse_mode_ = false;
    bool plays_chess_ = true;
    GameRules rules_;
    std::string why_unknown_;
};

} // namespace polyglot::session
