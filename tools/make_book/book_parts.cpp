#include "tools/make_book/book_parts.hpp"

#include "core/book/polyglot/book.hpp"

#include <span>
#include <system_error>
#include <utility>

namespace polyglot::tools {

BookParts::BookParts(const book::BookRules& rules, Sums& sums, unsigned threads)
    : rules_(rules), sums_(sums), most_ahead_(threads) {
    try {
        for (unsigned i = 1; i < threads; ++i)
            threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
        // The system does not permit more threads; the existing ones do the work.
    }
}

BookParts::~BookParts() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

std::optional<BookPart> BookParts::next() {
    if (next_ == Sums::slices) return std::nullopt;
    std::unique_lock lock(mutex_);
    while (!made_[next_] && !failure_) { // another thread makes it, or it can be started here
        if (can_begin())
            make_one(lock);
        else
            changed_.wait(lock);
    }
    if (failure_) std::rethrow_exception(failure_);
    auto part = std::exchange(made_[next_], std::nullopt);
    ++next_;
    lock.unlock();
    changed_.notify_all();
    sums_.release_slice(next_ - 1);
    return part;
}

void BookParts::give_back(BookPart part) {
    part.bytes.clear();
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(part.bytes));
}

void BookParts::work() {
    std::unique_lock lock(mutex_);
    while (!ended_ && !failure_ && begun_ < Sums::slices) {
        if (can_begin())
            make_one(lock);
        else
            changed_.wait(lock);
    }
}

bool BookParts::can_begin() const {
    return begun_ < Sums::slices && begun_ < next_ + most_ahead_;
}

void BookParts::make_one(std::unique_lock<std::mutex>& lock) {
    const std::size_t slice = begun_++;
    std::string bytes;
    if (!spare_.empty()) {
        bytes = std::move(spare_.back());
        spare_.pop_back();
    }
    lock.unlock();
    std::optional<BookPart> part;
    std::exception_ptr failure;
    try {
        part = make(slice, std::move(bytes));
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    made_[slice] = std::move(part);
    if (failure) failure_ = failure;
    changed_.notify_all();
}

BookPart BookParts::make(std::size_t slice, std::string bytes) const {
    auto maker = std::make_unique<book::BookMaker>(
        rules_, [&bytes](std::span<const book::RawEntry> entries) {
            book::append_entries(bytes, entries);
        });
    const auto source = sums_.read_slice(slice);
    std::array<book::MoveStats, 64> moves; // few enough for the first level cache
    while (const std::size_t count = source->read(moves))
        maker->add({moves.data(), count});
    maker->finish();
    return {std::move(bytes), std::move(maker)};
}

} // namespace polyglot::tools
