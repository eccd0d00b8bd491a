#include "adapter/protocol/uci/uci.hpp"

#include "core/chess/uci_move.hpp"
#include "core/text/byte_search.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace polyglot::protocol {

using text::next_word;
using text::trim;

UciGuiLine parse_uci_gui_line(std::string_view line) {
    constexpr std::array<std::pair<std::string_view, UciCommand>, 10> commands{{
        {"position", UciCommand::Position},
        {"go", UciCommand::Go},
        {"isready", UciCommand::IsReady},
        {"stop", UciCommand::Stop},
        {"ponderhit", UciCommand::PonderHit},
        {"setoption", UciCommand::SetOption},
        {"ucinewgame", UciCommand::NewGame},
        {"uci", UciCommand::Uci},
        {"debug", UciCommand::Debug},
        {"quit", UciCommand::Quit},
    }};
    const std::string_view word = next_word(line);
    for (const auto& [name, command] : commands)
        if (word == name) return {command, trim(line)};
    return {UciCommand::Other, trim(line)};
}

UciEngineLine parse_uci_reply(std::string_view line) {
    constexpr std::array<std::pair<std::string_view, UciReply>, 6> replies{{
        {"info", UciReply::Info},
        {"bestmove", UciReply::BestMove},
        {"readyok", UciReply::ReadyOk},
        {"option", UciReply::Option},
        {"id", UciReply::Id},
        {"uciok", UciReply::UciOk},
    }};
    const std::string_view word = next_word(line);
    for (const auto& [name, reply] : replies)
        if (word == name) return {reply, line};
    return {UciReply::Other, line};
}

namespace {

// The first occurrence of any of the words, as a separate word.
struct Found {
    std::size_t begin = std::string_view::npos; // of the word
    std::size_t end = std::string_view::npos;   // after it
    std::size_t which = 0;                      // index into words
};
Found find_word(std::string_view text, std::span<const std::string_view> words,
                std::size_t from = 0) {
    std::string_view rest = text.substr(std::min(from, text.size()));
    while (true) {
        const std::string_view word = next_word(rest);
        if (word.empty()) return {};
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (word != words[i]) continue;
            const auto begin = static_cast<std::size_t>(word.data() - text.data());
            return {begin, begin + word.size(), i};
        }
    }
}

constexpr std::string_view info_start = "info ";

#ifdef POLYGLOT_SSE2
// Returns the length of the infos at the beginning of lines, within the whole blocks of 64 bytes
// that have no '\r'; more infos may follow. Searching for the end of each line takes twice as long.
std::size_t length_of_infos_by_blocks(std::string_view lines) {
    constexpr std::size_t block = 64;
    std::size_t length = 0;
    for (std::size_t at = 0; at + block <= lines.size(); at += block) {
        __m128i returns = _mm_setzero_si128();
        // Shifted to its place in 64 bits.
        const auto ends_from = [&, place = lines.data() + at](std::size_t i) {
            const __m128i bytes = text::load_16(place + i);
            returns = _mm_or_si128(returns, text::is_equal(bytes, '\r'));
            return std::uint64_t{text::mask_of(text::is_equal(bytes, '\n'))} << i;
        };
        // Bit i is set if byte i is '\n'.
        std::uint64_t ends = ends_from(0) | ends_from(16) | ends_from(32) | ends_from(48);
        if (text::mask_of(returns) != 0) break;
        for (; ends != 0; ends &= ends - 1) {
            length = at + static_cast<std::size_t>(std::countr_zero(ends)) + 1;
            if (!lines.substr(length).starts_with(info_start)) return length;
        }
    }
    return length;
}
#else
constexpr std::size_t length_of_infos_by_blocks(std::string_view) {
    return 0;
}
#endif

} // namespace

