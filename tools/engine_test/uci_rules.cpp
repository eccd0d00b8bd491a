#include "tools/engine_test/uci_rules.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace polyglot::tools::engine_test {

namespace {

using protocol::OptionDeclaration;
using text::next_word;
using text::quote;

std::string fault_of_spin(const OptionDeclaration& option) {
    if (!option.min || !option.max) return "a spin without min and max, each a whole number";
    if (*option.min > *option.max)
        return "min " + std::to_string(*option.min) + " is above max " +
               std::to_string(*option.max);
    const std::string fault = protocol::check_option_value(option, option.default_value);
    return fault.empty() ? "" : "the default " + quote(option.default_value) + ' ' + fault;
}

std::string fault_of_combo(const OptionDeclaration& option) {
    if (option.choices.empty()) return "a combo without var";
    if (std::ranges::find(option.choices, option.default_value) == option.choices.end())
        return "the default " + quote(option.default_value) + " is not one of the choices";
    return {};
}

struct PrescribedType {
    std::string_view name;
    OptionDeclaration::Type type;
    std::string_view type_name;
};
using Type = OptionDeclaration::Type;
constexpr std::array prescribed_types{
    PrescribedType{"Hash", Type::Spin, "spin"},
    PrescribedType{"NalimovPath", Type::String, "string"},
    PrescribedType{"NalimovCache", Type::Spin, "spin"},
    PrescribedType{"Ponder", Type::Check, "check"},
    PrescribedType{"OwnBook", Type::Check, "check"},
    PrescribedType{"MultiPV", Type::Spin, "spin"},
    PrescribedType{"UCI_ShowCurrLine", Type::Check, "check"},
    PrescribedType{"UCI_ShowRefutations", Type::Check, "check"},
    PrescribedType{"UCI_LimitStrength", Type::Check, "check"},
    PrescribedType{"UCI_Elo", Type::Spin, "spin"},
    PrescribedType{"UCI_AnalyseMode", Type::Check, "check"},
    PrescribedType{"UCI_Opponent", Type::String, "string"},
    PrescribedType{"UCI_EngineAbout", Type::String, "string"},
    PrescribedType{"UCI_ShredderbasesPath", Type::String, "string"},
    PrescribedType{"UCI_SetPositionValue", Type::String, "string"},
    // This option is not in the text of 2006, but equal in every engine and GUI.
    PrescribedType{"UCI_Chess960", Type::Check, "check"},
};

} // namespace

std::string fault_of_option(std::string_view arguments) {
    const auto option = protocol::parse_option_declaration(arguments);
    if (!option) return "has no name";
    const auto* prescribed = std::ranges::find_if(prescribed_types, [&](const auto& p) {
        return text::equal_ignoring_case(p.name, option->name);
    });
    if (prescribed != prescribed_types.end() && prescribed->type != option->type)
        return "is of another type than " + std::string(prescribed->type_name);
    switch (option->type) {
    case Type::Unknown: return "its type is not one of check, spin, combo, button, string";
    case Type::Check:
        if (option->default_value != "true" && option->default_value != "false")
            return "the default " + quote(option->default_value) + " is neither true nor false";
        return {};
    case Type::Spin: return fault_of_spin(*option);
    case Type::Combo: return fault_of_combo(*option);
    case Type::Button:
    case Type::String: return {};
    }
    return {};
}

namespace {

struct NumberWord {
    std::string_view word;
    std::int64_t min;
    std::int64_t max;
};
constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
constexpr std::array number_words{
    NumberWord{"depth", 0, any},     NumberWord{"seldepth", 0, any},
    NumberWord{"time", 0, any},      NumberWord{"nodes", 0, any},
    NumberWord{"multipv", 1, any},   NumberWord{"currmovenumber", 1, any},
    NumberWord{"hashfull", 0, 1000}, NumberWord{"nps", 0, any},
    NumberWord{"tbhits", 0, any},    NumberWord{"sbhits", 0, any},
    NumberWord{"cpuload", 0, any},
};

std::string fault_of_number(const NumberWord& expected, std::string_view given) {
    const auto number = text::parse_int<std::int64_t>(given);
    if (!number)
        return std::string(expected.word) + " is followed by " + quote(given) +
               ", which is not a whole number";
    if (*number < expected.min || *number > expected.max)
        return std::string(expected.word) + ' ' + std::string(given) + " is out of range";
    return {};
}

std::string fault_of_score(std::string_view& rest) {
    const std::string_view kind = next_word(rest);
    if (kind != "cp" && kind != "mate")
        return "score is followed by " + quote(kind) + ", not by cp or mate";
    const std::string_view value = next_word(rest);
    if (!text::parse_int<std::int32_t>(value))
        return "score " + std::string(kind) + " is followed by " + quote(value) +
               ", which is not a whole number";
    return {};
}

} // namespace

std::string fault_of_info(std::string_view arguments) {
    while (true) {
        const std::string_view word = next_word(arguments);
        if (word.empty() || word == "string") return {};
        std::string fault;
        const auto* number = std::ranges::find(number_words, word, &NumberWord::word);
        if (number != number_words.end())
            fault = fault_of_number(*number, next_word(arguments));
        else if (word == "score")
            fault = fault_of_score(arguments);
        if (!fault.empty()) return fault;
    }
}

std::string fault_of_move(const chess::Position& position, std::string_view move,
                          chess::CastlingStyle style) {
    const auto legal = chess::parse_uci_move(position, move);
    if (!legal) return quote(move) + " is not legal in " + chess::format_fen(position);
    const std::string written = chess::format_uci_move(*legal, style);
    return written == move ? "" : quote(move) + " should be written " + written;
}

std::string fault_of_line(chess::Position position, std::string_view moves,
                          chess::CastlingStyle style) {
    int number = 0;
    for (std::string_view word = next_word(moves); !word.empty(); word = next_word(moves)) {
        ++number;
        if (std::string fault = fault_of_move(position, word, style); !fault.empty())
            return "move " + std::to_string(number) + " of the line, " + fault;
        position.make(*chess::parse_uci_move(position, word));
    }
    return {};
}

} // namespace polyglot::tools::engine_test
