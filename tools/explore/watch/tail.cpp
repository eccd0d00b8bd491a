#include "tools/explore/watch/tail.hpp"

#include "core/book/byte_reader.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/read_line.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunk = std::size_t{256} << 10U; // bytes
// The number of bytes that are compared before the reading position.
constexpr std::size_t compared = 64;

std::uint64_t size_of(const fs::path& file) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    return error ? 0 : size;
}

} // namespace

LogTail::LogTail(fs::path file) : file_(std::move(file)), rotated_(fs::path(file_) += u8".1") {}

bool LogTail::read(std::size_t most, const TakeLine& take) {
    trouble_.clear();
    find_parts();
    if (old_ && read_part(*old_, rotated_, most, take)) return true;
    return current_ && read_part(*current_, file_, most, take);
}

std::uint64_t LogTail::left() const {
    const auto of = [](const std::optional<Part>& part, const fs::path& file) {
        const std::uint64_t size = part ? size_of(file) : 0;
        return part && size > part->offset ? size - part->offset : 0;
    };
    return of(old_, rotated_) + of(current_, file_);
}

void LogTail::find_parts() {
    std::error_code error;
    if (fs::is_symlink(file_, error)) // an adapter renames the file that a link leads to
        if (const fs::path named = fs::canonical(file_, error); !error)
            rotated_ = fs::path(named) += u8".1";
    // Both ids must be from the same moment, and not FILE's from before and FILE.1's from after a
    // renaming.
    std::optional<io::FileId> now = io::find_file_id(file_), before = io::find_file_id(rotated_);
    for (int attempt = 0; attempt < 10; ++attempt) {
        const auto again = io::find_file_id(file_);
        if (std::exchange(now, again) == again) break;
        before = io::find_file_id(rotated_);
    }
    if (!std::exchange(begun_, true) && before) old_ = Part{.id = *before};
    if (std::exchange(rotated_id_, before) != before) unseen_ = before;
    if (current_ && (!now || *now != current_->id)) replace_current(before);
    if (old_ && (!before || *before != old_->id)) old_.reset();
    if (!current_ && now) current_ = Part{.id = *now};
    if (old_ && old_->id == unseen_) unseen_.reset();
    if (!now) trouble_ = "is not there yet";
}

// Handles that FILE has become another file.
void LogTail::replace_current(const std::optional<io::FileId>& before) {
    Part gone = *std::exchange(current_, std::nullopt);
    if (before && *before == gone.id) {
        old_ = std::move(gone);
        return;
    }
    ++gaps_;
    if (before && (!old_ || *before != old_->id)) old_ = Part{.id = *before};
}

bool LogTail::read_part(Part& part, const fs::path& file, std::size_t& most, const TakeLine& take) {
    if (size_of(file) == part.offset) return false;
    const auto opened = io::open_random_access_file(io::FileAt(file), io::Access::Sequential);
    if (io::find_file_id(file) != part.id) return true; // it was renamed just now
    if (!opened) {
        trouble_ = opened.error().message;
        return false;
    }
    std::array<std::byte, compared> bytes{};
    const std::span<std::byte> last(bytes.data(), part.last.size());
    const std::size_t count = (*opened)->read_at(part.offset - last.size(), last);
    // The file was emptied, and possibly filled again; or it is another one, to which the system
    // has given the same id, and FILE.1 comes first.
    if ((*opened)->size() < part.offset || book::as_text(last.first(count)) != part.last) {
        ++gaps_;
        part = Part{.id = part.id};
        if (const auto unseen = std::exchange(unseen_, std::nullopt)) {
            old_ = Part{.id = *unseen};
            return true;
        }
    }
    std::string read(chunk, '\0');
    while (most > 0) {
        const auto into = std::as_writable_bytes(std::span(read)).first(std::min(most, chunk));
        const std::string_view got =
            book::as_text(into.first((*opened)->read_at(part.offset, into)));
        take_bytes(part, got, take);
        if (got.size() < into.size()) return false;
        most -= got.size();
    }
    return true;
}

void LogTail::take_bytes(Part& part, std::string_view bytes, const TakeLine& take) {
    part.offset += bytes.size();
    part.last.append(bytes.substr(bytes.size() - std::min(bytes.size(), compared)));
    part.last.erase(0, part.last.size() - std::min(part.last.size(), compared));
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        const std::size_t room = longest_line - part.partial.size();
        if (end != std::string_view::npos && part.partial.empty() && piece.size() <= room) {
            take(piece.ends_with('\r') ? piece.substr(0, piece.size() - 1) : piece, ++part.number);
        } else {
            part.partial.append(piece.substr(0, room));
            if (end == std::string_view::npos) return;
            std::string_view line = part.partial;
            if (line.ends_with('\r')) line.remove_suffix(1);
            take(line, ++part.number);
            part.partial = std::string();
        }
        bytes.remove_prefix(end + 1);
    }
}

} // namespace polyglot::tools
