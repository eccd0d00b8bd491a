#include "storage/files/overwrite_guard.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/file_id.hpp"

#include <map>
#include <mutex>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

enum class Use : std::uint8_t { Read, Written };

struct Note {
    std::optional<FileId> id; // of the file when it was noted
    Use use = Use::Read;
};

struct Notes {
    std::mutex mutex;
    bool is_active = false;
    std::map<fs::path, Note> by_place;
};

Notes& notes() {
    static Notes all;
    return all;
}

// Returns the path with the links of its folders resolved; the file itself need not exist.
fs::path place_of(const fs::path& file) {
    std::error_code error;
    if (is_on_share(file)) return normal_path(file);
    const fs::path folder =
        fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path(u8"."), error);
    return error ? normal_path(file) : folder / file.filename();
}

void note(const fs::path& file, Use use) {
    Notes& all = notes();
    const std::lock_guard lock(all.mutex);
    if (!all.is_active) return;
    Note& note = all.by_place[place_of(file)];
    note.id = find_file_id(file);
    note.use = use;
}

} // namespace

void begin_command() {
    Notes& all = notes();
    const std::lock_guard lock(all.mutex);
    all.is_active = true;
    all.by_place.clear();
}

void end_command() {
    Notes& all = notes();
    const std::lock_guard lock(all.mutex);
    all.is_active = false;
    all.by_place.clear();
}

void note_input(const fs::path& file) {
    note(file, Use::Read);
}

void note_output(const fs::path& file) {
    note(file, Use::Written);
}

void forget_output(const fs::path& file) {
    Notes& all = notes();
    const std::lock_guard lock(all.mutex);
    const auto found = all.by_place.find(place_of(file));
    if (found != all.by_place.end() && found->second.use == Use::Written) all.by_place.erase(found);
}

std::optional<std::string> why_not_to_write(const fs::path& file, const fs::path& own) {
    Notes& all = notes();
    const std::lock_guard lock(all.mutex);
    if (!all.is_active) return std::nullopt;
    const fs::path place = place_of(file);
    const fs::path own_place = own.empty() ? fs::path() : place_of(own);
    const std::optional<FileId> id = find_file_id(file);
    for (const auto& [other, note] : all.by_place) {
        if (note.use == Use::Written && other == own_place) continue;
        // The id is looked up again, because the number of a removed file may belong to another
        // file now.
        if (other != place && (!id || note.id != id || find_file_id(other) != id)) continue;
        if (note.use == Use::Written) return "is already an output of this command";
        return "is an input of this command" + (other == place ? "" : " (" + to_text(other) + ")");
    }
    return std::nullopt;
}

} // namespace polyglot::io
