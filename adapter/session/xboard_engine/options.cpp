#include "adapter/session/xboard_engine/options.hpp"

#include "adapter/session/shared/shared_options.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace polyglot::session {

using protocol::SetOption;
using protocol::XboardFeatures;
using protocol::XboardOption;
using text::equal_ignoring_case;

namespace {

// CECP has neither the value in force nor the range of `memory`. 16 MB is the default of most UCI
// engines. The maximum of 1 TiB is more than a machine has, so that the engine limits the value,
// and its size in bytes fits into 64 bits.
constexpr std::string_view default_hash_mb = "16";
constexpr std::int64_t max_hash_mb = 1 << 20;
// Stockfish's limit for ten years; hosts offer no more than their own cores.
constexpr std::int64_t max_threads = 512;

struct Range {
    std::int64_t min = 0;
    std::int64_t max = 0;
};
constexpr Range hash_range{1, max_hash_mb};
constexpr Range threads_range{1, max_threads};

// Returns the text for a UCI line, in which each run of blanks and control characters becomes one
// blank, because blanks separate words.
std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text::trim(text)) {
        const bool blank = c == ' ' || text::is_control(c);
        if (blank && (line.empty() || line.back() == ' ')) continue;
        line += blank ? ' ' : c;
    }
    return std::string(text::trim(line));
}

// Returns the UCI option for the path of these tablebases.
std::string path_option(std::string_view type) {
    for (const Tablebase& known : tablebases)
        if (equal_ignoring_case(known.type, type)) return std::string(known.option);
    return one_line(type) + "Path";
}
// Returns true if the type is one word, as in `egtpath TYPE PATH`.
bool is_egt_type(std::string_view type) {
    return !type.empty() && std::none_of(type.begin(), type.end(),
                                         [](char c) { return c == ' ' || text::is_control(c); });
}

// "boardsize" and "12x10+0_boardsize" mean that boards may have any size; they are not variants.
bool is_variant(std::string_view variant) {
    return is_egt_type(variant) && !variant.ends_with("boardsize"); // must be one word as well
}

// An announced variant and its choice of UCI_Variant, normal chess first. Chess960 has a separate
// option.
struct Variant {
    std::string_view xboard;
    std::string_view uci;
};
std::vector<Variant> list_variants(const XboardFeatures& features) {
    std::vector<Variant> variants;
    const auto is_normal_name = [](const std::string& name) {
        return chess::is_normal_variant(name);
    };
    const auto normal = std::find(features.variants.begin(), features.variants.end(), "normal");
    const auto first =
        normal != features.variants.end()
            ? normal // Fairy-Stockfish announces "chess" as well
            : std::find_if(features.variants.begin(), features.variants.end(), is_normal_name);
    if (features.variants.empty())
        variants.push_back({"normal", "chess"});
    else if (first != features.variants.end())
        variants.push_back({*first, "chess"});
    for (const std::string& name : features.variants) {
        const bool known = std::any_of(variants.begin(), variants.end(), [&name](const Variant& v) {
            return equal_ignoring_case(v.uci, name);
        });
        if (!known && is_variant(name) && !chess::is_normal_variant(name) &&
            !chess::is_chess960_variant(name))
            variants.push_back({name, name});
    }
    return variants;
}
bool has_uci_variant(const XboardFeatures& features) {
    const auto variants = list_variants(features);
    return variants.size() > 1 || (variants.size() == 1 && variants.front().uci != "chess");
}
bool has_chess960(const XboardFeatures& features) {
    return std::any_of(features.variants.begin(), features.variants.end(),
                       [](const std::string& name) { return chess::is_chess960_variant(name); });
}

// Returns true for options that `hard`, `easy`, `analyze` and `variant` set. An engine's option
// with such a name is not used, because Fairy-Stockfish makes no move while its UCI_AnalyseMode is
// on.
bool stays_ours(std::string_view name, const XboardFeatures& features) {
    return equal_ignoring_case(name, "Ponder") || equal_ignoring_case(name, "UCI_AnalyseMode") ||
           (equal_ignoring_case(name, "UCI_Chess960") && has_chess960(features)) ||
           (equal_ignoring_case(name, "UCI_Variant") && has_uci_variant(features));
}

