#include "core/book/variants/learnt.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/stand_in.hpp"

namespace polyglot::book {

LearntMove learnt_in_variant(const chess::VariantPosition& position, chess::Move stand_in) {
    return {chess::Position::start(), stand_in, position};
}

std::string_view variant_of(const LearntMove& learnt) {
    return learnt.in_variant ? learnt.in_variant->variant().uci : std::string_view();
}

std::uint64_t key_of(const LearntMove& learnt) {
    return learnt.in_variant ? learnt_key(*learnt.in_variant) : learnt.position.key();
}

std::uint64_t learnt_key(const chess::VariantPosition& position) {
    return chess::variant_key(position, chess::VariantKeys::Plain);
}

std::uint16_t encode_learnt(const LearntMove& learnt) {
    return learnt.in_variant ? encode_learnt_stand_in(learnt.move) : encode_move(learnt.move);
}

// The plain convention has a code for every move.
std::uint16_t encode_learnt_stand_in(chess::Move stand_in) {
    return encode_variant_move(chess::variant_move_of(stand_in), chess::VariantKeys::Plain)
        .value_or(0);
}

std::string format_learnt(const LearntMove& learnt) {
    return learnt.in_variant ? chess::format_variant_uci(chess::variant_move_of(learnt.move))
                             : chess::format_uci_move(learnt.move);
}

} // namespace polyglot::book
