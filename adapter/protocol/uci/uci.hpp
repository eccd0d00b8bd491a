// The UCI lines that the adapter has to understand. All other lines are passed on unchanged. The text fields are
// views into the line, except where they are std::string.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::protocol {

// GUI to engine.
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
    Other, // anything else, an empty line too
};
struct UciGuiLine {
    UciCommand command = UciCommand::Other;
    std::string_view arguments; // what follows the command word, trimmed
};
UciGuiLine parse_uci_gui_line(std::string_view line);

// Engine to GUI.
enum class UciReply : std::uint8_t { Id, Option, UciOk, ReadyOk, BestMove, Info, Other };
struct UciEngineLine {
    UciReply reply = UciReply::Other;
    std::string_view arguments;
};
UciEngineLine parse_uci_reply(std::string_view line); // of any kind
inline UciEngineLine parse_uci_engine_line(std::string_view line) {
    if (line.starts_with("info ")) return {UciReply::Info, line.substr(5)}; // by far the most frequent
    return parse_uci_reply(line);
}
// What follows "info" has a readyok in it, which two threads of the engine have printed at the same time (WyldChess).
bool has_torn_readyok(std::string_view info);
// The length of the infos that `lines` begins with, in whole lines that end with a plain '\n': they can be passed on as
// they are. 0 if there is none; others may follow the first line that is something else, or has a '\r'.
std::size_t length_of_infos(std::string_view lines);
// True for the answer to `uci` of an engine that does not speak UCI: "Error (unknown command): uci", "Illegal move:
// uci" (CECP); after a prompt "Invalid move: uci" (GNU Chess).
bool objects_to_uci(std::string_view line);

// `setoption name N [value V]`, given the text after "setoption". Names and values may contain blanks. Returns nullopt
// if there is no name.
struct SetOption {
    std::string_view name;
    std::string_view value; // empty for a button
};
std::optional<SetOption> parse_setoption(std::string_view arguments);
// The same with copies of the texts, to be kept.
struct OptionSetting {
    std::string name;
    std::string value; // empty for a button

    SetOption as_set() const { return {.name = name, .value = value}; }
};
std::string format_setoption(std::string_view name, std::string_view value); // without value: a button

// `option name N type T default D min A max B var V …`, given what follows "option".
struct OptionDeclaration {
    enum class Type : std::uint8_t { Check, Spin, Combo, Button, String, Unknown };
    std::string name;
    Type type = Type::Unknown;
    std::string default_value;
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
    std::vector<std::string> choices; // combo
};
std::optional<OptionDeclaration> parse_option_declaration(std::string_view arguments);
// Returns why the value is invalid for this option; empty if it is valid.
std::string check_option_value(const OptionDeclaration& option, std::string_view value);
// A check's value as UCI spells it (true, false); every other value unchanged.
std::string_view canonical_option_value(const OptionDeclaration& option, std::string_view value);
// Returns the option line with another default, otherwise unchanged byte for byte. line is the whole line.
std::string with_default(std::string_view line, std::string_view default_value);

// `bestmove M [ponder P]`, given what follows "bestmove".
struct BestMove {
    std::string_view move;
    std::string_view ponder;
};
BestMove parse_bestmove(std::string_view arguments);
std::string format_bestmove(const BestMove& best); // the whole line; without ponder if that is empty

} // namespace polyglot::protocol
