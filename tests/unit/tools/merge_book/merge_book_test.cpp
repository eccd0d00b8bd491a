// `polyglot merge-book` on books made by hand; what becomes of one position:
// core/book/test_merge_position.cpp.
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/writers/sorted_books.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using test::raw_move;

const std::uint16_t e4 = raw_move("e2e4");
const std::uint16_t d4 = raw_move("d2d4");
const std::uint16_t c4 = raw_move("c2c4");

std::vector<RawEntry> entries_in(const std::string& bytes) {
    REQUIRE(bytes.size() % book::entry_size == 0);
    std::vector<RawEntry> entries;
    const auto all = std::as_bytes(std::span(bytes.data(), bytes.size()));
    for (std::size_t at = 0; at < all.size(); at += book::entry_size)
        entries.push_back(book::decode_entry(all.subspan(at).first<book::entry_size>()));
    return entries;
}

// The entries of the merged book, with further arguments.
std::vector<RawEntry> merged(const std::vector<std::vector<RawEntry>>& books,
                             const std::vector<std::string>& more = {}) {
    const BookFolder folder;
    std::vector<std::string> words{"-in"};
    for (std::size_t i = 0; i < books.size(); ++i)
        words.push_back(folder.write(std::to_string(i) + ".bin", books[i]));
    words.insert(words.end(), {"-out", folder / "out.bin"});
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run(run_merge_book, words);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    return entries_in(folder.read("out.bin"));
}

void check(const std::vector<std::vector<RawEntry>>& books, const std::vector<RawEntry>& expected,
           const std::vector<std::string>& more = {}) {
    const std::vector<RawEntry> entries = merged(books, more);
    CHECK_MESSAGE(entries == expected, entries.size() << " entries instead of " << expected.size());
}

TEST_CASE("books in order") {
    check({{{1, e4, 5}, {3, e4, 5}}, {{2, d4, 5}, {4, d4, 4}}},
          {{1, e4, 5}, {2, d4, 5}, {3, e4, 5}, {4, d4, 4}});
    check({{{1, e4, 5, 7, 8}}, {{1, e4, 6, 9, 9}}}, {{1, e4, 11, 7, 8}});
    check({{{1, e4, 5}}, {{1, d4, 6}}, {{1, c4, 5}}, {{1, e4, 7}}},
          {{1, e4, 12}, {1, d4, 6}, {1, c4, 5}});
    check({{{1, e4, 60000}, {1, d4, 6000}}, {{1, e4, 60000}}}, {{1, e4, 65535}, {1, d4, 3277}});
    check({{{~0ULL - 1, e4, 1}}, {{1ULL << 63U, e4, 1}}},
          {{1ULL << 63U, e4, 1}, {~0ULL - 1, e4, 1}});
}

TEST_CASE("options") {
    const std::vector<std::vector<RawEntry>> books{{{1, e4, 30, 4, 4}, {1, d4, 10}},
                                                   {{1, d4, 100, 2, 1}}};
    check(books, {{1, d4, 110}, {1, e4, 30, 4, 4}});
    check(books, {{1, e4, 30, 4, 4}, {1, d4, 10}}, {"-by", "priority"});
    check(books, {{1, d4, 100}, {1, e4, 30, 4, 4}}, {"-by", "max"});
    check(books, {{1, d4, 65535}, {1, e4, 39321, 4, 4}}, {"-by", "average"}); // 1/4 + 1 and 3/4
    check(books, {{1, e4, 300, 4, 4}, {1, d4, 150}}, {"-factor", "10", "0.5"});
    check(books, {{1, d4, 110, 2, 1}, {1, e4, 30, 4, 4}}, {"-learn", "sum"});
    check(books, {{1, d4, 110}, {1, e4, 30}}, {"-learn", "none"});
}

