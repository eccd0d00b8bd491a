// A book of sorted entries, in PolyGlot's format or YACB's, with changes that are not written yet.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/yacb/yacb.hpp"
#include "tools/books/edit/edited_book.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>

namespace polyglot::tools {

using YacbBytes = std::array<std::byte, book::yacb_entry_size>;

// A position of chess or of a variant.
struct EditedPlace {
    std::uint64_t key = 0;
    std::string fen;
    // Returns the SAN of an entry's move. For a move that is not legal it returns the squares
    // (PolyGlot's format) or an empty text (YACB).
    std::function<std::string(std::uint16_t raw)> name;
};

// Raw is an entry as it is in the file: book::RawEntry or YacbBytes.
template <class Raw>
class EditedEntries : public EditedBook {
  public:
    struct Change {
        EditedPlace place;
        std::vector<Raw> before, after; // of one key, in the order of the file
    };

    // Returns the entries with the changes made so far.
    std::vector<Raw> entries(std::uint64_t key) const;
    std::vector<ShownChange> changes() const override;
    // Returns the changed positions in ascending order of their keys.
    std::vector<const Change*> changed() const;
    // The record contains the entries before and after.
    boost::json::object record() const override;
    Result<bool> take_back(const boost::json::object& record) override;

  protected:
    EditedEntries(std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on)
        : bytes_(std::move(bytes)), keep_on_(std::move(keep_on)) {}
    void set(const EditedPlace& place, std::vector<Raw> entries);
    // Returns the entries of a position that has been set, or null.
    const std::vector<Raw>* find_set(std::uint64_t key) const;
    const std::shared_ptr<const book::ByteReader>& bytes() const { return bytes_; }
    const KeepOn& keep_on() const { return keep_on_; }

  private:
    virtual std::vector<Raw> read(std::uint64_t key) const = 0; // from the file
    virtual Result<EditedPlace> place_of(std::string_view fen) const = 0;
    virtual ShownChange shown(const Change& change) const = 0;
    virtual boost::json::array to_json(const Raw& entry) const = 0;
    // Throws the exceptions of Boost.JSON if there are fewer numbers, or others.
    virtual Raw entry_of(const boost::json::array& numbers, std::uint64_t key) const = 0;
    virtual bool same(const std::vector<Raw>& a, const std::vector<Raw>& b) const { return a == b; }
    // Adds to change.before what take_back() must keep of the entries as they are now.
    virtual void keep(Change& /*change*/, const std::vector<Raw>& /*now*/) const {}

    std::shared_ptr<const book::ByteReader> bytes_;
    KeepOn keep_on_;
    std::map<std::uint64_t, Change> set_; // by key
};

extern template class EditedEntries<book::RawEntry>;
extern template class EditedEntries<YacbBytes>;

} // namespace polyglot::tools
