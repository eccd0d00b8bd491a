#include "storage/games/game_files.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files_archive.hpp"
#include "storage/games/game_files_bytes.hpp"
#include "storage/games/game_files_content.hpp"

#include <algorithm>
#include <cstring>
#include <streambuf>
#include <system_error>
#include <utility>

namespace polyglot::io {

namespace fs = std::filesystem;

namespace {

// Plain text. Large reads go directly to their destination.
class PlainBuffer final : public std::streambuf {
  public:
    explicit PlainBuffer(Bytes bytes) : bytes_(std::move(bytes)), block_(std::size_t{64} << 10U) {}
    const Bytes& bytes() const { return bytes_; }

  protected:
    int_type underflow() override {
        const std::size_t count = bytes_.read(block_.data(), block_.size());
        setg(block_.data(), block_.data(), block_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(block_.front());
    }
    std::streamsize xsgetn(char* into, std::streamsize wanted) override {
        std::streamsize done = std::min<std::streamsize>(wanted, egptr() - gptr());
        std::copy_n(gptr(), done, into);
        setg(eback(), gptr() + done, egptr());
        while (done < wanted) {
            const std::size_t count =
                bytes_.read(into + done, static_cast<std::size_t>(wanted - done));
            if (count == 0) break;
            done += static_cast<std::streamsize>(count);
        }
        return done;
    }
    pos_type seekpos(pos_type to, std::ios::openmode) override {
        if (to < 0 || !bytes_.seek(static_cast<std::uint64_t>(std::streamoff(to))))
            return {off_type(-1)};
        setg(nullptr, nullptr, nullptr);
        return to;
    }

  private:
    Bytes bytes_;
    std::vector<char> block_;
};

class PlainFile final : public GameFile {
  public:
    PlainFile(std::string name, Bytes bytes)
        : name_(std::move(name)), buffer_(std::move(bytes)), stream_(&buffer_) {}

    std::istream* next() override {
        if (!std::exchange(begun_, true)) return &stream_;
        const std::string& why = buffer_.bytes().problem();
        if (!why.empty()) problem_ = name_ + ": " + why;
        return nullptr;
    }
    const std::string& name() const override { return name_; }
    const std::string& problem() const override { return problem_; }
    bool unpacks() const override { return false; }
    std::uint64_t bytes_read() const override { return buffer_.bytes().position(); }
    std::uint64_t bytes_total() const override { return buffer_.bytes().size(); }

  private:
    std::string name_, problem_;
    PlainBuffer buffer_;
    std::istream stream_;
    bool begun_ = false;
};

// Folders that are links are not entered, because they could lead in a circle, or to the same games
// twice. An unreadable folder is listed as a file, so that opening it reports the reason, and the
// others are still read.
void collect(const fs::path& folder, std::vector<fs::path>& files) {
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        std::error_code unknown;
        const fs::path& path = entries->path();
        if (entries->is_directory(unknown) && !entries->is_symlink(unknown)) {
            collect(path, files);
        } else if (const std::string name = to_text(path.filename());
                   is_pgn_name(name) || is_packed_pgn_name(name)) {
            // not_found for a dangling link.
            const fs::file_status status = entries->status(unknown);
            if (!fs::exists(status) || fs::is_regular_file(status)) files.push_back(path);
        }
    }
    if (error) files.push_back(folder);
}

} // namespace

Result<std::vector<fs::path>> find_game_files(const std::vector<std::string>& words) {
    std::vector<fs::path> files;
    for (const std::string& word : words) {
        std::error_code error;
        const fs::path path = to_path(word);
        const fs::file_status status =
            word == "-" ? fs::file_status(fs::file_type::regular) : fs::status(path, error);
        if (!fs::exists(status)) {
            const std::string reason = error ? system_message(error) : "No such file or directory";
            return make_error(word + ": " + reason);
        }
        if (!fs::is_directory(status)) {
            files.push_back(path);
            continue;
        }
        std::vector<fs::path> inside;
        collect(path, inside);
        if (inside.empty())
            return make_error(word + ": there are no PGN files in this folder, nor below it");
        std::ranges::sort(inside);
        files.insert(files.end(), inside.begin(), inside.end());
    }
    for (const fs::path& file : files)
        if (file != u8"-") note_input(file); // outputs are opened before the games are
    return files;
}

Result<std::unique_ptr<GameFile>> GameFile::open(const fs::path& file, std::istream& in) {
    const bool is_stdin = file == u8"-";
    auto raw = is_stdin ? raw_bytes_of(in) : open_raw_bytes(file);
    if (!raw) return raw.error();
    const std::string name = is_stdin ? "standard input" : to_text(file);
    Bytes bytes(*std::move(raw));
    if (stated_dictionary(bytes.beginning()) > most_dictionary_bytes)
        return make_error(name + ": is packed with a dictionary of more than " +
                          std::to_string(most_dictionary_bytes >> 20U) +
                          " MiB, which unpacking would keep in memory; unpack it first");
    if (is_packed(bytes.beginning())) return open_archive(name, std::move(bytes));
    if (const std::string wrong = wrong_encoding(bytes.beginning()); !wrong.empty())
        return make_error(name + ": " + wrong);
    return std::unique_ptr<GameFile>(std::make_unique<PlainFile>(name, std::move(bytes)));
}

} // namespace polyglot::io
