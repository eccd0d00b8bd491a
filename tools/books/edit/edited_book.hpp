// A book of any format that edit-book can write, with changes that are not written yet.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"
#include "tools/books/edit/edits.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Holds the figures of a move before or after the changes: its weight ("60") and share ("54.5%").
// An Arena book shows games and priority instead, a YACB book the value and "best".
struct ShownFigures {
    std::string weight, share;
    friend bool operator==(const ShownFigures&, const ShownFigures&) = default;
};
struct ShownMove {
    std::string name;
    std::optional<ShownFigures> before{}, after{}; // nullopt: the book does not have the move
    // True if the book has the move before and after, and more than its share has changed.
    bool reweighed = false;
};
struct ShownChange {
    std::string fen;
    std::vector<ShownMove> moves{};
};

class EditedBook : public book::Book {
  public:
    // Called every few thousand positions of a subtree. If it returns false, apply() ends with an
    // error.
    using KeepOn = std::function<bool()>;
    // Opens a book for editing. The error says why this book cannot be edited. The variant is null
    // for chess or what the book names.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on,
                                                    const chess::Variant* variant = nullptr);
    static bool can_edit(const book::FormatInfo& format);

    // Applies one edit. The error begins with the edit's place; a part of a subtree may have been
    // changed by then.
    virtual Result<void> apply(const Edit& edit) = 0;
    // Returns the positions whose moves differ from those of the book as it was opened.
    virtual std::vector<ShownChange> changes() const = 0;
    // Returns what the undo file stores: changes() with everything that take_back() needs.
    // "positions" is an array with one element for each changed position.
    virtual boost::json::object record() const = 0;
    // Restores the state before the run that made this record. Returns false if the book has that
    // state already, because the run was never written. Throws the exceptions of Boost.JSON if the
    // record has another form.
    virtual Result<bool> take_back(const boost::json::object& record) = 0;
    // Writes the bytes of the whole book. Returns the number of moves, or nullopt if the book
    // cannot be read.
    virtual std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const = 0;
};

} // namespace polyglot::tools
