#include "tools/rate_book/rating_book.hpp"

#include "tools/growing/step_writer.hpp"

#include <algorithm>

namespace polyglot::tools {

Result<void> RatingBook::begin(io::GrowDb& store, const BookReach& book, double min_reach) {
    book_ = &book;
    StepWriter writer(store);
    const auto& positions = book.positions();
    for (std::size_t i = 0; i < positions.size() && writer.stored(); ++i) {
        const chess::Position position = book.position(i);
        writer.add(position);
        for (const ReachedMove& move : positions[i].moves)
            writer.add(position, move.move);
        if (writer.is_full()) writer.flush();
    }
    writer.flush();
    if (!writer.stored()) return writer.stored();
    if (auto added = add_roots(book.roots()); !added) return added; // reads all of this
    for (std::uint32_t i = 0; i < positions.size(); ++i)
        if (positions[i].reach >= min_reach) queue_.push_back({i, *graph().find(positions[i].key)});
    std::stable_sort(queue_.begin(), queue_.end(), [&](const Waiting& a, const Waiting& b) {
        return positions[a.number].reach > positions[b.number].reach;
    });
    return {};
}

Result<std::unique_ptr<GrowJob>> RatingBook::next() {
    while (first_ < queue_.size() && graph().is_settled(queue_[first_].id))
        ++first_;
    for (std::size_t i = first_; i < queue_.size(); ++i) {
        if (!needs_search(queue_[i].id)) continue;
        const std::uint32_t number = queue_[i].number;
        auto job = search({book_->position(number), book_->positions()[number].ply, queue_[i].id});
        if (!job || *job) return job;
    }
    return std::unique_ptr<GrowJob>();
}

std::optional<std::uint64_t> RatingBook::count_left() const {
    return static_cast<std::uint64_t>(
        std::count_if(queue_.begin() + static_cast<std::ptrdiff_t>(first_), queue_.end(),
                      [this](const Waiting& one) { return !graph().is_settled(one.id); }));
}

} // namespace polyglot::tools
