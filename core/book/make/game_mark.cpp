#include "core/book/make/game_mark.hpp"

#include "core/book/make/crc32c.hpp"
#include "core/text/text.hpp"

#include <span>

namespace polyglot::book {

std::optional<std::size_t> begin_of_game(std::string_view text, const pgn::Tags& tags) {
    if (tags.all().empty()) return std::nullopt;
    // Blanks may stand between the bracket and the name.
    const auto name = static_cast<std::size_t>(tags.all().front().name.data() - text.data());
    return text.rfind('[', name);
}

GameMark mark_of(std::string_view game) {
    const std::string_view text = text::trim_right(game);
    return {static_cast<std::uint32_t>(text.size()), crc32c(std::as_bytes(std::span(text)))};
}

} // namespace polyglot::book
