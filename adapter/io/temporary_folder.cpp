#include "adapter/io/temporary_folder.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view suffix = ".polyglot-runs";

// FILE.NUMBER.polyglot-runs
bool is_left_over(std::string_view name, std::string_view file) {
    if (name.size() <= file.size() + suffix.size() + 1 || !name.starts_with(file) || !name.ends_with(suffix))
        return false;
    name.remove_prefix(file.size());
    name.remove_suffix(suffix.size());
    return name.starts_with('.') && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

} // namespace

void TemporaryFolder::remove_left_overs(const fs::path& file) {
    std::error_code error;
    std::vector<fs::path> found;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (is_left_over(entry->path().filename().string(), file.filename().string())) found.push_back(entry->path());
    for (fs::path& path : found) // gone with the object, if nobody else has it
        if (auto lock = FolderLock::take(path)) const TemporaryFolder taken(std::move(path), std::move(lock), false);
}

TemporaryFolder::TemporaryFolder(fs::path path, std::unique_ptr<FolderLock> lock, bool kept)
    : path_(std::move(path)), lock_(std::move(lock)), kept_(kept) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    std::swap(kept_, other.kept_);
    return *this;
}

TemporaryFolder::~TemporaryFolder() {
    if (!lock_) return;
    lock_.reset();           // Windows removes no file that is open
    std::error_code ignored; // what cannot be removed is tried again by the next one
    if (!kept_) fs::remove_all(path_, ignored);
}

Result<TemporaryFolder> TemporaryFolder::keep(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return make_error(folder.string() + ": " + error.message());
    auto lock = FolderLock::take(folder);
    if (!lock) return make_error(folder.string() + ": another process is at work there");
    return TemporaryFolder(folder, std::move(lock), true);
}

Result<TemporaryFolder> TemporaryFolder::beside(const fs::path& file) {
    remove_left_overs(file);
    for (unsigned number = 0;; ++number) {
        fs::path path = file;
        path += '.' + std::to_string(number) + std::string(suffix);
        std::error_code error;
        if (!fs::create_directory(path, error)) {
            if (!error) continue; // is there already
            return make_error(path.string() + ": " + error.message());
        }
        auto lock = FolderLock::take(path);
        if (lock) return TemporaryFolder(std::move(path), std::move(lock), false);
        // Gone: another process has taken it for a left-over before it was locked. Else there is no locking here.
        if (fs::remove(path, error)) return make_error(path.string() + ": cannot be locked");
    }
}

} // namespace polyglot::io
