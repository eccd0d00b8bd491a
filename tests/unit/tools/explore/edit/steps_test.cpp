// The questions about edits: the words of edit-book that they become, and what is wrong with others
// of them.
#include "core/text/path_text.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/edit/journal.hpp"
#include "tools/explore/edit/steps.hpp"

#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

std::string words_of(const json::object& question) {
    const auto step = read_step(question);
    return step ? step->words : "error: " + step.error().message;
}

json::object with(json::object question, std::string_view name, json::value value) {
    question[name] = std::move(value);
    return question;
}

} // namespace

TEST_CASE("explore, steps: an edit in the words of edit-book") {
    const json::object weight{{"edit", "weight"}, {"value", "7"}, {"move", "e2e4"}};
    CHECK(words_of(weight) == "-move e2e4 -weight 7");
    const json::object reply{
        {"edit", "forbid"}, {"line", line({"e2e4", "e7e5"})}, {"move", "g1f3"}};
    CHECK(words_of(reply) == "-line \"e2e4 e7e5\" -move g1f3 -forbid");
    const char* const castling = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
    CHECK(words_of({{"edit", "add"}, {"start", castling}, {"move", "c1h1"}}) ==
          "-fen \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\" -move c1h1 -add");
    CHECK(words_of(
              {{"edit", "add"}, {"start", castling}, {"line", line({"c1h1"})}, {"move", "c8b8"}}) ==
          "-fen \"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1\" -line \"c1h1\" -move c8b8 -add");
    CHECK(words_of(
              with(weight, "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")) ==
          "-move e2e4 -weight 7");
}

TEST_CASE("explore, steps: what is wrong with a question") {
    const json::object weight{{"edit", "weight"}, {"value", "7"}, {"move", "e2e4"}};
    CHECK(words_of(with(weight, "move", "e2e5")) == "error: move: 'e2e5' is not legal here");
    CHECK(words_of(with(weight, "move", 1)) == "error: move: none is given");
    CHECK(words_of(with(weight, "line", line({"e2e5"}))) == "error: line: move 1 is not legal");
    CHECK(words_of(with(weight, "value", "many")).starts_with("error: "));
    CHECK(words_of(with(weight, "edit", "paint")).starts_with("error: "));
    CHECK(words_of(with(weight, "start", "8/8")).starts_with("error: start: "));
    CHECK(words_of(with(weight, "edit", "copy-from")) ==
          "error: there is no second book to copy from");
    CHECK(words_of(with(with(weight, "edit", "copy-from"), "from", "b.bin")) ==
          "error: there is no second book to copy from");
    CHECK(words_of({{"text", ""}}) == "error: the text: neither a table nor a PGN with moves");
    CHECK(words_of({{"text", "line,action\n"}}) == "error: the text: has no edit");
    CHECK(words_of({{"text", "1. e4 e5 *"}}) == "-from 2 edits of explore");
    CHECK(words_of({{"text", "1. e4 *"}}) == "-from 1 edit of explore");
}

TEST_CASE("explore, steps: what is kept of a question, and of the book to copy from") {
    const BookFolder folder;
    const std::string other = write_book(folder, "b.bin", {{"", "c2c4", 5}});
    const json::object asked{{"edit", "copy-from"}, {"value", "x"},     {"move", "c2c4"},
                             {"revision", 7},       {"line", line({})}, {"start", ""}};
    const json::object step = question_of_step(asked, other);
    CHECK_FALSE(step.contains("revision"));
    CHECK_FALSE(step.contains("value"));
    CHECK(step.at("move") == "c2c4");
    CHECK(step.at("from").at("name") == json::value(other));
    CHECK(step.at("from").at("file") == json::value(other));
    CHECK(step.at("from").at("size") == 16);
    CHECK(words_of(step) == "-move c2c4 -copy-from " + other);
    CHECK_FALSE(question_of_step(asked, "").contains("from"));
    const json::object missing = question_of_step(asked, folder / "none.bin");
    CHECK(missing.at("from").at("file") == json::value(folder / "none.bin"));
    CHECK(question_of_step(asked, "none.bin").at("from").at("file") == "none.bin");
    json::object usual = asked;
    usual["edit"] = "weight";
    CHECK(question_of_step(usual, other).at("value") == "x");
    CHECK_FALSE(question_of_step(usual, other).contains("from"));
}

TEST_CASE("explore, import: a PGN's games with their places, from the first line that is wrong") {
    const std::string two = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 ";
    const auto edits = read_edits(two + "*\n", "t", false);
    REQUIRE(edits.has_value());
    REQUIRE(edits->size() == 2);
    CHECK(edits->front().place == "t:1");
    CHECK(edits->back().place == "t:5");
    CHECK(edits->front().kind == Edit::Kind::Add);
    CHECK(edits->back().position == chess::Position::start());
    const auto wrong = read_edits(two + "Ke3 *\n\n1. Ke4 *\n", "t", false);
    REQUIRE(wrong.has_error());
    CHECK(wrong.error().message.starts_with("t:7: "));
}

TEST_CASE("explore, import: a book that was written as a PGN gives its weights") {
    const auto edits = read_edits("1. e4 { weight 10 } (1. d4 { weight 5 }) *\n", "t", false);
    REQUIRE_MESSAGE(edits.has_value(), (edits ? "" : edits.error().message));
    REQUIRE(edits->size() == 2);
    CHECK(edits->front().kind == Edit::Kind::Weight);
    CHECK(edits->front().value == 10);
    CHECK(edits->front().adds);
    CHECK(edits->front().place == "t");
    CHECK(edits->back().value == 5);
}

TEST_CASE("explore, journal: which lines are events") {
    const JournalText journal = parse_journal(
        "{\"do\":\"book\",\"size\":1}\n{\"do\":\"step\",\"question\":{}}\n{\"do\":\"undo\"}\n"
        "{\"do\":\"redo\"}\n{\"do\":\"discard\"}\n{\"do\":\"saving\",\"record\":{}}\n"
        "{\"do\":\"saved\"}\n");
    CHECK(journal.damaged == 0);
    CHECK(journal.events.size() == 6);
    CHECK(journal.version == json::object{{"size", 1}});
    for (const std::string wrong :
         {"{\"do\":\"book\"}", "{\"do\":\"step\"}", "{\"do\":\"step\",\"question\":1}",
          "{\"do\":\"saving\"}", "{\"do\":\"paint\"}", "{}", "1", "{\"do\":", ""})
        CHECK_MESSAGE(parse_journal("{\"do\":\"book\"}\n" + wrong + '\n').damaged == 1, wrong);
    CHECK(parse_journal("").damaged == 0);
    CHECK(parse_journal("{\"do\":\"undo\"}\n").events.size() == 1); // of no version
}

} // namespace polyglot::tools
