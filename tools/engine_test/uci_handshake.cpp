// Tests the handshake of a UCI engine and its options.
#include "core/text/text.hpp"
#include "tools/engine_test/uci.hpp"
#include "tools/engine_test/uci_rules.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

namespace polyglot::tools::engine_test {

namespace {

using protocol::OptionDeclaration;
using protocol::UciReply;

void answers_uci(UciTester& t) {
    const auto took = t.shake_hands().took;
    t.measured("uciok after " + format_ms(took));
    if (took > t.limits().reply)
        t.remark("uciok came only after " + format_ms(took) +
                 ": UCI sets no limit, but a GUI may have given up");
}

void names_itself(UciTester& t) {
    const auto& said = t.shake_hands();
    t.measured(text::quote(said.name) + " by " + text::quote(said.author));
    if (said.name.empty()) t.fault("no id name before uciok");
    if (said.author.empty()) t.fault("no id author before uciok");
}

void says_nothing_before(UciTester& t) {
    const auto& said = t.shake_hands();
    for (const std::string& line : said.before) {
        if (line.empty()) continue;
        if (protocol::parse_uci_engine_line(line).reply == UciReply::Other)
            t.remark("a line that is no UCI: " + line);
        else if (!line.starts_with("info string"))
            t.fault("said before the answer to uci: " + line);
    }
    t.measured(std::to_string(said.before.size()) + " lines before the answer");
}

void declares_options(UciTester& t) {
    const auto& said = t.shake_hands();
    std::set<std::string> names;
    for (const std::string& line : said.option_lines) {
        if (const std::string fault = fault_of_option(line); !fault.empty())
            t.fault("option " + line + ": " + fault);
        const auto option = protocol::parse_option_declaration(line);
        if (option && !names.insert(text::lower(option->name)).second)
            t.fault("two options named " + option->name);
    }
    t.measured(std::to_string(said.option_lines.size()) + " options");
    t.remark_variants();
}

void answers_isready(UciTester& t) {
    t.shake_hands();
    t.measured("first readyok after " + format_ms(t.sync("after uciok")));
    const auto again = t.sync("the second time");
    t.measured("then after " + format_ms(again));
    if (t.hear("readyok", t.limits().quiet)) t.fault("a readyok more than there were isready");
}

// ---- options
// ------------------------------------------------------------------------------------------------

bool names_one_of(std::string_view name, std::span<const std::string_view> parts) {
    const std::string lower = text::lower(name);
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

// These options would use the machine's memory and processors without testing the engine.
constexpr std::array<std::string_view, 6> greedy{"hash",   "cache", "memory",
                                                 "thread", "cores", "smp"};
constexpr std::int64_t enough_for_greedy = 4;
// These options name files. With other values than the user's own, an engine may fail or write
// files.
constexpr std::array<std::string_view, 10> file_like{
    "file", "path", "dir", "book", "log", "net", "weights", "syzygy", "nalimov", "gaviota"};

// Fairy-Stockfish has `Protocol`, a combo of uci, xboard and others. With another value it would
// not understand UCI any more.
bool names_another_protocol(const OptionDeclaration& option) {
    return std::ranges::find(option.choices, "xboard") != option.choices.end();
}

std::vector<std::string> values_to_try(const OptionDeclaration& option) {
    using Type = OptionDeclaration::Type;
    std::vector<std::string> values;
    switch (option.type) {
    case Type::Check: values = {"true", "false"}; break;
    case Type::Spin: {
        if (!option.min || !option.max) return {};
        const bool limited = names_one_of(option.name, greedy);
        const auto max =
            limited ? std::min(*option.max, std::max(*option.min, enough_for_greedy)) : *option.max;
        values = {std::to_string(*option.min), std::to_string(max)};
        break;
    }
    case Type::Combo: values = option.choices; break;
    case Type::String:
        if (names_one_of(option.name, file_like)) return {};
        break;
    case Type::Button:
    case Type::Unknown: return {};
    }
    values.push_back(option.default_value); // restores the default
    return values;
}

void takes_all_values(UciTester& t) {
    // The options are copied, because a restart announces them again.
    const std::vector<OptionDeclaration> options = t.handshake().options;
    if (options.empty()) t.skip("the engine has no options");
    int set = 0;
    for (const OptionDeclaration& option : options) {
        if (names_another_protocol(option)) {
            t.remark("left alone: " + option.name);
            continue;
        }
        std::string tried;
        try {
            for (const std::string& value : values_to_try(option)) {
                tried = value;
                // UCI has this notation for an empty text (UCI 2006, "option", string).
                t.set_option(option.name,
                             option.type == OptionDeclaration::Type::String && value.empty()
                                 ? "<empty>"
                                 : value);
                t.sync("after setoption");
                ++set;
            }
        } catch (const StepOver& over) {
            if (over.verdict != Verdict::Failed) throw;
            t.fault(option.name + " = " + tried + ": " + over.message);
            t.shake_hands();
            t.sync("of a new process");
        }
    }
    t.measured(std::to_string(set) + " values of " + std::to_string(options.size()) + " options");
    t.wire().send("ucinewgame");
    t.sync("after all options are back at their defaults");
    t.choose_chess();
    t.check_from_start();
    t.shake_hands(); // values left set must not affect the other steps
}

void survives_unknown_option(UciTester& t) {
    t.set_option("No Such Option", "1");
    t.sync("after setoption with an unknown name");
    t.check_from_start();
}

void begins_new_game(UciTester& t) {
    t.shake_hands();
    t.wire().send("ucinewgame");
    t.measured("readyok after " + format_ms(t.sync("after ucinewgame")));
}

constexpr UciStep steps_of_handshake[] = {
    {"handshake/uci", "", "uci is answered with uciok, in time. (UCI 2006, \"uci\")", answers_uci,
     Begin::Process},
    {"handshake/id", "handshake/uci",
     "The engine states its name and its author. (UCI 2006, \"id\")", names_itself, Begin::Process},
    {"handshake/first-words", "handshake/uci",
     "Before uci an engine says nothing that belongs to UCI; a banner does no harm. (UCI 2006, "
     "\"uci\")",
     says_nothing_before, Begin::Process},
    {"handshake/options", "handshake/uci",
     "Each option has a unique name, a known type, a default, and the limits that its type asks "
     "for. (UCI 2006, "
     "\"option\")",
     declares_options, Begin::Process},
    {"handshake/isready", "handshake/uci",
     "Each isready is answered with one readyok. (UCI 2006, \"isready\")", answers_isready,
     Begin::Process},
    {"handshake/newgame", "handshake/isready",
     "ucinewgame is accepted, and isready answered after it. (UCI 2006, "
     "\"ucinewgame\")",
     begins_new_game, Begin::Process},
};

constexpr UciStep steps_of_options[] = {
    {"options/values", "positions/start",
     "Every option takes every value between its limits, and the engine plays on. (UCI 2006, "
     "\"setoption\")",
     takes_all_values, Begin::AnyGame},
    {"options/unknown", "positions/start",
     "An unknown option is ignored. (UCI 2006: unknown tokens are ignored)",
     survives_unknown_option, Begin::AnyGame},
};

} // namespace

constinit const UciSteps uci_handshake_steps = steps_of_handshake;

constinit const UciSteps uci_option_steps = steps_of_options;

} // namespace polyglot::tools::engine_test