// The choices of a combo in the engine's spelling, without the star that marks the default.
struct Choices {
    std::vector<std::string> texts;
    std::size_t chosen = 0; // if no choice is marked, as in XBoard
};
Choices split_choices(std::string_view value) {
    constexpr std::string_view separator = "///";
    Choices choices;
    while (true) {
        const std::size_t end = std::min(value.find(separator), value.size());
        std::string_view choice = text::trim(value.substr(0, end));
        if (choice.starts_with('*')) {
            choices.chosen = choices.texts.size();
            choice = text::trim(choice.substr(1));
        }
        if (!choice.empty()) choices.texts.push_back(text::without_controls(std::string(choice)));
        if (end == value.size()) break;
        value.remove_prefix(end + separator.size());
    }
    if (choices.chosen >= choices.texts.size()) choices.chosen = 0;
    return choices;
}

// VALUE MIN MAX.
struct Spin {
    std::int64_t value = 0;
    Range range;
};
std::optional<Spin> parse_spin(std::string_view value) {
    const auto current = text::parse_int<std::int64_t>(text::next_word(value));
    const auto min = text::parse_int<std::int64_t>(text::next_word(value));
    const auto max = text::parse_int<std::int64_t>(text::next_word(value));
    if (!current || !min || !max || *min > *max) return std::nullopt;
    return Spin{*current, {*min, *max}};
}

std::string spin_text(std::string_view value, Range range) {
    return " type spin default " + std::string(value) + " min " + std::to_string(range.min) +
           " max " + std::to_string(range.max);
}

// The part of a UCI option line about type and values of an own option.
struct InUci {
    std::string text;    // " type check default true"; empty if UCI cannot express it
    std::string problem; // for the log
    Choices choices = {};
};

InUci spin_in_uci(const XboardOption& option) {
    const auto spin = parse_spin(option.value);
    if (!spin)
        return {.text = {},
                .problem = "has not the three numbers VALUE MIN MAX of a spin: left out"};
    const std::string value =
        std::to_string(std::clamp(spin->value, spin->range.min, spin->range.max));
    const bool is_inside = value == std::to_string(spin->value);
    return {.text = spin_text(value, spin->range),
            .problem = is_inside ? "" : "has a value outside its range: taken for " + value};
}

InUci combo_in_uci(const XboardOption& option) {
    Choices choices = split_choices(option.value);
    // Some hosts fail on a combo with one choice (CrazyAra#23).
    if (choices.texts.size() < 2) return {.text = {}, .problem = "has nothing to choose: left out"};
    for (std::string& choice : choices.texts)
        choice = one_line(choice);
    std::string text = " type combo default " + choices.texts[choices.chosen];
    for (const std::string& choice : choices.texts)
        text.append(" var ").append(choice);
    return {.text = std::move(text), .problem = {}, .choices = std::move(choices)};
}

InUci in_uci(const XboardOption& option) {
    switch (option.type) {
    case XboardOption::Type::Button: return {.text = " type button", .problem = {}};
    case XboardOption::Type::String: {
        const std::string value = one_line(option.value);
        return {.text = " type string default " + (value.empty() ? std::string(no_text) : value),
                .problem = {}};
    }
    case XboardOption::Type::Check: {
        const auto on = text::parse_bool(option.value);
        return {.text =
                    on.value_or(false) ? " type check default true" : " type check default false",
                .problem = on ? "" : "is neither 0 nor 1: taken for 0"};
    }
    case XboardOption::Type::Spin: return spin_in_uci(option);
    case XboardOption::Type::Combo: return combo_in_uci(option);
    }
    return {};
}

// Returns why UCI cannot express the option; empty if it can. UCI has no quoting, so a name with
// the word "value" cannot be set, most hosts cannot read one with "type", and a choice may look
// like two.
std::string why_not_in_uci(const std::string& name, const std::string& line, const InUci& said) {
    std::string_view rest = name;
    for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest))
        if (word == "type" || word == "value")
            return "cannot be expressed in UCI, for the word \"" + std::string(word) +
                   "\": left out";
    const auto read = protocol::parse_option_declaration(std::string_view(line).substr(6));
    const Choices& choices = said.choices;
    const bool same_choices =
        choices.texts.empty() || (read && read->choices == choices.texts &&
                                  read->default_value == choices.texts[choices.chosen]);
    return read && read->name == name && same_choices
               ? ""
               : "cannot be expressed in UCI, which has no quotes: left out";
}

