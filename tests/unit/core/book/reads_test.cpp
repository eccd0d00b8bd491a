// What a probe costs in reads: the promise that a book of any size answers at once.
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <bit>
#include <memory>

using namespace polyglot;
using book::RawEntry;
using test::raw_move;
using test::to_bytes;

namespace {

// Some bytes before, inside or after any number of zeros, in a file that may be truncated; the
// bytes read from it are counted.
class CountingReader final : public book::ByteReader {
  public:
    CountingReader(test::Bytes bytes, std::uint64_t zeros_before, std::uint64_t zeros_behind)
        : bytes_(std::move(bytes)),
          start_(zeros_before),
          size_(zeros_before + bytes_.size() + zeros_behind),
          end_(size_) {}
    explicit CountingReader(test::Bytes bytes) : CountingReader(std::move(bytes), 0, 0) {}

    std::uint64_t size() const override { return size_; }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        ++reads;
        const auto count = static_cast<std::size_t>(
            std::min<std::uint64_t>(into.size(), end_ - std::min(end_, offset)));
        for (std::size_t i = 0; i < count; ++i) {
            // Wraps to a large number before the start
            const std::uint64_t at = offset + i - start_;
            into[i] = at < bytes_.size() ? bytes_[static_cast<std::size_t>(at)] : std::byte{0};
        }
        bytes_read += count;
        return count;
    }
    void cut(std::uint64_t size) { end_ = size; }

    mutable std::uint64_t reads = 0;
    mutable std::uint64_t bytes_read = 0;

  private:
    test::Bytes bytes_;
    std::uint64_t start_;
    std::uint64_t size_;
    std::uint64_t end_;
};

