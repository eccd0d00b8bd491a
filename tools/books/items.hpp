// Reads tables that users edit by hand, for edit-book and convert-book: CSV, as spreadsheets or
// `convert-book` write it, and JSON.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
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

// Holds one row of a table or one element of an array: its values as texts, by lower-case name.
struct Item {
    // This is the place for messages: "edits.csv:3", "edits.json: element 2".
    std::string place;
    std::string_view unit{};                                  // "line", "element"
    std::uint64_t number = 0;                                 // of the line or element
    std::map<std::string, std::string, std::less<>> values{}; // only those that are not empty
    bool share_in_per_cent = false; // shares are per cent even without a per cent sign
    // True for a "line" without a move, which stands for the start position.
    bool has_empty_line = false;

    const std::string* find(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? nullptr : &found->second;
    }
};

struct ItemReader {
    // Receives each item. An error ends the reading; its message must contain the place.
    std::function<Result<void>(const Item&)> take;
    // Returns what is wrong with a table of these columns, as part of a sentence, or an empty text.
    // It is not called for JSON.
    std::function<std::string(const std::vector<std::string>& columns)> problem_of{};
    // Receives a sentence without final full stop and place if the last line of a table has no line
    // end.
    std::function<void(std::string)> warn{};
};

// Reads CSV with `,`, `;` or tabs between the fields (a decimal comma is read as a point unless `,`
// is the separator), with or without byte order mark, with LF or CRLF; or JSON: an array of
// objects, or convert-book's object with "positions", each with "moves" that inherit its values,
// "entries" and "book" (its texts and numbers are the values of one item, called "book"). The first
// character tells the two apart. The whole text is kept in memory; JSON takes ten times its size.
// The error names the line or the element.
Result<void> read_items(std::istream& in, const std::string& name, const ItemReader& reader);

// Finds the position that the values "fen" and "line" of an item name, and keeps it, since
// consecutive items often have the same position. "startpos" is accepted as a fen. An empty line is
// the start position, unless the item has a fen or a key.
class ItemPosition {
  public:
    // Returns nullptr if the item names no position. The error does not contain the place.
    Result<const chess::Position*> find(const Item& item);

  private:
    std::string fen_, line_; // those of position_
    std::optional<chess::Position> position_;
};

// Does the same by the rules of a variant, whose start position is that of an empty line.
class VariantItemPosition {
  public:
    explicit VariantItemPosition(const chess::Variant& variant) : variant_(&variant) {}
    Result<const chess::VariantPosition*> find(const Item& item);

  private:
    const chess::Variant* variant_;
    std::string fen_, line_; // those of position_
    std::optional<chess::VariantPosition> position_;
};

} // namespace polyglot::tools