std::size_t length_of_infos(std::string_view lines) {
    if (!lines.starts_with(info_start)) return 0;
    std::size_t length = length_of_infos_by_blocks(lines);
    if (!lines.substr(length).starts_with(info_start)) return length;
    lines = lines.substr(0, lines.find('\r', length));
    while (lines.substr(length).starts_with(info_start)) {
        const std::size_t end = lines.find('\n', length);
        if (end == std::string_view::npos) break;
        length = end + 1;
    }
    return length;
}

bool has_torn_readyok(std::string_view info) {
    constexpr std::array<std::string_view, 2> words{"readyok", "string"};
    const Found found = find_word(info, words);
    return found.begin != std::string_view::npos && found.which == 0;
}

bool objects_to_uci(std::string_view line) {
    constexpr std::array<std::string_view, 5> objections{"rror", "llegal", "nvalid", "nknown",
                                                         "nrecognized"};
    return text::trim(line).ends_with("uci") &&
           std::any_of(objections.begin(), objections.end(), [line](std::string_view word) {
               return line.find(word) != std::string_view::npos;
           });
}

std::optional<SetOption> parse_setoption(std::string_view arguments) {
    constexpr std::array<std::string_view, 1> name_word{"name"};
    constexpr std::array<std::string_view, 1> value_word{"value"};
    const Found name = find_word(arguments, name_word);
    if (name.end == std::string_view::npos) return std::nullopt;
    const Found value = find_word(arguments, value_word, name.end);
    SetOption result;
    if (value.begin == std::string_view::npos) {
        result.name = trim(arguments.substr(name.end));
    } else {
        result.name = trim(arguments.substr(name.end, value.begin - name.end));
        result.value = trim(arguments.substr(value.end));
    }
    if (result.name.empty()) return std::nullopt;
    return result;
}

std::string format_setoption(std::string_view name, std::string_view value) {
    std::string line = "setoption name ";
    line += name;
    if (!value.empty()) {
        line += " value ";
        line += value;
    }
    return line;
}

namespace {

constexpr std::array<std::string_view, 6> option_words{"name", "type", "default",
                                                       "min",  "max",  "var"};
enum OptionWord : std::uint8_t { Name, Type, Default, Min, Max, Var };

OptionDeclaration::Type parse_type(std::string_view word) {
    using T = OptionDeclaration::Type;
    if (word == "check") return T::Check;
    if (word == "spin") return T::Spin;
    if (word == "combo") return T::Combo;
    if (word == "button") return T::Button;
    if (word == "string") return T::String;
    return T::Unknown;
}

// Finds the end of the name: "type" followed by a type of UCI, otherwise just "type". Names may
// contain all words that divide an option line ("Use default book", "Type of move").
Found find_type(std::string_view text, std::size_t from) {
    constexpr std::array<std::string_view, 1> type_word{"type"};
    const Found first = find_word(text, type_word, from);
    for (Found type = first; type.begin != std::string_view::npos;
         type = find_word(text, type_word, type.end)) {
        std::string_view rest = text.substr(type.end);
        if (parse_type(next_word(rest)) != OptionDeclaration::Type::Unknown) return type;
    }
    return first;
}

// Finds the beginning of the next field. A string option's default extends to the end of the line.
// A combo's choices may be any words, so the word after `var`, and a UCI word other than `var`
// after `default`, is a value.
Found find_next_field(std::string_view arguments, const Found& field,
                      OptionDeclaration::Type type) {
    constexpr std::array<std::string_view, 2> combo_words{"default", "var"};
    if (field.which == Name) {
        Found found = find_type(arguments, field.end);
        found.which = Type;
        return found;
    }
    if (type == OptionDeclaration::Type::String && field.which == Default) return {};
    if (type != OptionDeclaration::Type::Combo || field.which == Type)
        return find_word(arguments, option_words, field.end);
    std::size_t from = field.end;
    std::string_view rest = arguments.substr(from);
    const std::string_view word = next_word(rest);
    if (field.which == Var || word != "var") from = arguments.size() - rest.size();
    Found found = find_word(arguments, combo_words, from);
    found.which = found.which == 0 ? Default : Var;
    return found;
}

// Calls on_field(word, value) for each part of an option line.
template <class OnField>
void for_each_field(std::string_view arguments, OnField on_field) {
    auto type = OptionDeclaration::Type::Unknown;
    Found field = find_word(arguments, option_words);
    while (field.begin != std::string_view::npos) {
        const Found next = find_next_field(arguments, field, type);
        const std::size_t end = std::min(next.begin, arguments.size());
        const std::string_view value = trim(arguments.substr(field.end, end - field.end));
        if (field.which == Type) type = parse_type(value);
        on_field(static_cast<OptionWord>(field.which), value);
        field = next;
    }
}

} // namespace

