#include "adapter/session/game_tracker.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

void GameTracker::set_position(std::string_view arguments) {
    const bool grew =
        arguments.starts_with(told_) && (arguments.size() == told_.size() || text::is_blank(arguments[told_.size()]));
    if (!grew) {
        read_ = 0;
        begun_ = false;
        in_moves_ = false;
        problem_.clear();
    }
    told_ = arguments;
}

const chess::Game* GameTracker::game() {
    if ((!begun_ || read_ < told_.size()) && problem_.empty()) read(std::string_view(told_).substr(read_));
    read_ = told_.size();
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
            rest = text::trim_left(rest);
            const std::size_t moves = rest.find(" moves");
            const auto position = chess::parse_fen(text::trim(rest.substr(0, moves)));
            if (!position) {
                problem_ = "position fen: " + position.error().message;
                return;
            }
            game_ = chess::Game(*position);
            rest = moves == std::string_view::npos ? std::string_view() : rest.substr(moves);
        } else {
            problem_ = "position: neither startpos nor fen";
            return;
        }
    }
    for (std::string_view word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
        if (!in_moves_ && word == "moves") {
            in_moves_ = true;
            continue;
        }
        const auto move = chess::parse_uci_move(game_.position(), word);
        if (!move) {
            problem_ = "position: illegal move " + std::string(word) + " after " +
                       std::to_string(game_.moves().size()) + " moves in " + chess::format_fen(game_.position());
            return;
        }
        game_.push(*move);
    }
}

} // namespace polyglot::session
