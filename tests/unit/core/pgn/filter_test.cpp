// Expressions over a game's tags.
#include "core/pgn/filter.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

// Asks a filter when the header has been read, which is as long as tags last.
class Asking : public GameVisitor {
  public:
    Asking(const Filter& filter, Outcome outcome, const MainLine& line)
        : filter_(filter), outcome_(outcome), main_line_(line) {}
    std::size_t begin_game(const Tags& tags, const chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        answers += filter_.matches(tags, outcome_, main_line_) ? '1' : '0';
        return 0;
    }
    void on_move(const chess::Position& /*before*/, chess::Move /*move*/, std::size_t /*ply*/,
                 std::size_t /*variation*/) override {}
    void end_game(Outcome /*outcome*/, std::size_t /*plies*/, const Problem& /*problem*/) override {
    }

    std::string answers;

  private:
    const Filter& filter_;
    Outcome outcome_;
    MainLine main_line_;
};

Filter parsed(std::string_view expression) {
    auto filter = Filter::parse(expression);
    const std::string message = filter ? "" : filter.error().message;
    CAPTURE(expression);
    REQUIRE(message.empty());
    return std::move(*filter);
}

// header: as written, e.g. White "Carlsen", pairs with ; between them.
bool matches(const Filter& filter, std::string_view header, Outcome outcome = Outcome::Draw,
             const MainLine& line = {.plies = 80}) {
    std::string text = "[Annotator \"B\"]\n";
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(';'), header.size());
        text += "[" + std::string(text::trim(header.substr(0, end))) + "]\n";
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    Asking asking(filter, outcome, line);
    scan_games(text + "\n1. e4 *\n", {}, asking);
    REQUIRE(asking.answers.size() == 1);
    return asking.answers == "1";
}

struct Case {
    std::string_view header;
    std::initializer_list<std::string_view> hold;
    std::initializer_list<std::string_view> fail;
};

void check(std::initializer_list<Case> cases) {
    for (const Case& one : cases) {
        CAPTURE(one.header);
        for (const std::string_view expression : one.hold) {
            CAPTURE(expression);
            CHECK(matches(parsed(expression), one.header));
            CHECK_FALSE(matches(parsed("!(" + std::string(expression) + ")"), one.header));
        }
        for (const std::string_view expression : one.fail) {
            CAPTURE(expression);
            CHECK_FALSE(matches(parsed(expression), one.header));
            CHECK(matches(parsed("not (" + std::string(expression) + ")"), one.header));
        }
    }
}

// The place of the caret and what the message has in it.
void check_error(std::string_view expression, std::size_t offset, std::string_view part) {
    CAPTURE(expression);
    const auto filter = Filter::parse(expression);
    REQUIRE_FALSE(filter.has_value());
    CAPTURE(filter.error().message);
    CHECK(filter.error().offset == offset);
    CHECK(filter.error().message.find(part) != std::string::npos);
}

} // namespace

TEST_CASE("filter: texts") {
    check({{"White \"Carlsen, Magnus\";Black \"Caruana, F\"",
            {"White == 'Carlsen, Magnus'", "white = \"carlsen, magnus\"", "White != Carlsen",
             "White ~ carlsen", "White ~ 'MAGNUS'", "White !~ Caruana", "White ~ 'c*m'",
             "White ~ '*magnus*'", "Player ~ Caruana", "Player ~ Carlsen", "Player !~ Karpov",
             "Player != Caruana", "White in (Karpov, 'Carlsen, Magnus')", "White", "White >= C",
             "White < D", "White in A..C", "Player in Caru..D"},
            {"White == Carlsen", "White != 'Carlsen, Magnus'", "White ~ Caruana", "White ~ 'm*c'",
             "Player !~ carlsen", "Player == Caruana", "White ~ 'Carlsen,Magnus'",
             "White in (Carlsen, Magnus)", "White > C", "White < C", "White in D..Z"}},
           {"Event2 \"a \\\"b\\\" \\\\c\"",
            {"Event2 == 'a \"b\" \\\\c'", "Event2 ~ '\"b\" \\\\'"},
            {"Event2 ~ '\\\\\"'"}},
           {"Site \"M\xfcnchen\"",
            {"Site ~ 'm\xfcnchen'", "Site == M\xfcnchen", "Site > Mu"},
            {"Site ~ 'm\xdcnchen'"}},
           {"Site \"  Wien \"", {"Site == Wien", "Site == ' Wien '"}, {"Site == 'W ien'"}}});
}