std::optional<OptionDeclaration> parse_option_declaration(std::string_view arguments) {
    OptionDeclaration option;
    for_each_field(arguments, [&option](OptionWord word, std::string_view value) {
        switch (word) {
        case Name: option.name = value; break;
        case Type:
            option.type = parse_type(next_word(value));
            break; // Cinnamon: "type string empty"
        case Default: option.default_value = value; break;
        case Min: option.min = text::parse_int<std::int64_t>(value); break;
        case Max: option.max = text::parse_int<std::int64_t>(value); break;
        case Var: option.choices.emplace_back(value); break;
        }
    });
    if (option.name.empty()) return std::nullopt;
    return option;
}

std::string check_option_value(const OptionDeclaration& option, std::string_view value) {
    using T = OptionDeclaration::Type;
    switch (option.type) {
    case T::Check:
        if (!text::parse_bool(value)) return "is neither true nor false";
        break;
    case T::Spin: {
        const auto number = text::parse_int<std::int64_t>(value);
        if (!number) return "is not a whole number";
        if ((option.min && *number < *option.min) || (option.max && *number > *option.max))
            return "is outside " + (option.min ? std::to_string(*option.min) : std::string("…")) +
                   ".." + (option.max ? std::to_string(*option.max) : std::string("…"));
        break;
    }
    case T::Combo: {
        const auto same = [value](const std::string& choice) {
            return text::equal_ignoring_case(choice, value);
        };
        if (std::any_of(option.choices.begin(), option.choices.end(), same)) break;
        std::string message = "is not one of:";
        for (const std::string& choice : option.choices)
            message += " " + choice;
        return message;
    }
    case T::Button:
    case T::String:
    case T::Unknown: break;
    }
    return {};
}

std::string_view canonical_option_value(const OptionDeclaration& option, std::string_view value) {
    if (option.type == OptionDeclaration::Type::Check)
        if (const auto on = text::parse_bool(value)) return *on ? "true" : "false";
    for (const std::string& choice : option.choices) // none but those of a combo
        if (text::equal_ignoring_case(choice, value)) return choice;
    return value;
}

std::string with_default(std::string_view line, std::string_view default_value) {
    std::string_view arguments = line;
    next_word(arguments); // "option"
    std::string_view old; // a view into line, so that its position is known
    bool found = false;
    for_each_field(arguments, [&](OptionWord word, std::string_view value) {
        if (word != Default) return;
        old = value;
        found = true;
    });
    std::string result(line);
    if (!found) return result;
    const auto begin = static_cast<std::size_t>(old.data() - line.data());
    // An empty default has no characters, so that "default min 1" needs another blank.
    return result.replace(begin, old.size(),
                          old.empty() ? " " + std::string(default_value) : default_value);
}

BestMove parse_bestmove(std::string_view arguments) {
    BestMove result;
    result.move = next_word(arguments);
    if (next_word(arguments) == "ponder") result.ponder = next_word(arguments);
    return result;
}

std::string format_bestmove(const BestMove& best) {
    std::string line = "bestmove ";
    line += best.move;
    if (!best.ponder.empty()) (line += " ponder ") += best.ponder;
    return line;
}

} // namespace polyglot::protocol
