#include "tools/explore/games/game_again.hpp"

#include "core/text/path_text.hpp"
#include "storage/games/game_files.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>

namespace polyglot::tools {
namespace {

bool is_same(const GameAgain& game, const GameSegment& segment, std::size_t number) {
    const auto known = segment.moves_of(number);
    return game.start == segment.start_of(number) &&
           game.outcome == segment.games()[number].outcome && std::ranges::equal(known, game.moves);
}

} // namespace

Result<GameAgain> read_game_again(const Collection& collection, GameNumber number,
                                  const std::atomic<bool>& is_cancelled) {
    const std::filesystem::path& file = collection.file_of(number);
    const auto changed = [&file] {
        return make_error(to_text(file) +
                          " has changed since its games were counted: start polyglot explore again "
                          "to open them");
    };
    if (io::book_stamp(file) != collection.stamp_of(number)) return changed();
    std::istringstream no_input;
    const auto opened = io::GameFile::open(file, no_input);
    if (!opened) return opened.error();
    const GameSegment& segment = collection.segment_of(number);
    const GameSegment::Piece& piece = segment.piece_of(number.game);
    // Going on after the text tells why it ends early.
    const auto missing = [&] {
        if (is_cancelled) return make_error("the game is no longer wanted");
        if ((*opened)->problem().empty()) static_cast<void>((*opened)->next());
        return (*opened)->problem().empty() ? changed() : make_error((*opened)->problem());
    };
    std::istream* text = (*opened)->next();
    for (std::size_t before = 0; text != nullptr && before < piece.begin.text; ++before) {
        if (is_cancelled) return missing();
        text = (*opened)->next();
    }
    if (text == nullptr) return missing();
    auto game = find_game(*text, piece.begin.offset, number.game - piece.first_game, is_cancelled);
    if (!game) return missing();
    if (!is_same(*game, segment, number.game)) return changed();
    return *std::move(game);
}

} // namespace polyglot::tools
