#include "tests/unit/core/book/arena/abk_samples.hpp"

using namespace polyglot;
using namespace std::string_view_literals;
using book::AbkBook;
using book::AbkRecord;
using test::abk_move;

namespace {

book::AbkTree decode(std::string_view bytes, std::string& odd) {
    std::vector<std::string> warnings;
    auto tree = book::decode_abk(book::SpanReader(std::as_bytes(std::span(bytes))), warnings);
    REQUIRE_MESSAGE(tree.has_value(), tree.error().message);
    odd.clear();
    for (const std::string& oddity : warnings)
        odd += oddity + '\n';
    return *std::move(tree);
}

void check_refused(std::string_view bytes, std::string_view words) {
    const auto book = AbkBook::open(book::SpanReader(std::as_bytes(std::span(bytes))));
    REQUIRE(book.has_error());
    CHECK_MESSAGE(book.error().message.find(words) != std::string::npos, book.error().message);
}

// docs/formats/arena-abk.md, "An example".
book::AbkTree example() {
    auto tree = test::abk_tree({abk_move("e2e4", 901, 902), abk_move("e7e5"), abk_move("d2d4")});
    tree.header.comment = "An example";
    tree.header.author = "nobody";
    tree.header.depth = 2;
    tree.records[0].games = 3;
    tree.records[0].white_wins = tree.records[0].white_losses = tree.records[1].white_wins = 1;
    tree.records[1].games = 2;
    tree.records[2].priority = 3;
    return tree;
}

} // namespace

TEST_CASE("the example of the format's page, byte for byte") {
    const std::string bytes = book::encode_abk(example());
    REQUIRE(bytes.size() == 25284);
    constexpr auto start = "\x03"
                           "ABK\x70\x62\0\0\x1c\0\0\0\x0a"
                           "An example\0"sv;
    CHECK(std::string_view(bytes).substr(0, start.size()) == start);
    CHECK(std::string_view(bytes).substr(133, 8) == "\x06nobody\0"sv);
    CHECK(std::string_view(bytes).substr(214, 8) == "\x02\0\0\0\x03\0\0\0"sv);
    CHECK(std::string_view(bytes).substr(250, 4) == "\x0f\x27\0\0"sv);
    CHECK(bytes.find_first_not_of('\x78', 254) == 25200);
    CHECK(std::string_view(bytes).substr(25200) ==
          "\x0c\x1c\x00\x05\x03\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0\0\x85\x03\0\0\x86\x03\0\0"
          "\x34\x24\x00\x05\x02\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"
          "\x0b\x1b\x00\x03\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"sv);
    const AbkBook book = test::open_abk(bytes);
    CHECK(test::moves_in(book, chess::Position::start()) == "e2e4 d2d4 ");
    CHECK(test::warnings_of(book).empty());
}

TEST_CASE("decode_abk(encode_abk(x)) == x, whatever the records are") {
    Random random(1);
    const auto number = [&random] {
        return static_cast<std::uint32_t>(random.next() >> random.below(64));
    };
    for (int round = 0; round < 50; ++round) {
        book::AbkTree tree;
        book::AbkHeader& h = tree.header;
        for (std::uint32_t* field :
             {&h.depth, &h.moves, &h.min_games, &h.min_wins, &h.min_white_per_cent,
              &h.min_black_per_cent, &h.importance_of_priority, &h.importance_of_games,
              &h.importance_of_score, &h.max_ply})
            *field = number();
        h.comment.assign(static_cast<std::size_t>(random.below(121)),
                         static_cast<char>(random.below(256)));
        h.author.assign(static_cast<std::size_t>(random.below(81)),
                        static_cast<char>(random.below(256)));
        tree.records.resize(static_cast<std::size_t>(random.below(3000)));
        for (AbkRecord& r : tree.records)
            r = {static_cast<std::uint8_t>(number()),
                 static_cast<std::uint8_t>(number()),
                 static_cast<std::int8_t>(number()),
                 static_cast<std::uint8_t>(number()),
                 number(),
                 number(),
                 number(),
                 number(),
                 number(),
                 number()};
        std::string odd;
        CHECK((decode(book::encode_abk(tree), odd) == tree));
        CHECK(odd.empty());
    }
}

