#include "adapter/io/game_files_content.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace polyglot::io {

using namespace std::string_view_literals;

namespace {

bool ends_like(std::string_view name, std::string_view ending) {
    return name.size() > ending.size() && text::equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
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
    static constexpr std::array archives{".zip"sv,  ".7z"sv,  ".rar"sv,  ".tar"sv, ".tgz"sv, ".tbz"sv,
                                         ".tbz2"sv, ".txz"sv, ".tzst"sv, ".tlz"sv, ".taz"sv};
    static constexpr std::array packings{".gz"sv, ".bz2"sv, ".xz"sv, ".lzma"sv, ".lz"sv, ".zst"sv, ".lz4"sv, ".z"sv};
    if (is_hidden_attributes(name)) return false;
    const auto is_ending = [&name](std::string_view ending) { return ends_like(name, ending); };
    if (std::any_of(archives.begin(), archives.end(), is_ending)) return true;
    const auto* const packing = std::find_if(packings.begin(), packings.end(), is_ending);
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
        "PK\5\6"sv,             // … without members
        "PK\7\x8"sv,            // … in parts
        "7z\xBC\xAF\x27\x1C"sv, //
        "Rar!\x1A\7"sv,         //
    };
    const auto begins = [&beginning](std::string_view magic) { return beginning.starts_with(magic); };
    if (std::any_of(magics.begin(), magics.end(), begins)) return true;
    // bzip2: behind the level a block (pi), or the end (the root of pi).
    if (beginning.size() >= 10 && begins("BZh") && beginning[3] >= '1' && beginning[3] <= '9')
        return beginning.substr(4, 6) == "1AY&SY" || beginning.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv;
    // A frame that zstd and lz4 pass over.
    if (beginning.size() >= 4 && (beginning[0] & '\xF0') == '\x50' && beginning.substr(1, 3) == "\x2A\x4D\x18")
        return true;
    return beginning.size() >= telling_bytes && beginning.substr(257, 5) == "ustar";
}

std::string wrong_encoding(std::string_view beginning) {
    constexpr std::string_view hint = " text; PGN is UTF-8 or Latin-1: convert it, e.g. with iconv -t UTF-8";
    if (beginning.starts_with("\xFF\xFE\0\0"sv) || beginning.starts_with("\0\0\xFE\xFF"sv))
        return "is UTF-32" + std::string(hint);
    const bool marked = beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF");
    if (marked || beginning.starts_with("[\0"sv) || beginning.starts_with("\0["sv))
        return "is UTF-16" + std::string(hint);
    return {};
}

} // namespace polyglot::io
