// The journal of explore -edit protects edits that are not saved: BOOK.unsaved, a file next to the
// book that grows with each edit and exists only while there are unsaved edits. It has one JSON
// object per line. The first names the version of the book: {"do":"book","size":…,"modified":…}.
// The others are the session's events from its beginning, where "do" is
//   step     with the "question" that read_step() reads
//   undo, redo, discard
//   saving   with the "record" of what is about to be written
//   saved    after it was written
#pragma once
#include "core/result.hpp"
#include "storage/files/journal_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tools/explore/edit/timeline.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct JournalText {
    boost::json::object version; // of the book; empty if the text has none
    std::vector<boost::json::object> events;
    std::size_t damaged = 0; // lines that could not be read
};
JournalText parse_journal(std::string_view text);

// Holds the result of the events. A step that cannot be read is counted and replaced by one without
// edits, so that undo still takes it back.
struct Recalled {
    Timeline timeline;
    std::size_t unreadable = 0;
    std::string why; // the reason for the first one
};
Recalled recall(const std::vector<boost::json::object>& events);

// Writes the journal of this process.
class Journal {
  public:
    explicit Journal(std::filesystem::path book) : book_(std::move(book)) {}

    // Adds an event. If `keeps` is true, the file exists with the event when this returns;
    // otherwise it is removed, and a later file includes the event. version is that of the book.
    void note(const boost::json::object& event, bool keeps, const boost::json::object& version);
    // Adds the events of an older journal; call it before any other event.
    void note(const std::vector<boost::json::object>& events, const boost::json::object& version);
    // Returns why the file is incomplete; empty if it is complete.
    const std::string& trouble() const { return trouble_; }
    const std::filesystem::path& file() const { return path_; } // empty if there is none

  private:
    Result<void> write(std::string_view line, const boost::json::object& version);
    Result<void> begin(const boost::json::object& version);
    void remove();

    std::filesystem::path book_, path_;
    boost::json::object version_; // of the book, as in the file
    std::string all_;             // all lines of the session
    std::unique_ptr<io::JournalFile> file_;
    std::shared_ptr<io::SharedFile> lock_; // held while this process writes the file
    std::string trouble_;
};

// Holds a journal that an ended process has left. While this object lives, no other process takes
// it.
struct LeftJournal {
    std::filesystem::path file;
    JournalText text{};
    std::shared_ptr<io::SharedFile> lock{};
};
// Returns the journals of the book whose processes have ended, in the order of their names.
std::vector<LeftJournal> find_left_journals(const std::filesystem::path& book);
// Returns false if the file still exists.
bool remove_journal(const LeftJournal& journal);

} // namespace polyglot::tools
