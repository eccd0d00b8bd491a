#include "config/ini_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace polyglot::config {

namespace fs = std::filesystem;

Result<std::optional<std::string>> read_ini_file(const fs::path& file) {
    constexpr std::size_t largest = 1 << 20;
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return std::optional<std::string>();
    if (error) return make_error("cannot be opened: " + error.message());
    if (fs::is_directory(status)) return make_error("is a directory");
    if (!fs::is_regular_file(status)) return make_error("is not a regular file");
    std::ifstream in(file, std::ios::binary);
    if (!in) return make_error("cannot be opened: " + std::generic_category().message(errno));
    std::string text(largest + 1, '\0'); // its size may grow, or not be told (/proc)
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad()) return make_error("cannot be read");
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest) return make_error("is larger than any settings are (1 MiB)");
    return std::optional(std::move(text));
}

} // namespace polyglot::config
