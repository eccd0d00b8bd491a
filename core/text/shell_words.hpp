// Converts between the text of a command and its words. Test: shell_words_test.cpp.
#pragma once
#include "core/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::text {

enum class Quoting {
    Posix,  // ' ', " " and \ as in a POSIX shell
    Windows // only " " groups words; '\' separates directories
};

// Splits at blanks outside quotes, like a POSIX shell (XCU 2.2), but expands nothing: $, `, *, ~
// and | are ordinary characters. An empty pair of quotes is an empty word. Errors are an unclosed
// quote (at the offset of its opening) and a '\' at the end.
Result<std::vector<std::string>> split_words(std::string_view command,
                                             Quoting quoting = Quoting::Posix);

// Returns a command that split_words(), and a shell, reads back as these words. Only words that
// need quotes get them.
std::string join_words(std::span<const std::string> words, Quoting quoting = Quoting::Posix);

} // namespace polyglot::text
