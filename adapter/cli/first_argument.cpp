#include "adapter/cli/first_argument.hpp"

#include "config/native.hpp"
#include "core/book/format.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>
#include <vector>

namespace polyglot::cli {
namespace {

namespace fs = std::filesystem;

struct Kind {
    std::string_view endings; // of names, with a blank around each
    std::string_view what, command;
};
constexpr std::array<Kind, 4> kinds{{
    {" .pgn .pgn.gz .pgn.bz2 .pgn.xz .pgn.zst .pgn.zip ", "is a file of games",
     "polyglot make-book FILE -bin book.bin makes a book of it, polyglot pgn-stat FILE counts "
     "them"},
    {" .epd ", "is a file of test positions",
     "polyglot epd-test FILE -ec ENGINE has an engine solve them"},
    {" .db ", "is a store of results", "polyglot learn-book FILE -show shows them"},
    {" .log ", "is a log",
     "polyglot replay FILE plays it again, polyglot log-stat FILE says what is in it"},
}};
constexpr std::string_view of_book =
    "polyglot info-book FILE says what is in it, polyglot -ec ENGINE -book FILE plays "
    "from it";

bool has_ending(std::string_view name, std::string_view endings) {
    for (std::string_view ending = text::next_word(endings); !ending.empty();
         ending = text::next_word(endings))
        if (name.size() > ending.size() && name.ends_with(ending)) return true;
    return false;
}

bool is_program(const fs::path& file) {
    std::array<char, 4> begin{};
    std::ifstream in(file, std::ios::binary);
    in.read(begin.data(), begin.size());
    const std::string_view bytes(begin.data(), static_cast<std::size_t>(in.gcount()));
    return bytes == "\x7f"
                    "ELF" ||
           bytes.starts_with("MZ") || bytes.starts_with("#!");
}

// Returns the name as a word of a command line.
std::string to_word(const std::string& name) {
    return text::join_words(std::array{name}, config::native_dialect().quoting);
}

std::string with_file(std::string_view command, const std::string& name) {
    const std::string file = to_word(name);
    std::string text(command);
    for (std::size_t at = text.find("FILE"); at != std::string::npos;
         at = text.find("FILE", at + file.size()))
        text.replace(at, 4, file);
    return text;
}

bool is_ini(const fs::path& file) {
    return text::equal_ignoring_case(to_text(file.extension()), ".ini");
}

// Returns true if whole has all letters of the word, in their order, as make-book has those of
// mkbook.
bool abbreviates(std::string_view word, std::string_view whole) {
    constexpr std::size_t shortest = 4;
    if (word.size() < shortest || text::to_lower(word.front()) != whole.front()) return false;
    for (const char c : whole)
        if (!word.empty() && text::to_lower(word.front()) == c) word.remove_prefix(1);
    return word.empty();
}

} // namespace

std::string explain_engine(std::string_view engine) {
    const std::string name(engine);
    const std::string word = to_word(name);
    return name + " is a program, and a config file is wanted: polyglot -book " +
           to_word("<starter>") + " -- " + word +
           " runs it with the starter book, polyglot make-config " + word + " writes a config file";
}

std::optional<std::string> explain_first_argument(const fs::path& file, const std::string& name) {
    std::error_code error;
    if (fs::is_directory(file, error))
        return name + " is a directory, and a config file is wanted: polyglot "
                      "-print-example-config prints one";
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    for (const Kind& kind : kinds)
        if (has_ending(text::lower(to_text(file.filename())), kind.endings))
            return name + ' ' + std::string(kind.what) + ": " + with_file(kind.command, name);
    const book::FormatInfo* const format = book::format_of_ending(to_text(file.extension()));
    if (format != nullptr && format->is_played)
        return name + " is a book: " + with_file(of_book, name);
    if (is_program(file)) return explain_engine(name);
    return std::nullopt;
}

std::optional<std::string> explain_missing_file(const fs::path& file, const std::string& name) {
    std::error_code error;
    const std::string wanted = to_text(file.filename());
    std::vector<std::string> names;
    for (fs::directory_iterator at(file.parent_path(), error), end; !error && at != end;
         at.increment(error))
        if (is_ini(at->path())) names.push_back(to_text(at->path().filename()));
    std::sort(names.begin(), names.end()); // the answer must not depend on the order of a folder
    const std::vector<std::string_view> known(names.begin(), names.end());
    std::string_view nearest = text::find_nearest(wanted, known);
    for (const std::string_view one : known)
        if (nearest.empty() && text::equal_ignoring_case(wanted + ".ini", one)) nearest = one;
    if (nearest.empty()) return std::nullopt;
    const std::string folder = name.substr(0, name.size() - std::min(name.size(), wanted.size()));
    return "there is no file " + name + ": did you mean " + folder + std::string(nearest) + '?';
}

std::optional<std::string> explain_blanks(const fs::path& start,
                                          std::span<const std::string_view> args, std::size_t at) {
    constexpr std::size_t most_words = 8;
    std::error_code error;
    for (const std::size_t first : {at > 0 ? at - 1 : at, at}) {
        std::string path(args[first]);
        if (path.empty() || path.front() == '-') continue;
        for (std::size_t i = first + 1; i < std::min(args.size(), first + most_words); ++i) {
            path.append(" ").append(args[i]);
            if (i >= at && fs::is_regular_file(absolute_path(start, to_path(path)), error))
                return text::quote(path) + " is one path with a blank in it: put it in quotes";
        }
    }
    return std::nullopt;
}

std::optional<std::string> explain_command(std::string_view word,
                                           std::span<const std::string_view> commands) {
    std::string_view nearest = text::find_nearest(word, commands);
    for (const std::string_view command : commands)
        if (nearest.empty() && abbreviates(word, command)) nearest = command;
    if (nearest.empty()) return std::nullopt;
    return "there is no command " + text::quote(word) + ": did you mean " + std::string(nearest) +
           "?";
}

} // namespace polyglot::cli
