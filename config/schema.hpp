// The tables of options: of [PolyGlot], and of each [Book NAME]. They drive parsing, defaults, ranges, help, what a GUI
// is shown, and the generated polyglot.ini.example. Names, defaults and ranges up to Save are PolyGlot 2.0.4's, in the
// order in which it lists them to a GUI; the others are ours.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::config {

enum class OptionType {
    Check,  // true or false
    Spin,   // a number in min..max, in `unit`
    Combo,  // one of `choices`, stored as they are spelt there
    String, // any text
    Path,   // text that names a file or directory: an xboard GUI offers a file dialog for it
    Button  // no value: an action of a GUI
};

// Whether an xboard GUI is shown the option.
enum class XboardExport {
    Never,
    WhenAll, // only with OnlyWbOptions=false
    Always
};

// Of: the struct that holds the value.
template <typename Of>
struct OptionOf {
    using Member = std::variant<std::monostate, bool Of::*, int Of::*, std::string Of::*>;

    std::string_view name;       // as PolyGlot spells it; a GUI sees "Polyglot " + name
    std::string_view alias = {}; // a second accepted spelling, or empty
    OptionType type = OptionType::String;
    Member member = {};      // monostate for a Button
    int min = 0;             // Spin: range, both ends included, in what the field stores
    int max = 0;             //
    int stored_per_unit = 1; // Spin: 1000 if the user writes (decimal) seconds and the field holds milliseconds
    bool to_uci = false;     // shown to a UCI GUI
    XboardExport to_xboard = XboardExport::Never;
    bool Of::*shown_if = nullptr; // a GUI is shown the option only while this setting is on; nullptr: always
    std::string_view group = {};  // heading in help and polyglot.ini.example
    std::string_view unit = {};   // "s", "cp", … or empty
    std::string_view help = {};   // sentences, without the last full stop
    std::span<const std::string_view> choices = {}; // Combo
    bool (*accepts)(std::string_view) = nullptr;    // String: what else than any text is allowed; nullptr: anything
    std::string_view accepts_what = {};             // … in words, for the error message
};

using Option = OptionOf<Settings>;
using BookOption = OptionOf<BookSettings>;

// All options of [PolyGlot], in the order in which they are sent to a GUI.
std::span<const Option> schema();
// The options of [Book NAME], in the order of the example.
std::span<const BookOption> book_schema();

// By name or alias, ASCII case ignored; nullptr if unknown.
const Option* find_option(std::string_view name);
const BookOption* find_book_option(std::string_view name);

// Whether a GUI that asks now is shown the option, so that its dialog has no options without effect. Which options a
// GUI may set does not depend on it: hosts send back what they have saved. OnlyWbOptions = false shows an xboard GUI
// all.
bool is_shown_to_uci(const Option& option, const Settings& settings);
bool is_shown_to_xboard(const Option& option, const Settings& settings);

// The known name most like this one, for "did you mean"; empty if nothing is near.
std::string_view nearest_option(std::string_view name);
std::string_view nearest_book_option(std::string_view name);

// The defaults beside such settings: with any [Book NAME], Book is on and there is no first book unless set explicitly;
// else the first book is their default_book_file.
Settings defaults_beside(const Settings& settings);

// The following exist for both tables.

// Stores the value (blanks around it are trimmed). An error names the allowed values and leaves settings alone.
// Setting a Button is an error.
template <typename Of>
Result<void> set_option(Of& settings, const OptionOf<Of>& option, std::string_view value);

// The nearer end of the range for a number out of range; nullopt if the option is not a Spin or the value not a number.
template <typename Of>
std::optional<std::string> nearest_value(const OptionOf<Of>& option, std::string_view value);

// The value in force, as set_option reads it: true/false, numbers in the user's unit ("0.7"), text as it is.
template <typename Of>
std::string format_option(const Of& settings, const OptionOf<Of>& option);
template <typename Of>
std::string default_value(const OptionOf<Of>& option) {
    return format_option(Of{}, option);
}

// "true or false", "a number from 0 to 20", … for help and messages.
template <typename Of>
std::string allowed_values(const OptionOf<Of>& option);

// The headings, in the order in which they are printed.
std::vector<std::string_view> option_groups();

// The checked-in polyglot.ini.example: every option, commented out, with type, default, range and help, and one [Book
// NAME].
std::string generate_example();

} // namespace polyglot::config
