#include "storage/games/game_files_archive.hpp"

#include "core/text/utf8.hpp"
#include "storage/games/game_files_content.hpp"
#include "storage/games/game_files_libarchive.hpp"

#include <cerrno>
#include <cstdio>
#include <new>
#include <optional>
#include <streambuf>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace {

constexpr std::size_t block_size = 256U << 10U; // the size of one read of the packed file

class ArchiveFile;

// The unpacked bytes of one member, block by block in libarchive's memory.
class MemberBuffer final : public std::streambuf {
  public:
    explicit MemberBuffer(ArchiveFile& file) : file_(file) {}
    std::string_view beginning() { // returns the first block
        underflow();
        return {gptr(), static_cast<std::size_t>(egptr() - gptr())};
    }

  protected:
    int_type underflow() override;

  private:
    ArchiveFile& file_;
    bool at_end_ = false;
};

class ArchiveFile final : public GameFile {
  public:
    ArchiveFile(const Libarchive& api, std::string name, Bytes bytes)
        : api_(api),
          bytes_(std::move(bytes)),
          file_name_(std::move(name)),
          name_(file_name_),
          block_(block_size) {}
    ArchiveFile(const ArchiveFile&) = delete;
    ArchiveFile& operator=(const ArchiveFile&) = delete;
    ~ArchiveFile() override { close(); }

    std::istream* next() override;
    const std::string& name() const override { return name_; }
    const std::string& problem() const override { return problem_; }
    bool unpacks() const override { return true; }
    std::uint64_t bytes_read() const override { return bytes_.position(); }
    std::uint64_t bytes_total() const override { return bytes_.size(); }

    std::string_view next_block(); // returns the next block of the member; empty at its end

  private:
    struct Text {
        explicit Text(ArchiveFile& file) : buffer(file), stream(&buffer) {}
        MemberBuffer buffer;
        std::istream stream;
    };

    static la_ssize_t read_bytes(archive* archive, void* self, const void** buffer);
    static la_int64_t seek_bytes(archive* archive, void* self, la_int64_t offset, int whence);
    void open();
    void close();
    void start();
    bool next_entry();
    bool next_wanted();
    // Returns true for a packed file that is not an archive (games.pgn.gz).
    bool is_bare() const { return api_.format(archive_) == ARCHIVE_FORMAT_RAW; }
    bool is_pipe() const { return bytes_.size() == 0; }
    bool is_wanted();
    bool begins_well();
    std::string member_name() const;
    std::string reason() const;
    void fail(const std::string& what);

    const Libarchive& api_;
    Bytes bytes_;
    std::string file_name_, name_; // name_ includes the member's name
    std::string first_problem_, problem_;
    std::size_t problems_ = 0;
    std::vector<char> block_;
    archive* archive_ = nullptr;
    archive_entry* entry_ = nullptr;
    bool started_ = false;
    bool entry_is_new_ = false; // start() has reached it, next() has not
    bool any_name_ = false;     // members of any name are read: none has a PGN name
    bool passed_over_ = false;  // members without one were skipped
    bool ended_ = false;        // libarchive cannot continue
    std::optional<Text> text_;
};

MemberBuffer::int_type MemberBuffer::underflow() {
    if (gptr() != egptr()) return traits_type::to_int_type(*gptr());
    const std::string_view block = at_end_ ? std::string_view() : file_.next_block();
    at_end_ = block.empty();
    if (at_end_) return traits_type::eof();
    // NOLINTNEXTLINE(*-const-cast): nothing is ever put back
    char* const begin = const_cast<char*>(block.data());
    setg(begin, begin, begin + block.size());
    return traits_type::to_int_type(*begin);
}

la_ssize_t ArchiveFile::read_bytes(archive* archive, void* self, const void** buffer) {
    auto& file = *static_cast<ArchiveFile*>(self);
    const std::size_t count = file.bytes_.read(file.block_.data(), file.block_.size());
    if (count == 0 && !file.bytes_.problem().empty()) {
        file.api_.set_error(archive, EIO, "%s", file.bytes_.problem().c_str());
        return ARCHIVE_FATAL;
    }
    *buffer = file.block_.data();
    return static_cast<la_ssize_t>(count);
}

la_int64_t ArchiveFile::seek_bytes(archive* archive, void* self, la_int64_t offset, int whence) {
    auto& file = *static_cast<ArchiveFile*>(self);
    if (whence == SEEK_CUR) offset += static_cast<la_int64_t>(file.bytes_.position());
    if (whence == SEEK_END) offset += static_cast<la_int64_t>(file.bytes_.size());
    if (offset >= 0 && file.bytes_.seek(static_cast<std::uint64_t>(offset))) return offset;
    file.api_.set_error(archive, EIO, "its beginning and end do not fit together");
    return ARCHIVE_FATAL;
}

void ArchiveFile::open() {
    close();
    archive_ = api_.read_new();
    if (archive_ == nullptr) throw std::bad_alloc();
    for (const Libarchive::Support support : api_.supports)
        support(archive_); // a missing format is reported when a file needs it
    api_.read_set_read_callback(archive_, read_bytes);
    if (!is_pipe()) api_.read_set_seek_callback(archive_, seek_bytes);
    api_.read_set_callback_data(archive_, this);
    if (api_.read_open1(archive_) >= ARCHIVE_WARN) return;
    fail(reason());
    ended_ = true;
}

