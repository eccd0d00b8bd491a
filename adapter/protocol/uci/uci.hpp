// The UCI lines that the adapter has to understand. All other lines are passed on unchanged. Fields
// of type std::string_view are views into the line. Test: uci_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::protocol {

// Commands of a GUI to an engine.
enum class UciCommand : std::uint8_t {
    Uci,
    Debug,
    IsReady,
    SetOption,
    NewGame,
    Position,
    Go,
    Stop,
    PonderHit,
    Quit,
    Other, // anything else, also an empty line
};
struct UciGuiLine {
    UciCommand command = UciCommand::Other;
    std::string_view arguments; // what follows the command word, trimmed
};
UciGuiLine parse_uci_gui_line(std::string_view line);

// Replies of an engine to a GUI.
enum class UciReply : std::uint8_t { Id, Option, UciOk, ReadyOk, BestMove, Info, Other };
struct UciEngineLine {
    UciReply reply = UciReply::Other;
    std::string_view arguments;
};
UciEngineLine parse_uci_reply(std::string_view line); // takes a reply of any kind
inline UciEngineLine parse_uci_engine_line(std::string_view line) {
    // Infos are by far the most frequent lines.
    if (line.starts_with("info ")) return {UciReply::Info, line.substr(5)};
    return parse_uci_reply(line);
}
// Returns true if the text after "info" contains a readyok, because two threads of the engine have
// printed at the same time (WyldChess).
bool has_torn_readyok(std::string_view info);
// Returns the length of the infos at the beginning of `lines` that can be passed on unchanged:
// whole lines that end with '\n' without '\r'. More infos may follow after the first line of
// another kind.
std::size_t length_of_infos(std::string_view lines);
// Returns true for the answer to `uci` of an engine that does not speak UCI: "Error (unknown
// command): uci", "Illegal move: uci" (CECP); after a prompt "Invalid move: uci" (GNU Chess).
bool objects_to_uci(std::string_view line);

// `setoption name N [value V]`, given the text after "setoption". Names and values may contain
// blanks. Returns nullopt if there is no name.
struct SetOption {
    std::string_view name;
    std::string_view value; // empty for a button
};
std::optional<SetOption> parse_setoption(std::string_view arguments);
// The same with copies of the texts, which can be stored.
struct OptionSetting {
    std::string name;
    std::string value; // empty for a button

    SetOption as_set() const { return {.name = name, .value = value}; }
};
// An empty value means a button.
std::string format_setoption(std::string_view name, std::string_view value);

// `option name N type T default D min A max B var V …`, given what follows "option".
struct OptionDeclaration {
    enum class Type : std::uint8_t { Check, Spin, Combo, Button, String, Unknown };
    std::string name;
    Type type = Type::Unknown;
    std::string default_value;
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
    std::vector<std::string> choices; // of a combo
};
std::optional<OptionDeclaration> parse_option_declaration(std::string_view arguments);
// Returns why the value is invalid for this option; empty if it is valid.
std::string check_option_value(const OptionDeclaration& option, std::string_view value);
// Returns the value of a check in UCI's spelling (true, false), that of a combo in the engine's
// spelling, because some engines compare its letters, and every other value unchanged.
std::string_view canonical_option_value(const OptionDeclaration& option, std::string_view value);
// Returns the whole option line with another default, otherwise unchanged byte for byte.
std::string with_default(std::string_view line, std::string_view default_value);

// `bestmove M [ponder P]`, given what follows "bestmove".
struct BestMove {
    std::string_view move;
    std::string_view ponder;
};
BestMove parse_bestmove(std::string_view arguments);
// Returns the whole line; without ponder if that is empty.
std::string format_bestmove(const BestMove& best);

} // namespace polyglot::protocol
