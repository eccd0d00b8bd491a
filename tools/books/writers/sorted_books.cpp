#include "tools/books/writers/sorted_books.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::size_t window_bytes = 64U << 10U;

// Reads a book that was sorted in memory.
class MemoryReader final : public book::ByteReader {
  public:
    explicit MemoryReader(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        return book::SpanReader(bytes_).read_at(offset, into);
    }

  private:
    std::vector<std::byte> bytes_;
};

// Finds the beginnings of the sorted runs of a table, and stops after `most` runs. Returns false if
// the table cannot be read.
bool find_runs(const book::EntryTable& table, std::size_t most,
               std::vector<std::uint64_t>& begins) {
    std::vector<std::byte> buffer(window_bytes);
    book::EntryWindow window(table, buffer);
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table.size() && begins.size() < most; ++i) {
        if (!window.reach(i)) return false;
        const std::uint64_t key = window.key(i);
        if (i == 0 || key < last) begins.push_back(i);
        last = key;
    }
    return true;
}

std::optional<book::EntryTable> sort_in_memory(const book::EntryTable& table) {
    std::vector<std::byte> buffer(window_bytes);
    book::EntryWindow window(table, buffer);
    std::vector<book::RawEntry> entries;
    entries.reserve(static_cast<std::size_t>(table.size()));
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        if (!window.reach(i)) return std::nullopt;
        entries.push_back(window[i]);
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    std::vector<std::byte> bytes(entries.size() * book::entry_size);
    for (std::size_t i = 0; i < entries.size(); ++i)
        book::encode_entry(
            entries[i], std::span(bytes).subspan(i * book::entry_size).first<book::entry_size>());
    return book::EntryTable(std::make_shared<const MemoryReader>(std::move(bytes)));
}

} // namespace

// Entries [begin, end) of a table, with ascending keys.
class SortedBooks::Run {
  public:
    Run(std::size_t book, book::EntryTable table, std::uint64_t begin, std::uint64_t end)
        : book_(book),
          table_(std::move(table)),
          buffer_(window_bytes),
          window_(table_, buffer_),
          at_(begin),
          end_(end) {}

    std::size_t book() const { return book_; }
    bool at_end() const { return at_ == end_; }
    bool reach() { return window_.reach(at_); } // false if the entry cannot be read
    std::uint64_t key() const { return window_.key(at_); }
    book::RawEntry take() { return window_[at_++]; }
    std::span<const std::byte> seen() const {
        return window_.bytes_of(at_, std::min(window_.end(), end_));
    }
    void skip(std::size_t entries) { at_ += entries; }
    // Takes whole positions from at_ on with keys below the limit, as far as their ends are visible
    // in the window.
    std::span<const std::byte> take_below(std::uint64_t limit) {
        const std::span<const std::byte> bytes = seen();
        const bool to_end = at_ + bytes.size() / book::entry_size == end_;
        std::uint64_t last = 0;   // key
        std::size_t position = 0; // the beginning of the entries with this key
        std::size_t end = 0;
        for (; end < bytes.size(); end += book::entry_size) {
            const std::uint64_t key = book::load64(bytes.data() + end);
            if (key < last || key >= limit) break; // disorder is reported by the next head
            if (key != last) position = end;
            last = key;
        }
        if (end == bytes.size() && !to_end) end = position;
        at_ += end / book::entry_size;
        return bytes.first(end);
    }

  private:
    std::size_t book_;
    book::EntryTable table_;
    std::vector<std::byte> buffer_;
    book::EntryWindow window_;
    std::uint64_t at_, end_;
};

SortedBooks::SortedBooks() = default;
SortedBooks::~SortedBooks() = default;

bool SortedBooks::add(const book::EntryTable& table) {
    const std::size_t book = books_++;
    std::vector<std::uint64_t> begins;
    if (!find_runs(table, max_runs + 1, begins)) return false;
    if (begins.size() > max_runs) {
        const auto sorted = sort_in_memory(table);
        return sorted && start_run(book, *sorted, 0, sorted->size());
    }
    for (std::size_t i = 0; i < begins.size(); ++i)
        if (!start_run(book, table, begins[i],
                       i + 1 < begins.size() ? begins[i + 1] : table.size()))
            return false;
    return true;
}

