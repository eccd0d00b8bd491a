// Translates options between an xboard GUI and a UCI engine: the engine's options to `feature
// option="…"`, and `option`, `memory`, `cores`, `egtpath` and `variant` to options (CECP v2,
// "Engine Settings"). Order and spelling of the lines are those of PolyGlot 2.0.4. Test:
// options_test.cpp.
#pragma once
#include "adapter/session/shared/engine_options.hpp"
#include "config/schema.hpp"
#include "config/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The features that follow from the engine's options, apart from `option`.
struct OptionFeatures {
    bool memory = false; // the engine has Hash
    bool smp = false;    // the engine has a thread option
    std::string egt;     // "nalimov,syzygy": the tablebases with a path option; may be empty
    // "normal,fischerandom,atomic"; without normal only if UCI_Variant has no chess.
    std::string variants;
};
OptionFeatures find_option_features(const EngineOptions& engine);

// Returns the type of an option that an xboard engine has announced ("-slider", "-path"), by its
// UCI name; the GUI is sent it unchanged. If it is empty, the type follows from the option.
using OptionKinds = std::function<std::string(std::string_view name)>;

// Returns the lines `feature option="NAME -TYPE VALUE"`, without line ends: the engine's options in
// its order, without those that xboard has commands for or that the adapter sets itself, then the
// adapter's options (all of them unless OnlyWbOptions). With OptionNameStyle = compact, names
// contain no blanks. Double quotes become single ones and control characters blanks, because the
// protocol cannot quote them.
std::vector<std::string> format_option_features(const EngineOptions& engine,
                                                const config::Settings& settings,
                                                const OptionKinds& kinds = nullptr);

// Returns the line for an option of the engine that has changed after done=1 (CECP: feature option=
// may be sent at any time). Nullopt if the engine has no such option or it is not for a GUI.
std::optional<std::string> format_option_feature(std::string_view name, const EngineOptions& engine,
                                                 const config::Settings& settings,
                                                 const OptionKinds& kinds = nullptr);

// The effect of a command of the GUI.
struct OptionChange {
    enum class Kind : std::uint8_t {
        Nothing,       // the value is in force already, so a search need not be interrupted
        Own,           // set_option(settings, *own, value)
        Save,          // the Save button
        ResetLearning, // the BookLearnReset button
        Engine,        // to be set, then EngineOptions::on_set(name, value)
        Refused,       // the GUI is to be sent `problem`
    };
    Kind kind = Kind::Nothing;
    const config::Option* own = nullptr;
    std::string name; // Engine: in the engine's spelling
    // Own: valid for the option. Engine: in UCI's spelling, empty for a button, "<empty>" for an
    // empty text.
    std::string value;
    std::string problem; // "Error (unknown option): Foo"
};

// Handles `option NAME=VALUE` and, for a button, `option NAME`; arguments follow "option". Names
// are accepted in any case, in normal or compact spelling, also those of options that are not
// shown. A number out of range becomes the nearest one in it.
OptionChange resolve_option(std::string_view arguments, const EngineOptions& engine,
                            const config::Settings& settings);

// Handles `memory N` (MB in total): Hash gets N minus the tablebase cache, within the range of
// Hash.
OptionChange resolve_memory(std::string_view arguments, const EngineOptions& engine);

// Handles `cores N`, within the range of the thread option.
OptionChange resolve_cores(std::string_view arguments, const EngineOptions& engine);

// Handles `egtpath TYPE PATH`; the path may contain blanks.
OptionChange resolve_egtpath(std::string_view arguments, const EngineOptions& engine);

// Returns the rules of the variant that `variant NAME` chooses; null for chess and for rules that
// are not known.
const chess::Variant* rules_of(std::string_view name, const EngineOptions& engine);
// Handles `variant NAME`. Returns the changes of UCI_Chess960 and UCI_Variant that make the engine
// play NAME, without values that are in force already; nullopt if NAME is not in
// OptionFeatures::variants.
std::optional<std::vector<OptionChange>> resolve_variant(std::string_view name,
                                                         const EngineOptions& engine);

} // namespace polyglot::session