TEST_CASE("filter: unknown values") {
    for (const std::string_view header :
         {"X \"\"", "X \"?\"", "X \"-\"", "X \"????.??.??\"", "X \" ? \"", "Y \"there is no X\""}) {
        check({{header,
                {"!X", "not X", "X != 5", "X != abc", "X !~ abc", "X == ''", "X == '?'", "X == -",
                 "X in (a, '?')", "!(X < 5)", "!(X >= 5)"},
                {"X", "X == 5", "X == abc", "X ~ abc", "X ~ ''", "X < 5", "X >= 5", "X < abc",
                 "X >= abc", "X != ''", "X in a..b", "X in (1, 2..3)"}}});
    }
    check({{"WhiteElo \"?\";BlackElo \"0\"",
            {"!WhiteElo", "!BlackElo", "!MinElo", "BlackElo != 0", "BlackElo == '?'", "!Year",
             "!Base", "!Increment"},
            {"WhiteElo < 3000", "BlackElo < 3000", "BlackElo == 0", "MaxElo >= 0", "Year < 3000",
             "Estimated >= 0"}}});
}

TEST_CASE("filter: numbers") {
    check({{"WhiteElo \"2705\";BlackElo \"998\"",
            {"WhiteElo >= 2705", "WhiteElo > 2704", "WhiteElo == 2705", "WhiteElo == '2705'",
             "WhiteElo != 998", "WhiteElo > 9999 || BlackElo < 100 || BlackElo < 1000",
             "BlackElo in 900..1000", "BlackElo in (1, 998)", "MinElo == 998", "MaxElo > 2700.5",
             "WhiteElo in 2705..2705"},
            {"WhiteElo < 2705", "BlackElo >= 2000", "BlackElo in 999..2000", "MinElo >= 1000",
             "MaxElo < 2705"}},
           {"WhiteElo \"2500?\"",
            {"WhiteElo == 2500", "!MinElo", "!MaxElo"},
            {"WhiteElo > 2500", "MaxElo >= 2000"}},
           {"WhiteRatingDiff \"-12\"",
            {"WhiteRatingDiff < -5", "WhiteRatingDiff == -12", "WhiteRatingDiff < 0"},
            {"WhiteRatingDiff > 0", "WhiteRatingDiff == 12"}},
           {"WhiteRatingDiff \"+12\"",
            {"WhiteRatingDiff > 5", "WhiteRatingDiff == 12"},
            {"WhiteRatingDiff < 0"}},
           {"Round \"3.10\"",
            {"Round == 3", "Round == 3.10", "Round > 3.9", "Round >= 3", "Round < 4",
             "Round in 1..3"},
            {"Round == 3.1", "Round > 3", "Round < 3.9", "Round == 3.10.1",
             "Round > abc && Round < 1"}},
           {"Round \"3\"",
            {"Round == 3", "Round != 3.1"},
            {"Round == 3.1", "Round >= 3.1", "Round < 3.1"}},
           {"Board \"first\"",
            {"Board == first", "Board > 5x"},
            {"Board > 5", "Board < 5", "Board == 5"}},
           {"PlyCount \"12\"",
            {"PlyCount == 80", "plycount >= 80", "PlyCount in 20..80"},
            {"PlyCount == 12"}}});
}

