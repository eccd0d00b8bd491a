// The table of formats.
#include "core/book/arena/abk.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/book/grow/grown_book.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

TEST_CASE("no two formats share a name or an ending") {
    std::set<std::string_view> names, endings;
    for (const FormatInfo* const format : formats()) {
        CHECK_MESSAGE(names.insert(format->name).second, format->name);
        CHECK(!format->file_name.empty());
        CHECK(!format->page.empty());
        std::string_view rest = format->endings;
        for (auto ending = text::next_word(rest); !ending.empty(); ending = text::next_word(rest)) {
            CHECK_MESSAGE(endings.insert(ending).second, ending);
            CHECK(format_of_ending(ending) == format);
        }
    }
    CHECK(formats().front() == &polyglot_format);
    CHECK(format_of_ending(".ABK")->name == "Arena");
    CHECK(format_of_ending("") == nullptr);
    CHECK(format_of_ending(".ini") == nullptr);
}

// "played values own-keys tree shares", as far as they hold.
std::string traits_of(const FormatInfo& format) {
    std::string text = format.is_played ? "played" : "";
    const auto add = [&text](bool holds, std::string_view trait) {
        if (holds) text.append(text.empty() ? "" : " ").append(trait);
    };
    add(format.values == BookValues::Position, "value");
    add(format.values == BookValues::Moves, "values");
    add(format.has_own_keys, "own-keys");
    add(format.is_tree, "tree");
    add(format.weights_are_shares, "shares");
    return text;
}

TEST_CASE("the traits of each format") {
    std::string traits;
    for (const FormatInfo* const format : formats())
        traits += std::string(format->name) + ": " + traits_of(*format) + '\n';
    CHECK(traits == "PolyGlot: played\n"
                    "Arena: played tree shares\n"
                    "YACB: played value own-keys\n"
                    "SFTT: value own-keys\n"
                    "ChessBase: played\n"
                    "grow-book store: values\n"
                    "statistics of make-book: \n"
                    "experience: played values own-keys\n"
                    "lines: played\n"
                    "CSV: \n"
                    "JSON: \n"
                    "PGN: \n");
}

TEST_CASE(
    "a store of grow-book is recognised by its id, which may be the last that is known of it") {
    std::string head = "SQLite format 3";
    head.resize(68);
    head += "PgGB";
    const auto is_grown = [](const std::string& bytes) {
        return grown_format.recognises(std::as_bytes(std::span(bytes)), bytes.size());
    };
    CHECK(is_grown(head));
    CHECK(is_grown(head + "more"));
    CHECK_FALSE(is_grown(head.substr(0, 71)));
    CHECK_FALSE(is_grown(head.substr(0, 67)));
    head[71] = 'C';
    CHECK_FALSE(is_grown(head));
}

// A file of zeros that takes no memory.
class Zeros final : public ByteReader {
  public:
    explicit Zeros(std::uint64_t size) : size_(size) {}
    std::uint64_t size() const override { return size_; }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        if (offset >= size_) return 0;
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), size_ - offset));
        std::fill_n(into.begin(), count, std::byte{0});
        return count;
    }

  private:
    std::uint64_t size_;
};

TEST_CASE("a book that would be kept in memory is played from up to a size, and studied in any") {
    const auto error_of = [](const FormatInfo& format, std::uint64_t size, BookUse use) {
        const auto opened = format.open(
            {.bytes = std::make_shared<const Zeros>(size), .use = use, .beside = nullptr});
        REQUIRE(opened.has_error());
        return opened.error().message;
    };
    constexpr std::string_view too_large = "is too large";
    constexpr std::uint64_t mega = 1U << 20U;
    for (const auto& [ending, most] :
         {std::pair(".abk", 64 * mega), std::pair(".exp", 256 * mega)}) {
        const FormatInfo& format = *format_of_ending(ending);
        CHECK(error_of(format, most + 1, BookUse::Play).starts_with(too_large));
        CHECK_FALSE(error_of(format, most, BookUse::Play).starts_with(too_large));
        CHECK_FALSE(error_of(format, most + 1, BookUse::Study).starts_with(too_large));
    }
}

TEST_CASE("a transposition table is no book to play from") {
    const auto opened = format_of_ending(".sftt")->open(
        {.bytes = std::make_shared<const Zeros>(0), .use = BookUse::Play, .beside = nullptr});
    REQUIRE(opened.has_error());
    CHECK(opened.error().message ==
          "is a transposition table (SFTT): make a book of it with polyglot convert-book");
}

} // namespace
} // namespace polyglot::book
