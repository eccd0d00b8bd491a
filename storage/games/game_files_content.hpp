// Detection from the name and the first bytes of a file or an archive's member.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::io {

constexpr std::size_t telling_bytes = 512; // this many are examined: a tar header

// games.pgn, in any case. "._games.pgn" does not count: macOS keeps a file's attributes under it.
bool is_pgn_name(std::string_view name);
// games.pgn.gz, games.zip, games.tar.xz …: what may have PGN in it. A plain "games.gz" may not.
bool is_packed_pgn_name(std::string_view name);

// By the first telling_bytes: gzip, bzip2, xz, lzma, lzip, zstd, lz4, compress, zip, 7z, rar, tar. No text begins like
// that.
bool is_packed(std::string_view beginning);

// Bytes of memory for the dictionary that an xz, lzma or lzip file states in its first header; 0 if it states none.
std::uint64_t stated_dictionary(std::string_view beginning);
constexpr std::uint64_t most_dictionary_bytes = std::uint64_t{128} << 20U; // xz -9 asks for 64 MiB

// For UTF-16 and UTF-32, which are not PGN: the message for the user. Empty for all other content.
std::string wrong_encoding(std::string_view beginning);

} // namespace polyglot::io
