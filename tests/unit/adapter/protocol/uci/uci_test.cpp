// UCI lines: tables of what is read out of them, and what is written.
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/uci.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot::protocol;
using Type = OptionDeclaration::Type;

TEST_CASE("GUI lines: the first word decides, blanks of any kind around it") {
    const auto check = [](std::string_view line, UciCommand command, std::string_view arguments) {
        CAPTURE(line);
        const UciGuiLine parsed = parse_uci_gui_line(line);
        CHECK(parsed.command == command);
        CHECK(parsed.arguments == arguments);
    };
    check("uci", UciCommand::Uci, "");
    check("uci\r", UciCommand::Uci, "");
    check("  isready \t", UciCommand::IsReady, "");
    check("ucinewgame", UciCommand::NewGame, "");
    check("position  startpos  moves e2e4 \r", UciCommand::Position, "startpos  moves e2e4");
    check("go\tinfinite", UciCommand::Go, "infinite");
    check("stop", UciCommand::Stop, "");
    check("ponderhit", UciCommand::PonderHit, "");
    check("setoption name A value b c ", UciCommand::SetOption, "name A value b c");
    check("debug on", UciCommand::Debug, "on");
    check("quit", UciCommand::Quit, "");
    check("", UciCommand::Other, "");
    check(" \r", UciCommand::Other, "");
    check("Uci", UciCommand::Other, "");
    check("ucio", UciCommand::Other, "");
    check("gox", UciCommand::Other, "");
    check("register later", UciCommand::Other, "later");
}

TEST_CASE("engine lines") {
    const auto check = [](std::string_view line, UciReply reply) {
        CAPTURE(line);
        CHECK(parse_uci_engine_line(line).reply == reply);
    };
    check("id name X", UciReply::Id);
    check("option name Hash type spin", UciReply::Option);
    check("uciok\r", UciReply::UciOk);
    check("readyok", UciReply::ReadyOk);
    check("bestmove e2e4", UciReply::BestMove);
    check("  info depth 1", UciReply::Info);
    check("information", UciReply::Other);
    check("copyprotection checking", UciReply::Other);
    check("", UciReply::Other);
}

namespace {

// Line by line, in few words.
std::size_t length_of_infos_simply(std::string_view lines) {
    std::size_t length = 0;
    for (std::size_t end = 0; (end = lines.find('\n', length)) != std::string_view::npos;
         length = end + 1) {
        const std::string_view line = lines.substr(length, end - length);
        if (!line.starts_with("info ") || line.find('\r') != std::string_view::npos) break;
    }
    return length;
}

} // namespace

