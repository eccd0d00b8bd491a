#include "adapter/session/uci_gui/game_tracker.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

namespace {

// Returns the position of the word "moves", or the end.
std::size_t find_moves(std::string_view text) {
    std::string_view rest = text;
    for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest))
        if (word == "moves") return text.size() - rest.size() - word.size();
    return text.size();
}

} // namespace

// Returns true if the new line begins with the previous one. Before "moves" every word belongs to
// the start position, so a FEN of six fields does not continue a FEN of four.
bool GameTracker::continues(std::string_view arguments) const {
    if (!arguments.starts_with(sent_)) return false;
    std::string_view added = arguments.substr(sent_.size());
    if (added.empty()) return true;
    return text::is_blank(added.front()) && (in_moves_ || text::next_word(added) == "moves");
}

void GameTracker::set_position(std::string_view arguments) {
    if (!continues(arguments)) {
        read_ = 0;
        begun_ = false;
        in_moves_ = false;
        problem_.clear();
    }
    sent_ = arguments;
}

const chess::Game* GameTracker::game() {
    if ((!begun_ || read_ < sent_.size()) && problem_.empty())
        read(std::string_view(sent_).substr(read_));
    read_ = sent_.size();
    return problem_.empty() ? &game_ : nullptr;
}

void GameTracker::read(std::string_view text) {
    std::string_view rest = text;
    if (!begun_) {
        begun_ = true;
        const std::string_view kind = text::next_word(rest);
        if (kind == "startpos") {
            game_ = chess::Game();
        } else if (kind == "fen") {
            const std::size_t end = find_moves(rest);
            const auto position = chess::parse_fen(text::trim(rest.substr(0, end)));
            if (!position) {
                problem_ = "position fen: " + position.error().message;
                return;
            }
            game_ = chess::Game(*position);
            rest.remove_prefix(end);
        } else {
            problem_ = "position: neither startpos nor fen";
            return;
        }
    }
    for (std::string_view word = text::next_word(rest); !word.empty();
         word = text::next_word(rest)) {
        if (!in_moves_ && word == "moves") {
            in_moves_ = true;
            continue;
        }
        const auto move = chess::parse_uci_move(game_.position(), word);
        if (!move) {
            problem_ = "position: illegal move " + std::string(word) + " after " +
                       std::to_string(game_.moves().size()) + " moves in " +
                       chess::format_fen(game_.position());
            return;
        }
        game_.push(*move);
    }
}

} // namespace polyglot::session
