#include "adapter/session/book_player.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

book::Policy policy_of(const config::Settings& settings) {
    return {.random = settings.book_random,
            .threshold_per_mil = settings.book_threshold_per_mil,
            .use_learning = settings.book_learn};
}

// The highest share the book has here; the first entry wins ties.
std::optional<chess::Move> best_move(const book::Book& book, const chess::Position& position, book::Policy policy,
                                     Random& random) {
    policy.random = false;
    return book::choose(book::rate(book.find(position), policy), policy, random);
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

std::optional<BookAnswer> BookPlayer::answer(const chess::Position& position, const config::Settings& settings,
                                             chess::CastlingStyle castling,
                                             const std::vector<std::string_view>* allowed) {
    // BookDepth counts by the position's own move number, as PolyGlot does: a FEN at move 9 is deep already.
    if (!book_ || position.full_move_number() > settings.book_depth_moves) return std::nullopt;
    const book::Policy policy = policy_of(settings);
    std::vector<book::Candidate> candidates = book::rate(book_->find(position), policy);
    if (allowed != nullptr) {
        for (book::Candidate& candidate : candidates) {
            const auto is_it = [&](std::string_view word) {
                return chess::parse_uci_move(position, word) == candidate.move;
            };
            candidate.playable = candidate.playable && std::any_of(allowed->begin(), allowed->end(), is_it);
        }
    }
    const auto move = book::choose(candidates, policy, random_);
    if (!move) return std::nullopt;

    BookAnswer answer;
    answer.move = chess::format_uci_move(*move, castling);
    chess::Position after = position;
    after.make(*move);
    if (const auto reply = best_move(*book_, after, policy, random_))
        answer.reply = chess::format_uci_move(*reply, castling);
    answer.shares =
        book::format_shares(candidates, castling) + " (" + file_.substr(file_.find_last_of("/\\") + 1) + ")";
    return answer;
}

} // namespace polyglot::session
