// A command as one text, and as words.
#pragma once
#include "core/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::text {

enum class Quoting {
    Posix,  // ' ', " " and \ as in a POSIX shell
    Windows // only " " groups words: '\' separates directories there
};

// Splits at blanks outside quotes, like a POSIX shell (XCU 2.2), but expands nothing: $, `, *, ~
// and | are ordinary characters. An empty pair of quotes is an empty word. Errors: an unclosed
// quote (offset of its opening), a '\' at the end.
Result<std::vector<std::string>> split_words(std::string_view command,
                                             Quoting quoting = Quoting::Posix);

// A command that split_words reads back as these words, and a shell too; only what needs quotes
// gets them.
std::string join_words(std::span<const std::string> words, Quoting quoting = Quoting::Posix);

} // namespace polyglot::text
