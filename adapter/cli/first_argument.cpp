#include "adapter/cli/first_argument.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <array>
#include <fstream>
#include <system_error>

namespace polyglot::cli {
namespace {

namespace fs = std::filesystem;

struct Kind {
    std::string_view endings; // of names, with a blank around each
    std::string_view what, command;
};
constexpr std::array<Kind, 5> kinds{{
    {" .pgn .pgn.gz .pgn.bz2 .pgn.xz .pgn.zst .pgn.zip ", "is a file of games",
     "polyglot make-book FILE -bin book.bin makes a book of it, polyglot pgn-stat FILE counts them"},
    {" .bin .abk .yacb .ctg ", "is a book",
     "polyglot info-book FILE says what is in it, polyglot -ec ENGINE -book FILE plays from it"},
    {" .epd ", "is a file of test positions", "polyglot epd-test FILE -ec ENGINE has an engine solve them"},
    {" .db ", "is a store of results", "polyglot learn-book FILE -show shows them"},
    {" .log ", "is a log", "polyglot replay FILE plays it again, polyglot log-stat FILE says what is in it"},
}};

bool has_ending(std::string_view name, std::string_view endings) {
    for (std::string_view ending = text::next_word(endings); !ending.empty(); ending = text::next_word(endings))
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

std::string with_file(std::string_view command, const std::string& file) {
    std::string text(command);
    for (std::size_t at = text.find("FILE"); at != std::string::npos; at = text.find("FILE", at + file.size()))
        text.replace(at, 4, file);
    return text;
}

} // namespace

std::string explain_engine(std::string_view engine) {
    const std::string name(engine);
    return name + " is a program, and a config file is wanted: polyglot -noini -ec " + name +
           " runs it with the starter book, polyglot make-config " + name + " writes a config file";
}

std::optional<std::string> explain_first_argument(const fs::path& file, const std::string& name) {
    std::error_code error;
    if (fs::is_directory(file, error))
        return name + " is a directory, and a config file is wanted: polyglot -print-example-config prints one";
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    for (const Kind& kind : kinds)
        if (has_ending(text::lower(to_text(file.filename())), kind.endings))
            return name + ' ' + std::string(kind.what) + ": " + with_file(kind.command, name);
    if (is_program(file)) return explain_engine(name);
    return std::nullopt;
}

std::optional<std::string> explain_command(std::string_view word, std::span<const std::string_view> commands) {
    const std::string_view nearest = text::find_nearest(word, commands);
    if (nearest.empty()) return std::nullopt;
    return "there is no command " + text::quote(word) + ": did you mean " + std::string(nearest) + "?";
}

} // namespace polyglot::cli
