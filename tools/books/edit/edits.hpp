// The changes that `polyglot edit-book` is told to make: on the command line, or in a list.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct Edit {
    enum class Kind : std::uint8_t {
        Add,
        Weight,
        Share,
        Boost,
        Games,
        Priority,
        Delete,
        DeleteSubtree,
        CopyFrom
    };
    std::string place; // for messages: "-weight 12", "edits.csv:3"
    chess::Position position;
    chess::Move move{}; // null: all of the position (Delete, DeleteSubtree, CopyFrom)
    Kind kind = Kind::Add;
    double value = 0;  // weight, 0 to 65535; share of 1, below 1; factor; games; priority, 0 to 255
    std::string other; // CopyFrom: the book
    bool adds = false; // Weight, Share, Boost: the move is added if the book does not have it
    // Of a table of an Arena book, whose weights are shares (they may be above 16 bits): for
    // another Arena book, it is this that the move gets instead of the weight.
    struct ArenaFields {
        std::uint8_t priority = 0;
        book::GameCounts counts;
    };
    std::optional<ArenaFields> arena{};
    // Share: what earlier edits give for other moves of the position. Their shares and this one are
    // met together.
    struct MoveShare {
        std::string place;
        chess::Move move{};
        double share = 0;
        bool adds = false;
    };
    std::vector<MoveShare> earlier_shares{};
};

// All shares of an edit, its own as the last.
std::vector<Edit::MoveShare> shares_of(const Edit& edit);
// "edits.csv:2, edits.csv:3": the places of these shares.
std::string places_of(const std::vector<Edit::MoveShare>& shares);

// Edits that are applied one after the other meet only the last of several shares of a position. So
// the shares of a position become one edit, in the place of the last of them; of two shares of one
// move the later one counts. Another edit of a move that has a share (or of the whole position)
// stays after this share. The error names the places of shares that are more than 100 % together.
Result<std::vector<Edit>> join_shares(std::vector<Edit> edits);

// The edits of the command line by their options' names, without '-': "weight", "share", …,
// "copy-from".
bool is_edit(std::string_view name);
bool edit_needs_move(std::string_view name); // the others may also be about a whole position
// Its position and its move are the caller's to set. The error says what the value should be.
Result<Edit> parse_edit(std::string_view name, std::string_view value);

// "40%", "40 %" or "0.4": of 1. The error says what a share is.
Result<double> parse_share(std::string_view text);
Result<double> parse_weight(std::string_view text);
Result<double> parse_boost(std::string_view text); // "x1.5" or "1.5"

Result<double> parse_games(std::string_view text);
Result<double> parse_priority(std::string_view text);

// A table (CSV) or JSON, distinguished by the first character: docs/edit-book.md. name: for
// messages. The error names the line, or the element.
Result<std::vector<Edit>> read_edit_list(std::istream& in, const std::string& name);
// Warnings about moves that a list edits more than once, with both places.
std::vector<std::string> repeated_moves(const std::vector<Edit>& edits);

} // namespace polyglot::tools