TEST_CASE("filter: dates") {
    check(
        {{"Date \"2015.03.31\"",
          {"Date >= 2015", "Date <= 2015", "Date == 2015", "Date == 2015.03", "Date == 2015-03-31",
           "Date > 2014.12.31", "Date < 2015/04", "Date in 2014..2015", "Date in 2015.03..2015.03",
           "Year == 2015", "Date == '2015.?\?.?\?'", "Date == 2015.3.31"},
          {"Date > 2015", "Date < 2015", "Date > 2015.03", "Date == 2015.04",
           "Date in 2015.04..2016", "Year < 2015"}},
         {"Date \"2015.??.??\"",
          {"Date == 2015", "Date >= 2015", "Date > 2014.12", "Date < 2016.01.01", "Date != 2015.03",
           "Year == 2015"},
          {"Date == 2015.03", "Date >= 2015.03", "Date < 2015.03", "Date in 2015.01..2015.12"}},
         {"Date \"2015\"",
          {"Date >= 2015", "Date < 2015.13.01 || Date < 2016.01"},
          {"Date >= 2015.01"}},
         {"Date \"20??.??.??\"",
          {"!(Date >= 2000)", "Date", "!Year"},
          {"Date < 2100", "Date == 2015", "Year > 0"}},
         {"Date \"1999-12-31\"",
          {"Date < 2000", "Date == 1999.12", "Year == 1999"},
          {"Date >= 2000.01.01"}},
         {"Date \"????.??.??\";UTCDate \"2020.01.02\"",
          {"Year == 2020", "!Date", "UTCDate > 2020.01.01"},
          {"Date > 1"}},
         {"EventDate \"2001.??.??\"", {"Year == 2001"}, {"Year > 2001"}},
         {"Date \"long ago\"",
          {"Date ~ ago", "Date"},
          {"Date < 2000", "Date == 2000", "Year < 2000"}}});
}

TEST_CASE("filter: results") {
    const auto holds = [](std::string_view expression, Outcome outcome) {
        // The outcome is asked, not the tag
        return matches(parsed(expression), R"(Result "0-1")", outcome);
    };
    CHECK(holds("Result == 1-0", Outcome::WhiteWins));
    CHECK_FALSE(holds("Result == \"1-0\"", Outcome::BlackWins));
    CHECK(holds("result in (1-0, '0-1')", Outcome::BlackWins));
    CHECK_FALSE(holds("Result in (1-0, 0-1)", Outcome::Draw));
    CHECK(holds("Result = 1/2-1/2 && Result == 1/2", Outcome::Draw));
    CHECK(holds("Result != *", Outcome::Draw));
    CHECK_FALSE(holds("Result != '*'", Outcome::Unknown));
    CHECK(holds("Result == *", Outcome::Unknown));
    CHECK(holds("!Result", Outcome::Unknown));
    CHECK(holds("Result", Outcome::BlackWins));
}

TEST_CASE("filter: time controls") {
    check({{"TimeControl \"300+3\"",
            {"TimeControl == 300+3", "Base == 300", "Increment == 3", "Estimated == 420",
             "Base >= 180 and Base <= 600", "TimeControl ~ '+'"},
            {"TimeControl == 300", "Base < 300", "Estimated < 420"}},
           {"TimeControl \"10+0.1\"",
            {"Increment == 0.1", "Increment > .09", "Increment < 0.25", "Estimated == 14"},
            {"Increment >= 1"}},
           {"TimeControl \"600\"",
            {"Base == 600", "Increment == 0", "Estimated == 600"},
            {"Increment > 0"}},
           {"TimeControl \"40/7200:20/3600:900+30\"",
            {"Base == 7200", "Increment == 0"},
            {"Base == 40"}},
           {"TimeControl \"40/5400+30:1800+30\"",
            {"Base == 5400", "Increment == 30", "Estimated == 6600"},
            {}},
           {"TimeControl \"*180\"", {"Base == 180"}, {}},
           {"TimeControl \"-\"",
            {"!Base", "!TimeControl"},
            {"Base >= 0", "Increment == 0", "Estimated < 100"}},
           {"TimeControl \"inf\"", {"!Base", "TimeControl"}, {"Base >= 0"}},
           {"TimeControl \"300+x\"", {"!Base", "!Increment"}, {"Base == 300"}}});
}

