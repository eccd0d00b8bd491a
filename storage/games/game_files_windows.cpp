#ifdef _WIN32
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files_bytes.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace polyglot::io {
namespace {

class FileBytes final : public RawBytes {
  public:
    explicit FileBytes(const std::filesystem::path& file) : in_(file, std::ios::binary) {}
    bool is_open() const { return in_.is_open(); }
    void set_size(std::uint64_t size) { size_ = size; }

    std::size_t read(char* into, std::size_t size) override {
        in_.read(into, static_cast<std::streamsize>(size));
        if (in_.bad()) problem_ = "cannot be read";
        return static_cast<std::size_t>(in_.gcount());
    }
    bool seek(std::uint64_t offset) override {
        in_.clear();
        in_.seekg(static_cast<std::streamoff>(offset));
        return in_.good();
    }
    std::uint64_t size() const override { return size_; }
    const std::string& problem() const override { return problem_; }

  private:
    std::ifstream in_;
    std::uint64_t size_ = 0;
    std::string problem_;
};

} // namespace

Result<std::unique_ptr<RawBytes>> open_raw_bytes(const std::filesystem::path& file) {
    note_input(file);
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) return make_error(to_text(file) + ": is a folder, not a file");
    auto bytes = std::make_unique<FileBytes>(file);
    if (!bytes->is_open()) return make_error(to_text(file) + ": " + std::generic_category().message(errno));
    if (const auto size = std::filesystem::file_size(file, error); !error) bytes->set_size(size);
    return std::unique_ptr<RawBytes>(std::move(bytes));
}

} // namespace polyglot::io
#endif
