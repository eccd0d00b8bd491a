// Manages the edits of a book by a user of the explorer: step by step, with undo, also after
// saving. tests/unit/tools/explore/edit/editing_test.cpp shows it.
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

    // Returns the book with all steps; valid until the next call of a function that changes it.
    std::shared_ptr<const EditedBook> book() const { return book_; }
    // Changes with each change of the book, so that a page with an older revision is out of date.
    std::uint64_t revision() const { return revision_; }
    // Makes revisions distinct from those of other books that were edited in this explorer, because
    // a page may still show one of them.
    void number_from(std::uint64_t number) { revision_ = (number << 32U) | 1U; }
    // Returns the number of steps that were made or undone since the last save.
    std::size_t unsaved() const { return timeline_.unsaved(); }
    std::size_t done() const { return timeline_.done(); }
    std::size_t undone() const { return timeline_.undone(); }
    const std::string& name() const { return name_; }

    // Applies all edits of the step, or none of them if there is an error.
    Result<void> apply(EditStep step);
    // Takes the last step back, even if it is saved; its changes to the file are taken back, too.
    Result<void> undo();
    Result<void> redo();
    Result<void> discard(); // returns to the book as it is on disk now
    Result<void> reopen();  // reads the book on disk again and applies the steps
    // Writes the book as edit-book does: next to the old one, then renamed, with an undo file. The
    // steps are applied to the current file under its lock, so that other programs' changes to
    // other moves survive. If those programs have changed what the steps found in the book (learn
    // fields do not count), nothing is written and all steps are kept.
    Result<void> save();

    // Returns unsaved edits of an explorer that has ended, if they can be applied because the book
    // is still the same; the user must decide on them before any other edit. Null if there are
    // none.
    const LeftJournal* left() const { return left_ ? &*left_ : nullptr; }
    std::size_t left_edits() const { return left_edits_; }
    // Returns what could not be taken up, as a sentence, or an empty text. After an error nothing
    // was taken up.
    Result<std::string> take_up_left();
    Result<void> delete_left();
    void keep_left() { left_.reset(); } // keeps the file for the next start

    // Returns remarks about journals: which ones are kept unchanged, and why a kill would lose
    // edits.
    std::vector<std::string> remarks() const;
    // Returns what the page is told of the edits: tools/explore/API.md, /api/edit.
    boost::json::object state() const;
    // Returns an empty path if there is no journal.
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
    std::filesystem::path file_;  // with links resolved
    boost::json::object version_; // of the file when it was opened
    std::shared_ptr<EditedBook> book_;
    Timeline timeline_;
    Journal journal_;
    std::optional<LeftJournal> left_;
    std::size_t left_edits_ = 0;
    std::vector<std::string> kept_; // names of journals
    std::uint64_t revision_ = 1;
};

} // namespace polyglot::tools
