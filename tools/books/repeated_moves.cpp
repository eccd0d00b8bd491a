#include "tools/books/repeated_moves.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"

#include <utility>

namespace polyglot::tools {

RepeatedMoves::RepeatedMoves(NameOf name_of, std::string consequence)
    : name_of_(std::move(name_of)), consequence_(std::move(consequence)) {}

void RepeatedMoves::add(const chess::Position& position, chess::Move move, std::uint32_t place) {
    constexpr std::size_t most_shown = 10;
    // The factor is odd, so that the moves of a position get different numbers.
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    const auto [first, is_new] =
        first_.try_emplace(position.key() ^ (spread * book::encode_move(move)), place);
    if (is_new) return;
    if (warnings_.size() == most_shown) {
        ++further_;
        return;
    }
    warnings_.push_back(name_of_(place) + ": " + chess::format_san(position, move) +
                        " of this position is in " + name_of_(first->second) + ", too; " +
                        consequence_);
}

std::vector<std::string> RepeatedMoves::warnings() const {
    std::vector<std::string> all = warnings_;
    if (further_ > 0) all.push_back(text::counted(further_, "further move") + " twice");
    return all;
}

} // namespace polyglot::tools