TEST_CASE("texts too long for their places") {
    book::AbkTree tree = example();
    tree.header.comment = std::string(200, 'c');
    tree.header.author = std::string(300, 'a');
    std::string bytes = book::encode_abk(tree);
    std::string odd;
    CHECK(decode(bytes, odd).header.comment == std::string(120, 'c'));
    CHECK(decode(bytes, odd).header.author == std::string(80, 'a'));
    CHECK(odd.empty());

    bytes[12] = static_cast<char>(121);
    bytes[133] = static_cast<char>(255);
    CHECK(decode(bytes, odd).header.comment == std::string(120, 'c'));
    CHECK(decode(bytes, odd).header.author == std::string(80, 'a'));
    CHECK(odd == "the comment is said to be 121 bytes long, of 120 at most\n"
                 "the author is said to be 255 bytes long, of 80 at most\n");
}

TEST_CASE("files cut off at every byte of the last record, and within the header") {
    const std::string bytes = book::encode_abk(example());
    std::string odd;
    for (std::size_t cut = 1; cut <= test::abk_record; ++cut) {
        const auto tree = decode(std::string_view(bytes).substr(0, bytes.size() - cut), odd);
        CHECK(tree.records.size() == 2);
        const std::string expected = "the last " + std::to_string(test::abk_record - cut) + " of " +
                                     std::to_string(bytes.size() - cut) +
                                     " bytes are not a whole record and are left out\n";
        CHECK(odd == (cut == test::abk_record ? "" : expected));
    }
    CHECK(decode(std::string_view(bytes).substr(0, 25200), odd).records.empty());
    CHECK(test::open_abk(std::string_view(bytes).substr(0, 25200)).count_positions() == 0);
    for (const std::size_t size :
         {std::size_t{25199}, std::size_t{254}, std::size_t{253}, std::size_t{12}})
        check_refused(std::string_view(bytes).substr(0, size), "cut off within its header");
    for (const std::size_t size : {std::size_t{11}, std::size_t{4}, std::size_t{0}})
        check_refused(std::string_view(bytes).substr(0, size), "not an Arena book");
}

TEST_CASE("the fourth byte varies, the following numbers do not") {
    const std::string bytes = book::encode_abk(example());
    for (const char fourth : {'K', '2', '\0', '\xff'}) {
        std::string other = bytes;
        other[3] = fourth;
        CHECK(AbkBook::is_abk(std::as_bytes(std::span(other))));
        CHECK(test::open_abk(other).count_moves() == 3);
    }
    for (const std::size_t at : {0U, 1U, 2U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 11U}) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] + 1);
        CHECK_FALSE(AbkBook::is_abk(std::as_bytes(std::span(other))));
        check_refused(other, "not an Arena book");
    }
}

TEST_CASE("a file that is larger than its readable part") {
    class Shrunk final : public book::ByteReader {
      public:
        Shrunk(std::string_view bytes, std::uint64_t size)
            : bytes_(std::as_bytes(std::span(bytes))), size_(size) {}
        std::uint64_t size() const override { return size_; }
        std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
            return bytes_.read_at(offset, into);
        }

      private:
        book::SpanReader bytes_;
        std::uint64_t size_;
    };
    const std::string bytes = book::encode_abk(example());
    const auto book = AbkBook::open(Shrunk(bytes, bytes.size() + 280));
    REQUIRE(book.has_value());
    CHECK(book->count_moves() == 3);
    CHECK(test::warnings_of(*book).find("only 3 of 13 records could be read\n") !=
          std::string::npos);
    const auto huge = AbkBook::open(Shrunk(bytes, book::max_abk_size + 1));
    REQUIRE(huge.has_error());
    CHECK(huge.error().message == "too large for an Arena book: over 2 GiB");
}
