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

TEST_CASE("an Arena book over 64 MiB is not played from, but studied") {
    const auto error_of = [](std::uint64_t size, BookUse use) {
        const auto opened = arena_format.open(
            {.bytes = std::make_shared<const Zeros>(size), .use = use, .beside = nullptr});
        REQUIRE(opened.has_error());
        return opened.error().message;
    };
    constexpr std::string_view too_large = "is too large";
    constexpr std::uint64_t most = 64U << 20U;
    CHECK(error_of(most + 1, BookUse::Play).starts_with(too_large));
    CHECK_FALSE(error_of(most, BookUse::Play).starts_with(too_large));
    CHECK_FALSE(error_of(most + 1, BookUse::Study).starts_with(too_large));
}

} // namespace
} // namespace polyglot::book
