#include "storage/files/temporary_folder.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view suffix = ".polyglot-runs";
constexpr unsigned most_folders = 10'000; // for one file at the same time

bool is_number(std::string_view text, std::string_view digits = "0123456789") {
    return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

// Returns the text between begin and end; empty if name does not have both.
std::string_view between(std::string_view name, std::string_view begin, std::string_view end) {
    if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) ||
        !name.ends_with(end))
        return {};
    return name.substr(begin.size(), name.size() - begin.size() - end.size());
}

// Returns true for FILE.NUMBER.polyglot-runs.
bool is_left_over(std::string_view name, const std::string& file) {
    return is_number(between(name, file + '.', suffix));
}

Result<Folder::Pointer> folder_of(const fs::path& file) {
    return Folder::open(file.has_parent_path() ? file.parent_path() : fs::path(u8"."));
}

void remove_work_files(const Folder& folder) {
    for (const std::string& name : folder.names())
        if (is_work_file(name)) folder.remove_file(name);
}

void remove_inner(const Folder::Pointer& folder, const char* name) {
    const auto inner = Folder::own(folder, name, Folder::Make::Never);
    if (!inner) return;
    remove_work_files(**inner);
    (*inner)->remove();
}

} // namespace

bool is_work_file(std::string_view name) {
    constexpr std::string_view part = ".polyglot-part";
    if (name.ends_with(part)) { // NAME.PROCESS-NUMBER.polyglot-part
        name.remove_suffix(part.size());
        const std::size_t dot = name.rfind('.');
        if (dot == std::string_view::npos || !is_number(name.substr(dot + 1), "0123456789-"))
            return false;
        name = name.substr(0, dot);
    }
    return name == "checkpoint" || is_number(between(name, "", ".pgstats")) ||
           is_number(between(name, "merged-", ".pgstats")) ||
           is_number(between(name, "seen-games-", ""));
}

TemporaryFolder::TemporaryFolder(Folder::Pointer folder, bool kept)
    : folder_(std::move(folder)), kept_(kept) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(kept_, other.kept_);
    return *this;
}

TemporaryFolder::~TemporaryFolder() {
    if (folder_ && !kept_) remove();
    // Since the files from which it was made exist.
    if (folder_ && kept_) remove_inner(folder_, "merged");
}

void TemporaryFolder::clear() const {
    // Before its runs, because a checkpoint without runs would stay forever.
    folder_->remove_file("checkpoint");
    remove_inner(folder_, "seen");
    remove_inner(folder_, "merged");
    remove_work_files(*folder_);
}

void TemporaryFolder::remove() const {
    clear();
    folder_->remove();
}

void TemporaryFolder::remove_left_overs(const fs::path& file) {
    const auto parent = folder_of(file);
    if (!parent) return;
    for (const std::string& name : (*parent)->names()) {
        if (!is_left_over(name, to_text(file.filename()))) continue;
        auto folder = Folder::own(*parent, name, Folder::Make::Never);
        if (folder && (*folder)->lock()) const TemporaryFolder gone(*std::move(folder), false);
    }
}

Result<TemporaryFolder> TemporaryFolder::keep(const fs::path& folder) {
    std::error_code error;
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
    if (error) return make_error(to_text(folder) + ": " + system_message(error));
    auto parent = folder_of(folder);
    if (!parent) return parent.error();
    auto kept =
        Folder::own(*std::move(parent), to_text(folder.filename()), Folder::Make::IfMissing);
    if (!kept) return kept.error();
    if (!(*kept)->lock()) return make_error(to_text(folder) + ": another process is at work there");
    return TemporaryFolder(*std::move(kept), true);
}

Result<TemporaryFolder> TemporaryFolder::beside(const fs::path& file) {
    remove_left_overs(file);
    const auto parent = folder_of(file);
    if (!parent) return parent.error();
    for (unsigned number = 0; number < most_folders; ++number) {
        const std::string name =
            to_text(file.filename()) + '.' + std::to_string(number) + std::string(suffix);
        if ((*parent)->has(name)) continue;
        auto folder = Folder::own(*parent, name, Folder::Make::MustBeNew);
        if (folder && (*folder)->lock()) return TemporaryFolder(*std::move(folder), false);
        // Another process was faster, or has removed it as a left-over before it was locked, so the
        // next number is tried.
        if (folder ? !(*parent)->has(name) : (*parent)->has(name)) continue;
        if (!folder) return folder.error();
        (*folder)->remove();
        return make_error(to_text((*folder)->path()) + ": cannot be locked");
    }
    return make_error(to_text(file) + ": too many folders of other runs are beside it (" +
                      std::string(suffix) + ")");
}

} // namespace polyglot::io
