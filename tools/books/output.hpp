// Books being written.
#pragma once
#include "core/book/entry_table.hpp"
#include "storage/files/output_file.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace polyglot::tools {

inline void append_entry(std::string& bytes, const book::RawEntry& entry) {
    const std::size_t at = bytes.size();
    bytes.resize(at + book::entry_size);
    const auto place = std::as_writable_bytes(std::span(bytes)).subspan(at);
    book::encode_entry(entry, place.first<book::entry_size>());
}

inline void write_entry(io::OutputFile& file, const book::RawEntry& entry) {
    std::array<std::byte, book::entry_size> bytes{};
    book::encode_entry(entry, bytes);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

} // namespace polyglot::tools