TEST_CASE("books in disorder come out sorted") {
    check({{{5, e4, 1}, {3, e4, 9}}, {{4, d4, 1}}}, {{3, e4, 9}, {4, d4, 1}, {5, e4, 1}});
    check({{{5, e4, 1}, {7, e4, 1}, {5, e4, 2}, {5, d4, 9}}}, {{5, d4, 9}, {5, e4, 3}, {7, e4, 1}});
    // In more pieces than are kept track of, against a sort of everything; end markers and zeros
    // belong to no position.
    Random random{3};
    std::vector<std::vector<RawEntry>> books(3);
    std::vector<RawEntry> all;
    for (std::size_t i = 0; i < books.size(); ++i)
        for (unsigned n = 0; n < 700; ++n) {
            const std::uint64_t key = (1 + random.below(900)) << 50U;
            const auto move = static_cast<std::uint16_t>(random.below(2) == 0 ? e4 : d4);
            books[i].push_back({key, move, static_cast<std::uint16_t>(1 + random.below(9))});
            const auto same = std::find_if(all.begin(), all.end(), [&](const RawEntry& e) {
                return e.key == key && e.move == move;
            });
            if (same == all.end()) {
                all.push_back(books[i].back());
            } else {
                same->weight = static_cast<std::uint16_t>(same->weight + books[i].back().weight);
            }
        }
    for (std::vector<RawEntry>& book : books)
        book.push_back({book::end_marker_key, 0, 0});
    const auto order = [](const RawEntry& e) {
        return std::tuple(e.key, 65535 - e.weight, e.move);
    };
    const auto before = [&order](const RawEntry& a, const RawEntry& b) {
        return order(a) < order(b);
    };
    std::vector<RawEntry> out = merged(books);
    CHECK(std::is_sorted(out.begin(), out.end(), [](const RawEntry& a, const RawEntry& b) {
        return a.key != b.key ? a.key < b.key : a.weight > b.weight;
    }));
    std::sort(out.begin(), out.end(), before);
    std::sort(all.begin(), all.end(), before);
    CHECK(out == all);
}

// A file that is truncated while it is being read.
class VanishingReader final : public book::ByteReader {
  public:
    VanishingReader(test::Bytes bytes, unsigned reads) : bytes_(std::move(bytes)), reads_(reads) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        if (reads_ == 0) return 0;
        --reads_;
        return book::SpanReader(bytes_).read_at(offset, into);
    }

  private:
    test::Bytes bytes_;
    mutable unsigned reads_; // that are still answered
};