std::string variant_text(const XboardFeatures& features) {
    const auto variants = list_variants(features);
    std::string text = " type combo default chess";
    // Hosts refuse a default that is not a choice.
    if (variants.front().uci != "chess") text += " var chess";
    for (const Variant& variant : variants)
        text.append(" var ").append(variant.uci);
    return text;
}

} // namespace

XboardOptions::XboardOptions(const XboardFeatures& features) {
    for (const std::string& text : features.options.all())
        read(features, text);
    of_features_ = list_of_features(features);
}

void XboardOptions::tell(std::string_view what, std::string_view problem) {
    problems_.push_back("option \"" + one_line(what) + "\" " + std::string(problem));
}

// Returns the option's index.
std::size_t XboardOptions::read(const XboardFeatures& features, const std::string& text) {
    const XboardOption option = *protocol::parse_xboard_option(text);
    const auto [place, is_new] = by_announced_name_.emplace(option.name, own_.size());
    const std::size_t at = place->second;
    if (is_new) {
        own_.push_back({.name = one_line(option.name), .text = {}, .line = {}});
        by_name_[text::lower(own_.back().name)].push_back(at);
    }
    Own& own = own_[at];
    own.text = text;
    own.line.clear();
    if (stays_ours(own.name, features)) return at;
    const std::vector<std::size_t>& same = by_name_[text::lower(own.name)];
    const bool is_taken = std::any_of(same.begin(), same.end(), [&](std::size_t other) {
        return other != at && own_[other].name == own.name && !own_[other].line.empty();
    });
    const InUci said = in_uci(option);
    const std::string line = "option name " + own.name + said.text;
    const std::string problem = said.text.empty() ? "" : why_not_in_uci(own.name, line, said);
    if (!said.problem.empty()) tell(own.name, said.problem);
    if (is_taken)
        tell(own.name, "has the name of another one, but for blanks: left out");
    else if (!problem.empty())
        tell(own.name, problem);
    else if (!said.text.empty())
        own.line = line;
    return at;
}

// An exact match is preferred to one in another case.
const XboardOptions::Own* XboardOptions::find(std::string_view name,
                                              const XboardFeatures& features) const {
    const auto places = by_name_.find(text::lower(name));
    if (places == by_name_.end() || stays_ours(name, features)) return nullptr;
    const Own* found = nullptr;
    for (const std::size_t at : places->second) {
        const Own& own = own_[at];
        if (own.line.empty()) continue;
        if (own.name == name) return &own;
        if (found == nullptr) found = &own;
    }
    return found;
}

// Returns the options of rule 1.
std::vector<std::string> XboardOptions::list_of_features(const XboardFeatures& features) {
    std::vector<std::string> lines;
    const auto add = [&](const std::string& name, const std::string& text) {
        if (find(name, features) == nullptr) lines.push_back("option name " + name + text);
    };
    if (features.memory) add("Hash", spin_text(default_hash_mb, hash_range));
    if (features.smp) add("Threads", spin_text("1", threads_range));
    std::vector<std::string> paths;
    for (const std::string& type : features.egt) {
        const std::string name = path_option(type);
        if (!is_egt_type(type))
            tell(type, "is no kind of tablebases");
        else if (std::find(paths.begin(), paths.end(), name) == paths.end())
            add(paths.emplace_back(name), " type string default <empty>");
    }
    add("Ponder", " type check default false");
    if (has_chess960(features)) add("UCI_Chess960", " type check default false");
    if (has_uci_variant(features)) add("UCI_Variant", variant_text(features));
    return lines;
}

DeclaredOptions XboardOptions::declare() {
    std::vector<std::string> lines = of_features_;
    for (const Own& own : own_)
        if (!own.line.empty()) lines.push_back(own.line);
    return {std::move(lines), std::exchange(problems_, {})};
}

