// Start positions of a variant's book.
#include "core/book/variants/book.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/openings_book/variant.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using chess::VariantPosition;

test::Bytes book_of(const chess::Variant& variant, const std::vector<std::string>& lines) {
    std::map<std::tuple<std::uint64_t, std::uint16_t>, std::uint16_t> weights;
    for (const std::string& line : lines) {
        VariantPosition position = VariantPosition::start(variant);
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            const auto move = parse_variant_uci(position, word);
            REQUIRE(move);
            const auto raw = *book::encode_variant_move(*move, chess::VariantKeys::Plain);
            ++weights[{variant_key(position, chess::VariantKeys::Plain), raw}];
            position.make(*move);
        }
    }
    std::vector<book::RawEntry> entries;
    for (const auto& [place, weight] : weights)
        entries.push_back({std::get<0>(place), std::get<1>(place), weight, 0, 0});
    return test::to_bytes(entries);
}

std::vector<std::string> drawn(const chess::Variant& variant, const std::vector<std::string>& lines,
                               DrawOptions options) {
    const test::Bytes bytes = book_of(variant, lines);
    const book::PolyglotBook file = test::open(bytes);
    const auto opened = book::VariantBook::open(file, &variant).value();
    const std::vector roots{VariantPosition::start(variant)};
    options.keep_on = [] { return true; };
    const auto draw = make_variant_draw(opened, roots, options);
    std::vector<std::string> texts;
    while (const auto start = draw->next()) {
        std::string text;
        for (const chess::VariantMove& move : start->line)
            text += (text.empty() ? "" : " ") + format_variant_uci(move);
        texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

const std::vector<std::string> crazyhouse_lines{"e2e4 d7d5 e4d5 d8d5 P@e6",
                                                "e2e4 d7d5 e4d5 d8d5 b1c3", "d2d4 d7d5"};

} // namespace

TEST_CASE("starts of a variant: each position at the ply once, drops too") {
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform})
        CHECK(drawn(chess::crazyhouse, crazyhouse_lines, {kind, 5, 1, {}}) ==
              std::vector<std::string>{"e2e4 d7d5 e4d5 d8d5 P@e6", "e2e4 d7d5 e4d5 d8d5 b1c3"});
}

TEST_CASE("starts of a variant: no position after the end of the game") {
    const std::vector<std::string> lines{"e2e3 a7a6 e1e2 a6a5 e2d3 a5a4 d3d4",
                                         "e2e3 a7a6 e1e2 a6a5 e2d3 a5a4 d3c3"};
    CHECK(drawn(chess::king_of_the_hill, lines, {DrawKind::Share, 7, 1, {}}) ==
          std::vector<std::string>{"e2e3 a7a6 e1e2 a6a5 e2d3 a5a4 d3c3"});
}

TEST_CASE("starts of a variant as text: with pocket, tag and FEN") {
    const auto root =
        parse_variant_fen(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q] w - - 3 7").value();
    VariantStart start{root, {*parse_variant_uci(root, "Q@e2")}, root};
    start.position.make(start.line.front());
    CHECK(format_variant_start_epd(start) == "4k3/8/8/8/8/8/4Q3/4K3[] b - - hmvc 4; fmvn 7;\n");
    const std::string pgn = format_variant_start_pgn(start, "a book", 2);
    CHECK(pgn.find("[Round \"2\"]") != std::string::npos);
    CHECK(pgn.ends_with("[Variant \"crazyhouse\"]\n[SetUp \"1\"]\n"
                        "[FEN \"4k3/8/8/8/8/8/8/4K3[Q] w - - 3 7\"]\n\n7. Q@e2+ *\n\n"));
}

} // namespace polyglot::tools
