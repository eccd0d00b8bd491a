// Books made by hand, byte for byte.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::test {

using Bytes = std::vector<std::byte>;

inline void append(Bytes& bytes, const book::RawEntry& entry) {
    std::array<std::byte, book::entry_size> raw{};
    book::encode_entry(entry, raw);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

inline Bytes to_bytes(const std::vector<book::RawEntry>& entries) {
    Bytes bytes;
    for (const book::RawEntry& entry : entries)
        append(bytes, entry);
    return bytes;
}

inline Bytes to_bytes(std::string_view text) {
    Bytes bytes;
    for (const char c : text)
        bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

// Entries of key 0 that hold the text.
inline Bytes header_bytes(std::string_view text) {
    Bytes bytes;
    for (std::size_t i = 0; i < text.size(); i += 8) {
        bytes.resize(bytes.size() + 16);
        for (std::size_t j = 0; j < 8 && i + j < text.size(); ++j)
            bytes[bytes.size() - 8 + j] = static_cast<std::byte>(text[i + j]);
    }
    return bytes;
}

inline chess::Position position(std::string_view fen) {
    const auto result = chess::parse_fen(fen);
    REQUIRE_MESSAGE(result.has_value(), fen);
    return *result;
}

// The 16 bits of a move written as text, with nothing known about the position.
constexpr std::uint16_t raw_move(std::string_view text) {
    const auto square = [&text](std::size_t i) {
        return static_cast<unsigned>(text[i] - 'a') + 8U * static_cast<unsigned>(text[i + 1] - '1');
    };
    unsigned promotion = 0;
    if (text.size() > 4)
        promotion = static_cast<unsigned>(std::string_view("nbrq").find(text[4])) + 1;
    return static_cast<std::uint16_t>(promotion << 12U | square(0) << 6U | square(2));
}

inline book::PolyglotBook open(const Bytes& bytes) {
    auto book = book::PolyglotBook::open(bytes);
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

} // namespace polyglot::test
