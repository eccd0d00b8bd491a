#include "config/book_program.hpp"

#include "config/native.hpp"
#include "core/text/shell_words.hpp"
#include "core/text/text.hpp"

namespace polyglot::config {

bool is_program(std::string_view book_file) {
    return text::trim_left(book_file).starts_with('|');
}

Result<std::vector<std::string>> program_words(std::string_view book_file) {
    std::string_view command = text::trim_left(book_file);
    text::cut_prefix(command, "|");
    auto words = text::split_words(command, native_dialect().quoting);
    if (words.has_error())
        return make_error(words.error().message + ": " +
                          std::string(command.substr(words.error().offset)));
    if (words->empty() || words->front().empty()) return make_error("| names no program");
    return words;
}

std::string why_no_program(std::string_view option) {
    return std::string(option) +
           " = |…: a program is for the config file and the command line, and was not set";
}

} // namespace polyglot::config
