// Defines the changes that `polyglot edit-book` makes, from the command line or from a list.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
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
    chess::Move move{}; // null: all moves of the position (Delete, DeleteSubtree, CopyFrom)
    // In a book of a variant this is the place instead, nullopt stands for all moves.
    struct VariantPlace {
        chess::VariantPosition position;
        std::optional<chess::VariantMove> move;
    };
    std::optional<VariantPlace> variant{};
    Kind kind = Kind::Add;
    double value = 0; // weight, 0 to 65535; share of 1, below 1; factor; games; priority, 0 to 255
    std::string other{}; // CopyFrom: the book
    bool adds = false;   // Weight, Share, Boost: the move is added if the book does not have it
    // These are the fields of a move in a table of an Arena book. The weights of such a table are
    // shares and may exceed 16 bits; if the edited book is an Arena book, too, the move gets these
    // fields instead.
    struct ArenaFields {
        std::uint8_t priority = 0;
        book::GameCounts counts;
    };
    std::optional<ArenaFields> arena{};
    // Share: the shares that earlier edits set for other moves of the position. They are applied
    // together with this one.
    struct MoveShare {
        std::string place;
        chess::Move move{};
        std::optional<chess::VariantMove> variant_move{}; // instead of it
        double share = 0;
        bool adds = false;
    };
    std::vector<MoveShare> earlier_shares{};
};

// Returns all shares of an edit; its own is the last.
std::vector<Edit::MoveShare> shares_of(const Edit& edit);
// Returns the places of these shares as "edits.csv:2, edits.csv:3".
std::string places_of(const std::vector<Edit::MoveShare>& shares);

// Joins the shares of each position into one edit at the place of the last of them, because edits
// that are applied one by one would fulfil only the last share. If a move has two shares, the later
// one counts. Any other edit of a move that has a share, or of the whole position, stays after that
// share. The error names the places of shares whose sum exceeds 100 %.
Result<std::vector<Edit>> join_shares(std::vector<Edit> edits);

// The edits of the command line are known by the names of their options without '-': "weight",
// "share", …, "copy-from".
bool is_edit(std::string_view name);
bool edit_needs_move(std::string_view name); // the others also apply to a whole position
// Leaves position and move for the caller to set. The error describes the valid values.
Result<Edit> parse_edit(std::string_view name, std::string_view value);

// Parses "40%", "40 %" or "0.4" into a fraction of 1. The error describes the valid values.
Result<double> parse_share(std::string_view text);
Result<double> parse_weight(std::string_view text);
Result<double> parse_boost(std::string_view text); // "x1.5" or "1.5"

Result<double> parse_games(std::string_view text);
Result<double> parse_priority(std::string_view text);

// Reads a table (CSV) or JSON; the first character tells them apart. docs/edit-book.md describes
// both. name is used in messages. The error names the line or the element.
// The rules are those of the variant, or of chess if it is null. warnings, unless null, receives
// what is odd about the text.
Result<std::vector<Edit>> read_edit_list(std::istream& in, const std::string& name,
                                         const chess::Variant* variant = nullptr,
                                         std::vector<std::string>* warnings = nullptr);
// Returns warnings about moves that a list edits more than once, with both places.
std::vector<std::string> repeated_moves(const std::vector<Edit>& edits);

} // namespace polyglot::tools
