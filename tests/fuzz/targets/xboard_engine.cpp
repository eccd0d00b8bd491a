// Each line of the input as the output of an xboard engine; its features collected, converted to
// UCI options, and each of these set. A line `set …` is a setoption of a host.
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace protocol = polyglot::protocol;
namespace session = polyglot::session;
namespace text = polyglot::text;
using polyglot::fuzz::require;
using protocol::OptionDeclaration;
using protocol::XboardReply;

namespace {

bool inside(std::string_view part, std::string_view whole) {
    const std::less_equal<> before_or_at;
    return part.empty() || (before_or_at(whole.data(), part.data()) &&
                            before_or_at(part.data() + part.size(), whole.data() + whole.size()));
}
bool is_one_line(std::string_view line) {
    return line.find_first_of(std::string_view("\n\r\v\f\0", 5)) == std::string_view::npos;
}

void check_command(std::string_view name, std::string_view value,
                   const protocol::XboardFeatures& features) {
    const auto command = session::XboardOptions(features).format({name, value}, features);
    if (!command || command->empty()) return;
    require(is_one_line(*command), "one command is one line", *command);
    std::string_view rest = *command;
    const std::string_view word = text::next_word(rest);
    require(word == "option" || word == "memory" || word == "cores" || word == "egtpath",
            "one of xboard's commands", *command);
}

// What UCI hosts may set it to: what was declared, and the ends of its range.
void check_values(const OptionDeclaration& option, const protocol::XboardFeatures& features) {
    const auto is_taken = [&](std::string_view value) {
        require(protocol::check_option_value(option, value).empty(), "a declared value is allowed",
                value);
        require(session::XboardOptions(features).format({option.name, value}, features).has_value(),
                "a declared value is taken", option.name);
        check_command(option.name, value, features);
    };
    is_taken(option.default_value);
    for (const std::string& choice : option.choices)
        is_taken(choice);
    using Type = OptionDeclaration::Type;
    if (option.type == Type::Check) is_taken("true");
    if (option.type == Type::Spin) {
        require(option.min && option.max && *option.min <= *option.max, "a spin has a range",
                option.name);
        is_taken(std::to_string(*option.min));
        is_taken(std::to_string(*option.max));
    }
    if (option.type == Type::Combo)
        require(!option.choices.empty(), "a combo has choices", option.name);
}

void check_features(const protocol::XboardFeatures& features) {
    const session::DeclaredOptions options = session::XboardOptions(features).declare();
    for (const std::string& line : options.lines) {
        require(is_one_line(line), "one option is one line", line);
        const auto parsed = protocol::parse_uci_engine_line(line);
        require(parsed.reply == protocol::UciReply::Option, "it is an option line", line);
        const auto option = protocol::parse_option_declaration(parsed.arguments);
        require(option && option->type != OptionDeclaration::Type::Unknown, "UCI reads it", line);
        const std::string setoption =
            protocol::format_setoption(option->name, option->default_value);
        const auto set =
            protocol::parse_setoption(protocol::parse_uci_gui_line(setoption).arguments);
        require(set && set->name == option->name, "it can be set by its name", setoption);
        check_values(*option, features);
    }
    for (const std::string& problem : options.problems)
        require(is_one_line(problem), "one problem is one line", problem);
}

void check_line(std::string_view line, protocol::XboardFeatures& features) {
    const auto parsed = protocol::parse_xboard_engine_line(line);
    require(inside(parsed.arguments, line), "arguments are part of the line", line);
    require((parsed.reply == XboardReply::Blank) <= parsed.arguments.empty(),
            "a blank line says nothing", line);
    if (parsed.reply == XboardReply::Move) {
        std::string_view rest = parsed.arguments;
        require(!text::next_word(rest).empty() && rest.empty(), "a move is one word", line);
    }
    // What is read does not depend on what stands around it.
    const auto again =
        protocol::parse_xboard_engine_line("White (1) : \t" + std::string(line) + " \r");
    require(again.reply == parsed.reply, "prompts and blanks change nothing", line);

    if (parsed.reply != XboardReply::Feature) return;
    for (const auto& [name, value] : protocol::parse_features(parsed.arguments)) {
        const std::size_t options = features.options.all().size();
        const bool taken = protocol::take_feature(features, name, value);
        require(taken || features.options.all().size() == options,
                "what is refused changes nothing", name);
        if (name == "option")
            require(taken == protocol::parse_xboard_option(value).has_value(),
                    "readable options are taken", value);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    protocol::XboardFeatures features;
    while (!input.empty()) {
        const std::string_view line = input.line();
        check_line(line, features);
        if (const auto set = protocol::parse_setoption(line))
            check_command(set->name, set->value, features);
    }
    check_features(features);
    // The same without the parser: options that it would not have accepted.
    features.options.take(polyglot::fuzz::text_of(data, size));
    features.egt.emplace_back(polyglot::fuzz::text_of(data, std::min<std::size_t>(size, 20)));
    features.variants.emplace_back(polyglot::fuzz::text_of(data, std::min<std::size_t>(size, 20)));
    check_features(features);
    return 0;
}
