// `polyglot show-book` on books made by hand.
#include "tests/unit/tools/books/any_book_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/tree/shown_book.hpp"

#include <algorithm>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using test::raw_move;

struct Played {
    std::string_view before; // coordinates
    std::string_view move;
    std::uint16_t weight = 1;
    std::uint16_t learn_count = 0, learn_sum = 0;
};

std::string write_book(const BookFolder& folder, const std::vector<Played>& moves) {
    std::vector<book::RawEntry> entries;
    for (const Played& one : moves)
        entries.push_back({after(one.before).key(), raw_move(one.move), one.weight, one.learn_count,
                           one.learn_sum});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return folder.write("book.bin", entries);
}

std::string write_sample(const BookFolder& folder) {
    return write_book(folder, {{"", "d2d4", 300},
                               {"", "c2c4", 60},
                               {"", "a2a3", 10},
                               {"", "g1f3", 630, 4, 5},
                               {"d2d4", "d7d5", 2},
                               {"d2d4 d7d5", "g1f3"},
                               {"g1f3", "d7d5", 3},
                               {"g1f3", "g8f6", 1},
                               {"g1f3 d7d5", "d2d4"},
                               {"g1f3 d7d5 d2d4", "g8f6"}});
}

std::string shown(const BookFolder& folder, std::vector<std::string> words) {
    words.insert(words.begin(), folder / "book.bin");
    const Ran ran = run(run_show_book, words);
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    return ran.out;
}

std::string without_head(const std::string& text) {
    return text.substr(text.find('\n') + 1);
}

TEST_CASE("show-book: shares, results, names, lines that meet, and what is left out") {
    const BookFolder folder;
    write_sample(folder);
    const std::string text = shown(folder, {"-depth", "3"});
    CHECK(text.starts_with((folder / "book.bin") + " (PolyGlot), the start position\n\n"));
    CHECK(without_head(text) == R"(
1. Nf3       63.0%  ####     630  learnt 4 games, 62.5%  A04 Réti Opening
  1... d5    75.0%  #####      3  A06 Zukertort Opening: Queen's Pawn Defence
    2. d4   100.0%  #######    1  D02 Queen's Pawn Game: Zukertort Variation  ...
  1... Nf6   25.0%  ##         1  A05 Réti Opening: Indian Invitation
1. d4        30.0%  ##       300  A40 Queen's Pawn Opening
  1... d5   100.0%  #######    2  D00 Queen's Pawn Game
    2. Nf3  100.0%  #######    1  = 1. Nf3 d5 2. d4
1. c4         6.0%            60  A10 English Opening

left out: 1 move that less than 5 % of the lines play (-min-share); what follows 1 position at ply 3 (-depth)
)");
}

TEST_CASE("show-book: -line and moves as words begin later, with the last name on the way") {
    const BookFolder folder;
    write_sample(folder);
    const std::string text = shown(folder, {"Nf3", "d5"});
    CHECK(text.find("(PolyGlot), after 1. Nf3 d5\nA06 ") != std::string::npos);
    CHECK(text.find("\n2. d4       100.0%") != std::string::npos);
    CHECK(text.find("\n  2... Nf6  100.0%") != std::string::npos);
    CHECK(shown(folder, {"-line", "1. Nf3 d5"}) == text);
    CHECK(shown(folder, {"g1f3", "1...", "d7d5"}) == text);

    const Ran wrong = run(run_show_book, {folder / "book.bin", "e4", "Ke3"});
    CHECK(wrong.status == 2);
    CHECK(wrong.err.find("e4 Ke3") != std::string::npos);
    CHECK(run(run_show_book, {folder / "book.bin", "e4", "-line", "d4"}).status == 2);
}

TEST_CASE("show-book: the reach of a position is that of all ways to it") {
    const BookFolder folder;
    write_sample(folder);
    // 2... Nf6 is played in 47.25 % of lines that begin with 1. Nf3 and in 30 % that begin with 1.
    // d4.
    const auto tree = boost::json::parse(shown(folder, {"-json", "-min-share", "1"})).at("tree");
    const auto& fourth = tree.at_pointer("/moves/0/after/moves/0/after/moves/0/after");
    CHECK(fourth.at("reach").as_double() == doctest::Approx(0.63 * 0.75 + 0.3));
    CHECK(fourth.at_pointer("/moves/0/san") == "Nf6");
    CHECK(tree.at_pointer("/moves/1/after/moves/0/after/moves/0/transposes_to") ==
          "1. Nf3 d5 2. d4");
    CHECK(tree.at_pointer("/moves/0/learnt") ==
          boost::json::value({{"games", 4}, {"half_points", 5}}));
}

