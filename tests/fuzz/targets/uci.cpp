// Each line of the input is read as everything that UCI has.
#include "adapter/protocol/uci/uci.hpp"

#include "adapter/protocol/uci/go.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <functional>
#include <string>

namespace protocol = polyglot::protocol;
using polyglot::fuzz::require;

namespace {

bool inside(std::string_view part, std::string_view whole) {
    const std::less_equal<> before_or_at;
    return part.empty() || (before_or_at(whole.data(), part.data()) &&
                            before_or_at(part.data() + part.size(), whole.data() + whole.size()));
}

void check_setoption(std::string_view arguments) {
    const auto option = protocol::parse_setoption(arguments);
    if (!option) return;
    require(!option->name.empty() && inside(option->name, arguments) &&
                inside(option->value, arguments),
            "name and value are parts of the line", arguments);
    const std::string line = protocol::format_setoption(option->name, option->value);
    const auto parsed = protocol::parse_uci_gui_line(line);
    require(parsed.command == protocol::UciCommand::SetOption, "format_setoption makes a setoption",
            line);
    const auto again = protocol::parse_setoption(parsed.arguments);
    require(again && again->name == option->name && again->value == option->value,
            "setoption round trip", line);
}

void check_option(std::string_view line, std::string_view arguments) {
    const auto option = protocol::parse_option_declaration(arguments);
    if (!option) return;
    for (const std::string& choice : option->choices)
        if (option->type == protocol::OptionDeclaration::Type::Combo)
            require(protocol::check_option_value(*option, choice).empty(), "a choice is allowed",
                    choice);
    static_cast<void>(protocol::check_option_value(*option, option->default_value));
    static_cast<void>(protocol::canonical_option_value(*option, option->default_value));

    const std::string changed = protocol::with_default(line, "xyz");
    const auto parsed = protocol::parse_uci_engine_line(changed);
    require(parsed.reply == protocol::UciReply::Option, "it stays an option line", changed);
    const auto again = protocol::parse_option_declaration(parsed.arguments);
    require(again && again->name == option->name && again->type == option->type &&
                again->min == option->min && again->max == option->max &&
                again->choices == option->choices,
            "with_default changes nothing else", changed);
    if (changed != line)
        require(again->default_value == "xyz", "with_default sets the default", changed);
    require(protocol::with_default(changed, "xyz") == changed, "with_default is stable", changed);
}

void check_line(std::string_view line) {
    const auto from_gui = protocol::parse_uci_gui_line(line);
    require(inside(from_gui.arguments, line), "arguments are part of the line", line);
    check_setoption(from_gui.arguments);
    const protocol::Go go = protocol::parse_go(from_gui.arguments);
    const std::string mended = protocol::mend_go(from_gui.arguments);
    protocol::Go again = protocol::parse_go(mended);
    require(!again.is_damaged, "a mended go is not damaged", mended);
    again.is_damaged = go.is_damaged;
    require(again == go, "a mended go says the same", mended);
    require(go.search_moves.empty() || go.has_search_moves, "searchmoves", line);
    for (const std::string& move : go.search_moves)
        require(polyglot::chess::reads_as_uci_move(move) &&
                    line.find(move) != std::string_view::npos,
                "searchmoves are moves", line);

    const auto from_engine = protocol::parse_uci_engine_line(line);
    require(inside(from_engine.arguments, line), "arguments are part of the line", line);
    if (from_engine.reply == protocol::UciReply::Option) check_option(line, from_engine.arguments);
    const protocol::BestMove best = protocol::parse_bestmove(from_engine.arguments);
    require(inside(best.move, line) && inside(best.ponder, line), "moves are parts of the line",
            line);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    while (!input.empty())
        check_line(input.line());
    return 0;
}
