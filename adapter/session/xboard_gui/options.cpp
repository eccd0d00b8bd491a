#include "adapter/session/xboard_gui/options.hpp"

#include "adapter/session/shared/shared_options.hpp"
#include "core/chess/variant_name.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

namespace polyglot::session {

using config::OptionType;
using protocol::OptionDeclaration;
using text::equal_ignoring_case;
using Type = OptionDeclaration::Type;

namespace {

// XBoard 4.9.1 reads the text between the quotes into 512 bytes.
constexpr std::size_t max_text = 511;

// The names of a thread option, in PolyGlot's order: `cores` sets the first that the engine has.
constexpr std::array<std::string_view, 7> thread_names{
    "Number of Threads", "Number Threads", "Threads",   "Core Threads",
    "Max CPUs",          "CPUs",           "MaxThreads"};

const EngineOption* find_threads(const EngineOptions& engine) {
    for (const std::string_view name : thread_names)
        if (const EngineOption* option = engine.find_for_gui(name)) return option;
    return nullptr;
}

bool is_for_gui(const EngineOption& option, const EngineOptions& engine) {
    const std::string& name = option.declared.name;
    if (has_xboard_command(name) || &option == find_threads(engine)) return false;
    if (equal_ignoring_case(name.substr(0, own_prefix.size()), own_prefix))
        return false; // it would hide an option of the adapter
    if (engine.blocked().has(name)) return false;
    if (option.declared.type == Type::Combo && option.declared.choices.size() < 2)
        return false; // without a choice, on which some hosts fail (CrazyAra#23)
    return option.declared.type != Type::Unknown;
}

// Replaces double quotes, because the protocol cannot quote them.
std::string without_quotes(std::string_view text) {
    std::string shown = text::without_controls(std::string(text));
    std::replace(shown.begin(), shown.end(), '"', '\'');
    return shown;
}

// Returns the name without " -", which would begin the type.
std::string shown_name(std::string_view name) {
    std::string shown = without_quotes(name);
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (shown[i] == '-' && (i == 0 || shown[i - 1] == ' ')) shown[i] = '_';
    return shown;
}

// Turns "Clear hash" into "ClearHash".
std::string compact_name(std::string_view name) {
    std::string compact;
    bool begins_word = false;
    for (const char c : name) {
        if (c != ' ') compact += begins_word ? text::to_upper(c) : c;
        begins_word = c == ' ';
    }
    return compact;
}

// An option as a GUI sees it: of the engine or of the adapter.
struct Listed {
    std::string name;
    const EngineOption* engine = nullptr;
    const config::Option* own = nullptr;
};

std::vector<Listed> list_options(const EngineOptions& engine, const config::Settings& settings,
                                 bool compact) {
    std::vector<Listed> listed;
    for (const EngineOption& option : engine.all())
        if (is_for_gui(option, engine))
            listed.push_back({shown_name(option.declared.name), &option, nullptr});
    for (const config::Option& option : config::schema())
        if (config::is_shown_to_xboard(option, settings))
            listed.push_back(
                {std::string(own_prefix) + std::string(option.name), nullptr, &option});
    if (!compact) return listed;
    std::unordered_set<std::string> taken; // in lower case
    for (Listed& option : listed) {
        const std::string base = compact_name(option.name);
        std::string name = base;
        for (int number = 2; !taken.insert(text::lower(name)).second; ++number)
            name = base + '_' + std::to_string(number);
        option.name = std::move(name);
    }
    return listed;
}

bool is_compact(const config::Settings& settings) {
    return equal_ignoring_case(settings.option_name_style, "compact");
}

std::size_t find_ignoring_case(std::string_view text, std::string_view part) {
    return text::lower(text).find(part);
}

// Returns the type of a text. xboard opens a file dialog for -file and -path. As in PolyGlot, the
// type follows from the name, except for the options that UCI defines.
std::string text_type(std::string_view name) {
    if (name.starts_with("UCI_")) return "-string ";
    if (find_ignoring_case(name, "file") != std::string_view::npos) return "-file ";
    return find_ignoring_case(name, "path") != std::string_view::npos ? "-path " : "-string ";
}

// Returns as much of the text as fits, without cutting a UTF-8 sequence.
std::string_view cut(std::string_view text, std::size_t room) {
    if (text.size() <= room) return text;
    while (room > 0 && text::is_continuation_byte(text[room]))
        --room;
    return text.substr(0, room);
}

// Returns the number clamped to an int, which xboard reads.
std::string int_text(std::int64_t number) {
    constexpr std::int64_t low = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t high = std::numeric_limits<std::int32_t>::max();
    return std::to_string(std::clamp(number, low, high));
}

// Returns the choices that fit; the one in force is always among them.
std::string combo_text(const EngineOption& option, std::size_t room) {
    constexpr std::string_view separator = " /// ";
    const std::vector<std::string>& choices = option.declared.choices;
    const auto current =
        std::find_if(choices.begin(), choices.end(), [&option](const std::string& choice) {
            return equal_ignoring_case(choice, option.value);
        });
    std::size_t reserved = current == choices.end() ? 0 : separator.size() + 1 + current->size();
    constexpr std::string_view type = "-combo";
    std::string text(type);
    for (auto choice = choices.begin(); choice != choices.end(); ++choice) {
        if (choice == current) reserved = 0;
        std::string piece(text == type ? " " : separator);
        if (choice == current) piece += '*';
        piece += without_quotes(*choice);
        if (text.size() + piece.size() + reserved <= room) text += piece;
    }
    return text;
}

// Returns "-TYPE VALUE" in at most room bytes. kind is the type that an xboard engine has
// announced, or empty.
std::string value_text(const EngineOption& option, std::size_t room, const std::string& kind) {
    const OptionDeclaration& declared = option.declared;
    std::string type = "-string ";
    switch (declared.type) {
    case Type::Check:
        return text::parse_bool(option.value).value_or(false) ? "-check 1" : "-check 0";
    case Type::Button: return kind.empty() ? "-button" : kind;
    case Type::Combo: return combo_text(option, room);
    case Type::Spin: {
        const auto value = text::parse_int<std::int64_t>(option.value);
        // Without all three numbers the option cannot be a spin for xboard, but its value can be
        // typed in.
        if (declared.min && declared.max)
            return (kind.empty() ? "-spin" : kind) + ' ' + int_text(value.value_or(*declared.min)) +
                   ' ' + int_text(*declared.min) + ' ' + int_text(*declared.max);
        break;
    }
    case Type::String:
    case Type::Unknown: type = kind.empty() ? text_type(declared.name) : kind + ' '; break;
    }
    const std::string value =
        option.value.empty() ? std::string(no_text) : without_quotes(option.value);
    return type + std::string(cut(value, room - std::min(room, type.size())));
}

std::string value_text(const config::Option& option, const config::Settings& settings,
                       std::size_t room) {
    const std::string value = config::format_option(settings, option);
    std::string_view type = "-string ";
    switch (option.type) {
    case OptionType::Check: return value == "true" ? "-check 1" : "-check 0";
    case OptionType::Spin:
        return "-spin " + value + ' ' + std::to_string(option.min) + ' ' +
               std::to_string(option.max);
    case OptionType::Button:
        // -save: xboard saves its own settings too (CECP v2).
        return option.name == "Save" ? "-save" : "-button";
    case OptionType::Combo: {
        std::string combo = "-combo";
        for (const std::string_view choice : option.choices)
            combo += (choice == option.choices.front() ? " " : " /// ") +
                     std::string(choice == value ? "*" : "") + std::string(choice);
        return combo;
    }
    case OptionType::Path: type = "-file "; break;
    case OptionType::String: break;
    }
    const std::string shown = value.empty() ? std::string(no_text) : without_quotes(value);
    return std::string(type) + std::string(cut(shown, room - std::min(room, type.size())));
}

std::optional<std::string> feature_line(const Listed& listed, const config::Settings& settings,
                                        const OptionKinds& kinds) {
    constexpr std::size_t room_for_value = 64; // a longer name would be unreadable
    if (listed.name.size() + room_for_value > max_text) return std::nullopt;
    const std::size_t room = max_text - listed.name.size() - 1;
    const std::string value =
        listed.engine != nullptr
            ? value_text(*listed.engine, room, kinds ? kinds(listed.engine->declared.name) : "")
            : value_text(*listed.own, settings, room);
    return "feature option=\"" + listed.name + ' ' + value + '"';
}

} // namespace

std::vector<std::string> format_option_features(const EngineOptions& engine,
                                                const config::Settings& settings,
                                                const OptionKinds& kinds) {
    std::vector<std::string> lines;
    for (const Listed& listed : list_options(engine, settings, is_compact(settings)))
        if (auto line = feature_line(listed, settings, kinds)) lines.push_back(std::move(*line));
    return lines;
}

std::optional<std::string> format_option_feature(std::string_view name, const EngineOptions& engine,
                                                 const config::Settings& settings,
                                                 const OptionKinds& kinds) {
    const EngineOption* option = engine.find(name);
    if (option == nullptr || !is_for_gui(*option, engine)) return std::nullopt;
    if (!is_compact(settings))
        return feature_line({shown_name(option->declared.name), option, nullptr}, settings, kinds);
    for (const Listed& listed : list_options(engine, settings, true))
        if (listed.engine == option) return feature_line(listed, settings, kinds);
    return std::nullopt;
}

namespace {

// Returns xboard's name for a choice of UCI_Variant.
std::string xboard_variant(std::string_view uci) {
    if (chess::is_normal_variant(uci)) return "normal";
    if (chess::is_chess960_variant(uci)) return "fischerandom";
    return text::lower(uci);
}

struct Variant {
    std::string name; // in xboard
    bool chess960 = false;
    std::string_view choice; // of UCI_Variant; empty if the engine has no such option
};

// Lists the variants that the engine plays, normal chess first.
std::vector<Variant> list_variants(const EngineOptions& engine) {
    const EngineOption* variant = engine.find("UCI_Variant");
    const bool has_choices = variant != nullptr && variant->declared.type == Type::Combo;
    std::vector<Variant> variants;
    if (!has_choices) variants.push_back({"normal", false, {}});
    if (has_choices && engine.plays_chess())
        for (const std::string& choice : variant->declared.choices)
            if (xboard_variant(choice) == "normal" && variants.empty())
                variants.push_back({"normal", false, choice});
    if (engine.has("UCI_Chess960") && !variants.empty())
        variants.push_back({"fischerandom", true, variants.front().choice});
    if (!has_choices) return variants;
    for (const std::string& choice : variant->declared.choices) {
        Variant found{xboard_variant(choice), false, choice};
        if (found.name == "normal" && !engine.plays_chess()) continue;
        const bool known =
            std::any_of(variants.begin(), variants.end(),
                        [&found](const Variant& other) { return other.name == found.name; });
        // xboard splits the list at commas, and the command at blanks.
        if (!known && found.name.find_first_of(" ,\"\t") == std::string::npos)
            variants.push_back(std::move(found));
    }
    // XBoard knows antichess as giveaway.
    for (const std::string& choice : variant->declared.choices) {
        const chess::Variant* rules = chess::find_variant(choice);
        if (rules == nullptr) continue;
        const bool is_listed =
            std::any_of(variants.begin(), variants.end(),
                        [&](const Variant& other) { return other.name == rules->xboard; });
        if (!is_listed) variants.push_back({std::string(rules->xboard), false, choice});
    }
    return variants;
}

std::optional<Variant> find_listed(std::string_view name, const EngineOptions& engine) {
    const std::vector<Variant> variants = list_variants(engine);
    const auto wanted = std::find_if(variants.begin(), variants.end(), [name](const Variant& v) {
        return equal_ignoring_case(v.name, name);
    });
    return wanted == variants.end() ? std::nullopt : std::optional(*wanted);
}

} // namespace

OptionFeatures find_option_features(const EngineOptions& engine) {
    OptionFeatures features{.memory = engine.find_for_gui("Hash") != nullptr,
                            .smp = find_threads(engine) != nullptr,
                            .egt = {},
                            .variants = {}};
    const auto add = [](std::string& list, std::string_view item) {
        if (!list.empty()) list += ',';
        list += item;
    };
    for (const auto& [type, path] : tablebases)
        if (engine.find_for_gui(path) != nullptr) add(features.egt, type);
    for (const Variant& variant : list_variants(engine))
        add(features.variants, variant.name);
    return features;
}

namespace {

OptionChange refuse(std::string_view reason, std::string_view what) {
    OptionChange change;
    change.kind = OptionChange::Kind::Refused;
    change.problem = "Error (" + std::string(reason) + "): " + std::string(what);
    return change;
}

std::string_view uci_text(std::string_view value) {
    return value.empty() ? no_text : value;
}

OptionChange set_engine(const EngineOption& option, std::string_view value) {
    OptionChange change;
    if (option.declared.type != Type::Button && value == option.value) return change;
    change.kind = OptionChange::Kind::Engine;
    change.name = option.declared.name;
    change.value = option.declared.type == Type::Button ? std::string_view{} : uci_text(value);
    return change;
}

OptionChange set_number(const EngineOption& option, std::int64_t number) {
    if (option.declared.max) number = std::min(number, *option.declared.max);
    if (option.declared.min) number = std::max(number, *option.declared.min);
    return set_engine(option, std::to_string(number));
}

OptionChange resolve_engine_value(const EngineOption& option, std::string_view value,
                                  std::string_view arguments) {
    switch (option.declared.type) {
    case Type::Check:
        if (const auto on = text::parse_bool(value))
            return set_engine(option, *on ? "true" : "false");
        break;
    case Type::Spin:
        if (const auto number = text::parse_int<std::int64_t>(value))
            return set_number(option, *number);
        break;
    case Type::Combo:
        // Choices are compared in the form that the GUI is shown.
        for (const std::string& choice : option.declared.choices)
            if (equal_ignoring_case(without_quotes(choice), without_quotes(value)))
                return set_engine(option, choice);
        break;
    case Type::Button:
    case Type::String:
    case Type::Unknown:
        if (value == no_text) return set_engine(option, "");
        return set_engine(
            option, value == without_quotes(option.value) ? std::string_view(option.value) : value);
    }
    return refuse("bad value", arguments);
}

OptionChange resolve_own_value(const config::Option& option, std::string_view value,
                               const config::Settings& settings, std::string_view arguments) {
    OptionChange change;
    if (option.type == OptionType::Button) {
        change.kind =
            option.name == "Save" ? OptionChange::Kind::Save : OptionChange::Kind::ResetLearning;
        return change;
    }
    const std::string before = config::format_option(settings, option);
    if (value == no_text) value = "";
    if (value == without_quotes(before)) return change;
    config::Settings tried = settings;
    auto set = config::set_option(tried, option, value);
    const auto nearest = set ? std::nullopt : config::nearest_value(option, value);
    if (nearest) set = config::set_option(tried, option, *nearest);
    if (!set) return refuse(set.error().message, arguments);
    change.value = config::format_option(tried, option);
    if (change.value == before) return change;
    change.kind = OptionChange::Kind::Own;
    change.own = &option;
    return change;
}

// Returns the length of this name at the beginning of "NAME=VALUE" or "NAME"; 0 if it is another
// name.
std::size_t match_name(std::string_view arguments, std::string_view name) {
    if (name.empty() || !equal_ignoring_case(arguments.substr(0, name.size()), name)) return 0;
    const std::string_view rest = text::trim_left(arguments.substr(name.size()));
    return rest.empty() || rest.front() == '=' ? name.size() : 0;
}

// Lists every name of an option: as shown in either style, and in the spelling of its owner.
std::vector<Listed> list_names(const EngineOptions& engine, const config::Settings& settings) {
    config::Settings all = settings;
    all.only_wb_options = false;
    std::vector<Listed> names = list_options(engine, settings, is_compact(settings));
    const auto append = [&names](std::vector<Listed> more) {
        names.insert(names.end(), std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
    };
    append(list_options(engine, all, false));
    append(list_options(engine, all, true));
    for (const EngineOption& option : engine.all())
        names.push_back({option.declared.name, &option, nullptr});
    for (const config::Option& option : config::schema())
        if (!option.alias.empty() && config::is_shown_to_xboard(option, all))
            names.push_back(
                {std::string(own_prefix) + std::string(option.alias), nullptr, &option});
    return names;
}

// Handles an option of the adapter that no GUI may set, or an unknown one.
OptionChange resolve_unlisted(std::string_view arguments, const config::Settings& settings) {
    const std::string_view name = text::trim(arguments.substr(0, arguments.find('=')));
    const std::string_view value =
        text::trim(arguments.substr(std::min(arguments.find('='), arguments.size() - 1) + 1));
    const std::string_view prefix = text::trim(own_prefix); // compact names have no blank after it
    const bool has_prefix = equal_ignoring_case(name.substr(0, prefix.size()), prefix);
    const config::Option* own =
        has_prefix ? config::find_option(text::trim(name.substr(prefix.size()))) : nullptr;
    if (own == nullptr) return refuse("unknown option", name);
    const std::string in_force = config::format_option(settings, *own);
    if (value == (in_force.empty() ? no_text : without_quotes(in_force)))
        return {}; // the GUI has sent back the value that it was shown
    return refuse("only for the config file and the command line", arguments);
}

} // namespace

OptionChange resolve_option(std::string_view arguments, const EngineOptions& engine,
                            const config::Settings& settings) {
    arguments = text::trim(arguments);
    const std::vector<Listed> names = list_names(engine, settings);
    const Listed* found = nullptr;
    std::size_t length = 0; // names may contain a '=', so the longest matching name counts
    for (const Listed& listed : names) {
        const std::size_t matched = match_name(arguments, listed.name);
        if (matched <= length) continue;
        length = matched;
        found = &listed;
    }
    if (found == nullptr) return resolve_unlisted(arguments, settings);
    if (found->engine != nullptr && engine.blocked().has(found->engine->declared.name))
        return refuse("blocked by BlockOptions", arguments);
    std::string_view value = text::trim(arguments.substr(length));
    const bool has_value = !value.empty();
    if (has_value) value = text::trim(value.substr(1)); // '='
    const bool is_button = found->engine != nullptr ? found->engine->declared.type == Type::Button
                                                    : found->own->type == OptionType::Button;
    if (!has_value && !is_button) return refuse("no value", arguments);
    return found->engine != nullptr ? resolve_engine_value(*found->engine, value, arguments)
                                    : resolve_own_value(*found->own, value, settings, arguments);
}

namespace {

// Returns the number at the beginning of a text: "4.7" and "4 MB" are 4.
std::optional<std::int64_t> leading_number(std::string_view text) {
    text = text::trim(text);
    std::size_t digits = 0;
    while (digits < text.size() && text::is_digit(text[digits]))
        ++digits;
    const auto number = text::parse_int<std::int64_t>(text.substr(0, digits));
    return number && *number > 0 ? number : std::nullopt;
}

OptionChange refuse_command(std::string_view command, std::string_view arguments) {
    return refuse("unknown command",
                  std::string(command) + ' ' + std::string(text::trim(arguments)));
}

} // namespace

OptionChange resolve_memory(std::string_view arguments, const EngineOptions& engine) {
    const EngineOption* hash = engine.find_for_gui("Hash");
    const auto total_mb = leading_number(arguments);
    if (hash == nullptr || !total_mb) return refuse_command("memory", arguments);
    // An engine probes one kind of tablebases at a time, so the larger cache counts (as in PolyGlot
    // 2.0.4).
    std::int64_t cache_mb = 0;
    for (const auto& [path, cache] :
         {std::pair{"NalimovPath", "NalimovCache"}, std::pair{"GaviotaTbPath", "GaviotaTbCache"}})
        if (const EngineOption* option = engine.find(cache); option != nullptr && engine.has(path))
            cache_mb = std::max(cache_mb, text::parse_int<std::int64_t>(option->value).value_or(0));
    return set_number(*hash, std::max<std::int64_t>(*total_mb - cache_mb, 1));
}

OptionChange resolve_cores(std::string_view arguments, const EngineOptions& engine) {
    const EngineOption* threads = find_threads(engine);
    const auto cores = leading_number(arguments);
    if (threads == nullptr || !cores) return refuse_command("cores", arguments);
    return set_number(*threads, *cores);
}

OptionChange resolve_egtpath(std::string_view arguments, const EngineOptions& engine) {
    std::string_view path = arguments;
    const std::string_view type = text::next_word(path);
    path = text::trim(path);
    if (path.empty()) return refuse_command("egtpath", arguments);
    for (const Tablebase& tablebase : tablebases)
        if (equal_ignoring_case(tablebase.type, type))
            if (const EngineOption* option = engine.find_for_gui(tablebase.option))
                return set_engine(*option, path);
    return refuse("unsupported table base format", "egtpath " + std::string(type));
}

const chess::Variant* rules_of(std::string_view name, const EngineOptions& engine) {
    const auto wanted = find_listed(name, engine);
    if (!wanted || wanted->name == "normal" || wanted->chess960) return nullptr;
    return chess::find_variant(wanted->choice);
}

std::optional<std::vector<OptionChange>> resolve_variant(std::string_view name,
                                                         const EngineOptions& engine) {
    const auto wanted = find_listed(name, engine);
    if (!wanted) return std::nullopt;
    std::vector<OptionChange> changes;
    const auto set = [&](std::string_view option, std::string_view value) {
        const EngineOption* found = engine.find(option);
        if (found == nullptr) return;
        OptionChange change = set_engine(*found, value);
        if (change.kind == OptionChange::Kind::Engine) changes.push_back(std::move(change));
    };
    if (!wanted->choice.empty()) set("UCI_Variant", wanted->choice);
    set("UCI_Chess960", wanted->chess960 ? "true" : "false");
    return changes;
}

} // namespace polyglot::session
