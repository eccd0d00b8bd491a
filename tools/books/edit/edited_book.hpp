// A book with changes that are not written yet, of any format that edit-book writes.
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

// A move before or after: "60" and "54.5%"; an Arena book's games and priority; a YACB book's value
// and "best".
struct ShownFigures {
    std::string weight, share;
    friend bool operator==(const ShownFigures&, const ShownFigures&) = default;
};
struct ShownMove {
    std::string name;
    std::optional<ShownFigures> before, after; // nullopt: not in the book
    // In the book before and after, and not only its share has changed
    bool reweighed = false;
};
struct ShownChange {
    chess::Position position;
    std::vector<ShownMove> moves;
};

class EditedBook : public book::Book {
  public:
    // keep_on: asked every few thousand positions of a subtree; if it returns false, apply()
    // returns an error.
    using KeepOn = std::function<bool()>;
    // The error says why this book cannot be edited.
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on);
    static bool can_edit(const book::FormatInfo& format);

    // The error begins with the edit's place. A part of a subtree may have been changed then.
    virtual Result<void> apply(const Edit& edit) = 0;
    // Positions whose moves differ from the book's as it was opened.
    virtual std::vector<ShownChange> changes() const = 0;
    // For the undo file: changes() with all that take_back() needs, "positions" being an array with
    // one of each.
    virtual boost::json::object record() const = 0;
    // The opened book as it was before such a run. False: it is already, because the run was never
    // written. Throws what Boost.JSON throws if the record is not of the form.
    virtual Result<bool> take_back(const boost::json::object& record) = 0;
    // The bytes of the whole book. Returns the number of moves; nullopt if the book cannot be read.
    virtual std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const = 0;
};

} // namespace polyglot::tools
