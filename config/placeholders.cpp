#include "config/placeholders.hpp"

#include "config/engine_command.hpp"
#include "config/file_name.hpp"
#include "config/schema.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polyglot::config {
namespace {

using Member = std::optional<std::string> PathNames::*;
constexpr std::array<std::pair<std::string_view, Member>, 4> placeholders{
    {{"engine", &PathNames::engine},
     {"pid", &PathNames::pid},
     {"date", &PathNames::date},
     {"opponent", &PathNames::opponent}}};

struct Found {
    std::size_t begin = 0;
    std::size_t end = 0; // the position after it
    std::string_view name;
    Member member = nullptr;
    bool is_literal = false; // between double braces
};

// Finds the next placeholder at or after this offset.
std::optional<Found> find_placeholder(std::string_view path, std::size_t at) {
    for (; (at = path.find('{', at)) != std::string_view::npos; ++at) {
        const bool is_literal = path.substr(at).starts_with("{{");
        const std::string_view rest = path.substr(at + (is_literal ? 2 : 1));
        for (const auto& [name, member] : placeholders)
            if (rest.starts_with(name) &&
                rest.substr(name.size()).starts_with(is_literal ? "}}" : "}"))
                return Found{at, at + name.size() + (is_literal ? 4 : 2), name, member, is_literal};
    }
    return std::nullopt;
}

bool is_separator(char c) {
    return c == '/' || c == '\\';
}

} // namespace

std::string fill_placeholders(std::string_view path, const PathNames& names) {
    std::string filled;
    std::size_t done = 0;
    while (const auto found = find_placeholder(path, done)) {
        const std::optional<std::string>& name = names.*(found->member);
        filled += path.substr(done, found->begin - done);
        if (!name)
            filled += path.substr(found->begin, found->end - found->begin);
        else if (found->is_literal)
            filled += path.substr(found->begin + 1, found->end - found->begin - 2);
        else
            filled += path_part(*name);
        done = found->end;
    }
    return filled + std::string(path.substr(done));
}

bool has_placeholder(std::string_view path, std::string_view name) {
    auto found = find_placeholder(path, 0);
    while (found && (found->name != name || found->is_literal))
        found = find_placeholder(path, found->end);
    return found.has_value();
}

std::optional<std::string> folder_above_placeholders(std::string_view path) {
    auto found = find_placeholder(path, 0);
    while (found && found->is_literal)
        found = find_placeholder(path, found->end);
    if (!found || std::none_of(path.begin() + static_cast<std::ptrdiff_t>(found->end), path.end(),
                               is_separator))
        return std::nullopt;
    std::size_t end = found->begin;
    while (end > 0 && !is_separator(path[end - 1]))
        --end;
    return end == 0 ? std::string(".") : std::string(path.substr(0, end));
}

std::string engine_path_name(const Settings& settings) {
    if (!settings.engine_name.empty()) return settings.engine_name;
    const auto words = engine_words(settings);
    if (!words) return {};
    std::string_view name = words->front();
    const auto begin = std::find_if(name.rbegin(), name.rend(), is_separator).base();
    name.remove_prefix(static_cast<std::size_t>(begin - name.begin()));
    for (const std::string_view extension : {".exe", ".bat", ".cmd"})
        if (name.size() > extension.size() &&
            text::equal_ignoring_case(name.substr(name.size() - extension.size()), extension))
            return std::string(name.substr(0, name.size() - extension.size()));
    return std::string(name);
}

void check_placeholders(Configuration& configuration) {
    for (const std::string_view name : {"LogFile", "EngineDir"}) {
        const Option& option = *find_option(name);
        if (!has_placeholder(format_option(configuration.settings, option), "opponent")) continue;
        const Origin origin = configuration.provenance.of(option);
        configuration.diagnostics.push_back(
            {Severity::Warning, origin.kind == Origin::Kind::File ? origin.file : describe(origin),
             origin.line, 0, 0,
             std::string(name) + ": {opponent} is not replaced here: the opponent is named later",
             "", "{engine}, {pid} and {date} are; {opponent} is in BookLearnFile"});
    }
}

} // namespace polyglot::config
