// The tables of the options of [PolyGlot], and of each [Book NAME]. They define parsing, defaults,
// ranges, help, what a GUI is shown, and the generated polyglot.ini.example. Names, defaults and
// ranges up to Save are those of PolyGlot 2.0.4, in the order in which it lists them to a GUI; the
// others are new. Test: schema_test.cpp.
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
    Combo,  // one of `choices`, stored in their spelling
    String, // any text
    Path,   // a file or directory, for which an xboard GUI offers a file dialog
    Button  // an action of a GUI, without a value
};

// Says whether an xboard GUI is shown the option.
enum class XboardExport {
    Never,
    WhenAll, // only with OnlyWbOptions=false
    Always
};

// Of is the struct that has the value.
template <typename Of>
struct OptionOf {
    using Member = std::variant<std::monostate, bool Of::*, int Of::*, std::string Of::*>;

    std::string_view name;       // as PolyGlot spells it; a GUI sees "Polyglot " + name
    std::string_view alias = {}; // a second accepted spelling, or empty
    OptionType type = OptionType::String;
    Member member = {}; // monostate for a Button
    int min = 0;        // the range of a Spin, both ends included, in the unit of the field
    int max = 0;
    // 1000 if the user writes (decimal) seconds and the field has milliseconds.
    int stored_per_unit = 1;
    bool to_uci = false; // shown to a UCI GUI
    XboardExport to_xboard = XboardExport::Never;
    // A GUI is shown the option only while this setting is on; nullptr for always.
    bool Of::*shown_if = nullptr;
    std::string_view group = {};                    // heading in help and polyglot.ini.example
    std::string_view unit = {};                     // "s", "cp", … or empty
    std::string_view help = {};                     // sentences, without the last full stop
    std::span<const std::string_view> choices = {}; // of a Combo
    // The check of a String; nullptr if any text is allowed.
    bool (*accepts)(std::string_view) = nullptr;
    // The allowed texts in words, for the error message.
    std::string_view accepts_what = {};
};

using Option = OptionOf<Settings>;
using BookOption = OptionOf<BookSettings>;

// Returns all options of [PolyGlot], in the order in which they are sent to a GUI.
std::span<const Option> schema();
// Returns the options of [Book NAME], in the order of the example.
std::span<const BookOption> book_schema();

// Finds an option by name or alias, ignoring ASCII case; nullptr if unknown.
const Option* find_option(std::string_view name);
const BookOption* find_book_option(std::string_view name);

// Return whether a GUI that asks now is shown the option, so that its dialog has no options without
// effect. A GUI may also set options that are not shown, because hosts send back what they have
// saved. OnlyWbOptions = false shows all to an xboard GUI.
bool is_shown_to_uci(const Option& option, const Settings& settings);
bool is_shown_to_xboard(const Option& option, const Settings& settings);

// Returns the most similar known name, for "did you mean"; empty if none is similar.
std::string_view nearest_option(std::string_view name);
std::string_view nearest_book_option(std::string_view name);

// Returns the defaults that depend on other settings. With any [Book NAME], Book is on and there is
// no first book unless set explicitly; otherwise the first book is default_book_file.
Settings defaults_beside(const Settings& settings);

// The following exist for both tables.

// Stores the value without blanks around it. An error names the allowed values, and the settings
// stay unchanged. Setting a Button is an error.
template <typename Of>
Result<void> set_option(Of& settings, const OptionOf<Of>& option, std::string_view value);

// Returns the nearest number in the range; nullopt if the option is not a Spin or the value is not
// a number.
template <typename Of>
std::optional<std::string> nearest_value(const OptionOf<Of>& option, std::string_view value);

// Returns the value in force in the form that set_option() takes: true/false, numbers in the user's
// unit ("0.7"), texts unchanged.
template <typename Of>
std::string format_option(const Of& settings, const OptionOf<Of>& option);
template <typename Of>
std::string default_value(const OptionOf<Of>& option) {
    return format_option(Of{}, option);
}

// Returns the allowed values for help and messages: "true or false", "a number from 0 to 20" …
template <typename Of>
std::string allowed_values(const OptionOf<Of>& option);

// Returns the headings in the order in which they are printed.
std::vector<std::string_view> option_groups();

// Returns the text of polyglot.ini.example: every option, commented out, with type, default, range
// and help, and one [Book NAME].
std::string generate_example();

} // namespace polyglot::config
