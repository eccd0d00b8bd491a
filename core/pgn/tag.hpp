// One tag pair of a game's header, [Name "value"] (PGN standard, section 8.1), in the forms found
// in files.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::pgn {

// Returned by the functions of this folder for a place that was not found.
constexpr auto npos = std::string_view::npos;

// This is the limit of the standard, in bytes. Anything longer is not a tag.
constexpr std::size_t max_tag_name = 255;

struct RawTag {
    std::string_view name;
    std::string_view value; // as written between the quotes
    std::size_t length = 0; // of the whole pair, from bracket to bracket
};

// True if the text begins, after blanks, with [Name ": such a line begins a header, wherever it
// stands.
bool begins_tag(std::string_view text);

// Returns the beginning of the header line whose opening bracket is at this place; npos if the
// bracket does not open a header line. A header line is one for which begins_tag() is true; it is a
// tag in any context.
std::size_t header_line(std::string_view text, std::size_t bracket);

// Reads the pair at the bracket with which the text begins. The pair ends on this line, or at the
// end of the text. Quotes inside the value need no backslash: the last quote is the one before the
// closing bracket. A pair without an end takes the whole line. With quotes_optional, [WhiteElo
// 2500] is a pair too. Nullopt if the text is not a pair.
std::optional<RawTag> read_tag(std::string_view text, bool quotes_optional);

// Returns the value that is meant: \" and \\ stand for one character. Any other backslash is
// literal.
std::string unescape_tag_value(std::string_view raw);

} // namespace polyglot::pgn