DeclaredOptions XboardOptions::declare_changes(const XboardFeatures& features,
                                               std::span<const std::string> texts) {
    std::vector<std::string> lines;
    for (const std::string& text : texts) {
        const XboardOption option = *protocol::parse_xboard_option(text);
        const auto known = by_announced_name_.find(std::string(option.name));
        const std::string before =
            known == by_announced_name_.end() ? "" : own_[known->second].line;
        const Own& own = own_[read(features, text)];
        if (!own.line.empty() && own.line != before) lines.push_back(own.line);
    }
    const std::vector<std::string> before = std::exchange(of_features_, list_of_features(features));
    for (const std::string& line : of_features_)
        if (std::find(before.begin(), before.end(), line) == before.end()) lines.push_back(line);
    return {std::move(lines), std::exchange(problems_, {})};
}

std::string_view XboardOptions::kind_of(std::string_view name,
                                        const XboardFeatures& features) const {
    const Own* own = find(name, features);
    return own == nullptr ? std::string_view{} : protocol::parse_xboard_option(own->text)->kind;
}

namespace {

std::optional<std::string> format_number(std::string_view command, std::string_view value,
                                         Range range) {
    const auto number = text::parse_int<std::int64_t>(text::trim(value));
    if (!number || *number < range.min || *number > range.max) return std::nullopt;
    return std::string(command) + std::to_string(*number);
}

std::optional<std::string> format_own(const XboardOption& option, std::string_view value) {
    const std::string command = "option " + text::without_controls(std::string(option.name));
    const std::string set = command + '=';
    switch (option.type) {
    case XboardOption::Type::Button: return command;
    case XboardOption::Type::String:
        return set +
               (value == no_text ? std::string() : text::without_controls(std::string(value)));
    case XboardOption::Type::Check: {
        const auto on = text::parse_bool(value);
        return on ? std::optional(set + (*on ? '1' : '0')) : std::nullopt;
    }
    case XboardOption::Type::Spin: {
        const auto spin = parse_spin(option.value);
        return spin ? format_number(set, value, spin->range) : std::nullopt;
    }
    case XboardOption::Type::Combo: {
        const auto choices = split_choices(option.value);
        for (const std::string& choice : choices.texts)
            if (equal_ignoring_case(one_line(choice), one_line(value))) return set + choice;
        return std::nullopt;
    }
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> XboardOptions::format(const SetOption& set,
                                                 const XboardFeatures& features) const {
    const std::string name = one_line(set.name);
    const std::string_view value = text::trim(set.value);
    if (const Own* own = find(name, features))
        return format_own(*protocol::parse_xboard_option(own->text), value);
    if (follows_the_game(name)) return std::string();
    if (features.memory && equal_ignoring_case(name, "Hash"))
        return format_number("memory ", value, hash_range);
    if (features.smp && equal_ignoring_case(name, "Threads"))
        return format_number("cores ", value, threads_range);
    for (const std::string& type : features.egt) {
        if (!is_egt_type(type) || !equal_ignoring_case(path_option(type), name)) continue;
        if (value.empty() || value == no_text) return std::string();
        return "egtpath " + type + ' ' + text::without_controls(std::string(value));
    }
    return std::nullopt;
}

bool starts_in_normal_chess(const XboardFeatures& features) {
    return features.variants.empty() || chess::is_normal_variant(features.variants.front());
}

std::string describe_variants(const XboardFeatures& features) {
    std::string text;
    for (const std::string& name : features.variants)
        if (is_variant(name)) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "normal" : text;
}

std::optional<std::string> find_xboard_variant(std::string_view uci_variant,
                                               const XboardFeatures& features) {
    const std::string_view wanted = chess::is_normal_variant(uci_variant) ? "chess" : uci_variant;
    if (chess::is_chess960_variant(wanted)) {
        for (const std::string& name : features.variants)
            if (chess::is_chess960_variant(name)) return name;
        return std::nullopt;
    }
    for (const Variant& variant : list_variants(features))
        if (equal_ignoring_case(variant.uci, wanted)) return std::string(variant.xboard);
    return std::nullopt;
}

} // namespace polyglot::session