TEST_CASE("show-book: a line that comes back to where it began ends there") {
    const BookFolder folder;
    write_book(folder,
               {{"", "g1f3"}, {"g1f3", "g8f6"}, {"g1f3 g8f6", "f3g1"}, {"g1f3 g8f6 f3g1", "f6g8"}});
    const std::string text = shown(folder, {"-depth", "600", "-min-share", "0"});
    CHECK(text.find("\n      2... Ng8  100.0%  ") != std::string::npos);
    CHECK(text.ends_with("#  1  = where this tree begins\n"));
    CHECK(std::count(text.begin(), text.end(), '\n') == 6);
}

TEST_CASE("show-book: moves that are not legal, or never played, are shown and not followed") {
    const BookFolder folder;
    write_book(folder, {{"", "e2e4", 3}, {"", "e2e5", 1}, {"", "a2a3", 0}});
    const std::string text = shown(folder, {"-min-share", "0"});
    CHECK(text.find("1. e2e5   25.0%") != std::string::npos);
    CHECK(text.find("  1  not legal here\n") != std::string::npos);
    CHECK(text.find("  0  never played  A00 Anderssen's Opening\n") != std::string::npos);
    CHECK(shown(folder, {"-dot", "-", "-min-share", "0"})
              .find("n0 -> illegal0 [label=\"1. e2e5 25.0%\"") != std::string::npos);
    CHECK(shown(folder, {"-html", "-"}).find("<div class=\"bad\">") != std::string::npos);
}

TEST_CASE("show-book: a book for Black alone is followed through White's moves") {
    const BookFolder folder;
    write_book(folder, {{"e2e4", "c7c5"}, {"d2d4", "g8f6"}, {"d2d4 g8f6 c2c4", "e7e6"}});
    const std::string text = shown(folder, {});
    CHECK(without_head(text) == R"(
1. d4               -            no move of the book  A40 Queen's Pawn Opening
  1... Nf6     100.0%  #####  1  A45 Indian Defence
    2. c4           -            no move of the book  A50 Indian Defence: Normal Variation
      2... e6  100.0%  #####  1  E00 Indian Defence: 2...e6
1. e4               -            no move of the book  B00 King's Pawn Opening
  1... c5      100.0%  #####  1  B20 Sicilian Defence
)");
}

TEST_CASE("show-book: nothing to show is said") {
    const BookFolder folder;
    write_sample(folder);
    CHECK(shown(folder, {"e4", "e5"})
              .find("\nnot in the book, which has 6 positions; -fen names another\n") !=
          std::string::npos);
    folder.write("empty.bin", std::vector<book::RawEntry>{{~std::uint64_t{0}, 0, 0, 0, 0}});
    const Ran empty = run(run_show_book, {folder / "empty.bin"});
    CHECK(empty.status == 0);
    CHECK(empty.out.find("not in the book, which has 0 positions") != std::string::npos);
    CHECK(run(run_show_book, {folder / "none.bin"}).status == 1);
    folder.write("damaged.bin", test::Bytes(40, std::byte{'a'}));
    const Ran damaged = run(run_show_book, {folder / "damaged.bin", "-html", folder / "page.html"});
    CHECK(damaged.status == 1);
    CHECK(damaged.out.empty());
    CHECK(folder.files() == 3); // no page
}

TEST_CASE("show-book: wrong use") {
    const BookFolder folder;
    write_sample(folder);
    const std::string book = folder / "book.bin";
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"-depth", "0"},
                                               {"-depth", "601"},
                                               {"-min-share", "101"},
                                               {"-json", "-dot", "-"},
                                               {"-fen", "8/8"}}) {
        std::vector<std::string> all{book};
        all.insert(all.end(), words.begin(), words.end());
        CHECK(run(run_show_book, all).status == 2);
    }
    CHECK(run(run_show_book, {book, "-html", book}).status == 1); // not over its input
    CHECK(run(run_show_book, {book}).status == 0);
}

TEST_CASE("show-book: Arena's games and priorities, values of YACB") {
    const BookFolder folder;
    folder.write("book.bin", test::to_bytes(book::encode_abk(abk_sample())));
    const std::string arena = shown(folder, {"-min-share", "0"});
    CHECK(arena.find("(Arena)") != std::string::npos);
    CHECK(arena.find(" game") != std::string::npos);
    folder.write("book.bin", yacb_sample());
    const std::string values = shown(folder, {});
    CHECK(values.find("value +0.30 (exact; engine, elo 120) for White\n") != std::string::npos);
    CHECK(values.find("  +0.20  B00 King's Pawn Opening\n") != std::string::npos);
    CHECK(values.find("1000") == std::string::npos); // weights made of values are not the book's
}

