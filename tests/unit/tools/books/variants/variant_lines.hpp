// Books of variants for tests, made of lines.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/position.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {

using chess::VariantKeys;

// A book of lines in SAN from the start position.
class VariantLines {
  public:
    VariantLines(const chess::Variant& variant, VariantKeys keys)
        : variant_(variant), keys_(keys) {}

    VariantLines& line(const std::vector<std::string_view>& sans, std::uint16_t weight = 10) {
        chess::VariantPosition position = chess::VariantPosition::start(variant_);
        for (const std::string_view san : sans) {
            const auto move = chess::parse_variant_san(position, san);
            REQUIRE_MESSAGE(move.has_value(), san);
            entries_.push_back({chess::variant_key(position, keys_),
                                book::encode_variant_move(*move, keys_).value(), weight, 0, 0});
            position.make(*move);
        }
        return *this;
    }
    std::vector<book::RawEntry> entries() const {
        std::vector<book::RawEntry> sorted = entries_;
        std::ranges::stable_sort(sorted, {}, &book::RawEntry::key);
        return sorted;
    }

  private:
    const chess::Variant& variant_;
    VariantKeys keys_;
    std::vector<book::RawEntry> entries_;
};

// The second line comes to the first one's position by key, without the pawn to drop.
inline const std::vector<std::string_view> with_pawn{"e4", "d5", "exd5", "Qxd5", "P@e4"};
inline const std::vector<std::string_view> without_pawn{"e4", "d5", "exd5", "Qxd5", "Nc3"};

} // namespace polyglot::tools