void ArchiveFile::close() {
    text_.reset();
    if (archive_ != nullptr) api_.read_free(archive_);
    archive_ = nullptr;
}

// Goes to the first member with a PGN name. If there is none, all members are read from the
// beginning.
void ArchiveFile::start() {
    if (is_pipe() && bytes_.beginning().starts_with("7z")) {
        fail("a 7z archive has its contents at its end: give a file instead of a pipe");
        ended_ = true;
        return;
    }
    open();
    entry_is_new_ = next_wanted();
    if (entry_is_new_) return;
    if (is_pipe()) {
        if (passed_over_ && problems_ == 0)
            fail("has no member named like PGN; for its other members, give a file instead of a "
                 "pipe");
        return;
    }
    if (!bytes_.seek(0)) return;
    problems_ = 0; // because they will occur again
    problem_.clear();
    ended_ = false;
    any_name_ = true;
    open();
}

std::istream* ArchiveFile::next() {
    text_.reset();
    if (!std::exchange(started_, true)) start();
    while (std::exchange(entry_is_new_, false) || next_wanted()) {
        text_.emplace(*this);
        if (begins_well()) return &text_->stream;
        text_.reset();
    }
    return nullptr;
}

bool ArchiveFile::next_wanted() {
    while (next_entry())
        if (is_wanted()) return true;
    return false;
}

// Goes to the next member that is a regular file.
bool ArchiveFile::next_entry() {
    while (!ended_) {
        const int status = api_.read_next_header(archive_, &entry_);
        name_ = file_name_;
        // A warning is about a name or time, which does not matter here.
        if (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
            if (api_.entry_filetype(entry_) == AE_IFREG) return true;
            continue;
        }
        if (status != ARCHIVE_EOF) fail(reason());
        // On ARCHIVE_RETRY a damaged header has been skipped, and the next member may be intact.
        ended_ = status != ARCHIVE_RETRY;
    }
    return false;
}

bool ArchiveFile::is_wanted() {
    if (is_bare()) {
        if (api_.filter_count(archive_) > 1) return true;
        // Libarchive returns the packed bytes in this case.
        fail("begins like an archive, but is damaged");
        return false;
    }
    const std::string member = member_name();
    name_ = file_name_ + "/" + member;
    if (is_packed_pgn_name(member)) {
        fail("is packed once more; unpack the archive first");
        return false;
    }
    if (!any_name_ && !is_pgn_name(member)) {
        passed_over_ = true;
        return false;
    }
    if (api_.entry_is_encrypted(entry_) == 0) return true;
    fail("is encrypted; unpack it first");
    return false;
}

bool ArchiveFile::begins_well() {
    const std::string_view beginning = text_->buffer.beginning();
    if (const std::string wrong = wrong_encoding(beginning); !wrong.empty()) {
        fail(wrong);
        return false;
    }
    if (!is_packed(beginning)) return true;
    fail("is packed once more; unpack what is around it first");
    return false;
}

std::string_view ArchiveFile::next_block() {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0; // differs from the bytes read only in a sparse file, which is no text
    int status = ARCHIVE_OK;
    do {
        status = ended_ ? ARCHIVE_EOF : api_.read_data_block(archive_, &data, &size, &offset);
    } while (status == ARCHIVE_OK && size == 0);
    if (status == ARCHIVE_EOF) return {};
    if (status != ARCHIVE_OK) fail(reason());
    if (status >= ARCHIVE_WARN && size > 0) return {static_cast<const char*>(data), size};
    ended_ = status == ARCHIVE_FATAL;
    text_->stream.setstate(std::ios::badbit);
    return {};
}

std::string ArchiveFile::member_name() const {
    // The name is in UTF-8 if the archive declares it or the bytes are valid; otherwise the bytes
    // are unchanged.
    const char* name = api_.entry_pathname_utf8(entry_);
    if (name == nullptr) name = api_.entry_pathname(entry_);
    return name == nullptr ? "(a member without name)" : text::shown_text(name);
}

// libarchive often reports a file that cannot be read as cut off: the reading problem comes first.
std::string ArchiveFile::reason() const {
    if (!bytes_.problem().empty()) return bytes_.problem();
    const char* const text = api_.error_string(archive_);
    return text == nullptr ? "is damaged" : text::shown_text(text);
}

void ArchiveFile::fail(const std::string& what) {
    if (++problems_ == 1) first_problem_ = name_ + ": " + what;
    problem_ = first_problem_;
    if (problems_ > 1) problem_ += " (and " + std::to_string(problems_ - 1) + " more in this file)";
}

} // namespace

Result<std::unique_ptr<GameFile>> open_archive(std::string name, Bytes bytes) {
    const Result<Libarchive>& api = Libarchive::get();
    if (!api) return make_error(name + ": " + api.error().message);
    return std::unique_ptr<GameFile>(
        std::make_unique<ArchiveFile>(*api, std::move(name), std::move(bytes)));
}

} // namespace polyglot::io
