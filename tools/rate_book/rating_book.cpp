#include "tools/rate_book/rating_book.hpp"

#include "tools/growing/step_writer.hpp"

#include <algorithm>

namespace polyglot::tools {

Result<void> RatingBook::begin(io::GrowDb& store, const BookReach& book, double min_reach) {
    book_ = &book;
    const auto& positions = book.positions();
    StepWriter writer(store);
    for (const ReachedPosition& position : positions) {
        writer.add(position.key, position.side_to_move);
        if (writer.is_full() && !writer.flush()) break;
    }
    writer.flush();
    if (!writer.stored()) return writer.stored();
    if (auto added = add_roots(book.roots()); !added) return added; // reads all of this
    searched_.resize(positions.size());
    for (std::uint32_t i = 0; i < positions.size(); ++i) {
        searched_[i].id = *graph().find(positions[i].key);
        searched_[i].is_queued = positions[i].reach() >= min_reach;
        if (searched_[i].is_queued) queue_.push_back(i);
        for (const ReachedMove& move : positions[i].moves)
            searched_[move.to].moves_to.push_back(
                {positions[i].key, encode_grow_move(move.move), positions[move.to].key});
    }
    std::ranges::stable_sort(queue_, [&](std::uint32_t a, std::uint32_t b) {
        return positions[a].reach() > positions[b].reach();
    });
    return link_known(store);
}

// The book may have moves to positions of the store that it had not when these were searched.
Result<void> RatingBook::link_known(io::GrowDb& store) {
    StepWriter writer(store);
    for (const Searched& one : searched_) {
        if (!graph().is_known(one.id)) continue;
        for (const io::GrowLink& link : one.moves_to)
            writer.add(link);
        if (writer.is_full() && !writer.flush()) break;
    }
    writer.flush();
    return writer.stored() ? refresh() : writer.stored();
}

bool RatingBook::is_ready(std::uint32_t number) const {
    const Id id = searched_[number].id;
    if (graph().is_settled(id) || graph().is_busy(id)) return false;
    if (!graph().is_known(id)) return true;
    const auto& moves = book_->positions()[number].moves;
    return std::ranges::none_of(moves, [this](const ReachedMove& move) {
        const Searched& after = searched_[move.to];
        return after.is_queued && !graph().is_known(after.id) && !is_left_out(after.id);
    });
}

// A position without a search (an end of the game, or another process has it) may make one before
// it ready.
Result<std::unique_ptr<GrowJob>> RatingBook::next() {
    for (;;) {
        const auto ready =
            std::ranges::find_if(queue_, [this](std::uint32_t number) { return is_ready(number); });
        if (ready == queue_.end()) return std::unique_ptr<GrowJob>();
        const Searched& one = searched_[*ready];
        auto job =
            search({book_->position(*ready), book_->positions()[*ready].ply, one.id}, one.moves_to);
        if (!job || *job) return job;
    }
}

std::optional<std::uint64_t> RatingBook::count_left() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(queue_, [this](std::uint32_t number) {
        const Id id = searched_[number].id;
        return !graph().is_settled(id) && !is_left_out(id);
    }));
}

} // namespace polyglot::tools
