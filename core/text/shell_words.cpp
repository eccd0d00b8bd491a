#include "core/text/shell_words.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::text {
namespace {

// True for the characters that '\' quotes between double quotes (XCU 2.2.3). Before any other
// character, '\' is literal.
bool quotable_in_double_quotes(char c) {
    return std::string_view("$`\"\\\n").find(c) != std::string_view::npos;
}

// True if split_words(), or a shell into which the command is pasted, would change the word.
bool needs_quotes(std::string_view word, Quoting quoting) {
    const std::string_view special =
        quoting == Quoting::Posix ? "\"'\\$`*?[]{}()<>|&;#~!" : "\"()<>|&^";
    return word.empty() || std::ranges::any_of(word, [&](char c) {
               return is_blank(c) || special.find(c) != std::string_view::npos;
           });
}

} // namespace

Result<std::vector<std::string>> split_words(std::string_view command, Quoting quoting) {
    const bool posix = quoting == Quoting::Posix;
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    std::size_t i = 0;

    // Begins at an opening quote, appends the text inside and stops after the closing quote.
    const auto read_quoted = [&](char quote) {
        for (++i; i < command.size() && command[i] != quote; ++i) {
            if (posix && quote == '"' && command[i] == '\\' && i + 1 < command.size() &&
                quotable_in_double_quotes(command[i + 1]))
                ++i;
            word += command[i];
        }
        return i++ < command.size();
    };

    while (i < command.size()) {
        const char c = command[i];
        if (is_blank(c)) {
            if (in_word) words.push_back(std::move(word));
            word.clear();
            in_word = false;
            ++i;
            continue;
        }
        in_word = true;
        const std::size_t start = i;
        if (c == '"' || (posix && c == '\'')) {
            if (!read_quoted(c)) return make_error("a quote is not closed", start);
        } else if (posix && c == '\\') {
            if (i + 1 == command.size()) return make_error("nothing follows '\\'", start);
            word += command[i + 1];
            i += 2;
        } else {
            word += c;
            ++i;
        }
    }
    if (in_word) words.push_back(std::move(word));
    return words;
}

std::string join_words(std::span<const std::string> words, Quoting quoting) {
    std::string command;
    for (const std::string& word : words) {
        if (!command.empty()) command += ' ';
        if (!needs_quotes(word, quoting)) {
            command += word;
        } else if (quoting == Quoting::Windows) {
            command += '"' + word + '"'; // a file name cannot contain a quote there
        } else {
            command += '\'';
            for (const char c : word)
                command += c == '\'' ? std::string("'\\''") : std::string(1, c);
            command += '\'';
        }
    }
    return command;
}

} // namespace polyglot::text
