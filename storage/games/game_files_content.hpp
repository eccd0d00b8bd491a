// Detects the kind of a file, or an archive's member, from its name and its first bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::io {

// The number of bytes to examine, which is that of a tar header.
constexpr std::size_t telling_bytes = 512;

// Returns true for games.pgn, in any case, but not for "._games.pgn", in which macOS keeps a file's
// attributes.
bool is_pgn_name(std::string_view name);
// Returns true for names of files that may contain PGN: games.pgn.gz, games.zip, games.tar.xz …,
// but not a plain "games.gz".
bool is_packed_pgn_name(std::string_view name);

// Returns true if the first telling_bytes are those of gzip, bzip2, xz, lzma, lzip, zstd, lz4,
// compress, zip, 7z, rar or tar, which no text begins with.
bool is_packed(std::string_view beginning);

// Returns the memory in bytes for the dictionary that an xz, lzma or lzip file states in its first
// header; 0 if it states none.
std::uint64_t stated_dictionary(std::string_view beginning);
constexpr std::uint64_t most_dictionary_bytes = std::uint64_t{128} << 20U; // xz -9 asks for 64 MiB

// Returns the message for the user if the content is UTF-16 or UTF-32, which are not PGN. Empty for
// all other content.
std::string wrong_encoding(std::string_view beginning);

} // namespace polyglot::io
