#include "tools/explore/edit/journal.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "tools/explore/edit/place.hpp"

#include <span>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int most_journals = 100;                             // of one book
constexpr std::uint64_t most_read = std::uint64_t{512} << 20U; // bytes of one journal

fs::path journal_name(const fs::path& book, int number) {
    return fs::path(book) +=
           to_path(number == 1 ? ".unsaved" : ".unsaved" + std::to_string(number));
}

std::string journal_line(const json::object& event) {
    return json::serialize(event) + '\n';
}

json::object first_event(const json::object& version) {
    json::object first{{"do", "book"}};
    first.insert(version.begin(), version.end());
    return first;
}

bool is_event(const json::object& event) {
    const std::string_view what = text_of(event, "do");
    const auto has_object = [&event](std::string_view name) {
        const json::value* const value = event.if_contains(name);
        return value != nullptr && value->is_object();
    };
    if (what == "step") return has_object("question");
    if (what == "saving") return has_object("record");
    return what == "undo" || what == "redo" || what == "discard" || what == "saved";
}

// Returns null if the journal must not be taken over: another process writes it, it is empty
// (another process is about to write it), or it cannot be read.
std::shared_ptr<io::SharedFile> lock_left(const fs::path& file, std::string& text) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(file, error))) return nullptr;
    const auto opened = io::open_shared_file(file);
    if (!opened || (*opened)->size() == 0 || (*opened)->size() > most_read) return nullptr;
    if (const auto locked = (*opened)->try_lock(0, 1); !locked || !*locked) return nullptr;
    text.resize(static_cast<std::size_t>((*opened)->size()));
    if (!(*opened)->read(0, std::as_writable_bytes(std::span(text)))) return nullptr;
    return *opened;
}

} // namespace

JournalText parse_journal(std::string_view text) {
    JournalText journal;
    for (bool is_first = true; !text.empty(); is_first = false) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        json::error_code failed;
        json::value value = json::parse(line, failed);
        json::object* const object = failed ? nullptr : value.if_object();
        if (object != nullptr && is_first && text_of(*object, "do") == "book") {
            journal.version = std::move(*object);
            journal.version.erase("do");
        } else if (object != nullptr && is_event(*object)) {
            journal.events.push_back(std::move(*object));
        } else {
            ++journal.damaged;
        }
    }
    return journal;
}

Recalled recall(const std::vector<json::object>& events) {
    Recalled recalled;
    Timeline& timeline = recalled.timeline;
    json::object record;
    for (const json::object& event : events) {
        const std::string_view what = text_of(event, "do");
        if (what == "step") {
            auto step = read_step(event.at("question").get_object());
            if (!step && recalled.unreadable++ == 0) recalled.why = step.error().message;
            timeline.add(std::make_shared<EditStep>(step ? *std::move(step) : EditStep{}));
        } else if (what == "undo") {
            timeline.undo();
        } else if (what == "redo") {
            timeline.redo();
        } else if (what == "discard") {
            timeline.discard();
        } else if (what == "saving") {
            record = event.at("record").get_object();
        } else {
            timeline.save(std::exchange(record, {}));
        }
    }
    return recalled;
}

void Journal::note(const json::object& event, bool keeps, const json::object& version) {
    const std::string line = journal_line(event);
    all_ += line;
    if (!keeps) return remove();
    const auto written = write(line, version);
    trouble_ = written ? std::string() : written.error().message;
}

void Journal::note(const std::vector<json::object>& events, const json::object& version) {
    for (const json::object& event : events)
        all_ += journal_line(event);
    const auto begun = begin(version);
    trouble_ = begun ? std::string() : begun.error().message;
}

// After an error, or for another version of the book, a new file begins with all lines that the
// first one should contain.
Result<void> Journal::write(std::string_view line, const json::object& version) {
    return file_ && trouble_.empty() && version == version_ ? file_->append(line) : begin(version);
}

Result<void> Journal::begin(const json::object& version) {
    for (int number = 1; number <= most_journals; ++number) {
        const fs::path path = journal_name(book_, number);
        auto file = io::create_journal_file(path);
        if (!file) return file.error();
        if (!*file) continue;
        auto lock = io::open_shared_file(path);
        // The lock is best effort; the file is empty, so no other process has one.
        if (lock) static_cast<void>((*lock)->try_lock(0, 1));
        auto written = (*file)->append(journal_line(first_event(version)) + all_);
        if (!written && file_) { // the older journal is more complete
            std::error_code ignored;
            fs::remove(path, ignored);
            return written;
        }
        remove();
        path_ = path;
        version_ = version;
        file_ = *std::move(file);
        if (lock) lock_ = *std::move(lock);
        return written;
    }
    return make_error(to_text(journal_name(book_, 1)) + ": there are a hundred of them already");
}

void Journal::remove() {
    trouble_.clear();
    if (!file_) return;
    std::error_code error;
    if (!fs::remove(path_, error))
        trouble_ = to_text(path_) + ": cannot be removed: " + system_message(error);
    // The file and the lock are closed after the removal, so that no other process takes the
    // journal before.
    file_.reset();
    lock_.reset();
    path_.clear();
}

std::vector<LeftJournal> find_left_journals(const fs::path& book) {
    std::vector<LeftJournal> found;
    for (int number = 1; number <= most_journals; ++number) {
        LeftJournal journal{.file = journal_name(book, number)};
        std::string text;
        journal.lock = lock_left(journal.file, text);
        if (!journal.lock) continue;
        journal.text = parse_journal(text);
        found.push_back(std::move(journal));
    }
    return found;
}

bool remove_journal(const LeftJournal& journal) {
    std::error_code error;
    return fs::remove(journal.file, error);
}

} // namespace polyglot::tools
