#include "storage/games/game_files_content.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::io {

using namespace std::string_view_literals;

namespace {

bool ends_like(std::string_view name, std::string_view ending) {
    return name.size() > ending.size() &&
           text::equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

std::uint64_t byte_at(std::string_view bytes, std::size_t place) {
    return place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0;
}

// Reads a number of seven bits in each byte; the high bit is set in all but the last one.
std::uint64_t read_xz_number(std::string_view bytes, std::size_t& place) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        const std::uint64_t byte = byte_at(bytes, place++);
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
    }
    return number;
}

// The size is in the first block, after the twelve bytes of the stream's header.
std::uint64_t xz_dictionary(std::string_view beginning) {
    if (byte_at(beginning, 12) == 0) return 0; // no block
    const std::uint64_t flags = byte_at(beginning, 13);
    std::size_t place = 14;
    if (flags & 0x40) read_xz_number(beginning, place);
    if (flags & 0x80) read_xz_number(beginning, place);
    for (std::uint64_t filters = (flags & 3) + 1; filters > 0; --filters) {
        const std::uint64_t filter = read_xz_number(beginning, place);
        const std::uint64_t length = read_xz_number(beginning, place);
        if (place >= beginning.size() || length > beginning.size()) return 0;
        if (filter == 0x21) { // LZMA2
            const std::uint64_t size = byte_at(beginning, place) & 0x3f;
            return size >= 40 ? 0xffffffff : (2 | (size & 1)) << (size / 2 + 11);
        }
        place += static_cast<std::size_t>(length);
    }
    return 0;
}

std::uint64_t lzip_dictionary(std::string_view beginning) {
    const std::uint64_t whole = std::uint64_t{1} << (byte_at(beginning, 5) & 0x1f);
    return whole - whole / 16 * (byte_at(beginning, 5) >> 5);
}

bool is_hidden_attributes(std::string_view name) {
    const std::size_t slash = name.find_last_of("/\\");
    return name.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with("._");
}

} // namespace

bool is_pgn_name(std::string_view name) {
    return ends_like(name, ".pgn") && !is_hidden_attributes(name);
}

bool is_packed_pgn_name(std::string_view name) {
    static constexpr std::array archives{".zip"sv,  ".7z"sv,  ".rar"sv,  ".tar"sv,
                                         ".tgz"sv,  ".tbz"sv, ".tbz2"sv, ".txz"sv,
                                         ".tzst"sv, ".tlz"sv, ".taz"sv};
    static constexpr std::array packings{".gz"sv, ".bz2"sv, ".xz"sv,  ".lzma"sv,
                                         ".lz"sv, ".zst"sv, ".lz4"sv, ".z"sv};
    if (is_hidden_attributes(name)) return false;
    const auto is_ending = [&name](std::string_view ending) { return ends_like(name, ending); };
    if (std::ranges::any_of(archives, is_ending)) return true;
    const auto* const packing = std::ranges::find_if(packings, is_ending);
    if (packing == packings.end()) return false;
    name.remove_suffix(packing->size());
    return ends_like(name, ".pgn") || ends_like(name, ".tar");
}

bool is_packed(std::string_view beginning) {
    static constexpr std::array magics{
        "\x1F\x8B"sv, // gzip, RFC 1952
        "\x1F\x9D"sv, // compress
        "\xFD"
        "7zXZ\0"sv,             // xz
        "\x5D\0\0"sv,           // lzma, with a dictionary of 64 KiB or more
        "LZIP\1"sv,             //
        "\x28\xB5\x2F\xFD"sv,   // zstd, RFC 8878
        "\x04\x22\x4D\x18"sv,   // lz4's frame
        "\x02\x21\x4C\x18"sv,   // lz4's old one
        "PK\3\4"sv,             // zip
        "PK\5\6"sv,             // zip without members
        "PK\7\x8"sv,            // zip in parts
        "7z\xBC\xAF\x27\x1C"sv, //
        "Rar!\x1A\7"sv,         //
    };
    const auto begins = [&beginning](std::string_view magic) {
        return beginning.starts_with(magic);
    };
    if (std::ranges::any_of(magics, begins)) return true;
    // In bzip2 a block (pi) follows the level, or the end (the root of pi).
    if (beginning.size() >= 10 && begins("BZh") && beginning[3] >= '1' && beginning[3] <= '9')
        return beginning.substr(4, 6) == "1AY&SY" ||
               beginning.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv;
    // A frame that zstd and lz4 skip.
    if (beginning.size() >= 4 && (beginning[0] & '\xF0') == '\x50' &&
        beginning.substr(1, 3) == "\x2A\x4D\x18")
        return true;
    return beginning.size() >= telling_bytes && beginning.substr(257, 5) == "ustar";
}

std::uint64_t stated_dictionary(std::string_view beginning) {
    if (beginning.starts_with("\xFD"
                              "7zXZ\0"sv))
        return xz_dictionary(beginning);
    if (beginning.starts_with("LZIP\1"sv)) return lzip_dictionary(beginning);
    if (!beginning.starts_with("\x5D\0\0"sv)) return 0;
    std::uint64_t size = 0; // of .lzma, in four bytes, the lowest first
    for (std::size_t i = 4; i > 0; --i)
        size = size << 8 | byte_at(beginning, i);
    return size;
}

std::string wrong_encoding(std::string_view beginning) {
    constexpr std::string_view hint =
        " text, and UTF-8 or Latin-1 is read: convert it, e.g. with iconv -t UTF-8";
    if (beginning.starts_with("\xFF\xFE\0\0"sv) || beginning.starts_with("\0\0\xFE\xFF"sv))
        return "is UTF-32" + std::string(hint);
    const bool marked = beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF");
    if (marked || beginning.starts_with("[\0"sv) || beginning.starts_with("\0["sv))
        return "is UTF-16" + std::string(hint);
    return {};
}

} // namespace polyglot::io
