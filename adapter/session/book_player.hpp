// Asks the opening book on the session's behalf.
#pragma once
#include "adapter/session/events.hpp"
#include "adapter/session/learner.hpp"
#include "config/settings.hpp"
#include "core/book/selection.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

struct BookAnswer {
    std::string move;   // coordinates, castling spelt for the peer
    std::string reply;  // the book's best answer to it, empty when it has none
    std::string shares; // "e2e4 42.1% d2d4 38.0% (book.bin)", for display
};

class BookPlayer {
  public:
    BookPlayer(BookOpener open, const Learner& learner, Random& random)
        : open_(std::move(open)), learner_(learner), random_(random) {}

    // Opens, changes or closes the book so that it is what the settings ask for. The description of what was opened, or
    // why it could not be; nothing when nothing changed.
    std::optional<Result<std::string>> apply(const config::Settings& settings);

    // A move for this position by the rules of the settings, or nothing. allowed: only these may be played (the words
    // of searchmoves); null for all.
    std::optional<BookAnswer> answer(const chess::Position& position, const config::Settings& settings,
                                     chess::CastlingStyle castling, const std::vector<std::string_view>* allowed);

    // All the book has here, playable or not.
    std::vector<book::Candidate> candidates(const chess::Position& position, const config::Settings& settings) const;
    // The move with the highest share that may be played here.
    std::optional<chess::Move> best_move(const chess::Position& position, const config::Settings& settings) const;

    // The moves of this colour that the book holds, whatever BookDepth says.
    std::vector<LearntMove> held_moves(const chess::Game& game, chess::Color color) const;

  private:
    std::vector<book::Entry> find(const chess::Position& position) const;
    std::optional<chess::Move> best_of(const std::vector<book::Candidate>& choices) const;

    BookOpener open_;
    const Learner& learner_;
    Random& random_;
    std::string file_; // of the book that is open, or could not be opened
    std::shared_ptr<const book::Book> book_;
};

} // namespace polyglot::session