TEST_CASE("a large book of which samples are sorted, but not all of it, comes out sorted") {
    std::vector<RawEntry> entries;
    for (std::uint64_t n = 1; n <= book::PolyglotBook::full_check_limit / book::entry_size + 1000;
         ++n)
        entries.push_back({n << 40U, e4, 2});
    std::vector<RawEntry> disordered = entries;
    std::swap(disordered[700'123], disordered[700'124]);
    const std::vector<RawEntry> few{{5, d4, 1}, {700'124ULL << 40U, d4, 1}};
    const std::vector<RawEntry> expected = merged({entries, few});
    CHECK(expected.size() == entries.size() + 2);
    CHECK(merged({disordered, few}) == expected);
}

TEST_CASE("whole positions of one book are what they are entry by entry") {
    Random random{11};
    for (int round = 0; round < 40; ++round) {
        SortedBooks single;
        SortedBooks whole;
        for (std::uint64_t books = 1 + random.below(4); books > 0; --books) {
            std::vector<RawEntry> entries{
                {0, 1, 1}, {book::end_marker_key, 0, 0}, {book::end_marker_key, e4, 1}};
            const std::uint64_t keys = 1 + random.below(round % 2 == 0 ? 60 : 200'000);
            for (std::uint64_t n = random.below(9000); n > 0; --n)
                entries.push_back(
                    {random.below(keys), static_cast<std::uint16_t>(random.below(3)), 1});
            std::stable_sort(entries.begin(), entries.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; });
            const book::EntryTable table(
                std::make_shared<const VanishingReader>(test::to_bytes(entries), 1000));
            CHECK(single.add(table));
            CHECK(whole.add_sorted(table));
        }
        std::vector<RawEntry> expected;
        for (book::BookEntry entry; single.next(entry);)
            expected.push_back(entry.entry);
        std::vector<RawEntry> found;
        std::vector<book::BookEntry> position;
        for (;;) {
            const auto bytes = whole.take_unshared();
            for (std::size_t at = 0; at < bytes.size(); at += book::entry_size)
                found.push_back(book::decode_entry(bytes.subspan(at).first<book::entry_size>()));
            if (!bytes.empty()) continue;
            if (!whole.next_position(position)) break;
            for (const book::BookEntry& entry : position)
                found.push_back(entry.entry);
        }
        CHECK(found == expected);
        CHECK_FALSE(whole.is_unsorted());
    }
}

TEST_CASE("a book that cannot be read to its end") {
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; key <= 10'000; ++key) // three windows
        entries.push_back({key, e4, 1});
    // Each window is read twice: for the order of the keys, and when it is wanted.
    for (unsigned reads = 0; reads <= 6; ++reads) {
        SortedBooks books;
        const bool added = books.add(book::EntryTable(
            std::make_shared<const VanishingReader>(test::to_bytes(entries), reads)));
        CHECK(added == (reads > 3));
        if (!added) continue;
        std::uint64_t seen = 0;
        for (book::BookEntry entry; books.next(entry);)
            ++seen;
        CHECK(books.unreadable() == (reads == 6 ? std::nullopt : std::optional<std::size_t>(0)));
        CHECK((seen == entries.size()) == (reads == 6));
    }
}

// As PositionMerger does it, position by position.
std::vector<RawEntry> merged_slowly(const std::vector<std::vector<RawEntry>>& books) {
    SortedBooks sorted;
    for (const auto& entries : books)
        CHECK(sorted.add(book::EntryTable(
            std::make_shared<const VanishingReader>(test::to_bytes(entries), 1000))));
    book::PositionMerger merger(book::MergeRules{});
    std::vector<RawEntry> all;
    for (std::vector<book::BookEntry> position; sorted.next_position(position);) {
        const auto& entries = merger.merge(position);
        all.insert(all.end(), entries.begin(), entries.end());
    }
    return all;
}

// Sorted by key. Some positions have several moves, the same one several times, or weights that
// hardly fit.
std::vector<RawEntry> random_book(Random& random, std::uint64_t keys, std::uint64_t size) {
    std::vector<RawEntry> entries;
    for (; size > 0; --size) {
        const auto small = [&](std::uint64_t below) {
            return static_cast<std::uint16_t>(random.below(below));
        };
        const auto weight =
            static_cast<std::uint16_t>(random.below(40) == 0 ? 40'000 + small(25'000) : small(500));
        const auto move = static_cast<std::uint16_t>(random.below(20) == 0 ? small(4) : 3);
        entries.push_back({1 + random.below(keys), move, weight, small(9), small(9)});
    }
    if (random.below(2) == 0) entries.push_back({book::end_marker_key, e4, 1, 2, 3});
    if (random.below(2) == 0) entries.push_back({book::end_marker_key, 0, 0, 0, 0});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

TEST_CASE("two sorted books are merged as position by position") {
    Random random{17};
    for (int round = 0; round < 60; ++round) {
        const std::uint64_t keys = 1 + random.below(round % 3 == 0 ? 300 : 60'000);
        std::vector<std::vector<RawEntry>> books;
        for (std::uint64_t n = 1 + random.below(3); n > 0; --n)
            books.push_back(random_book(random, keys, 1 + random.below(12'000)));
        const std::vector<RawEntry> expected = merged_slowly(books);
        const std::vector<RawEntry> found = merged(books);
        CHECK_MESSAGE(found == expected, "round " << round);
    }
}

test::Bytes book_with(const std::string& header, const RawEntry& entry) {
    test::Bytes bytes = test::header_bytes(header);
    test::append(bytes, entry);
    return bytes;
}

TEST_CASE("headers are joined") {
    const BookFolder folder;
    const std::string a =
        folder.write("a.bin", book_with("@PG@\n1.0\n2\n1\nnormal\nby Ann", {5, e4, 1}));
    const std::string b =
        folder.write("b.bin", book_with("@PG@\n1.0\n3\n2\nnormal\natomic\nby Bob", {6, e4, 1}));
    const std::string c = folder.write("c.bin", {{7, e4, 1}});
    const std::string out = folder / "out.bin";
    const auto header_of = [&](std::vector<std::string> words) -> std::string {
        words.insert(words.end(), {"-out", out});
        const Ran ran = run(run_merge_book, words);
        REQUIRE_MESSAGE(ran.status == 0, ran.err);
        const std::string bytes = folder.read("out.bin");
        const auto book =
            book::PolyglotBook::open(std::as_bytes(std::span(bytes.data(), bytes.size())));
        REQUIRE(book.has_value());
        return book->header() ? book::format_header(*book->header()) : "none";
    };
    CHECK(header_of({"-in1", a, "-in2", b, "-in", c}) ==
          "@PG@\n1.0\n3\n2\nnormal\natomic\nby Ann\nby Bob");
    CHECK(header_of({"-in", a, a}) == "@PG@\n1.0\n2\n1\nnormal\nby Ann");
    CHECK(header_of({"-in", c}) == "none");
    CHECK(header_of({"-in", a, b, "-no-header"}) == "none");
}

TEST_CASE("its own inputs are never overwritten") {
    const BookFolder folder;
    const std::string a = folder.write("a.bin", {{5, e4, 1}, {6, e4, 1}});
    const std::string b = folder.write("b.bin", {{5, e4, 2}});
    const std::string was = folder.read("a.bin");
    const Ran ran = run(run_merge_book, {"-in1", a, "-in2", b, "-out", a});
    CHECK(ran.status == 1);
    CHECK(ran.err == a + ": is an input of this command\n");
    CHECK(folder.read("a.bin") == was);
}

TEST_CASE("a refused command leaves no file") {
    const BookFolder folder;
    const std::string a = folder.write("a.bin", {{5, e4, 1}});
    const std::string text = folder.write(
        "text.bin", test::to_bytes(std::string_view("[Event \"no book\"]\n\n1. e4 *\n")));
    const std::string learnt =
        folder.write("learnt.bin", {{5, e4, 1, 1, 60000}, {6, e4, 1, 1, 60000}});
    const std::size_t before = folder.files();
    const auto refused = [&](std::vector<std::string> words, int status, std::string_view said) {
        words.insert(words.end(), {"-out", folder / "out.bin"});
        const Ran ran = run(run_merge_book, words);
        CHECK(ran.status == status);
        CHECK_MESSAGE(ran.err.find(said) != std::string::npos, ran.err);
        CHECK(folder.files() == before);
    };
    refused({}, 2, "no book is named");
    refused({"-in", a, a, "-factor", "1"}, 2, "-factor takes a number for each book: 2");
    refused({"-in", a, a, "-factor", "1", "0"}, 2, "-factor takes numbers above 0");
    refused({"-in", a, a, "-factor", "1", "nan"}, 2, "-factor takes numbers above 0");
    refused({"-in", a, "-by", "luck"}, 2, "-by is sum, max, average or priority");
    refused({"-in", a, "-learn", "all"}, 2, "-learn is first, sum or none");
    refused({"-in", a, folder / "none.bin"}, 1, "none.bin");
    refused({"-in1", a, "-in2", text}, 1, "text.bin: not a PolyGlot book");
    refused({"-in", a, learnt, "-learn", "sum"}, 1, "learnt.bin: its learn fields are not results");
}

} // namespace
} // namespace polyglot::tools
