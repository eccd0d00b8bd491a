#include "config/blocked_options.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::config {

std::string plain_words(std::string_view text) {
    std::string result;
    bool blank_due = false;
    for (const char c : text) {
        if (c == ' ' || text::is_control(c)) {
            blank_due = !result.empty();
            continue;
        }
        if (blank_due) result += ' ';
        blank_due = false;
        result += text::to_lower(c);
    }
    return result;
}

BlockedOptions::BlockedOptions(std::string_view list) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (std::string pattern = plain_words(list.substr(0, comma)); !pattern.empty())
            patterns_.push_back(std::move(pattern));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

bool BlockedOptions::has(std::string_view name) const {
    return !empty() && fits(plain_words(name));
}

bool BlockedOptions::fits(std::string_view plain_name) const {
    return std::ranges::any_of(patterns_, [plain_name](std::string_view pattern) {
        if (!pattern.ends_with('*')) return plain_name == pattern;
        pattern.remove_suffix(1);
        return plain_name.starts_with(pattern);
    });
}

std::string BlockedOptions::find_in_line(std::string_view line) const {
    if (empty()) return {};
    const std::string text = plain_words(line) + " value "; // " value " ends the last name
    for (std::size_t at = 0; at < text.size(); at = text.find(' ', at) + 1) {
        const std::string_view rest = std::string_view(text).substr(at);
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word != "setoption" && word != "name") continue;
        if (std::string name = find_at(rest.substr(word.size() + 1)); !name.empty()) return name;
    }
    return {};
}

bool BlockedOptions::is_disguised(std::string_view line) const {
    if (empty()) return false;
    const std::string lower = text::lower(line);
    const std::size_t last = lower.rfind("setoption");
    if (last == std::string::npos) return false;
    const bool has_controls = std::ranges::any_of(line, text::is_control);
    return has_controls || last != 0 || !line.starts_with("setoption name ");
}

// Returns the blocked name at the beginning of the text. A name may contain the word "value".
std::string BlockedOptions::find_at(std::string_view text) const {
    for (std::string_view pattern : patterns_) {
        const bool any_rest = pattern.ends_with('*');
        if (any_rest) pattern.remove_suffix(1);
        if (!text.starts_with(pattern)) continue;
        if (!any_rest && text.substr(pattern.size()).starts_with(" value "))
            return std::string(pattern);
        if (any_rest)
            return std::string(
                text.substr(0, std::min(text.find(" value ", pattern.size()), longest_shown)));
    }
    return {};
}

} // namespace polyglot::config
