#include "adapter/streams/line_buffer.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using polyglot::Random;
using polyglot::io::LineBuffer;
using Lines = std::vector<std::string>;

namespace {

Lines feed(LineBuffer& buffer, std::string_view stream, std::size_t piece) {
    Lines lines;
    const auto keep = [&lines](std::string_view line) { lines.emplace_back(line); };
    for (std::size_t at = 0; at < stream.size(); at += piece)
        buffer.feed(stream.substr(at, piece), keep);
    buffer.finish(keep);
    return lines;
}

void check(std::string_view stream, const Lines& expected) {
    CAPTURE(stream);
    for (std::size_t piece = 1; piece <= stream.size() + 1; ++piece) {
        CAPTURE(piece);
        LineBuffer buffer;
        CHECK(feed(buffer, stream, piece) == expected);
        CHECK(buffer.cut_lines() == 0);
    }
}

} // namespace

TEST_CASE("line ends") {
    check("", {});
    check("a", {"a"}); // the last line needs no end
    check("a\n", {"a"});
    check("a\nb", {"a", "b"});
    check("\n", {""});
    check("a\n\nb\n", {"a", "", "b"});
    check("a\r\nb\r\n", {"a\r", "b\r"}); // the \r stays on its line
    check("a\r\n\r\nb\r\n", {"a\r", "\r", "b\r"});
    check("a\rb\r", {"a\r", "b\r"}); // engines that send nothing else
    check("a\r\r\nb", {"a\r", "b"}); // one end, by a C library that translates twice
    check("a\r\n\nb", {"a\r", "", "b"});
    check("\ra", {"\r", "a"});
    check(" a \n\tb", {" a ", "\tb"});
    check(std::string_view("a\0b\n\xff\n", 6), {std::string("a\0b", 3), "\xff"});
}

TEST_CASE("a line is handed over as soon as its end is there") {
    LineBuffer buffer;
    Lines lines;
    const auto keep = [&lines](std::string_view line) { lines.emplace_back(line); };
    buffer.feed("uci\r", keep); // no waiting for a \n that may never come
    CHECK(lines == Lines{"uci\r"});
    buffer.feed("\n", keep);
    CHECK(lines.size() == 1);
    buffer.feed("is", keep);
    buffer.feed("ready\n", keep);
    CHECK(lines == Lines{"uci\r", "isready"});
}

TEST_CASE("an over-long line is cut at 1 MiB; the rest is skipped, and the line counted") {
    constexpr std::size_t limit = LineBuffer::max_line;
    CHECK(limit == 1 << 20);
    for (const std::size_t piece : {std::size_t{1000}, std::size_t{65536}, limit, 4 * limit}) {
        CAPTURE(piece);
        LineBuffer buffer;
        const std::string stream = std::string(limit, 'a') + "\n" + std::string(limit + 7, 'b') +
                                   "\r\nshort\n" + std::string(2 * limit, 'c');
        const Lines lines = feed(buffer, stream, piece);
        REQUIRE(lines.size() == 4);
        CHECK(lines[0] == std::string(limit, 'a'));
        CHECK(lines[1] == std::string(limit, 'b'));
        CHECK(lines[2] == "short");
        CHECK(lines[3] == std::string(limit, 'c'));
        CHECK(buffer.cut_lines() == 2); // however many pieces are skipped
    }
}

TEST_CASE("any split of a stream gives the same lines") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string stream;
        constexpr std::string_view letters = "ab \n\n\r";
        for (std::uint64_t n = random.below(200); n > 0; --n)
            stream += letters[static_cast<std::size_t>(random.below(letters.size()))];
        LineBuffer at_once;
        const Lines whole = feed(at_once, stream, stream.size() + 1);
        LineBuffer cut;
        Lines lines;
        const auto keep = [&lines](std::string_view line) { lines.emplace_back(line); };
        for (std::size_t at = 0; at < stream.size();) {
            // Nothing at all, now and then
            const auto n = std::min<std::size_t>(random.below(9), stream.size() - at);
            cut.feed(std::string_view(stream).substr(at, n), keep);
            at += n;
        }
        cut.finish(keep);
        CHECK(lines == whole);
    }
}

TEST_CASE("a receiver that pauses gets the rest when it asks for it") {
    const std::string stream = "one\ntwo\r\nthree\rfo";
    LineBuffer buffer;
    std::vector<std::string> lines;
    std::string_view rest = stream;
    int feeds = 0;
    for (; !rest.empty(); ++feeds)
        rest.remove_prefix(buffer.feed(rest, [&](std::string_view line) {
            lines.emplace_back(line);
            return false;
        }));
    CHECK(feeds == 4); // the last for an incomplete line
    CHECK(buffer.feed("ur\n", [&](std::string_view line) { lines.emplace_back(line); }) == 3);
    CHECK(lines == std::vector<std::string>{"one", "two\r", "three\r", "four"});
}
