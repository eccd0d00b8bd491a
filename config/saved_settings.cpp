#include "config/saved_settings.hpp"

#include "config/book_program.hpp"
#include "config/engine_command.hpp"
#include "config/file_name.hpp"
#include "config/ini_line.hpp"
#include "config/learn_server.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::config {
namespace {

using text::equal_ignoring_case;

constexpr std::string_view our_mark = "; Saved by polyglot";
constexpr std::string_view polyglot_mark = "; Created: "; // PolyGlot 2.0.4

bool has_line_end(std::string_view text) {
    return text.find_first_of("\r\n") != std::string_view::npos;
}

std::string line_of(std::string_view name, std::string_view value) {
    const bool unspeakable =
        value != text::trim(value) && value.find('"') != std::string_view::npos;
    if (text::trim(name).empty() || has_line_end(name) || has_line_end(value) || unspeakable)
        return {};
    return format_ini_name(text::trim(name)) + " = " + format_ini_value(value) + '\n';
}

} // namespace

std::string
format_saved_settings(const Settings& settings,
                      const std::vector<std::pair<std::string, std::string>>& engine_options,
                      Dialect dialect) {
    std::string text(our_mark);
    text += ": the Save button of the GUI rewrites this file.\n\n[PolyGlot]\n";
    const Settings defaults = defaults_beside(settings);
    for (const Option& option : schema()) {
        // SettingsFile is this file.
        if (option.type == OptionType::Button || option.name == "SettingsFile") continue;
        if (option.name == "EngineCommand") {
            const std::string command = format_engine_command(settings);
            if (!command.empty() && !has_line_end(command))
                text += "EngineCommand = " + format_ini_command(command) + '\n';
            continue;
        }
        const std::string value = format_option(settings, option);
        const bool escaped = dialect.variables && option.type == OptionType::Path &&
                             !is_program(value) && !is_learn_server(value);
        if (value != format_option(defaults, option))
            text += line_of(option.name, escaped ? escape_variables(value) : value);
    }
    text += "\n[Engine]\n";
    for (const auto& [name, value] : engine_options)
        text += line_of(name, value);
    return text;
}

std::string keep_books(std::string_view old, std::string saved) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (old.starts_with(byte_order_mark)) old.remove_prefix(byte_order_mark.size());
    LineCutter lines(old);
    SourceLine line;
    // The beginning of the section that is to be kept.
    std::size_t begin = std::string_view::npos;
    // The beginning of the comments directly above.
    std::size_t comments = std::string_view::npos;
    // CR counts only in a file without LF.
    const bool ends_by_cr = old.find('\n') == std::string_view::npos;
    const auto keep_until = [&](std::size_t end) {
        if (begin == std::string_view::npos) return;
        std::string kept(text::trim_right(old.substr(begin, end - begin)));
        if (ends_by_cr) std::ranges::replace(kept, '\r', '\n');
        saved += '\n' + kept + '\n';
        begin = std::string_view::npos;
    };
    while (lines.next(line)) {
        const LineScan scan = scan_line(line.text);
        const auto at = static_cast<std::size_t>(line.text.data() - old.data());
        if (scan.kind == LineKind::Section) {
            const std::size_t section = std::min(comments, at);
            keep_until(section);
            const auto book = book_of_section(scan.name);
            if (book && !book->empty()) begin = section;
        }
        const bool is_comment = scan.kind == LineKind::Empty && !text::trim(line.text).empty();
        comments = is_comment ? std::min(comments, at) : std::string_view::npos;
    }
    keep_until(old.size());
    return saved;
}

bool was_saved(std::string_view text) {
    return text.starts_with(our_mark) || text.starts_with(polyglot_mark);
}

bool saves_per_engine(const std::optional<std::filesystem::path>& config_file) {
    if (!config_file) return true;
    const std::string name = to_text(config_file->filename());
    return equal_ignoring_case(name, "polyglot_1st.ini") ||
           equal_ignoring_case(name, "polyglot_2nd.ini");
}

std::string saved_settings_name(std::string_view engine_name) {
    constexpr std::size_t longest = 200; // in bytes; file systems accept 255
    std::string name = plain_name(engine_name, longest);
    if (name.empty() || is_device_name(name)) name.insert(0, 1, '_');
    return name + ".ini";
}

} // namespace polyglot::config
