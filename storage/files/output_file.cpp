#include "storage/files/output_file.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/temporary_file.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

// In bytes; a larger buffer is not faster.
constexpr std::size_t buffer_size = std::size_t{256} << 10U;
constexpr std::uint64_t begin_sync_after = std::uint64_t{8} << 20U; // in bytes, repeatedly
constexpr std::string_view suffix = ".polyglot-part";

Error error_at(const fs::path& file, const std::string& reason) {
    return make_error(to_text(file) + ": " + reason);
}

void remove_left_overs(const fs::path& file) {
    const std::string name = to_text(file.filename());
    std::error_code error;
    auto entry = fs::directory_iterator(
        file.has_parent_path() ? file.parent_path() : fs::path(u8"."), error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        if (is_temporary_name(to_text(entry->path().filename()), name))
            remove_left_over(entry->path());
}

// No command writes this format, so writing to such a name is a mistake that would destroy a book.
bool is_of_chessbase_book(const fs::path& file) {
    const std::string extension = text::lower(to_text(file.extension()));
    return extension == ".ctg" || extension == ".cto" || extension == ".ctb";
}

} // namespace

Result<fs::path> target_of(const fs::path& named) {
    constexpr int max_links = 40; // as many as Linux follows
    fs::path file = named;
    std::error_code error;
    for (int i = 0; fs::is_symlink(fs::symlink_status(file, error)); ++i) {
        if (i == max_links) return make_error("is a symbolic link that leads to itself");
        if (!is_trusted_link(file))
            return make_error("is another user's symbolic link in a folder that all may write to");
        const fs::path target = fs::read_symlink(file, error);
        if (error) return make_error(system_message(error));
        file = file.parent_path() / target; // an absolute target replaces the folder
    }
    return file;
}

Result<fs::path> follow_links(const fs::path& named) {
    auto target = target_of(named);
    if (!target) return error_at(named, target.error().message);
    return target;
}

bool is_temporary_name(std::string_view name, std::string_view target) {
    if (name.size() <= target.size() + suffix.size() + 1 || !name.starts_with(target) ||
        !name.ends_with(suffix))
        return false;
    name.remove_prefix(target.size());
    name.remove_suffix(suffix.size());
    return name.starts_with('.') &&
           name.find_first_not_of("0123456789-", 1) == std::string_view::npos;
}

OutputFile::OutputFile(fs::path named, fs::path target, std::unique_ptr<TemporaryFile> temporary,
                       Durability durability)
    : named_(std::move(named)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      durability_(durability) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() {
    if (temporary_ && !target_.empty()) forget_output(target_);
}

Result<OutputFile> OutputFile::open(const FileAt& named, Durability durability,
                                    const fs::path& contents_of) {
    std::error_code error;
    if (named.folder()) {
        auto temporary = make_temporary_file(named, contents_of, error);
        if (!temporary) return error_at(named.path(), system_message(error));
        return OutputFile(named.path(), {}, std::move(temporary), durability);
    }
    const fs::path& name = named.name();
    const Result<fs::path> file = follow_links(name);
    if (file.has_error()) return file.error();
    const fs::file_status status = fs::status(*file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return error_at(name, "is not a regular file");
    if (!file->has_filename()) return error_at(name, "is not the name of a file");
    if (is_of_chessbase_book(*file) || is_of_chessbase_book(name))
        return error_at(name, "polyglot reads ChessBase books (.ctg, .cto, .ctb) and does not "
                              "write any; choose a name "
                              "with another ending");
    if (const auto why = why_not_to_write(*file)) return error_at(name, *why);
    if (is_marked_read_only(*file))
        return error_at(name, "is marked as read-only, and cannot be replaced");
    repair_replacement(*file);
    remove_left_overs(*file);
    auto temporary = make_temporary_file(*file, contents_of, error);
    if (!temporary && error == std::errc::no_such_file_or_directory)
        return error_at(name, "its folder does not exist");
    if (!temporary) return error_at(name, "cannot write beside it: " + system_message(error));
    note_output(*file);
    return OutputFile(name, *file, std::move(temporary), durability);
}

void OutputFile::write(std::string_view bytes) {
    assert(temporary_);
    written_ += bytes.size();
    if (buffer_.size() + bytes.size() > buffer_size) {
        flush(buffer_);
        buffer_.clear();
    }
    if (bytes.size() >= buffer_size) return flush(bytes);
    if (buffer_.capacity() < buffer_size && written_ > buffer_size) buffer_.reserve(buffer_size);
    buffer_ += bytes;
}

void OutputFile::flush(std::string_view bytes) {
    if (error_) return;
    if (const std::error_code error = temporary_->write(bytes)) {
        error_ = error_at(named_, system_message(error));
        return;
    }
    unsynced_ += bytes.size();
    if (durability_ != Durability::Synced || unsynced_ < begin_sync_after) return;
    temporary_->begin_sync();
    unsynced_ = 0;
}

// Meanwhile the command may have read the target, or written it under another name.
Result<void> OutputFile::rename_to_target() {
    if (!target_.empty())
        if (const auto why = why_not_to_write(target_, target_)) return error_at(named_, *why);
    if (const auto renamed = temporary_->rename_to_target(); !renamed)
        return error_at(named_, renamed.error().message);
    if (!target_.empty()) note_output(target_);
    return {};
}

Result<void> OutputFile::commit() {
    assert(temporary_);
    flush(buffer_);
    std::error_code error;
    if (!error_ && durability_ == Durability::Synced) error = temporary_->sync();
    if (!error_ && error) error_ = error_at(named_, system_message(error));
    if (!error_)
        if (const auto renamed = rename_to_target(); !renamed) error_ = renamed.error();
    if (!error_ && durability_ == Durability::Synced) temporary_->sync_folder();
    temporary_.reset();
    if (!error_) return {};
    if (!target_.empty()) forget_output(target_);
    return *error_;
}

} // namespace polyglot::io
