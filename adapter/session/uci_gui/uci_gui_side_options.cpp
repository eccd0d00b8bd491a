// The options of a UCI GUI: those that are announced, and what it sets.
#include "adapter/session/shared/shared_options.hpp"
#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace polyglot::session {

using protocol::UciCommand;

namespace {

// Returns `option name Polyglot Book type check default true`.
std::string declare_option(const config::Option& option, const config::Settings& settings) {
    std::string line = "option name Polyglot " + std::string(option.name);
    const std::string value = config::format_option(settings, option);
    switch (option.type) {
    case config::OptionType::Check: return line + " type check default " + value;
    case config::OptionType::Spin:
        return line + " type spin default " + value + " min " + std::to_string(option.min) +
               " max " + std::to_string(option.max);
    case config::OptionType::Button: return line + " type button";
    case config::OptionType::Combo: {
        std::string combo = line + " type combo default " + value;
        for (const std::string_view choice : option.choices)
            combo += " var " + std::string(choice);
        return combo;
    }
    case config::OptionType::String:
    case config::OptionType::Path: break;
    }
    return line + " type string default " + (value.empty() ? std::string(no_text) : value);
}

// UCI options with information for the adapter. Hosts set them only if they are announced, so the
// adapter announces those that the engine lacks, and does not pass them on.
struct HostOption {
    std::string_view name;
    std::string_view declaration;
    bool (*is_of_use)(const config::Settings&);
};
constexpr auto host_options = std::to_array<HostOption>({
    // In an analysis there are no book moves, and there is no game.
    {"UCI_AnalyseMode", "option name UCI_AnalyseMode type check default false",
     [](const config::Settings&) { return true; }},
    // The opponent's name is used by BookLearnPer, {opponent} and Opponent of a [Book NAME].
    {"UCI_Opponent", "option name UCI_Opponent type string default <empty>",
     [](const config::Settings& settings) {
         const auto& books = settings.books;
         return settings.book_learn ||
                std::any_of(books.begin(), books.end(),
                            [](const auto& book) { return !book.opponent.empty(); });
     }},
});

} // namespace

void UciGuiSide::answer_uciok(std::string_view uciok) {
    for (const config::Option& option : config::schema())
        if (config::is_shown_to_uci(option, context_.settings()))
            context_.to_gui(declare_option(option, context_.settings()));
    for (const HostOption& option : host_options)
        if (is_for_us(option.name)) context_.to_gui(option.declaration);
    context_.to_gui(uciok);
    --owed_uciok_;
    for (const std::string& notice : notices_)
        context_.to_gui("info string polyglot: " + notice);
    notices_.clear();
}

bool UciGuiSide::is_for_us(std::string_view option) const {
    const auto known = std::find_if(host_options.begin(), host_options.end(),
                                    [option](const HostOption& host_option) {
                                        return text::equal_ignoring_case(host_option.name, option);
                                    });
    const EngineOptions& of_engine = context_.engine_options();
    return known != host_options.end() && known->is_of_use(context_.settings()) &&
           !of_engine.has(option) && !of_engine.blocked().has(option);
}

void UciGuiSide::on_setoption(std::string_view line, std::string_view arguments) {
    auto option = protocol::parse_setoption(arguments);
    if (option && option->name.size() > own_prefix.size() &&
        text::equal_ignoring_case(option->name.substr(0, own_prefix.size()), own_prefix)) {
        set_own_option(text::trim(option->name.substr(own_prefix.size())), option->value);
        return;
    }
    if (refuses_option(line)) return;
    if (option && refuses_variant(*option)) return;
    std::string respelt; // option has views into it
    if (option && text::equal_ignoring_case(option->name, "UCI_Variant"))
        if (const std::string value(context_.engine_options().spelling_of_variant(option->value));
            value != option->value) {
            respelt = protocol::format_setoption(option->name, value);
            line = respelt;
            option->value = std::string_view(respelt).substr(respelt.size() - value.size());
        }
    if (option) context_.on_engine_option(option->name, option->value);
    if (option && text::equal_ignoring_case(option->name, "UCI_Variant")) note_variant();
    // The value is "GM 2800 human Gary Kasparov".
    if (option && text::equal_ignoring_case(option->name, "UCI_Opponent")) {
        std::string_view name = option->value;
        for (int field = 0; field < 3; ++field)
            text::next_word(name);
        context_.set_opponent(std::string(text::trim(name)));
    }
    if (!option)
        context_.to_engine(line, UciCommand::SetOption);
    else if (!is_for_us(option->name))
        context_.set_option(line, *option);
}

// Returns true for a line that an engine may read as something blocked (BlockOptions,
// BlockCommands), even if it means something else here.
bool UciGuiSide::refuses_line(std::string_view line) {
    const config::BlockedOptions& options = context_.engine_options().blocked();
    if (options.is_disguised(line)) {
        if (!refuses_option(line))
            tell_user("a line that holds setoption and is not \"setoption name …\" is not passed "
                      "on (BlockOptions)");
        return true;
    }
    const std::string command = context_.blocked_commands().find_in_line(line);
    if (command.empty()) return false;
    tell_user("the engine's command \"" + command +
              "\" is blocked (BlockCommands): the line was not passed on");
    return true;
}

bool UciGuiSide::refuses_option(std::string_view line) {
    const std::string name = context_.engine_options().blocked().find_in_line(line);
    if (name.empty()) return false;
    tell_user("the engine's option \"" + name + "\" is blocked (BlockOptions) and was not set");
    return true;
}

void UciGuiSide::note_variant() {
    const chess::Variant* variant = context_.engine_options().variant();
    if (variant == nullptr) return;
    context_.note("the variant is " + std::string(variant->uci));
}

// An engine may ignore the name of a variant that it does not play, and play chess.
bool UciGuiSide::refuses_variant(const protocol::SetOption& option) {
    if (!text::equal_ignoring_case(option.name, "UCI_Variant")) return false;
    if (text::trim(option.value).empty()) {
        tell_user("UCI_Variant was not set, because setoption gives no value: the variant stays "
                  "the one before");
        return true;
    }
    if (context_.engine_options().announces_variant(option.value)) return false;
    context_.on_variant_refused(option.value);
    tell_user("the engine does not announce the variant " + std::string(option.value) +
              ": UCI_Variant was not set, and no book is asked");
    return true;
}

void UciGuiSide::set_own_option(std::string_view name, std::string_view value) {
    const config::Option* option = config::find_option(name);
    if (option != nullptr && option->name == "BookLearnReset") {
        learner_.reset_results(context_);
        return;
    }
    if (option != nullptr && !option->to_uci && option->type != config::OptionType::Button) {
        const std::string in_force = config::format_option(context_.settings(), *option);
        if (value == in_force || (in_force.empty() && value == no_text))
            return; // some GUIs send back options that they have once seen
        tell_user("Polyglot " + std::string(option->name) +
                  " is for the config file and the command line: no GUI may set it");
        return;
    }
    if (option == nullptr || !option->to_uci) {
        std::string text = "no option Polyglot " + std::string(name);
        if (const auto near = config::nearest_option(name); !near.empty())
            text += ", did you mean " + std::string(near) + "?";
        tell_user(text);
        return;
    }
    if (const auto set = context_.set_by_gui(*option, value == no_text ? "" : value); !set)
        tell_user(set.error().message);
}

} // namespace polyglot::session
