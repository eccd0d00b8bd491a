// Reads the options of `polyglot edit-book`, which are steps. See docs/edit-book.md.
#pragma once
#include "tools/books/edit/edits.hpp"
#include "tools/common/commands.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct EditOptions {
    enum class Action : std::uint8_t { Edit, Undo, History };
    Action action = Action::Edit;
    std::string book;
    const chess::Variant* variant = nullptr; // null: of chess, or what the book names
    std::vector<Edit> edits;                 // in the order of the command line
    std::vector<std::string> warnings;       // about lists of edits
    bool dry_run = false;
    std::string command; // the steps as given, for the history
};

// Returns the options, or the exit status if the command is already over.
std::variant<EditOptions, int> read_edit_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
