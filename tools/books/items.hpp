// Tables that people edit by hand: CSV, as a spreadsheet or `convert-book` writes it, and JSON. For
// edit-book and convert-book.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// One row of a table or element of an array, its values as texts by their lower-case names.
struct Item {
    // For messages: "edits.csv:3", "edits.json: element 2"
    std::string place;
    std::string_view unit{};                                // "line", "element"
    std::uint64_t number = 0;                               // of the line or element
    std::map<std::string, std::string, std::less<>> values; // those that are not empty
    bool share_in_per_cent = false;                         // also without a per cent sign
    // "line" without a move: the start position
    bool has_empty_line = false;

    const std::string* find(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? nullptr : &found->second;
    }
};

struct ItemReader {
    // An error ends the reading; it names the place itself
    std::function<Result<void>(const Item&)> take;
    // What is wrong with a table of these columns, as part of a sentence; empty if nothing is. Not
    // asked for JSON.
    std::function<std::string(const std::vector<std::string>& columns)> problem_of{};
};

// CSV with `,`, `;` or tabs between the fields (not with `,`: a decimal comma is a point), byte
// order mark, LF or CRLF; or JSON: an array of objects, or convert-book's object with "positions",
// each with "moves" that inherit its values, "entries" and "book" (its texts and numbers are the
// values of one item, called "book"). Distinguished by the first character. Reads the text whole;
// JSON takes ten times its size. The error names the line, or the element.
Result<void> read_items(std::istream& in, const std::string& name, const ItemReader& reader);

// The position that the values "fen" and "line" name, many items one after the other being of the
// same. "startpos" is a fen, too, and an empty line is the start position, unless the item has a
// fen or a key.
class ItemPosition {
  public:
    // Nullptr if the item names none. The error is without the place.
    Result<const chess::Position*> find(const Item& item);

  private:
    std::string fen_, line_; // of position_
    std::optional<chess::Position> position_;
};

} // namespace polyglot::tools