bool SortedBooks::add_sorted(const book::EntryTable& table) {
    return start_run(books_++, table, 0, table.size());
}

bool SortedBooks::start_run(std::size_t book, const book::EntryTable& table, std::uint64_t begin,
                            std::uint64_t end) {
    runs_.push_back(std::make_unique<Run>(book, table, begin, end));
    return push_head(runs_.size() - 1);
}

bool SortedBooks::push_head(std::size_t run) {
    if (runs_[run]->at_end()) return true;
    if (!runs_[run]->reach()) return false;
    heads_.push_back({runs_[run]->key(), run});
    std::push_heap(heads_.begin(), heads_.end(), is_later);
    return true;
}

// Restores the heap after the head at the top has grown or been removed with its run.
void SortedBooks::sift_down() {
    const Head moved = heads_.front();
    std::size_t at = 0;
    for (std::size_t child = 1; child < heads_.size(); child = 2 * at + 1) {
        if (child + 1 < heads_.size() && is_later(heads_[child], heads_[child + 1])) ++child;
        if (!is_later(moved, heads_[child])) break;
        heads_[at] = heads_[child];
        at = child;
    }
    heads_[at] = moved;
}

// Moves on after an entry was taken from the run at the top. Returns false if its next entry cannot
// be read.
bool SortedBooks::advance_head() {
    Head& head = heads_.front();
    Run& run = *runs_[head.run];
    if (run.at_end()) {
        head = heads_.back();
        heads_.pop_back();
    } else if (!run.reach()) {
        unreadable_ = run.book();
        return false;
    } else if (const std::uint64_t last = std::exchange(head.key, run.key()); head.key < last) {
        unsorted_ = true;
        return false;
    }
    if (!heads_.empty()) sift_down();
    return true;
}

bool SortedBooks::next(book::BookEntry& entry) {
    while (!heads_.empty()) {
        Run& run = *runs_[heads_.front().run];
        entry = {run.book(), run.take()};
        if (!advance_head()) return false;
        if (!book::is_special(entry.entry)) return true;
    }
    return false;
}

bool SortedBooks::next_position(std::vector<book::BookEntry>& entries) {
    entries.resize(1);
    if (!next(entries.front())) return false;
    const std::uint64_t key = entries.front().entry.key;
    for (book::BookEntry entry; !heads_.empty() && heads_.front().key == key && next(entry);)
        entries.push_back(entry);
    return !unreadable_ && !unsorted_;
}

std::span<const std::byte> SortedBooks::take_unshared() {
    if (heads_.empty() || heads_.front().key == book::header_key) return {};
    std::uint64_t limit = book::end_marker_key; // the smallest key of another run
    for (std::size_t child = 1; child < std::min(heads_.size(), std::size_t{3}); ++child)
        limit = std::min(limit, heads_[child].key);
    const std::span<const std::byte> taken = runs_[heads_.front().run]->take_below(limit);
    if (taken.empty()) return {};
    heads_.front().key = book::key_of(taken.last<book::entry_size>());
    return advance_head() ? taken : std::span<const std::byte>();
}

// Returns the two remaining runs in the order of their books.
std::pair<std::size_t, std::size_t> SortedBooks::pair_runs() const {
    return std::minmax({heads_[0].run, heads_[1].run});
}

std::optional<SortedBooks::Pair> SortedBooks::show_pair() const {
    if (heads_.size() != 2) return std::nullopt;
    const auto [first, second] = pair_runs();
    if (runs_[first]->book() == runs_[second]->book()) return std::nullopt;
    return Pair{runs_[first]->seen(), runs_[second]->seen()};
}

void SortedBooks::skip(std::size_t of_first, std::size_t of_second) {
    const auto [first, second] = pair_runs();
    runs_[first]->skip(of_first);
    runs_[second]->skip(of_second);
    for (Head& head : heads_)
        head.key = runs_[head.run]->key();
    if (is_later(heads_[0], heads_[1])) std::swap(heads_[0], heads_[1]);
}

} // namespace polyglot::tools
