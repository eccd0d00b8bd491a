// What stores of results have for a move that was learnt, in chess or in a variant. Test:
// learn_db_variants_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/chess/move.hpp"
#include "core/chess/variants/position.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::book {

LearntMove learnt_in_variant(const chess::VariantPosition& position, chess::Move stand_in);
// Returns the name of the variant (UCI_Variant), empty for chess.
std::string_view variant_of(const LearntMove& learnt);
// Returns the key and the 16 bits that stores and books have for the move. In a variant they are
// those of the plain convention (docs/formats/polyglot-bin.md), so that positions that differ only
// in their pockets have their results together, as in such books.
std::uint64_t key_of(const LearntMove& learnt);
std::uint64_t learnt_key(const chess::VariantPosition& position);
std::uint16_t encode_learnt(const LearntMove& learnt);
std::uint16_t encode_learnt_stand_in(chess::Move stand_in);
// Returns the move in coordinates.
std::string format_learnt(const LearntMove& learnt);

} // namespace polyglot::book
