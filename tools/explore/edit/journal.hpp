// What explore -edit would lose with its end: BOOK.unsaved, a file beside the book that grows with
// each edit and is there only while edits are not saved. One JSON object a line. Its first says
// which version of the book the edits are of:
// {"do":"book","size":…,"modified":…}. Then follows all that the session has done, from its
// beginning: "do" is
//   step     with the "question" that read_step() reads
//   undo, redo, discard
//   saving   with the "record" of what is about to be written
//   saved    it was
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
    boost::json::object version; // of the book; empty if the text does not say
    std::vector<boost::json::object> events;
    std::size_t damaged = 0; // lines that are not read
};
JournalText parse_journal(std::string_view text);

// What the events come to. A step that cannot be read is one without edits, and counted: undo still
// takes it back.
struct Recalled {
    Timeline timeline;
    std::size_t unreadable = 0;
    std::string why; // of the first
};
Recalled recall(const std::vector<boost::json::object>& events);

// A journal of this process.
class Journal {
  public:
    explicit Journal(std::filesystem::path book) : book_(std::move(book)) {}

    // keeps: the file is there when this returns, with the event; otherwise it is not, and the
    // event goes into the next one. version: of the book.
    void note(const boost::json::object& event, bool keeps, const boost::json::object& version);
    // Events of an older journal, before any other.
    void note(const std::vector<boost::json::object>& events, const boost::json::object& version);
    // Why the file does not have all that it should; empty if it has.
    const std::string& trouble() const { return trouble_; }
    const std::filesystem::path& file() const { return path_; } // empty: there is none

  private:
    Result<void> write(std::string_view line, const boost::json::object& version);
    Result<void> begin(const boost::json::object& version);
    void remove();

    std::filesystem::path book_, path_;
    boost::json::object version_; // of the book, as the file says
    std::string all_;             // lines of the session
    std::unique_ptr<io::JournalFile> file_;
    std::shared_ptr<io::SharedFile> lock_; // as long as this process writes it
    std::string trouble_;
};

// A journal that a process has left. While this object is there, no other process takes it.
struct LeftJournal {
    std::filesystem::path file;
    JournalText text;
    std::shared_ptr<io::SharedFile> lock;
};
// Those of the book whose processes do not live any more, in the order of their names.
std::vector<LeftJournal> find_left_journals(const std::filesystem::path& book);
// False if the file is still there.
bool remove_journal(const LeftJournal& journal);

} // namespace polyglot::tools
