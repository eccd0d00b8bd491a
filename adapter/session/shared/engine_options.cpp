#include "adapter/session/shared/engine_options.hpp"

#include "adapter/session/shared/shared_options.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

using protocol::OptionDeclaration;
using text::equal_ignoring_case;

namespace {

bool names(const EngineOption& option, std::string_view name) {
    return equal_ignoring_case(option.declared.name, name);
}

// Some engines announce an empty choice, or a default that is not one of the choices (Cinnamon). It
// is added to the choices.
void mend_choices(OptionDeclaration& option) {
    std::erase_if(option.choices, [](const std::string& choice) { return choice.empty(); });
    const auto is_default = [&](const std::string& choice) {
        return equal_ignoring_case(choice, option.default_value);
    };
    if (!option.default_value.empty() &&
        std::none_of(option.choices.begin(), option.choices.end(), is_default))
        option.choices.push_back(option.default_value);
}

// Returns the value in the form that is kept: "<empty>" of UCI becomes an empty text, and a check's
// value may be written as in an ini file.
std::string kept_value(const OptionDeclaration& option, std::string_view value) {
    if (option.type == OptionDeclaration::Type::Button || value == no_text) return {};
    return std::string(protocol::canonical_option_value(option, value));
}

// Makes the setting for a line of [Engine]; nullopt for `Clear Hash = false`, which means no press
// of the button.
std::optional<protocol::OptionSetting> make_setting(const OptionDeclaration& option,
                                                    const std::string& value, Log& log) {
    if (option.type == OptionDeclaration::Type::Button) {
        if (!text::parse_bool(value).value_or(true)) return std::nullopt;
        return protocol::OptionSetting{.name = option.name, .value = {}};
    }
    if (const std::string wrong = protocol::check_option_value(option, value); !wrong.empty())
        log.write(Channel::Note,
                  "[Engine] " + option.name + " = " + value + ": " + wrong + "; sent all the same");
    const std::string_view spelt = protocol::canonical_option_value(option, value);
    return protocol::OptionSetting{.name = option.name,
                                   .value = std::string(spelt.empty() ? no_text : spelt)};
}

} // namespace

const EngineOption* EngineOptions::find(std::string_view name) const {
    const auto places = places_.find(text::lower(name));
    return places == places_.end() ? nullptr : &options_[places->second.front()];
}

EngineOption* EngineOptions::find_exactly(const std::string& name) {
    const auto places = places_.find(text::lower(name));
    if (places == places_.end()) return nullptr;
    for (const std::size_t at : places->second)
        if (options_[at].declared.name == name) return &options_[at];
    return nullptr;
}

std::string EngineOptions::on_declared(std::string_view line) {
    std::string_view arguments = line;
    text::next_word(arguments);
    auto declared = protocol::parse_option_declaration(arguments);
    if (!declared) return std::string(line);
    if (declared->type == OptionDeclaration::Type::Combo) mend_choices(*declared);
    std::string shown(line);
    for (const auto& [name, value] : wanted_) {
        if (!equal_ignoring_case(name, declared->name) ||
            declared->type == OptionDeclaration::Type::Button)
            continue;
        if (protocol::check_option_value(*declared, value).empty())
            shown =
                protocol::with_default(line, protocol::canonical_option_value(*declared, value));
    }
    const std::string name = declared->name;
    const bool is_variant = equal_ignoring_case(name, "UCI_Variant") &&
                            declared->type == OptionDeclaration::Type::Combo;
    if (is_variant)
        plays_chess_ = std::any_of(declared->choices.begin(), declared->choices.end(),
                                   chess::is_normal_variant);
    EngineOption option{.declared = std::move(*declared), .value = {}, .bytes = 0};
    option.value = kept_value(option.declared, option.declared.default_value);
    EngineOption* const known = find_exactly(name);
    // Limits the memory; the GUI is still sent further options.
    constexpr std::size_t most_bytes = 1 << 20;
    constexpr std::size_t cost = 256; // in addition to the text
    option.bytes = line.size() + cost;
    const std::size_t before = known == nullptr ? 0 : known->bytes;
    if (bytes_ - before + option.bytes > most_bytes) return shown;
    bytes_ += option.bytes - before;
    if (known == nullptr) {
        if (is_variant) set_rules(option.value);
        places_[text::lower(name)].push_back(options_.size());
        options_.push_back(std::move(option));
    } else { // the engine was asked again, or declares the option again
        const bool was_set =
            known->value != kept_value(known->declared, known->declared.default_value);
        if (was_set && protocol::check_option_value(option.declared, known->value).empty())
            option.value = kept_value(option.declared, known->value);
        // An unchanged value leaves the rules, which may be those of a refused variant.
        if (is_variant && option.value != known->value) set_rules(option.value);
        *known = std::move(option);
    }
    const bool has_our_name =
        equal_ignoring_case(std::string_view(name).substr(0, own_prefix.size()), own_prefix);
    return has_our_name || blocked_.has(name) ? std::string() : shown;
}