TEST_CASE("the infos that lines begin with, wherever their ends lie") {
    std::mt19937 random(11); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same lines each time
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    const std::vector<std::string> others{
        "bestmove e2e4",         "info",          "infos 1",     "", "\r", "info depth 3\r",
        "info a\rbestmove e2e4", " info depth 1", "INFO depth 1"};
    std::size_t most = 0, stopped = 0;
    for (int i = 0; i < 5'000; ++i) {
        std::string lines;
        const std::size_t count = below(20);
        for (std::size_t n = 0; n < count; ++n)
            lines += (below(15) == 0 ? others[below(others.size())]
                                     : "info " + std::string(below(150), 'x')) +
                     '\n';
        // The last line has no end yet
        if (below(2) == 0) lines += std::string("info dep").substr(0, below(9));
        CAPTURE(lines);
        const std::size_t length = length_of_infos(lines);
        REQUIRE(length == length_of_infos_simply(lines));
        most = std::max(most, length);
        if (length > 0 && length < lines.size()) ++stopped;
    }
    CHECK(most > 1'000);
    CHECK(stopped > 1'000);
    // A line alone, and one with a lone '\r', ending at each place
    for (std::size_t size = 0; size < 200; ++size) {
        const std::string info = "info " + std::string(size, 'x');
        CHECK(length_of_infos(info) == 0);
        CHECK(length_of_infos(info + "\n") == size + 6);
        CHECK(length_of_infos(info + "\ninfo ") == size + 6);
        CHECK(length_of_infos(info + "\rbestmove e2e4\ninfo depth 1\n") == 0);
    }
}

TEST_CASE("a readyok within an info, and what no engine of UCI says of `uci`") {
    CHECK(has_torn_readyok("depth 3 readyok score cp 5"));
    CHECK_FALSE(has_torn_readyok("depth 3 score cp 5"));
    CHECK_FALSE(has_torn_readyok("string readyok"));
    CHECK_FALSE(has_torn_readyok("depth 3 readyoks"));
    for (const char* line : {"Error (unknown command): uci", "Illegal move: uci\r", "Invalid: uci",
                             "Unknown command: uci", "unrecognized uci"})
        CHECK(objects_to_uci(line));
    for (const char* line : {"uci", "Error: go", "error in uci mode", "id name uci"})
        CHECK_FALSE(objects_to_uci(line));
}

TEST_CASE("setoption: names and values may hold blanks and each other's words") {
    const auto check = [](std::string_view arguments, std::string_view name,
                          std::string_view value) {
        CAPTURE(arguments);
        const auto option = parse_setoption(arguments);
        REQUIRE(option);
        CHECK(option->name == name);
        CHECK(option->value == value);
    };
    check("name Hash value 16", "Hash", "16");
    check("name Clear Hash", "Clear Hash", "");
    check("  name   Two  Words   value   a  b  ", "Two  Words", "a  b");
    check("name A value", "A", "");
    check("name A value the value of name", "A", "the value of name");
    check("name My name value x", "My name", "x");
    check("name Evaluation values value 3", "Evaluation values", "3"); // "values" is another word
    check("name Book value C:\\a b\\c.bin", "Book", "C:\\a b\\c.bin");
    check("name A value <empty>", "A", "<empty>");
    for (const std::string_view none :
         {"", "name", "name  ", "value 3", "name value 3", "Hash 16"}) {
        CAPTURE(none);
        CHECK_FALSE(parse_setoption(none));
    }
    CHECK(format_setoption("Clear Hash", "") == "setoption name Clear Hash");
    CHECK(format_setoption("Hash", "16") == "setoption name Hash value 16");
}

namespace {

OptionDeclaration declaration(std::string_view line) {
    CAPTURE(line);
    const auto parsed = parse_uci_engine_line(line);
    REQUIRE(parsed.reply == UciReply::Option);
    const auto option = parse_option_declaration(parsed.arguments);
    REQUIRE(option);
    return *option;
}

} // namespace

TEST_CASE("option declarations of all shapes") {
    const OptionDeclaration hash =
        declaration("option name Hash type spin default 16 min 1 max 33554432");
    CHECK(hash.name == "Hash");
    CHECK(hash.type == Type::Spin);
    CHECK(hash.default_value == "16");
    CHECK(hash.min == 1);
    CHECK(hash.max == 33554432);

    const OptionDeclaration other_order =
        declaration("option name A B type spin min -10 max 10 default -3");
    CHECK(other_order.name == "A B");
    CHECK(other_order.default_value == "-3");
    CHECK(other_order.min == -10);

    CHECK(declaration("option name Clear Hash type button").type == Type::Button);
    CHECK(declaration("option name Ponder type check default false\r").default_value == "false");
    CHECK(declaration("option name X type wheel default 1").type == Type::Unknown);
    CHECK(declaration("option name X").type == Type::Unknown);
    CHECK_FALSE(
        declaration("option name N type spin default 1 min x max 99999999999999999999").max);

    for (const std::string_view nothing : {"", "name", "type spin default 1", "name type spin"}) {
        CAPTURE(nothing);
        CHECK_FALSE(parse_option_declaration(nothing));
    }
}

TEST_CASE("option names may hold the words that divide the line") {
    CHECK(declaration("option name Use default book type check default true").name ==
          "Use default book");
    CHECK(declaration("option name Use default book type check default true").default_value ==
          "true");
    const OptionDeclaration typed =
        declaration("option name Type of type match type combo default a var a var b");
    CHECK(typed.name == "Type of type match");
    CHECK(typed.type == Type::Combo);
    CHECK(declaration("option name min max var type spin default 3 min 1 max 5").name ==
          "min max var");
    CHECK(declaration("option name my name type string default x").name == "my name");
}

TEST_CASE("combos: choices of several words, and choices that are words of UCI") {
    const OptionDeclaration style = declaration(
        "option name Style type combo default Very Solid var Very Solid var Normal var Risky");
    CHECK(style.default_value == "Very Solid");
    CHECK(style.choices == std::vector<std::string>{"Very Solid", "Normal", "Risky"});
    CHECK(check_option_value(style, "very solid").empty());
    CHECK(check_option_value(style, "Solid") == "is not one of: Very Solid Normal Risky");

    const OptionDeclaration odd =
        declaration("option name P type combo default default var default var max var human");
    CHECK(odd.default_value == "default");
    CHECK(odd.choices == std::vector<std::string>{"default", "max", "human"});
    const OptionDeclaration last = declaration("option name P type combo var a b var c default c");
    CHECK(last.default_value == "c");
    CHECK(last.choices == std::vector<std::string>{"a b", "c"});
    CHECK(declaration("option name One type combo default one var one").choices.size() == 1);
    CHECK(canonical_option_value(declaration("option name P type combo default A var A var B b"),
                                 "b B") == "B b");
    const OptionDeclaration none = declaration("option name P type combo default var a var b");
    CHECK(none.default_value.empty());
    CHECK(none.choices == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a string's default is all the rest of the line") {
    CHECK(declaration("option name F type string default").default_value.empty());
    CHECK(declaration("option name F type string default <empty>").default_value == "<empty>");
    CHECK(declaration("option name F type string default C:\\max power\\min max var.bin")
              .default_value == "C:\\max power\\min max var.bin");
    CHECK(declaration("option name F type string default my name and type ").default_value ==
          "my name and type");
    CHECK_FALSE(declaration("option name F type string default up to max 3").max);
}

TEST_CASE("with_default changes the default and no other byte") {
    const auto check = [](std::string_view line, std::string_view value,
                          std::string_view expected) {
        CAPTURE(line);
        CHECK(with_default(line, value) == expected);
    };
    check("option name Hash type spin default 16 min 1 max 9", "64",
          "option name Hash type spin default 64 min 1 max 9");
    check("option  name Hash  type spin\tdefault   16   min 1\r", "64",
          "option  name Hash  type spin\tdefault   64   min 1\r");
    check("option name S type string default", "a b", "option name S type string default a b");
    check("option name S type string default\r", "x", "option name S type string default x\r");
    check("option name S type string default <empty>", "x", "option name S type string default x");
    check("option name S type string default C:\\max min 3", "x",
          "option name S type string default x");
    check("option name S type spin default min 1", "5", "option name S type spin default 5 min 1");
    check("option name Use default book type check default true", "false",
          "option name Use default book type check default false");
    check("option name P type combo default default var default var b", "b",
          "option name P type combo default b var default var b");
    check("option name Clear Hash type button", "x", "option name Clear Hash type button");
}

TEST_CASE("option values are checked against the declaration") {
    const OptionDeclaration check = declaration("option name C type check default true");
    CHECK(check_option_value(check, "ON").empty());
    CHECK(check_option_value(check, "maybe") == "is neither true nor false");
    CHECK(canonical_option_value(check, "Yes") == "true");
    CHECK(canonical_option_value(check, "0") == "false");
    CHECK(canonical_option_value(check, "maybe") == "maybe");
    const OptionDeclaration spin = declaration("option name S type spin default 1 min -2 max 5");
    CHECK(check_option_value(spin, "-2").empty());
    CHECK(check_option_value(spin, "5").empty());
    CHECK(check_option_value(spin, "6") == "is outside -2..5");
    CHECK(check_option_value(spin, "1.5") == "is not a whole number");
    CHECK(canonical_option_value(spin, "yes") == "yes");
    const OptionDeclaration half = declaration("option name S type spin default 1 min 3");
    CHECK(check_option_value(half, "1") == "is outside 3..…");
    CHECK(check_option_value(half, "9999999999").empty());
    const OptionDeclaration other = declaration("option name S type spin default 1 max 3");
    CHECK(check_option_value(other, "4") == "is outside …..3");
    CHECK(check_option_value(other, "-9999999999").empty());
    CHECK(check_option_value(declaration("option name S type button"), "x").empty());
    CHECK(check_option_value(declaration("option name S type string default x"), "").empty());
}

TEST_CASE("go: the limits that rule out the book") {
    const Go plain = parse_go("wtime 1000 btime 1000 winc 0 binc 0 movestogo 40");
    CHECK_FALSE(
        (plain.ponder || plain.infinite || plain.mate || plain.perft || plain.has_search_moves));
    CHECK(parse_go("ponder wtime 1 btime 1").ponder);
    CHECK(parse_go("wtime 1 ponder").ponder);
    CHECK(parse_go("infinite").infinite);
    CHECK(parse_go("mate 3").mate);
    CHECK(parse_go("perft 5").perft);
    const Go some = parse_go("searchmoves e2e4 e7e8q E2E4 ponder wtime 3");
    CHECK(some.search_moves == std::vector<std::string>{"e2e4", "e7e8q"}); // E2E4 reads as no move
    CHECK(some.ponder == true);
    const Go drops = parse_go("searchmoves P@e4 a1a2 N@h8 e@ ponder");
    CHECK(drops.search_moves == std::vector<std::string>{"P@e4", "a1a2", "N@h8"});
    CHECK(drops.ponder);
    const Go last = parse_go("infinite searchmoves e1g1 0000 e7e8=Q");
    CHECK(last.infinite);
    CHECK(last.search_moves == std::vector<std::string>{"e1g1", "0000", "e7e8=Q"});
    const Go empty = parse_go("searchmoves");
    CHECK(empty.has_search_moves);
    CHECK(empty.search_moves.empty());
    CHECK_FALSE(parse_go("depth 5 e2e4").has_search_moves);
}

TEST_CASE("go: numbers that are none") {
    const auto mended = [](const std::string& line) {
        const Go go = parse_go(std::string_view(line).substr(2));
        const std::string text = mend_go(line);
        Go same = parse_go(std::string_view(text).substr(2));
        CHECK_FALSE(same.is_damaged);
        same.is_damaged = go.is_damaged;
        CHECK(same == go);
        CHECK(go.is_damaged == (text != line));
        return text;
    };
    CHECK(mended("go wtime 2000.0 btime 1999.99 winc 0.5") == "go wtime 2000 btime 1999 winc 0");
    CHECK(mended("go movetime 500.0 depth +4.5") == "go movetime 500 depth 4");
    CHECK(mended("go nodes 2e18 movetime -2.5") == "go nodes 1152921504606846976 movetime 0");
    CHECK(mended("go movetime 100ms depth 12x") == "go movetime 100 depth 12");
    CHECK(mended("go wtime 1e+06 btime 1.5e3 nodes 2e6") ==
          "go wtime 1000000 btime 1500 nodes 2000000");
    CHECK(mended("go wtime 1e999 btime 1e-999 movestogo 40.0") ==
          "go wtime 1152921504606846976 btime 0 movestogo 40");
    CHECK(mended("go wtime nan btime inf depth - nodes .") == "go");
    CHECK(mended("go wtime 1 wtime * depth 5 depth") == "go wtime 1 depth 5");
    CHECK(mended("go mate movestogo ) x") == "go mate 0 x");
    CHECK(mended("go mate depth ) ponder") == "go mate ponder");
    CHECK(parse_go("winc 7 winc x").white_increment == Go::Milliseconds(7));
    CHECK(mended("go mate x") == "go mate");
    CHECK(mended("go mate x depth 5") == "go mate depth 5");
    CHECK(mended("go mate x y depth 5") == "go mate 0 y depth 5");
    CHECK(mended("go wtime 2000,5 movetime -3.5") == "go wtime 2000 movetime 0");
    CHECK(mended("go depth infinite") == "go infinite");
    CHECK(mended("go infinite depth") == "go infinite");
    CHECK(mended("go mate x searchmoves e2e4 ponder") == "go mate searchmoves e2e4 ponder");
    for (const std::string line :
         {"go", "go wtime 1000 btime -5 winc +3", "go mate", "go mate 3 ponder", "go perft 5",
          "go wtime 99999999999999999999 movestogo 0", "go unknown 1.5 searchmoves e2e4"})
        CHECK(mended(line) == line);
}

TEST_CASE("go: formatted and parsed again, it is the same") {
    for (const std::string line :
         {"go", "go wtime 1000 btime 1 winc 5 binc 7 movestogo 40 depth 3", "go movetime 1980",
          "go nodes 500 depth 5", "go infinite searchmoves e2e4 e7e8q", "go wtime 1 btime 2 ponder",
          "go mate 3", "go perft", "go depth 3 searchmoves"}) {
        CAPTURE(line);
        const Go go = parse_go(std::string_view(line).substr(2));
        CHECK(format_go(go) == line);
        CHECK(parse_go(std::string_view(format_go(go)).substr(2)) == go);
    }
    const Go unusual =
        parse_go("searchmoves mate binc 9999999999999 winc 0 movestogo 0 depth 99999999");
    CHECK(parse_go(std::string_view(format_go(unusual)).substr(2)) == unusual);
}

TEST_CASE(
    "a go with less time: the clock of the side to move and movetime, in the words of its line") {
    using std::chrono::milliseconds;
    const auto shortened = [](std::string_view line, bool white, int less) {
        const Go go = parse_go(line.substr(2));
        const std::string text = format_shortened_go(line, go, white, milliseconds(less));
        CHECK(parse_go(std::string_view(text).substr(2)) ==
              with_less_time(go, white, milliseconds(less)));
        return text;
    };
    CHECK(shortened("go ponder wtime 1000 btime 900 winc 5", true, 100) ==
          "go ponder wtime 900 btime 900 winc 5");
    CHECK(shortened("go wtime 1000  btime 900 winc 5", false, 100) ==
          "go wtime 1000 btime 800 winc 5");
    CHECK(shortened("go movetime 50", true, 100) == "go movetime 1");
    CHECK(shortened("go wtime 20 btime 20 movetime 500", true, 100) ==
          "go wtime 1 btime 20 movetime 400");
    CHECK(shortened("go depth 3 searchmoves e2e4", true, 100) == "go depth 3 searchmoves e2e4");
}

TEST_CASE("bestmove") {
    CHECK(parse_bestmove("e2e4 ponder e7e5").move == "e2e4");
    CHECK(parse_bestmove("e2e4 ponder e7e5").ponder == "e7e5");
    CHECK(parse_bestmove("e2e4").ponder.empty());
    CHECK(parse_bestmove("e2e4 ponder").ponder.empty());
    CHECK(parse_bestmove("(none)").move == "(none)");
    CHECK(parse_bestmove("").move.empty());
}