TEST_CASE("filter: words, signs and precedence") {
    const std::string_view header = "ECO \"B33\";White \"A\";BlackTitle \"GM\"";
    check({{header,
            {"ECO == B33 && White == A",
             "ECO == B33 and White == A",
             "ECO == B34 or White == A",
             "ECO==B33&&White==A",
             "White == A || White == A && White == B",
             "(White == A || White == A) && !(White == B)",
             "!!White",
             "NOT NOT White",
             "!White == B",
             "not White == B && White == A",
             "ECO in B20..B99",
             "ECO in (A00..A09, B33)",
             "ECO in (A00 .. A09,B30..B39)",
             "eco IN b20..b99",
             "ECO >= B30 && ECO < B4",
             "ECO <= B",
             "((((ECO))))",
             "BlackTitle in (GM,IM) && !WhiteTitle",
             "\n ECO\t==\r\nB33 ",
             "ECO ~ ''"},
            {"ECO == B34 && White == A", "White == B && White == A || White == B",
             "ECO in A00..A99", "ECO in (B3, B)", "ECO > B", "ECO in B99..B20", "!(ECO == B33)",
             "! ECO == B33", "BlackTitle in (FM)"}},
           {"And \"x\";Order \"5\";Inn \"y\";Nothing \"z\"",
            {"Order == 5 or Order == 6", "Inn == y", "Inn in (y)", "Nothing == z", "Order in 1..9",
             "Inn ~ y and Nothing"},
            {"nothing == 'not'", "!Inn", "Inn == and"}}});
}

TEST_CASE("filter: the examples in docs/make-book.md hold or do not") {
    std::ifstream docs(POLYGLOT_SOURCE_DIR "/docs/make-book.md");
    int examples = 0;
    for (std::string line; std::getline(docs, line);) {
        std::vector<std::string> cells;
        std::istringstream in(line);
        for (std::string cell; std::getline(in, cell, '|');) {
            std::string text(text::trim(cell));
            if (text.size() > 1 && text.front() == '`') text = text.substr(1, text.size() - 2);
            cells.push_back(text);
        }
        if (cells.size() != 4 || (cells[3] != "yes" && cells[3] != "no")) continue;
        CAPTURE(line);
        CHECK(matches(parsed(cells[1]), cells[2]) == (cells[3] == "yes"));
        ++examples;
    }
    CHECK(examples >= 17);
}

TEST_CASE("filter: each operator once more") {
    CHECK(matches(parsed("Player ~ carlsen"), R"(White "A"; Black "Carlsen, M")"));
    CHECK_FALSE(matches(parsed("Date > 2015"), R"(Date "2015.06.01")"));
    CHECK_FALSE(matches(parsed("Result in (1-0, 0-1)"), R"(Result "1/2-1/2")"));
    CHECK(matches(parsed("ECO in (A00..A09, B20..B99)"), R"(ECO "B33")"));
    CHECK(matches(parsed("TimeControl == 300+3"), R"(TimeControl "300+3")"));
    CHECK(matches(parsed("Increment >= 0.1"), R"(TimeControl "10+0.1")"));
    CHECK(matches(parsed("Estimated in 480..1500"), R"(TimeControl "600+5")"));
    CHECK(matches(parsed("Termination !~ abandoned"), R"(White "A")"));
}

