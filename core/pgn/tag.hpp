// One tag pair of a game's header: [Name "value"] (PGN standard, section 8.1), and what people make
// of it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::pgn {

// A place in a text that the functions of this folder did not find.
constexpr auto npos = std::string_view::npos;

// Bytes, the limit of the standard; anything longer is not a tag
constexpr std::size_t max_tag_name = 255;

struct RawTag {
    std::string_view name;
    std::string_view value; // as written between the quotes
    std::size_t length = 0; // of the whole pair, from bracket to bracket
};

// True if the text begins, after blanks, with [Name ": a line that begins a header wherever it
// stands.
bool begins_tag(std::string_view text);

// Where the header line begins whose opening bracket this is; npos if it is anything else. A header
// line is what begins_tag() says of a line, and is a tag in whatever context.
std::size_t header_line(std::string_view text, std::size_t bracket);

// The pair at the bracket that text begins with; it ends on this line, or where text does. Quotes
// inside the value need no backslash: the last is the one before the closing bracket. A pair that
// never ends takes the whole line. With quotes_optional [WhiteElo 2500] is one too.
std::optional<RawTag> read_tag(std::string_view text, bool quotes_optional);

// The value meant: \" and \\ stand for one character. Any other backslash is itself.
std::string unescape_tag_value(std::string_view raw);

} // namespace polyglot::pgn