book::PolyglotBook open(const std::shared_ptr<CountingReader>& reader) {
    auto book = book::PolyglotBook::open(reader);
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

// What KeyOrder::find() promises for a sorted file, less one for every 128 entries found.
std::uint64_t most_reads(std::uint64_t entries) {
    return 6 + static_cast<std::uint64_t>(std::bit_width(entries / 128));
}

// Ascending keys made by the function from random 64 bits, one to four entries for each.
template <class MakeKey>
std::vector<RawEntry> sorted_entries(std::size_t count, Random& random, MakeKey make_key) {
    std::vector<RawEntry> entries;
    while (entries.size() < count) {
        const std::uint64_t key = std::max<std::uint64_t>(make_key(random.next()), 1);
        for (std::uint64_t n = random.below(4) + 1; n > 0 && entries.size() < count; --n)
            entries.push_back({key, raw_move("e2e4"), static_cast<std::uint16_t>(n), 0, 0});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

} // namespace

TEST_CASE("two or three reads find a position in a book of hashes") {
    for (const std::size_t count : {100U, 4'096U, 65'536U, 1'500'000U}) {
        CAPTURE(count);
        Random random(count);
        const auto entries = sorted_entries(count, random, [](std::uint64_t key) { return key; });
        const auto reader = std::make_shared<CountingReader>(to_bytes(entries));
        const auto book = open(reader);
        std::uint64_t most = 0;
        std::uint64_t total = 0;
        constexpr std::uint64_t probes = 4000;
        for (std::uint64_t n = 0; n < probes; ++n) {
            const std::uint64_t key =
                n % 2 == 0 ? entries[static_cast<std::size_t>(random.below(count))].key
                           : random.next() | 1U;
            const std::uint64_t before = reader->reads;
            const auto found = book.find_raw(key);
            if (n % 2 == 0) CHECK_FALSE(found.empty());
            most = std::max(most, reader->reads - before);
            total += reader->reads - before;
        }
        CHECK(most <= (count <= 128 ? 1 : 4));
        CHECK(total <= 5 * probes / 2);
    }
}

TEST_CASE("whatever the keys, a probe's reads grow with the logarithm of the book") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto count =
            static_cast<std::size_t>(1 + random.below(std::uint64_t{1} << (4 + seed % 14)));
        const auto shift = static_cast<unsigned>(random.below(60));
        const auto entries = sorted_entries(count, random, [&](std::uint64_t key) {
            switch (seed % 5) {
            case 0: return key;
            case 1: return key >> shift;       // near 0
            case 2: return ~(key >> shift);    // near the end
            case 3: return key >> (key & 63U); // a scale of all sizes
            default: return (key & 3U) * 0x5555555555555555U ^ (key >> (shift | 16U)); // lumps
            }
        });
        const auto reader = std::make_shared<CountingReader>(to_bytes(entries));
        const auto book = open(reader);
        for (int n = 0; n < 200; ++n) {
            const std::uint64_t key =
                entries[static_cast<std::size_t>(random.below(entries.size()))].key +
                (n % 3 == 0 ? random.below(3) - 1 : 0);
            const auto same = std::equal_range(
                entries.begin(), entries.end(), RawEntry{key, 0, 0, 0, 0},
                [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
            const auto special = std::count_if(same.first, same.second, book::is_special);
            const std::uint64_t before = reader->reads;
            const std::size_t found = book.find_raw(key).size();
            CHECK(reader->reads - before <= most_reads(count) + found / 128);
            CHECK(found == static_cast<std::size_t>(same.second - same.first - special));
        }
    }
}

TEST_CASE("a small book before, after or amid 4 GB of zeros takes few reads to open and to ask") {
    Random random(1);
    const auto entries = sorted_entries(1000, random, [](std::uint64_t key) { return key; });
    constexpr std::uint64_t gap = std::uint64_t{4} << 30U;
    std::uint64_t zeros_before = 0;
    std::uint64_t zeros_after = 0;
    SUBCASE("before") {
        zeros_after = gap;
    }
    SUBCASE("after") {
        zeros_before = gap;
    }
    SUBCASE("amid") {
        zeros_before = zeros_after = gap / 2;
    }
    const auto reader =
        std::make_shared<CountingReader>(to_bytes(entries), zeros_before, zeros_after);
    const auto book = open(reader);
    CHECK(reader->reads < 100);
    CHECK(reader->bytes_read < 400'000);
    CHECK(book.entries().size() == (zeros_before / book::entry_size) + 1000);
    for (const RawEntry& entry : entries) {
        const std::uint64_t reads = reader->reads;
        const auto found = book.find_raw(entry.key);
        CHECK(std::find(found.begin(), found.end(), entry) != found.end());
        CHECK(reader->reads - reads <= most_reads(gap / book::entry_size));
    }
}

TEST_CASE("of a large book some forty pages are read at opening") {
    Random random(2);
    const std::size_t count = 2 * book::PolyglotBook::full_check_limit / book::entry_size;
    const auto entries = sorted_entries(count, random, [](std::uint64_t key) { return key; });
    const auto reader = std::make_shared<CountingReader>(to_bytes(entries));
    CHECK(open(reader).sorted());
    CHECK(reader->reads < 45);
    CHECK(reader->bytes_read < 45 * 4096);
}

TEST_CASE("the window's border may run through the entries of a key") {
    // Keys of 1 to 600 entries each, so that every kind of cut comes about.
    Random random(3);
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; entries.size() < 20'000; ++key)
        for (std::uint64_t n = random.below(key % 7 == 0 ? 600 : 40) + 1; n-- > 0;)
            entries.push_back({key << 54U, raw_move("g1f3"),
                               static_cast<std::uint16_t>(random.below(65536)), 0, 0});
    const auto reader = std::make_shared<CountingReader>(to_bytes(entries));
    const auto book = open(reader);
    for (auto first = entries.begin(); first != entries.end();) {
        const auto end = std::find_if(first, entries.end(),
                                      [&](const RawEntry& e) { return e.key != first->key; });
        CHECK(book.find_raw(first->key) == std::vector<RawEntry>(first, end));
        first = end;
    }
}

TEST_CASE("a file cut short while it is open is out of book where it is gone, and answers where it "
          "is not") {
    Random random(4);
    auto entries = sorted_entries(20'000, random, [](std::uint64_t key) { return key; });
    bool by_index = false;
    SUBCASE("sorted") {}
    SUBCASE("shuffled") {
        by_index = true;
        for (std::size_t i = entries.size(); i > 1; --i)
            std::swap(entries[i - 1], entries[static_cast<std::size_t>(random.below(i))]);
    }
    const auto reader = std::make_shared<CountingReader>(to_bytes(entries));
    const auto book = open(reader);
    CHECK(book.sorted() != by_index);
    const std::size_t kept = entries.size() / 2;
    reader->cut(kept * book::entry_size + 7);
    std::size_t answered = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (const RawEntry& found : book.find_raw(entries[i].key)) {
            CHECK(found.key == entries[i].key);
            answered += i < kept ? 1U : 0U;
        }
        if (!by_index && i >= kept) CHECK(book.find_raw(entries[i].key).empty());
    }
    CHECK(answered > kept / 2);
    reader->cut(0);
    for (std::size_t i = 0; i < entries.size(); i += 7)
        CHECK(book.find_raw(entries[i].key).empty());
}
