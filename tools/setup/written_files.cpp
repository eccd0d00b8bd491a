#include "tools/setup/written_files.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/folder.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "tools/engines/start_script.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr int most_kept = 1000; // copies of one file
constexpr std::uint64_t most_compared = 1U << 20U;

// Returns nullopt if there is no such file, or it cannot be read, or is no ini file by its size.
std::optional<std::string> content_of(const fs::path& file) {
    const auto folder = io::Folder::open(file.parent_path());
    if (!folder) return std::nullopt;
    // In a folder that is held open, because the file may be written afterwards.
    const auto bytes = io::open_random_access_file({*folder, to_text(file.filename())});
    if (!bytes || (*bytes)->size() > most_compared) return std::nullopt;
    std::string text(static_cast<std::size_t>((*bytes)->size()), '\0');
    text.resize((*bytes)->read_at(0, std::as_writable_bytes(std::span(text))));
    return text;
}

Result<void> copy_content(const fs::path& file, const fs::path& kept) {
    const auto folder = io::Folder::open(file.parent_path());
    if (!folder) return folder.error();
    const auto bytes = io::open_random_access_file({*folder, to_text(file.filename())});
    if (!bytes) return bytes.error();
    auto output = io::OutputFile::open(kept, io::Durability::Synced, file);
    if (!output) return output.error();
    std::array<char, 65'536> part{};
    const std::uint64_t size = (*bytes)->size();
    while (output->written() < size) {
        const std::size_t read =
            (*bytes)->read_at(output->written(), std::as_writable_bytes(std::span(part)));
        if (read == 0) return make_error(to_text(file) + " cannot be read to its end");
        output->write(std::string_view(part.data(), read));
    }
    return output->commit();
}

// `target` is where `file` leads.
Result<fs::path> keep(const fs::path& file, const fs::path& target) {
    for (int number = 1; number <= most_kept; ++number) {
        fs::path kept = kept_name(file, number);
        std::error_code error;
        if (fs::exists(fs::symlink_status(kept, error))) continue;
        const auto copied = copy_content(target, kept);
        if (copied) return kept;
        return make_error(to_text(file) +
                          " is not replaced, because it cannot be kept: " + copied.error().message);
    }
    return make_error(to_text(file) + " is not replaced: there are " + std::to_string(most_kept) +
                      " copies of it; remove some, or choose another name");
}

} // namespace

fs::path kept_name(const fs::path& file, int number) {
    fs::path name = file.stem();
    name += u8".replaced";
    if (number > 1) name += to_path("-" + std::to_string(number));
    name += file.extension();
    return file.parent_path() / name;
}

bool has_other_content(const fs::path& file, std::string_view text) {
    std::error_code error;
    if (!fs::exists(fs::status(file, error))) return false;
    const auto target = io::follow_links(file);
    return !target || content_of(*target) != text;
}

Result<void> check_writable(const fs::path& file) {
    const auto output = io::OutputFile::open(file);
    if (!output) return output.error();
    return {};
}

Result<WrittenFile> write_kept(const fs::path& file, std::string_view text, FileMode mode) {
    WrittenFile written{.file = file};
    std::error_code error;
    const bool exists = fs::exists(fs::status(file, error));
    const auto target = io::follow_links(file);
    if (!target) return target.error();
    if (exists && content_of(*target) == text) {
        written.is_unchanged = true;
    } else {
        auto output = io::OutputFile::open(file); // first: its folder may not be writable
        if (!output) return output.error();
        if (exists) {
            auto kept = keep(file, *target);
            if (!kept) return kept.error();
            written.kept = *std::move(kept);
        }
        output->write(text);
        if (const auto done = output->commit(); !done) return done.error();
    }
    if (mode == FileMode::Executable)
        if (const auto done = make_executable(file); !done) return done.error();
    return written;
}

} // namespace polyglot::tools