TEST_CASE("show-book: Chess960 by -fen, castling as the king taking its rook") {
    const BookFolder folder;
    const std::string fen = "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1";
    const chess::Position position = test::position(fen);
    const chess::Move castling =
        position.find_legal_move(chess::C1, chess::F1, chess::PieceType::None);
    REQUIRE(castling);
    folder.write("book.bin",
                 std::vector<book::RawEntry>{{position.key(), raw_move("c1f1"), 1, 0, 0}});
    const auto object = boost::json::parse(shown(folder, {"-fen", fen, "-json"}));
    CHECK(object.at_pointer("/tree/fen").as_string() == std::string_view(fen));
    CHECK(object.at_pointer("/tree/moves/0/uci") == "c1f1");
    CHECK(object.at_pointer("/tree/moves/0/san") == "O-O");
}

TEST_CASE("show-book: a header that names Chess960 does not change how castling is written") {
    const BookFolder folder;
    const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    test::Bytes bytes = test::to_bytes(
        std::string_view(book::encode_header({"1.0", {"normal", "fischerandom"}, ""})));
    test::append(bytes, {test::position(fen).key(), raw_move("e1h1"), 1, 0, 0});
    folder.write("book.bin", bytes);
    const auto object = boost::json::parse(shown(folder, {"-fen", fen, "-json"}));
    CHECK(object.at_pointer("/tree/moves/0/uci") == "e1g1");
}

ShownBook strange_book() {
    ShownBook shown;
    shown.name = "a<b>&\"c\"\n";
    shown.format = "PolyGlot";
    shown.tree.nodes.emplace_back().move_number = "1.";
    shown.tree.nodes.front().opening = openings::Opening{"A00", "<i>\"Grob's\\\" & more</i>"};
    return shown;
}

TEST_CASE("show-book: names cannot leave their place in a page or a graph") {
    ShownBook shown = strange_book();
    shown.tree.opening = shown.tree.nodes.front().opening;
    const std::string page = format_html(shown);
    CHECK(page.find("<title>a&lt;b&gt;&amp;&quot;c&quot;?</title>") != std::string::npos);
    CHECK(page.find("A00 &lt;i&gt;&quot;Grob&#39;s\\&quot; &amp; more&lt;/i&gt;</span>") !=
          std::string::npos);
    CHECK(page.find("<i>") == std::string::npos);
    CHECK(page.find("http://") == std::string::npos);
    CHECK(page.find("https://") == std::string::npos);
    CHECK(page.find("<script") == std::string::npos);
    const std::string graph = format_dot(shown);
    CHECK(graph.starts_with("digraph \"a<b>&\\\"c\\\"?\" {\n"));
    CHECK(graph.find("[label=\"a<b>&\\\"c\\\"?\\nthe start position\\nA00 <i>\\\"Grob's\\\\\\\" & "
                     "more</i>\"") != std::string::npos);
}

std::size_t count_of(std::string_view text, std::string_view what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos;
         at = text.find(what, at + 1))
        ++count;
    return count;
}

TEST_CASE("show-book: the page folds, the graph has each position once") {
    const BookFolder folder;
    write_sample(folder);
    CHECK(run(run_show_book,
              {folder / "book.bin", "-html", folder / "page.html", "-dot", folder / "graph.dot"})
              .out == "");
    const std::string page = folder.read("page.html");
    CHECK(page.starts_with("<!DOCTYPE html>\n"));
    CHECK(count_of(page, "<details") == 5); // Nf3, d5, d4; d4, d5
    CHECK(count_of(page, "<details") == count_of(page, "</details>"));
    CHECK(count_of(page, "<div") == count_of(page, "</div>"));
    CHECK(page.find("= 1. Nf3 d5 2. d4</a>") != std::string::npos);
    CHECK(page.find("<div class=\"more\">and 1 move, 1.0%</div>") != std::string::npos);
    const std::string graph = folder.read("graph.dot");
    CHECK(count_of(graph, " -> ") == 9);
    CHECK(count_of(graph, "Queen's Pawn Game: Zukertort Variation") == 1);
}

TEST_CASE("show-book: bars of eighths, colours and widths") {
    const BookFolder folder;
    ShownBook shown = strange_book();
    Branch branch;
    branch.name = "e2e5";
    branch.weight = 5;
    branch.share = 0.55;
    shown.tree.nodes.front().moves.push_back({branch, {}, 0.55, std::nullopt, false});
    const auto text = [&shown](const TextStyle& style) {
        std::ostringstream out;
        print_text(shown, style, out);
        return without_head(out.str());
    };
    CHECK(text({.columns = 20}) == "\n1. e2e5   55.0%  ###    5  not legal here\n");
    CHECK(text({.utf8 = true, .columns = 20}) == "\n1. e2e5   55.0%  ██▊    5  not legal here\n");
    CHECK(text({.columns = 200}) == "\n1. e2e5   55.0%  ###########           5  not legal here\n");
    CHECK(text({.colours = true, .columns = 20}) ==
          "\n\x1b[31m1. e2e5\x1b[0m   55.0%  \x1b[32m###  \x1b[0m  5  not legal here\n");
}

} // namespace
} // namespace polyglot::tools
