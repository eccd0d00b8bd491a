#include "adapter/session/engine_options.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::session {

using protocol::OptionDeclaration;
using text::equal_ignoring_case;

const OptionDeclaration* EngineOptions::find(std::string_view name) const {
    const auto found = std::find_if(declared_.begin(), declared_.end(),
                                    [name](const OptionDeclaration& o) { return equal_ignoring_case(o.name, name); });
    return found == declared_.end() ? nullptr : &*found;
}

std::string EngineOptions::on_declared(std::string_view line) {
    std::string_view arguments = line;
    text::next_word(arguments);
    auto option = protocol::parse_option_declaration(arguments);
    if (!option) return std::string(line);
    std::string shown(line);
    for (const auto& [name, value] : wanted_) {
        if (!equal_ignoring_case(name, option->name) || option->type == OptionDeclaration::Type::Button) continue;
        if (protocol::check_option_value(*option, value).empty())
            shown = protocol::with_default(line, protocol::canonical_option_value(*option, value));
    }
    const auto same = std::find_if(declared_.begin(), declared_.end(),
                                   [&option](const OptionDeclaration& known) { return known.name == option->name; });
    if (same == declared_.end())
        declared_.push_back(std::move(*option));
    else
        *same = std::move(*option); // asked again, or told anew
    return shown;
}

std::string EngineOptions::note_missing(const std::string& name) const {
    std::string note = "[Engine] " + name + ": the engine has no such option, left out";
    std::size_t nearest = 3; // more than two wrong letters is another word
    const OptionDeclaration* candidate = nullptr;
    for (const OptionDeclaration& option : declared_) {
        const std::size_t distance = text::edit_distance(option.name, name);
        if (distance >= nearest) continue;
        nearest = distance;
        candidate = &option;
    }
    return candidate == nullptr ? note : note + " (did you mean " + candidate->name + "?)";
}

std::vector<std::string> EngineOptions::initial_commands(Log& log) const {
    std::vector<std::string> commands;
    for (const auto& [name, value] : wanted_) {
        const OptionDeclaration* option = find(name);
        if (option == nullptr) {
            log.write(Channel::Note, note_missing(name));
            continue;
        }
        if (option->type == OptionDeclaration::Type::Button) {
            // `Clear Hash = false` asks for nothing.
            if (text::parse_bool(value).value_or(true))
                commands.push_back(protocol::format_setoption(option->name, ""));
            continue;
        }
        if (const std::string wrong = protocol::check_option_value(*option, value); !wrong.empty())
            log.write(Channel::Note, "[Engine] " + name + " = " + value + ": " + wrong + "; sent all the same");
        commands.push_back(protocol::format_setoption(option->name, protocol::canonical_option_value(*option, value)));
    }
    return commands;
}

void EngineOptions::on_set(std::string_view name, std::string_view value) {
    const auto is_on = [value] { return text::parse_bool(value).value_or(false); };
    if (equal_ignoring_case(name, "UCI_Chess960"))
        chess960_ = is_on();
    else if (equal_ignoring_case(name, "UCI_AnalyseMode"))
        analyse_mode_ = is_on();
    else if (equal_ignoring_case(name, "MultiPV"))
        multi_pv_ = text::parse_int<int>(value).value_or(1);
    else if (equal_ignoring_case(name, "UCI_Variant")) {
        constexpr std::array<std::string_view, 5> ours{"chess", "normal", "standard", "chess960", "fischerandom"};
        knows_variant_ = std::any_of(ours.begin(), ours.end(),
                                     [value](std::string_view known) { return equal_ignoring_case(known, value); });
    }
}

} // namespace polyglot::session
