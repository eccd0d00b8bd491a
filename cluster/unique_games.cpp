#include "cluster/unique_games.hpp"

#include "cluster/owners.hpp"

#include <utility>

namespace polyglot::cluster {

UniqueGames::UniqueGames(Mail& mail, tools::SampleSink& to)
    : mail_(mail), to_(to), ranges_(static_cast<unsigned>(mail.size())) {}

// The sampler's tally is taken after each game. It covers this game and the games since the
// previous call that were left out.
Result<void> UniqueGames::take(std::span<const book::Sample> game) {
    tools::GameTally tally = sampler_->take_tally();
    for (const auto member :
         {&tools::GameTally::filtered, &tools::GameTally::unknown, &tools::GameTally::unjudged,
          &tools::GameTally::empty, &tools::GameTally::other_variants})
        tally_.*member += std::exchange(tally.*member, 0);
    tally_.tags_seen |= tally.tags_seen; // of duplicates too
    piece_.games.push_back({tally, game.size(), false});
    piece_.samples.insert(piece_.samples.end(), game.begin(), game.end());
    fingerprints_.push_back(fingerprint_);
    return {};
}

void UniqueGames::end_piece(std::uint64_t unit) {
    tally_ += sampler_->take_tally();
    if (piece_.games.empty()) return;
    Piece& piece = pieces_.emplace_back(std::exchange(piece_, {}));
    const std::uint64_t number = first_ + pieces_.size() - 1;
    piece.asked.resize(static_cast<std::size_t>(mail_.size()));
    std::vector<std::string> questions(piece.asked.size());
    for (std::size_t game = 0; game < fingerprints_.size(); ++game) {
        const auto owner = static_cast<std::size_t>(ranges_.owner(fingerprints_[game]));
        if (questions[owner].empty()) {
            append_raw(questions[owner], unit);
            append_raw(questions[owner], number);
            ++piece.open;
        }
        append_raw(questions[owner], fingerprints_[game]);
        piece.asked[owner].push_back(static_cast<std::uint32_t>(game));
    }
    fingerprints_.clear();
    for (std::size_t owner = 0; owner < questions.size(); ++owner)
        if (!questions[owner].empty())
            mail_.post(static_cast<int>(owner), Tag::Question, std::move(questions[owner]));
}

Result<void> UniqueGames::on_answer(int from, std::string_view bytes) {
    const std::uint64_t number = read_raw<std::uint64_t>(bytes.substr(0, 8)).at(0);
    Piece& piece = pieces_.at(static_cast<std::size_t>(number - first_));
    const std::vector<std::uint32_t>& asked = piece.asked.at(static_cast<std::size_t>(from));
    for (std::size_t i = 0; i < asked.size(); ++i)
        piece.games[asked[i]].is_new = bytes.at(8 + i) != 0;
    --piece.open;
    for (; !pieces_.empty() && pieces_.front().open == 0; ++first_) {
        if (const auto handed_on = hand_on(pieces_.front()); !handed_on) return handed_on.error();
        pieces_.pop_front();
    }
    return {};
}

Result<void> UniqueGames::hand_on(const Piece& piece) {
    std::span<const book::Sample> rest = piece.samples;
    for (const Game& game : piece.games) {
        const auto samples = rest.first(game.samples);
        rest = rest.subspan(game.samples);
        if (!game.is_new) {
            ++tally_.duplicates;
            continue;
        }
        tally_ += game.tally;
        if (const auto taken = to_.take(samples); !taken) return taken.error();
    }
    return {};
}

UniqueGames::Question UniqueGames::parse_question(std::string_view bytes) {
    const auto numbers = read_raw<std::uint64_t>(bytes);
    return {numbers.at(0), numbers.at(1), {numbers.begin() + 2, numbers.end()}};
}

std::string UniqueGames::format_answer(const Question& question, std::span<const char> is_new) {
    std::string bytes;
    append_raw(bytes, question.piece);
    return bytes.append(is_new.begin(), is_new.end());
}

} // namespace polyglot::cluster
