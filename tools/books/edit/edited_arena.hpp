// An Arena book with changes that are not written yet.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/book/edit/arena_editor.hpp"
#include "tools/books/edit/edited_book.hpp"

#include <map>
#include <memory>

namespace polyglot::tools {

// All records that are not edited keep their bytes and their numbers.
class EditedArena final : public EditedBook {
  public:
    static Result<std::unique_ptr<EditedBook>> open(std::shared_ptr<const book::ByteReader> bytes,
                                                    KeepOn keep_on);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    const book::FormatInfo& format() const override { return book::arena_format; }

    Result<void> apply(const Edit& edit) override;
    std::vector<ShownChange> changes() const override;
    // Besides "positions", the record contains the changed and the new records with their numbers,
    // and the counts of the header, so that take_back() restores every byte.
    boost::json::object record() const override;
    Result<bool> take_back(const boost::json::object& record) override;
    std::optional<std::uint64_t>
    write(const std::function<void(std::string_view)>& write) const override;

  private:
    struct Touched {
        chess::Position position;
        std::vector<book::AbkMove> before;
    };

    EditedArena(std::shared_ptr<const book::ByteReader> bytes, book::AbkTree tree,
                std::vector<std::string> warnings, KeepOn keep_on);
    void touch(const chess::Position& position);
    std::vector<const Touched*> changed() const;
    ShownChange shown(const Touched& touched) const;
    Result<void> change_move(const Edit& edit);
    Result<void> bring_in(const std::string& place, const chess::Position& position,
                          chess::Move move, bool adds);
    Result<void> set_shares(const Edit& edit);
    void set_lever_value(const chess::Position& position, const book::AbkMove& move,
                         std::uint32_t value);
    Result<void> set_value(const Edit& edit, const std::vector<book::AbkMove>& moves,
                           std::size_t at);
    Result<void> set_lever(const Edit& edit, const std::vector<book::AbkMove>& moves,
                           std::size_t at);
    void add(const chess::Position& position, chess::Move move);
    void remove(const chess::Position& position, chess::Move move);
    Result<void> delete_moves(const Edit& edit);
    Result<void> copy_from(const Edit& edit);
    Result<void> copy_move(const chess::Position& position, const book::AbkRecord& record,
                           chess::Move move);
    Result<void> replace(const chess::Position& position, const std::vector<book::Entry>& entries);

    std::shared_ptr<const book::ByteReader> bytes_;
    std::unique_ptr<const book::AbkTree> original_;
    book::ArenaEditor editor_;
    std::vector<std::string> warnings_;
    KeepOn keep_on_;
    std::map<std::uint64_t, Touched> touched_; // by key
};

} // namespace polyglot::tools
