#include "adapter/session/xboard_engine/options.hpp"

#include "adapter/session/shared/shared_options.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace polyglot::session {

using protocol::SetOption;
using protocol::XboardFeatures;
using protocol::XboardOption;
using text::equal_ignoring_case;

namespace {

// CECP has neither the value in force nor the range of `memory`. 16 MB is the default of most UCI engines; 1 TiB is
// more than a machine has, and its size in bytes fits 64 bits: the engine takes as much as it can.
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

// Text within a UCI line: each run of blanks and control characters becomes one blank, because blanks separate words.
std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text::trim(text)) {
        const bool blank = c == ' ' || text::is_control(c);
        if (blank && (line.empty() || line.back() == ' ')) continue;
        line += blank ? ' ' : c;
    }
    return std::string(text::trim(line));
}

// The UCI option for the path of these tablebases.
std::string path_option(std::string_view type) {
    for (const Tablebase& known : tablebases)
        if (equal_ignoring_case(known.type, type)) return std::string(known.option);
    return one_line(type) + "Path";
}
// TYPE of `egtpath TYPE PATH` is one word.
bool is_egt_type(std::string_view type) {
    return !type.empty() &&
           std::none_of(type.begin(), type.end(), [](char c) { return c == ' ' || text::is_control(c); });
}

// "boardsize" and "12x10+0_boardsize" mean that boards may have any size; they are not variants.
bool is_variant(std::string_view variant) {
    return is_egt_type(variant) && !variant.ends_with("boardsize"); // also one word
}

// An announced variant and its choice of UCI_Variant, normal chess first. Chess960 has a separate option.
struct Variant {
    std::string_view xboard;
    std::string_view uci;
};
std::vector<Variant> list_variants(const XboardFeatures& features) {
    std::vector<Variant> variants;
    const auto is_normal_name = [](const std::string& name) { return chess::is_normal_variant(name); };
    const auto normal = std::find(features.variants.begin(), features.variants.end(), "normal");
    const auto first = normal != features.variants.end()
                           ? normal // Fairy-Stockfish announces "chess" as well
                           : std::find_if(features.variants.begin(), features.variants.end(), is_normal_name);
    if (features.variants.empty())
        variants.push_back({"normal", "chess"});
    else if (first != features.variants.end())
        variants.push_back({*first, "chess"});
    for (const std::string& name : features.variants) {
        const bool known = std::any_of(variants.begin(), variants.end(),
                                       [&name](const Variant& v) { return equal_ignoring_case(v.uci, name); });
        if (!known && is_variant(name) && !chess::is_normal_variant(name) && !chess::is_chess960_variant(name))
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

// Set by `hard`, `easy`, `analyze` and `variant`: an engine's option with such a name is not used. (Fairy-Stockfish
// makes no move while its UCI_AnalyseMode is on.)
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
    return " type spin default " + std::string(value) + " min " + std::to_string(range.min) + " max " +
           std::to_string(range.max);
}

// An option of the engine that UCI can declare and set.
struct OwnOption {
    std::string name; // in UCI
    XboardOption option;
    std::string line; // "option name …"
};

// The engine's own options, without those that UCI cannot declare and those that the adapter sets itself.
class OwnOptions {
  public:
    explicit OwnOptions(const XboardFeatures& features) {
        for (const std::string& text : features.options) {
            const auto option = protocol::parse_xboard_option(text);
            if (!option)
                tell(text, "is no option: its type is missing");
            else if (!stays_ours(one_line(option->name), features))
                read(*option);
        }
    }

    const std::vector<OwnOption>& all() const { return own_; }
    std::vector<std::string>& problems() { return problems_; }

    // An exact match is preferred to one in another case.
    const OwnOption* find(std::string_view name) const {
        const auto exact = std::find_if(own_.begin(), own_.end(), [name](const auto& own) { return own.name == name; });
        if (exact != own_.end()) return &*exact;
        const auto same = std::find_if(own_.begin(), own_.end(),
                                       [name](const auto& own) { return equal_ignoring_case(own.name, name); });
        return same == own_.end() ? nullptr : &*same;
    }

    void tell(std::string_view what, std::string_view problem) {
        problems_.push_back("option \"" + one_line(what) + "\" " + std::string(problem));
    }

  private:
    void read(const XboardOption& option) {
        switch (option.type) {
        case XboardOption::Type::Button: return add(option, " type button");
        case XboardOption::Type::String: {
            const std::string value = one_line(option.value);
            return add(option, " type string default " + (value.empty() ? std::string(no_text) : value));
        }
        case XboardOption::Type::Check: {
            const auto on = text::parse_bool(option.value);
            if (!on) tell(option.name, "is neither 0 nor 1: taken for 0");
            return add(option, on.value_or(false) ? " type check default true" : " type check default false");
        }
        case XboardOption::Type::Spin: {
            const auto spin = parse_spin(option.value);
            if (!spin) return tell(option.name, "has not the three numbers VALUE MIN MAX of a spin: left out");
            const std::int64_t value = std::clamp(spin->value, spin->range.min, spin->range.max);
            if (value != spin->value)
                tell(option.name, "has a value outside its range: taken for " + std::to_string(value));
            return add(option, spin_text(std::to_string(value), spin->range));
        }
        case XboardOption::Type::Combo: return read_combo(option);
        }
    }
    void read_combo(const XboardOption& option) {
        Choices choices = split_choices(option.value);
        // Some hosts fail on a combo with one choice (CrazyAra#23).
        if (choices.texts.size() < 2) return tell(option.name, "has nothing to choose: left out");
        for (std::string& choice : choices.texts)
            choice = one_line(choice);
        std::string text = " type combo default " + choices.texts[choices.chosen];
        for (const std::string& choice : choices.texts)
            text.append(" var ").append(choice);
        add(option, text, &choices);
    }

    // UCI has no quoting: a name with the word "value" cannot be set, most hosts cannot read one with "type", and a
    // choice may look like two.
    void add(const XboardOption& option, const std::string& text, const Choices* choices = nullptr) {
        OwnOption own{one_line(option.name), option, {}};
        std::string_view rest = own.name;
        for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest))
            if (word == "type" || word == "value")
                return tell(own.name, "cannot be told in UCI, for the word \"" + std::string(word) + "\": left out");
        own.line = "option name " + own.name + text;
        const auto read = protocol::parse_option_declaration(std::string_view(own.line).substr(6));
        const bool same_choices = choices == nullptr || (read && read->choices == choices->texts &&
                                                         read->default_value == choices->texts[choices->chosen]);
        if (!read || read->name != own.name || !same_choices)
            return tell(own.name, "cannot be told in UCI, which has no quotes: left out");
        if (const OwnOption* other = find(own.name); other != nullptr && other->name == own.name)
            return tell(own.name, "has the name of another one, but for blanks: left out");
        own_.push_back(std::move(own));
    }

    std::vector<OwnOption> own_;
    std::vector<std::string> problems_;
};

