// The edits that a user of the explorer makes to a book, step by step, until they are saved.
#pragma once
#include "core/result.hpp"
#include "tools/edit_book/edited_book.hpp"
#include "tools/edit_book/edits.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::tools {

class Editing {
  public:
    // The error names the file and says why it cannot be edited.
    static Result<Editing> open(const std::string& name);

    // With all steps; valid until the next call that changes it.
    std::shared_ptr<const EditedBook> book() const { return book_; }
    // Another one after each change: what a page shows that has seen an older one is out of date.
    std::uint64_t revision() const { return revision_; }
    std::size_t unsaved() const { return done_.size(); } // steps
    std::size_t undone() const { return undone_.size(); }
    const std::string& name() const { return name_; }

    // All of the step's edits, or after an error none. words: what it does, as options of edit-book.
    Result<void> apply(std::vector<Edit> edits, std::string words);
    Result<void> undo(); // the last step
    Result<void> redo();
    Result<void> discard(); // all steps; the book as it is on disk now
    Result<void> reopen();  // the book as it is on disk now, with the steps that are done
    // As edit-book writes: beside, renamed, with an undo file. The steps are made in the file as it is now, under its
    // lock, so that what others have changed elsewhere in it stays; where they have changed what the steps have found
    // in the book (learn fields aside), nothing is written and all steps are kept.
    Result<void> save();

  private:
    struct Step {
        std::vector<Edit> edits;
        std::string words;
    };
    explicit Editing(std::string name) : name_(std::move(name)) {}
    std::string name_;
    std::filesystem::path file_; // links followed
    std::shared_ptr<EditedBook> book_;
    std::vector<Step> done_, undone_;
    std::uint64_t revision_ = 1;
};

// A text with edits: a table (CSV, JSON) as edit-book -from reads it; PGN with weights as convert-book writes it; PGN
// of games, each move of which is added. The error says where the text is wrong.
Result<std::vector<Edit>> read_edits(const std::string& text, const std::string& name);

} // namespace polyglot::tools
