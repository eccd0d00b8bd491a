#include "config/blocked_commands.hpp"

#include "config/blocked_options.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::config {
namespace {

using text::next_word;

constexpr std::array<std::string_view, 11> uci_commands{
    "uci",      "debug", "isready", "setoption", "register", "ucinewgame",
    "position", "go",    "stop",    "ponderhit", "quit"};

bool is_uci_command(std::string_view word) {
    return std::ranges::find(uci_commands, word) != uci_commands.end();
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> words;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (std::string word = plain_words(list.substr(0, comma)); !word.empty())
            words.push_back(std::move(word));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return words;
}

bool fits(std::string_view word, std::string_view pattern) {
    if (!pattern.ends_with('*')) return word == pattern;
    pattern.remove_suffix(1);
    return word.starts_with(pattern);
}

} // namespace

BlockedCommands::BlockedCommands(std::string_view list)
    : patterns_(split(list)), only_uci_(std::erase(patterns_, "*") > 0) {}

bool BlockedCommands::is_valid_list(std::string_view list) {
    const BlockedCommands blocked(list);
    return std::ranges::all_of(blocked.patterns_, [](std::string_view pattern) {
        return pattern.find(' ') == std::string_view::npos &&
               std::ranges::none_of(uci_commands, [pattern](std::string_view command) {
                   return fits(command, pattern);
               });
    });
}

std::string BlockedCommands::find_in_line(std::string_view line) const {
    if (empty()) return {};
    const std::string plain = plain_words(line);
    std::string_view rest = plain;
    const std::string_view first = next_word(rest);
    if (!is_uci_command(first) && !first.empty())
        return only_uci_ ? std::string(first.substr(0, longest_shown)) : find_among(plain);
    return first == "setoption" ? find_in_option(rest) : find_among(rest);
}

// In "name N value V" the first words of N and V are not commands.
std::string BlockedCommands::find_in_option(std::string_view plain) const {
    next_word(plain);
    next_word(plain);
    const std::size_t value = std::min(plain.find(" value "), plain.size());
    if (std::string found = find_among(plain.substr(0, value)); !found.empty()) return found;
    plain.remove_prefix(value);
    next_word(plain);
    next_word(plain);
    return find_among(plain);
}

std::string BlockedCommands::find_in_words(std::string_view words) const {
    return empty() ? std::string() : find_among(plain_words(words));
}

std::string BlockedCommands::find_among(std::string_view plain) const {
    for (std::string_view word = next_word(plain); !word.empty(); word = next_word(plain))
        if (std::ranges::any_of(patterns_,
                                [word](const auto& pattern) { return fits(word, pattern); }))
            return std::string(word.substr(0, longest_shown));
    return {};
}

} // namespace polyglot::config
