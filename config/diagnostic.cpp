#include "config/diagnostic.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>

namespace polyglot::config {
namespace {

constexpr std::size_t window = 100; // bytes of a line that are shown
constexpr std::string_view indent = "    ";

std::string_view severity_word(Severity severity) {
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error:
    case Severity::Fatal: break;
    }
    return "error";
}

// Returns the line and, below it, the marker, with one column per character of UTF-8, so that the
// marker is in the right place.
std::string show_line(const Diagnostic& diagnostic) {
    const std::string_view line = diagnostic.text;
    const std::size_t mark =
        std::min(diagnostic.column == 0 ? 0 : diagnostic.column - 1, line.size());
    std::size_t begin = mark > window / 2 && line.size() > window ? mark - window / 2 : 0;
    while (begin > 0 && begin < line.size() && text::is_continuation_byte(line[begin]))
        --begin;
    std::size_t end = std::min(line.size(), begin + window);
    while (end > begin && end < line.size() && text::is_continuation_byte(line[end]))
        --end;

    std::string shown(indent), marker(indent);
    if (begin > 0) {
        shown += "...";
        marker += "   ";
    }
    for (std::size_t i = begin; i < end; ++i) {
        const char c = line[i];
        shown += c == '\t' ? ' ' : text::is_control(c) ? '?' : c;
        if (text::is_continuation_byte(c) && i > begin) continue;
        if (i < mark) marker += ' ';
        if (i > mark && i < mark + diagnostic.length) marker += '~';
        if (i == mark) marker += '^';
    }
    if (end < line.size()) shown += "...";
    if (mark >= end) marker += '^';
    return shown + '\n' + marker;
}

} // namespace

std::string render(const Diagnostic& diagnostic) {
    std::string text = diagnostic.file;
    if (diagnostic.line != 0) text += ':' + std::to_string(diagnostic.line);
    if (diagnostic.line != 0 && diagnostic.column != 0)
        text += ':' + std::to_string(diagnostic.column);
    if (!text.empty()) text += ": ";
    text += std::string(severity_word(diagnostic.severity)) + ": " + diagnostic.message;
    if (!diagnostic.text.empty()) text += '\n' + show_line(diagnostic);
    if (!diagnostic.hint.empty()) text += '\n' + std::string(indent) + "hint: " + diagnostic.hint;
    std::ranges::replace(text, '\t', '?');
    return text::shown_lines(text);
}

std::string summarise(const std::vector<Diagnostic>& diagnostics) {
    std::string summary;
    std::size_t more = 0;
    for (const Severity severity : {Severity::Error, Severity::Warning})
        for (const Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.severity != severity) continue;
            if (!summary.empty()) {
                ++more;
                continue;
            }
            const std::string_view file = diagnostic.file;
            summary = file.substr(file.find_last_of("/\\") + 1); // npos + 1 is 0
            if (diagnostic.line > 0) summary += ':' + std::to_string(diagnostic.line);
            summary += (summary.empty() ? "" : ": ") + diagnostic.message;
            if (diagnostic.hint.starts_with("did you mean"))
                summary += " (" + diagnostic.hint + ')';
        }
    if (more > 0)
        summary += "; " + std::to_string(more) + " more in the log and with -check-config";
    return summary;
}

bool has_fatal(const std::vector<Diagnostic>& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Fatal;
    });
}

std::string describe(const Origin& origin) {
    switch (origin.kind) {
    case Origin::Kind::Default: break;
    case Origin::Kind::File: return origin.file + ':' + std::to_string(origin.line);
    case Origin::Kind::CommandLine: return "command line";
    case Origin::Kind::Gui: return "GUI";
    }
    return "default";
}

Origin Provenance::of(const Option& option) const {
    const auto found = options_.find(option.name);
    return found == options_.end() ? Origin{} : found->second;
}

void Provenance::set_engine_option(std::string_view name, Origin origin) {
    engine_options_[text::lower(name)] = std::move(origin);
}

Origin Provenance::of_engine_option(std::string_view name) const {
    const auto found = engine_options_.find(text::lower(name));
    return found == engine_options_.end() ? Origin{} : found->second;
}

void Provenance::set_book_option(std::string_view book, const BookOption& option, Origin origin) {
    book_options_[{text::lower(book), option.name}] = std::move(origin);
}

Origin Provenance::of_book_option(std::string_view book, const BookOption& option) const {
    const auto found = book_options_.find({text::lower(book), option.name});
    return found == book_options_.end() ? Origin{} : found->second;
}

} // namespace polyglot::config