std::string variant_text(const XboardFeatures& features) {
    const auto variants = list_variants(features);
    std::string text = " type combo default chess";
    if (variants.front().uci != "chess") text += " var chess"; // hosts refuse a default that is no choice
    for (const Variant& variant : variants)
        text.append(" var ").append(variant.uci);
    return text;
}

} // namespace

DeclaredOptions declare_xboard_options(const XboardFeatures& features) {
    OwnOptions own(features);
    std::vector<std::string> lines;
    const auto add = [&](const std::string& name, const std::string& text) {
        if (own.find(name) == nullptr) lines.push_back("option name " + name + text);
    };
    if (features.memory) add("Hash", spin_text(default_hash_mb, hash_range));
    if (features.smp) add("Threads", spin_text("1", threads_range));
    std::vector<std::string> paths;
    for (const std::string& type : features.egt) {
        const std::string name = path_option(type);
        if (!is_egt_type(type))
            own.tell(type, "is no kind of tablebases");
        else if (std::find(paths.begin(), paths.end(), name) == paths.end())
            add(paths.emplace_back(name), " type string default <empty>");
    }
    add("Ponder", " type check default false");
    if (has_chess960(features)) add("UCI_Chess960", " type check default false");
    if (has_uci_variant(features)) add("UCI_Variant", variant_text(features));
    for (const OwnOption& option : own.all())
        lines.push_back(option.line);
    return {std::move(lines), std::move(own.problems())};
}

namespace {

std::optional<std::string> format_number(std::string_view command, std::string_view value, Range range) {
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
        return set + (value == no_text ? std::string() : text::without_controls(std::string(value)));
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

std::optional<std::string> format_xboard_option(const SetOption& set, const XboardFeatures& features) {
    const std::string name = one_line(set.name);
    const std::string_view value = text::trim(set.value);
    const OwnOptions own_options(features);
    if (const OwnOption* own = own_options.find(name)) return format_own(own->option, value);
    if (follows_the_game(name)) return std::string();
    if (features.memory && equal_ignoring_case(name, "Hash")) return format_number("memory ", value, hash_range);
    if (features.smp && equal_ignoring_case(name, "Threads")) return format_number("cores ", value, threads_range);
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

std::optional<std::string> find_xboard_variant(std::string_view uci_variant, const XboardFeatures& features) {
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
