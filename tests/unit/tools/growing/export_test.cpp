#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "tests/unit/tools/grow_book/grow_book_support.hpp"
#include "tools/growing/export.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace polyglot;
using namespace grow_book_test;
using book::Evaluation;
using book::GrowGraph;
using book::grown_evaluation;
using book::GrowSide;
using chess::Color;
using Values = GrownBook::Values;

namespace {

book::GrowMove raw(const chess::Position& position, std::string_view text) {
    return book::encode_move(chess::parse_uci_move(position, text).value());
}

// 1. e4 (worth 40) c5, 1. d4 (worth 20), 1. a4 (worth -30), 1. f3, of which nothing is known, and
// the answer 1. c4 (worth 30).
struct Sample {
    GrowGraph graph;
    chess::Position start = chess::Position::start();

    Sample() {
        const auto root = graph.add(start.key(), Color::White);
        for (const auto& [text, value] :
             {std::pair("e2e4", -40), std::pair("d2d4", -20), std::pair("a2a4", 30)}) {
            const auto child = add_child(root, text);
            graph.set_answer(child, {value, raw(after(text), "c7c5"), 12});
        }
        add_child(root, "f2f3");
        graph.set_answer(root, {30, raw(start, "c2c4"), 20});
        graph.update();
    }
    chess::Position after(std::string_view text) const {
        chess::Position position = start;
        position.make(chess::parse_uci_move(position, text).value());
        return position;
    }
    GrowGraph::Id add_child(GrowGraph::Id root, std::string_view text) {
        const auto child = graph.add(after(text).key(), Color::Black);
        graph.link(root, raw(start, text), child);
        return child;
    }
    std::string moves(const GrownRules& rules, Values values = Values::OfPositions) const {
        std::string text;
        for (const book::Entry& entry : GrownBook(graph, rules, values).find(start))
            text += chess::format_uci_move(entry.move) + ' ' + std::to_string(entry.weight) + ' ' +
                    std::to_string(entry.evaluation->value) + '/' +
                    std::to_string(*entry.evaluation->depth) + ' ';
        return text;
    }
};

} // namespace

TEST_CASE("grow-book: for showing, a book has the moves that are left out, too, with weight 0") {
    const Sample sample;
    const GrownBook book(
        sample.graph,
        {.side = GrowSide::Both, .width_cp = 15, .temperature = 20, .all_moves = true},
        Values::OfMoves);
    std::vector<std::pair<int, bool>> found; // value, is played
    for (const book::Entry& entry : book.find(sample.start))
        found.emplace_back(entry.evaluation->value, entry.weight > 0);
    CHECK(found ==
          std::vector<std::pair<int, bool>>{{40, true}, {30, true}, {20, false}, {-30, false}});
}

TEST_CASE("grow-book: a book has the moves within the width, weighted by what they lose") {
    const Sample sample;
    CHECK(sample.moves({GrowSide::Both, 50, 20}) ==
          "e2e4 1000 40/20 c2c4 607 40/20 d2d4 368 40/20 ");
    CHECK(sample.moves({GrowSide::Both, 70, 20}) ==
          "e2e4 1000 40/20 c2c4 607 40/20 d2d4 368 40/20 a2a4 30 40/20 ");
    CHECK(sample.moves({GrowSide::Both, 19, 20}) == "e2e4 1000 40/20 c2c4 607 40/20 ");
    // a4: weight 0
    CHECK(sample.moves({GrowSide::Both, 70, 5}) == "e2e4 1000 40/20 c2c4 135 40/20 d2d4 18 40/20 ");
    CHECK(sample.moves({GrowSide::White, 50, 20}) == "e2e4 1000 40/20 ");
    CHECK(sample.moves({GrowSide::Black, 19, 20}) == "e2e4 1000 40/20 c2c4 607 40/20 ");
    CHECK(sample.moves({GrowSide::Both, 50, 20}, Values::OfMoves) ==
          "e2e4 1000 40/13 c2c4 607 30/20 d2d4 368 20/13 ");
    const GrownBook book(sample.graph, {}, Values::OfPositions);
    CHECK(book.find(sample.after("e2e4")).front().evaluation->value == 40); // for White
    CHECK(book.find(sample.after("g2g3")).empty());
    CHECK_FALSE(book.might_contain(sample.after("g2g3")));
}

TEST_CASE("grow-book: values in books are for White, mates by their plies") {
    CHECK(grown_evaluation(35, Color::Black, 9) ==
          Evaluation{.value = -35, .source = Evaluation::Source::Engine, .depth = 9});
    const auto mate = grown_evaluation(GrowGraph::most_cp - 3, Color::White, 9);
    CHECK(mate.type == Evaluation::Type::DistanceToMate);
    CHECK(mate.value == 3);
    CHECK(grown_evaluation(-GrowGraph::most_cp, Color::White, 9).value == -1);
    CHECK(grown_evaluation(-GrowGraph::most_cp + 4, Color::Black, 9).value == 4);
}

TEST_CASE("grow-book: an empty book and one that an .abk cannot begin are not written") {
    const test::Folder folder;
    const auto write = [&](const GrowGraph& graph, std::string_view fen, BookTarget target) {
        const auto written = write_grown_book(graph, {position_of(fen)}, {}, "grow.db",
                                              to_text(folder / "out"), target);
        return written ? "" : written.error().message;
    };
    const std::string start = chess::format_fen(chess::Position::start());
    CHECK(write(GrowGraph(), start, polyglot_target).find("has no move yet") != std::string::npos);
    CHECK(write(Sample().graph, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", arena_target)
              .find("start position") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    CHECK(write(Sample().graph, start, polyglot_target).empty());
    CHECK(std::filesystem::exists(folder / "out"));
}
