#include "config/ini_file.hpp"

#include "core/text/code_page.hpp"
#include "core/text/system_message.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace polyglot::config {

namespace fs = std::filesystem;

Result<std::optional<std::string>> read_ini_bytes(const fs::path& file) {
    constexpr std::size_t largest = 1 << 20;
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return std::optional<std::string>();
    if (error) return make_error("cannot be opened: " + system_message(error));
    if (fs::is_directory(status)) return make_error("is a directory");
    if (!fs::is_regular_file(status)) return make_error("is not a regular file");
    std::ifstream in(file, std::ios::binary);
    if (!in) return make_error("cannot be opened: " + std::generic_category().message(errno));
    std::string text;
    // Read in parts, because the file may grow, or its size may be unknown (/proc).
    std::array<char, 16384> part{};
    do {
        in.read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > largest) return make_error("is larger than any settings are (1 MiB)");
    } while (in);
    if (in.bad()) return make_error("cannot be read");
    return std::optional(std::move(text));
}

std::string decode_ini(std::string bytes) {
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return bytes; // UTF-16
    return text::decode_native(std::move(bytes));
}

Result<std::optional<std::string>> read_ini_file(const fs::path& file) {
    auto text = read_ini_bytes(file);
    if (text && text->has_value()) *text = decode_ini(*std::move(*text));
    return text;
}

} // namespace polyglot::config