TEST_CASE("filter: errors with their place and a hint") {
    check_error("", 0, "empty");
    check_error("  \t ", 4, "empty");
    check_error("WhiteElo => 2200", 9, "did you mean >=?");
    check_error("WhiteElo =< 2200", 9, "did you mean <=?");
    check_error("WhiteElo <> 2200", 9, "did you mean !=?");
    check_error("Event =~ x", 6, "did you mean ~?");
    check_error("Event === x", 6, "did you mean ==?");
    check_error("Event <<>> x", 6, "there is no <<>>");
    check_error("Event == x & Site == y", 11, "write &&");
    check_error("Event == x | Site == y", 11, "write ||");
    check_error("(Event == x | Site == y)", 12, "write ||");
    check_error("Event == Tata Steel", 14, "quotes");
    check_error("(Event == Tata Steel)", 15, "quotes");
    check_error("Event in (Tata Steel)", 15, "quotes");
    check_error("Event == 'Tata Steel", 9, "quote is never closed");
    check_error("Event == \"Tata Steel\\\"", 9, "quote is never closed");
    check_error("Event == '\\", 9, "quote is never closed");
    check_error("x && (Event == x || (y)", 5, "never closed");
    check_error("Event in (x, y", 9, "never closed");
    check_error("Event == x)", 10, "no parenthesis is open");
    check_error("Event ==", 8, "a value was expected");
    check_error("Event == && x", 9, "a value was expected");
    check_error("Event in ", 9, "a value was expected");
    check_error("Event in (a, )", 13, "a value was expected");
    check_error("Event in ()", 10, "a value was expected");
    check_error("Event in a..", 12, "a value was expected");
    check_error("Event == x &&", 13, "here is the end");
    check_error("!", 1, "here is the end");
    check_error("&& x", 0, "a tag's name");
    check_error("and x", 0, "before 'and'");
    check_error("()", 1, "a tag's name");
    check_error("2200 <= WhiteElo", 0, "it comes first");
    check_error("'White' == x", 0, "without quotes");
    check_error("WhiteElo >= BlackElo", 12, "write 'BlackElo'");
    check_error("Player == White", 10, "write 'White'");
    check_error("WhiteElo >= high", 12, "'high' is not");
    check_error("WhiteElo >= 1e9", 12, "is a number");
    check_error("WhiteElo > '?'", 11, "no order");
    check_error("WhiteElo in ?..2000", 13, "no order");
    check_error("PlyCount ~ 1", 9, "is a number");
    check_error("Date >= 'March 2015'", 8, "is not a date");
    check_error("Date >= 31.12.", 8, "is not a date");
    check_error("ECO == B20..B99", 10, "needs the word in");
    check_error("Result == 1-O", 10, "1-0, 0-1, 1/2-1/2 or *");
    check_error("Result >= 1-0", 7, "==, != and in");
    check_error("Result ~ 1", 7, "==, != and in");
    check_error("Result in 0-1..1-0", 13, "no order");
    check_error(std::string(65537, ' '), 65536, "longer than");
    CHECK(Filter::parse(std::string(100, '(') + "x" + std::string(100, ')')).has_value());
    check_error(std::string(101, '(') + "x" + std::string(101, ')'), 101, "more than 100");
    check_error(std::string(60000, '!') + "x", 101, "more than 100");
    check_error(std::string(60000, '('), 101, "more than 100");
}

TEST_CASE("filter: long lists and chains") {
    std::string chain = "White == A";
    std::string list = "White in (A";
    for (int i = 0; i < 3000; ++i) {
        chain += " || White == B" + std::to_string(i);
        list += ", B" + std::to_string(i);
    }
    for (const std::string& expression : {chain, list + ")"}) {
        const Filter filter = parsed(expression);
        CHECK(matches(filter, "White \"A\""));
        CHECK(matches(filter, "White \"B2999\""));
        CHECK_FALSE(matches(filter, "White \"B3000\""));
    }
}

TEST_CASE("filter: which filters ask for plies") {
    CHECK(parsed("PlyCount > 20").needs_plies());
    CHECK(parsed("White && !(Black || plycount in 1..2)").needs_plies());
    CHECK_FALSE(parsed("White == 'PlyCount' && Base > 5").needs_plies());
    CHECK(matches(parsed("PlyCount > 20"), "", Outcome::Draw, {.plies = 21}));
    CHECK_FALSE(matches(parsed("PlyCount > 20"), "", Outcome::Draw, {.plies = 20}));
}

