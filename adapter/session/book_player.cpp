#include "adapter/session/book_player.hpp"

#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

book::LearnPolicy learn_policy_of(const config::Settings& settings) {
    const auto is = [&](std::string_view name) { return text::equal_ignoring_case(settings.book_learn_policy, name); };
    if (!settings.book_learn || is("record-only")) return book::LearnPolicy::RecordOnly;
    if (is("thompson")) return book::LearnPolicy::Thompson;
    return is("ucb") ? book::LearnPolicy::Ucb : book::LearnPolicy::Polyglot;
}

book::Policy policy_of(const config::Settings& settings) {
    return {.random = settings.book_random,
            .threshold_per_mil = settings.book_threshold_per_mil,
            .learning = {.policy = learn_policy_of(settings),
                         .prior_games = settings.book_learn_prior_games,
                         .explore_per_mil = settings.book_learn_explore_per_mil,
                         .min_games = settings.book_learn_min_games,
                         .half_life_days = settings.book_learn_half_life_days}};
}

} // namespace

std::optional<Result<std::string>> BookPlayer::apply(const config::Settings& settings) {
    const std::string wanted = settings.book ? settings.book_file : std::string();
    if (wanted == file_) return std::nullopt;
    file_ = wanted;
    book_.reset();
    if (wanted.empty()) return Result<std::string>("book closed");
    auto opened = open_(wanted);
    if (!opened) return Result<std::string>(opened.error());
    book_ = std::move(opened->book);
    return Result<std::string>(std::move(opened->description));
}

// BookDepth counts by the position's own move number, as PolyGlot does: a FEN at move 9 is deep already.
std::vector<book::Candidate> BookPlayer::candidates(const chess::Position& position,
                                                    const config::Settings& settings) const {
    if (!book_ || position.full_move_number() > settings.book_depth_moves) return {};
    return book::rate(find(position), policy_of(settings));
}

std::vector<book::Entry> BookPlayer::find(const chess::Position& position) const {
    std::vector<book::Entry> entries = book_->find(position);
    learner_.recall(position, entries);
    return entries;
}

std::vector<LearntMove> BookPlayer::held_moves(const chess::Game& game, chess::Color color) const {
    std::vector<LearntMove> held;
    chess::Position position = game.start();
    for (const chess::Move move : game.moves()) {
        if (book_ && position.side_to_move() == color) {
            const std::vector<book::Entry> entries = book_->find(position);
            if (std::any_of(entries.begin(), entries.end(), [&](const book::Entry& e) { return e.move == move; }))
                held.push_back({position, move});
        }
        position.make(move);
    }
    return held;
}

std::optional<chess::Move> BookPlayer::best_move(const chess::Position& position,
                                                 const config::Settings& settings) const {
    return best_of(candidates(position, settings));
}

// The first entry wins ties.
std::optional<chess::Move> BookPlayer::best_of(const std::vector<book::Candidate>& choices) const {
    return book::choose(choices, {.random = false}, random_);
}

std::optional<BookAnswer> BookPlayer::answer(const chess::Position& position, const config::Settings& settings,
                                             chess::CastlingStyle castling,
                                             const std::vector<std::string_view>* allowed) {
    std::vector<book::Candidate> choices = candidates(position, settings);
    if (allowed != nullptr) {
        for (book::Candidate& candidate : choices) {
            const auto is_it = [&](std::string_view word) {
                return chess::parse_uci_move(position, word) == candidate.move;
            };
            candidate.playable = candidate.playable && std::any_of(allowed->begin(), allowed->end(), is_it);
        }
    }
    const auto move = book::choose(choices, policy_of(settings), random_);
    if (!move) return std::nullopt;

    BookAnswer answer;
    answer.move = chess::format_uci_move(*move, castling);
    chess::Position after = position;
    after.make(*move);
    // The reply may lie beyond BookDepth: it is not ours to play.
    if (const auto reply = best_of(book::rate(find(after), policy_of(settings))))
        answer.reply = chess::format_uci_move(*reply, castling);
    answer.shares = book::format_shares(choices, castling) + " (" + file_.substr(file_.find_last_of("/\\") + 1) + ")";
    return answer;
}

} // namespace polyglot::session
