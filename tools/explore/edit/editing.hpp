// The edits that a user of the explorer makes to a book, step by step, until they are saved and
// after.
#pragma once
#include "core/result.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/explore/edit/journal.hpp"
#include "tools/explore/edit/timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class Editing {
  public:
    // The error names the file and says why it cannot be edited.
    static Result<Editing> open(const std::string& name);

    // With all steps; valid until the next call that changes it.
    std::shared_ptr<const EditedBook> book() const { return book_; }
    // Another one after each change: what a page shows that has seen an older one is out of date.
    std::uint64_t revision() const { return revision_; }
    // Steps, made or undone since the save
    std::size_t unsaved() const { return timeline_.unsaved(); }
    std::size_t done() const { return timeline_.done(); }
    std::size_t undone() const { return timeline_.undone(); }
    const std::string& name() const { return name_; }

    // All of the step's edits, or after an error none.
    Result<void> apply(EditStep step);
    Result<void> undo(); // the last step, saved or not: what a save has written is taken back then
    Result<void> redo();
    Result<void> discard(); // what is not saved; the book as it is on disk now
    Result<void> reopen();  // the book as it is on disk now, with the steps that are done
    // As edit-book writes: beside, renamed, with an undo file. The steps are made in the file as it
    // is now, under its lock, so that what others have changed elsewhere in it stays; where they
    // have changed what the steps have found in the book (learn fields aside), nothing is written
    // and all steps are kept.
    Result<void> save();

    // Edits that an explorer was ended with, and that can be made again as the book is still the
    // same: to be decided before any other edit. Null: none.
    const LeftJournal* left() const { return left_ ? &*left_ : nullptr; }
    std::size_t left_edits() const { return left_edits_; }
    // Returns what could not be taken up, as a sentence, or an empty text. The error: nothing was.
    Result<std::string> take_up_left();
    Result<void> delete_left();
    void keep_left() { left_.reset(); } // where it is, for the next time

    // What is to be said of journals: of those that are kept as they are, and why edits would be
    // lost by a kill.
    std::vector<std::string> remarks() const;
    // Empty: there is none
    const std::filesystem::path& journal_file() const { return journal_.file(); }

  private:
    Editing(std::string name, std::filesystem::path file)
        : name_(std::move(name)), file_(std::move(file)), journal_(file_) {}
    void find_left();
    bool is_written(const LeftJournal& journal) const;
    Result<std::shared_ptr<EditedBook>> make(std::shared_ptr<const book::ByteReader> bytes,
                                             EditStep** failed = nullptr) const;
    Result<void> travel(bool (Timeline::*change)(), const char* event, const char* none);
    void note(const boost::json::object& event);

    std::string name_;
    std::filesystem::path file_;  // links followed
    boost::json::object version_; // of the file, when it was opened
    std::shared_ptr<EditedBook> book_;
    Timeline timeline_;
    Journal journal_;
    std::optional<LeftJournal> left_;
    std::size_t left_edits_ = 0;
    std::vector<std::string> kept_; // journals
    std::uint64_t revision_ = 1;
};

} // namespace polyglot::tools