TEST_CASE("filter: the tags that a filter asks for, and names that are like one that no game has") {
    using Names = std::vector<std::string>;
    CHECK(parsed("WhiteElo > 1 && (Elo > 2 || !elo) && Player ~ x && MinElo > 3 && PlyCount > 5")
              .tag_names() == Names{"WhiteElo", "Elo"});
    CHECK(parsed("Result == 1-0 && Year > 2000 && Base > 5").tag_names().empty());
    CHECK(parsed("ECO in B20..B99 and not Event ~ blitz").tag_names() == Names{"ECO", "Event"});
    const auto similar = [](std::string_view name) {
        std::string all;
        for (const std::string_view one : similar_tag_names(name))
            all += (all.empty() ? "" : " ") + std::string(one);
        return all;
    };
    // Not ECO, which has fewer other letters
    CHECK(similar("Elo") == "WhiteElo BlackElo MinElo MaxElo");
    CHECK(similar("Title") == "WhiteTitle BlackTitle");
    CHECK(similar("Wite") == "White");
    CHECK(similar("EOC") == "ECO");
    CHECK(similar("WhitElo") == "WhiteElo");
    CHECK(similar("white").empty()); // it is known
    CHECK(similar("BlackTitle").empty());
    CHECK(similar("Quux").empty());
}

TEST_CASE("filter: openings by polyglot's own table") {
    const MainLine najdorf{
        .plies = 80, .eco = "B90", .opening = "Sicilian Defence: Najdorf Variation"};
    const auto holds = [&](std::string_view expression, const MainLine& line) {
        // What the file itself says is another thing.
        return matches(parsed(expression), "Opening \"French\";ECO \"C00\";OpeningName \"x\"",
                       Outcome::Draw, line);
    };
    for (const std::string_view expression :
         {"OpeningName ~ Najdorf", "openingname ~ 'sicilian defense'",
          "OpeningName ~ 'Sicilian*naj'", "OpeningName", "OpeningECO == B90",
          "OpeningEco in B20..B99", "OpeningName == 'Sicilian DEFENSE: Najdorf Variation'",
          "OpeningName !~ French && ECO == C00 && Opening == French"}) {
        CAPTURE(expression);
        CHECK(holds(expression, najdorf));
        CHECK(parsed(expression).needs_opening());
        CHECK(parsed(expression).needs_moves());
        CHECK_FALSE(parsed(expression).needs_plies());
    }
    CHECK_FALSE(holds("OpeningName ~ French", najdorf));
    CHECK_FALSE(holds("OpeningECO in C00..C99", najdorf));
    CHECK_FALSE(holds("OpeningName || OpeningECO", {.plies = 80}));
    CHECK(holds("!OpeningName && OpeningECO == '?'", {.plies = 80}));
    CHECK_FALSE(parsed("Opening ~ Najdorf && ECO == B90").needs_moves());
    CHECK(parsed("OpeningName ~ x && Opening ~ y").tag_names() ==
          std::vector<std::string>{"Opening"});
}

TEST_CASE("filter: several threads ask at once") {
    const Filter filter = parsed("White ~ 'a\"b' && WhiteElo >= 2200");
    std::vector<int> found(4);
    std::vector<std::thread> threads;
    threads.reserve(found.size());
    for (int& count : found)
        threads.emplace_back([&filter, &count] {
            for (int i = 0; i < 500; ++i) {
                Asking asking(filter, Outcome::Draw, {});
                scan_games("[White \"xa\\\"b\"]\n[WhiteElo \"" + std::to_string(2000 + i) +
                               "\"]\n\n*\n",
                           {}, asking);
                count += asking.answers == "1" ? 1 : 0;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(found == std::vector<int>{300, 300, 300, 300});
}

} // namespace polyglot::pgn