void EngineOptions::on_id(std::string_view arguments) {
    if (text::next_word(arguments) == "name") engine_name_ = text::trim(arguments);
}

EngineOptions::Wanted EngineOptions::changed() const {
    Wanted changed;
    for (const EngineOption& option : options_)
        if (option.value != kept_value(option.declared, option.declared.default_value) &&
            !follows_the_game(option.declared.name))
            changed.emplace_back(option.declared.name, option.value);
    for (const auto& line : wanted_) {
        const EngineOption* option = find(line.first);
        const bool has_value =
            option != nullptr && option->declared.type != OptionDeclaration::Type::Button;
        if (!has_value || follows_the_game(option->declared.name)) changed.push_back(line);
    }
    return changed;
}

std::string EngineOptions::describe_missing(const std::string& name) const {
    std::vector<std::string_view> known;
    known.reserve(options_.size());
    for (const EngineOption& option : options_)
        known.push_back(option.declared.name);
    const std::string_view nearest = text::find_nearest(name, known);
    return "[Engine] " + name + ": the engine has no such option, left out" +
           (nearest.empty() ? "" : " (did you mean " + std::string(nearest) + "?)");
}

std::string EngineOptions::describe_missing(std::span<const std::string> of_command_line,
                                            Log& log) const {
    std::string line;
    for (const auto& [name, value] : wanted_) {
        if (find(name) != nullptr) continue;
        const std::string sentence = describe_missing(name);
        if (std::find(of_command_line.begin(), of_command_line.end(), name) !=
            of_command_line.end())
            log.write(Channel::Note, sentence);
        else
            line += (line.empty() ? "" : "; ") + sentence;
    }
    return line;
}

std::vector<protocol::OptionSetting> EngineOptions::initial_settings(Log& log) const {
    std::vector<protocol::OptionSetting> settings;
    for (const auto& [name, value] : wanted_)
        if (const EngineOption* option = find(name))
            if (auto setting = make_setting(option->declared, value, log))
                settings.push_back(std::move(*setting));
    return settings;
}

std::vector<protocol::OptionSetting> EngineOptions::initial_settings(const EngineOption& option,
                                                                     Log& log) const {
    std::vector<protocol::OptionSetting> settings;
    for (const auto& [name, value] : wanted_)
        if (names(option, name))
            if (auto setting = make_setting(option.declared, value, log))
                settings.push_back(std::move(*setting));
    return settings;
}

void EngineOptions::on_set(std::string_view name, std::string_view value) {
    if (const auto places = places_.find(text::lower(name)); places != places_.end()) {
        EngineOption& option = options_[places->second.front()];
        option.value = kept_value(option.declared, value);
    }
    const auto is_on = [value] { return text::parse_bool(value).value_or(false); };
    if (equal_ignoring_case(name, "UCI_Chess960"))
        chess960_ = is_on();
    else if (equal_ignoring_case(name, "UCI_AnalyseMode"))
        analyse_mode_ = is_on();
    else if (equal_ignoring_case(name, "UCI_Variant"))
        set_rules(value);
}

void EngineOptions::set_rules(std::string_view variant) {
    const bool is_chess = chess::is_normal_variant(variant) || chess::is_chess960_variant(variant);
    rules_.variant = is_chess ? nullptr : chess::find_variant(variant);
    rules_.are_known = is_chess || rules_.variant != nullptr;
    if (!rules_.are_known)
        why_unknown_ = "the rules of the variant " + std::string(variant) + " are not known";
}

bool EngineOptions::announces_variant(std::string_view value) const {
    if (chess::is_normal_variant(value)) return true;
    const EngineOption* option = find("UCI_Variant");
    if (option == nullptr) return false;
    // A text may be any variant.
    if (option->declared.type != OptionDeclaration::Type::Combo) return true;
    return std::ranges::any_of(option->declared.choices, [value](const std::string& choice) {
        return equal_ignoring_case(choice, value);
    });
}

std::string_view EngineOptions::spelling_of_variant(std::string_view value) const {
    const EngineOption* option = find("UCI_Variant");
    if (option == nullptr) return value;
    const std::vector<std::string>& choices = option->declared.choices;
    if (std::ranges::find(choices, value) != choices.end()) return value;
    const auto same = std::ranges::find_if(choices, [value](const std::string& choice) {
        return equal_ignoring_case(choice, value) ||
               (chess::is_normal_variant(choice) && chess::is_normal_variant(value));
    });
    return same == choices.end() ? value : *same;
}

void EngineOptions::on_variant_refused(std::string_view value) {
    rules_ = {.are_known = false, .variant = nullptr};
    why_unknown_ = "the engine does not announce the variant " + std::string(value);
}

} // namespace polyglot::session
