#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/logs/log_stat.hpp"

#include <random>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

std::string stamped(std::string_view time, std::string_view text, int pid = 7) {
    return "2026-11-21 " + std::string(time) + " [" + std::to_string(pid) + "] " +
           std::string(text) + "\n";
}
std::string beginning(int pid = 7) {
    return stamped("02:47:46.000", "! polyglot 3.0.0", pid) +
           stamped("02:47:46.000", "! start /e", pid) +
           stamped("02:47:46.020", "engine> id name Toga", pid) +
           stamped("02:47:46.020", "gui> uci", pid) + stamped("02:47:46.020", "gui< uciok", pid);
}
std::string ending(std::string_view time = "02:48:59.000", int pid = 7) {
    return stamped(time, "gui> quit", pid) + stamped(time, "engine< quit", pid) +
           stamped(time, "! engine exited 0", pid) + stamped(time, "= exit 0", pid);
}
// White: a book move at once, then one of the engine that took 1.5 s of its 1 s; between them the
// GUI's clock says 110 ms.
std::string game() {
    return stamped("02:47:50.000", "gui> position startpos") +
           stamped("02:47:50.000", "gui> go wtime 1000 btime 1000 winc 100 binc 100") +
           stamped("02:47:50.010", "# book: c2c4 100.0% (x.bin)") +
           stamped("02:47:50.010", "gui< bestmove c2c4") +
           stamped("02:47:51.000", "gui> position startpos moves c2c4 e7e5") +
           stamped("02:47:51.000", "gui> go wtime 980 btime 1000 winc 100 binc 100") +
           stamped("02:47:52.500", "gui< bestmove b1c3");
}

struct Logs {
    test::Folder folder;
    Ran stat(const std::string& text, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), folder.write("a.log", text).string());
        return run(run_log_stat, more);
    }
    boost::json::object json(const std::string& text) const {
        const Ran ran = stat(text, {"-json"});
        CHECK(ran.status == 0);
        return boost::json::parse(ran.out).as_object();
    }
};

std::int64_t number(const boost::json::value& value, std::string_view path) {
    return value.at_pointer(path).to_number<std::int64_t>();
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("log-stat: games of a variant, with drops") {
    const Logs logs;
    const std::string uci =
        beginning() + stamped("02:47:49.000", "gui> setoption name UCI_Variant value crazyhouse") +
        stamped("02:47:50.000", "gui> position startpos moves e2e4 d7d5 e4d5 d8d5") +
        stamped("02:47:50.000", "gui> go movetime 1000") +
        stamped("02:47:50.010", "# book: P@e4 100.0% (x.bin)") +
        stamped("02:47:50.010", "gui< bestmove P@e4") +
        stamped("02:47:51.000", "gui> position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4 P@h3") +
        stamped("02:47:51.000", "gui> go movetime 1000") +
        stamped("02:47:51.500", "gui< bestmove N@f3") + stamped("02:48:00.000", "gui> result 1-0") +
        ending();
    const auto json = logs.json(uci);
    CHECK(number(json, "/engines/Toga/white/games") == 1);
    CHECK(number(json, "/engines/Toga/white/won") == 1);
    CHECK(number(json, "/engines/Toga/white/moves") == 2);
    CHECK(number(json, "/engines/Toga/white/book_moves") == 1);
    CHECK(number(json, "/engines/Toga/thinking/count") == 1);
    // By the rules of chess the last position would be mate.
    const std::string xboard =
        stamped("02:47:46.000", "! polyglot 3.0.0") + stamped("02:47:46.000", "! start /e") +
        stamped("02:47:46.020", "engine> id name Toga") + stamped("02:47:46.020", "gui> xboard") +
        stamped("02:47:46.020", "gui> protover 2") +
        stamped("02:47:46.020", "gui< feature done=1") + stamped("02:47:47.000", "gui> new") +
        stamped("02:47:47.000", "gui> variant crazyhouse") +
        stamped("02:47:47.000", "gui> usermove f2f3") + stamped("02:47:47.100", "gui< move e7e5") +
        stamped("02:47:48.000", "gui> usermove g2g4") + stamped("02:47:48.100", "gui< move d8h4") +
        ending();
    const auto mated = logs.json(xboard);
    CHECK(number(mated, "/engines/Toga/black/moves") == 2);
    CHECK(number(mated, "/engines/Toga/black/won") == 0);
}

TEST_CASE("log-stat: a game under a UCI GUI") {
    const Logs logs;
    const auto json =
        logs.json(beginning() + game() + stamped("02:48:00.000", "gui> result 1-0") + ending());
    CHECK(number(json, "/engines/Toga/white/games") == 1);
    CHECK(number(json, "/engines/Toga/white/won") == 1);
    CHECK(number(json, "/engines/Toga/black/games") == 0);
    CHECK(number(json, "/engines/Toga/white/moves") == 2);
    CHECK(number(json, "/engines/Toga/white/book_moves") == 1);
    CHECK(number(json, "/engines/Toga/white/left_book_mean_ply") == 2);
    CHECK(number(json, "/engines/Toga/thinking/count") == 1);
    CHECK(number(json, "/engines/Toga/thinking/most_ms") == 1500);
    CHECK(number(json, "/engines/Toga/overrun/count") == 1);
    CHECK(number(json, "/engines/Toga/overrun/most_ms") == 520);
    CHECK(number(json, "/engines/Toga/lag/count") == 1);
    CHECK(number(json, "/engines/Toga/lag/most_ms") == 110); // 1000 + 100 - 980 used, 10 by the log
    CHECK(has(std::string(json.at("engines").at_pointer("/Toga/overrun/where").as_string()),
              "a.log:12"));
    CHECK(json.at("openings").as_object().size() == 1);
    CHECK(has(std::string(json.at("openings").as_object().begin()->key()), "English"));
    CHECK(number(json, "/failures") == 0);
    CHECK(json.at("remarks").as_array().empty());
}

TEST_CASE("log-stat: results from learning, from the last position, and none") {
    const Logs logs;
    const std::string next = stamped("02:48:10.000", "gui> ucinewgame");
    auto json = logs.json(beginning() + game() + next +
                          stamped("02:48:10.000", "= learn 1 in crazyhouse: c2c4") + ending());
    CHECK(number(json, "/engines/Toga/white/drawn") == 1);
    json =
        logs.json(beginning() + game() + next + stamped("02:48:10.000", "# not learnt: no result") +
                  game() + stamped("02:48:10.000", "gui> quit") +
                  stamped("02:48:10.000", "= learn 0: c2c4") + ending());
    CHECK(number(json, "/engines/Toga/white/unknown") == 1);
    CHECK(number(json, "/engines/Toga/white/lost") == 1);
    json = logs.json(beginning() +
                     stamped("02:47:50.000", "gui> position startpos moves f2f3 e7e5 g2g4") +
                     stamped("02:47:50.000", "gui> go movetime 100") +
                     stamped("02:47:50.190", "gui< bestmove d8h4") + ending());
    CHECK(number(json, "/engines/Toga/black/won") == 1);
    CHECK(number(json, "/engines/Toga/overrun/count") == 0); // within the grace
}

TEST_CASE("log-stat: pondering and analysis are no other games") {
    const Logs logs;
    const auto json = logs.json(
        beginning() + game() +
        stamped("02:47:53.000", "gui> position startpos moves c2c4 e7e5 b1c3 b8c6") +
        stamped("02:47:53.000", "gui> go ponder wtime 900 btime 1") +
        stamped("02:47:54.000", "gui> stop") + stamped("02:47:54.000", "gui< bestmove e2e3") +
        stamped("02:47:54.000", "gui> position startpos moves c2c4 e7e5 b1c3 g8f6") +
        stamped("02:47:54.000", "gui> go wtime 900 btime 1") +
        stamped("02:47:54.500", "gui< bestmove e2e3") +
        stamped("02:47:55.000", "gui> position startpos moves c2c4 e7e5 b1c3 g8f6 e2e3 d7d6") +
        stamped("02:47:55.000", "gui> go ponder wtime 900 btime 1") +
        stamped("02:47:55.100", "gui> ponderhit") + stamped("02:47:55.500", "gui< bestmove d2d4") +
        stamped("02:47:56.000", "gui> go infinite") +
        stamped("02:47:57.000", "gui< bestmove a2a3") + ending());
    CHECK(number(json, "/engines/Toga/white/games") == 1);
    CHECK(number(json, "/engines/Toga/white/moves") == 4);
    CHECK(number(json, "/engines/Toga/thinking/most_ms") == 1500);
}

TEST_CASE("log-stat: an xboard GUI") {
    const Logs logs;
    const std::string text =
        stamped("02:47:46.000", "! polyglot 3.0.0") +
        stamped("02:47:46.020", R"(engine> feature myname="Pha lanx")") +
        stamped("02:47:46.020", "gui> xboard") + stamped("02:47:47.000", "gui> new") +
        stamped("02:47:47.000", "gui> level 0 1 1") + stamped("02:47:47.000", "gui> time 6000") +
        stamped("02:47:47.000", "gui> usermove e2e4") +
        stamped("02:47:47.000", "# book: e7e5 100%") + stamped("02:47:47.010", "gui< move e7e5") +
        stamped("02:47:48.000", "gui> time 6070") + stamped("02:47:48.000", "gui> usermove g1f3") +
        stamped("02:47:49.000", "gui< move b8c6") + stamped("02:47:50.000", "gui> result 1-0 {x}") +
        stamped("02:47:51.000", "= learn 0: e7e5") + ending();
    const auto json = logs.json(text);
    CHECK(number(json, "/engines/Pha lanx/black/games") == 1);
    CHECK(number(json, "/engines/Pha lanx/black/lost") == 1);
    CHECK(number(json, "/engines/Pha lanx/black/left_book_mean_ply") == 3);
    // 60 + 1 - 60.7 used, 0.01 by the log
    CHECK(number(json, "/engines/Pha lanx/lag/most_ms") == 290);
}

TEST_CASE("log-stat: engines that fail") {
    const Logs logs;
    const auto json = logs.json(beginning() + stamped("02:47:47.000", "! engine exited 3") +
                                stamped("02:47:47.000", "= restart engine") +
                                stamped("02:47:47.000", "! start /e") +
                                stamped("02:47:48.000", "! engine killed 11 (SIGSEGV)") + ending());
    CHECK(number(json, "/failures") == 2);
    CHECK(number(json, "/restarts") == 1);
    CHECK(has(std::string(json.at("first_failures").at(0).as_string()),
              "a.log:6: Toga: engine exited 3"));
}

TEST_CASE("log-stat: the detection of the protocol is neither a restart nor a failure") {
    const Logs logs;
    const std::string start =
        stamped("02:47:46.000", "! polyglot 3.0.0") + stamped("02:47:46.000", "gui> uci") +
        stamped("02:47:46.000", "! start /e") + stamped("02:47:46.000", "! engine exited 1");
    const std::string note = stamped(
        "02:47:46.000", "# the engine has left at uci: it is started again, to be asked in xboard");
    const std::string again =
        stamped("02:47:46.000", "= restart engine") + stamped("02:47:46.000", "! start /e");
    auto json = logs.json(start + note + again + stamped("02:47:46.000", "gui< uciok") + ending());
    CHECK(number(json, "/failures") == 0);
    CHECK(number(json, "/restarts") == 0);
    json = logs.json(start + again + stamped("02:47:46.000", "gui< uciok") + ending());
    CHECK(number(json, "/failures") == 1);
    CHECK(has(std::string(json.at("first_failures").at(0).as_string()), "a.log:4: "));
    json = logs.json(start + stamped("02:47:46.000", "= exit 4"));
    CHECK(number(json, "/failures") == 1);
}

TEST_CASE("log-stat: why each engine left its book") {
    const Logs logs;
    const std::string go = stamped("02:47:50.000", "gui> position startpos") +
                           stamped("02:47:50.000", "gui> go wtime 9");
    const std::string book_move =
        go + stamped("02:47:50.000", "# book gambits: c2c4 100.0% (x.bin; A10 English Opening)") +
        stamped("02:47:50.000", "gui< bestmove c2c4");
    const auto leaves = [&](const std::string& note) {
        return book_move + stamped("02:47:51.000", "gui> position startpos moves c2c4 e7e5") +
               stamped("02:47:51.000", "gui> go wtime 9") +
               (note.empty() ? "" : stamped("02:47:51.000", "# " + note)) +
               stamped("02:47:51.000", "gui< bestmove b1c3") +
               stamped("02:47:51.000", "gui> ucinewgame");
    };
    const auto json =
        logs.json(beginning() + stamped("02:47:50.000", "# book gambits: PolyGlot, 7 entries") +
                  leaves("out of book") + leaves("out of book: x.bin: not asked, BookDepth = 1") +
                  leaves("out of book: x.bin: a draw is avoided, not played: b1c3 [repetition]; "
                         "gambits (y.bin): knows the "
                         "position, but no move of it may be played") +
                  leaves("no book is asked: left after 2 misses in a row") + leaves("out of book") +
                  leaves("") +
                  leaves("out of book: x.bin: the position is not in the book; gambits (y.bin): "
                         "not asked, Variant = chess960") +
                  ending());
    const auto& reasons = json.at("engines").at("Toga").at("left_because").as_object();
    CHECK(reasons.size() == 5);
    // Of the book that was asked
    CHECK(reasons.at("the position is not in the book").to_number<int>() == 3);
    CHECK(reasons.at("BookDepth = 1").to_number<int>() == 1);
    CHECK(reasons.at("a draw is avoided; no move of the position may be played").to_number<int>() ==
          1);
    CHECK(reasons.at("left after 2 misses in a row").to_number<int>() == 1);
    CHECK(reasons.at("the log does not say why").to_number<int>() == 1);
    CHECK(number(json, "/engines/Toga/white/book_moves") == 7);
    CHECK(has(logs.stat(beginning() + leaves("out of book") + ending()).out,
              "  left the book in 1 game: the position is not in the book\n"));
}

TEST_CASE("log-stat: a game of which both sides have written a log counts once by opening, for "
          "White and Black") {
    const Logs logs;
    const auto side = [](int pid, bool white, bool sees_end, const std::string& result) {
        std::string text = beginning(pid);
        std::string moves;
        bool white_moves = true;
        for (const std::string move : {"e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"}) {
            if (white_moves == white) {
                text += stamped("02:47:50.000",
                                "gui> position startpos" + (moves.empty() ? "" : " moves" + moves),
                                pid) +
                        stamped("02:47:50.000", "gui> go wtime 900 btime 900", pid);
                if (moves.size() < 8)
                    text += stamped("02:47:50.000", "# book: " + move + " 100.0% (x.bin)", pid);
                text += stamped("02:47:50.000", "gui< bestmove " + move, pid);
            }
            moves += ' ' + move;
            white_moves = !white_moves;
        }
        if (sees_end) text += stamped("02:48:00.000", "gui> result " + result, pid);
        return text + ending("02:48:59.000", pid);
    };
    // Black's log ends before White's mate; the second game is the same again.
    const std::string both = side(1, true, true, "1-0") + side(2, false, true, "1-0");
    for (const std::string& text : {both, side(2, false, false, "") + side(1, true, true, "1-0")}) {
        const auto json = logs.json(text);
        const auto& openings = json.at("openings").as_object();
        REQUIRE(openings.size() == 1);
        const auto& opening = openings.begin()->value();
        CHECK(number(opening, "/games") == 1);
        CHECK(number(opening, "/white_won") == 1);
        CHECK(number(opening, "/black_won") == 0);
        CHECK(number(opening, "/unknown") == 0);
        CHECK(number(opening, "/book_moves") == 2);
        CHECK(number(opening, "/left_book") == 2);
    }
    const auto json = logs.json(both + both + side(5, true, true, "0-1"));
    std::int64_t games = 0;
    std::int64_t white_won = 0;
    std::int64_t black_won = 0;
    // A game of one log may have another name
    for (const auto& [name, opening] : json.at("openings").as_object()) {
        games += number(opening, "/games");
        white_won += number(opening, "/white_won");
        black_won += number(opening, "/black_won");
    }
    CHECK(games == 3);
    CHECK(white_won == 2);
    CHECK(black_won == 1);
    CHECK(has(logs.stat(both).out, "      1     1     0     0     0  100.0 %"));
}

TEST_CASE("log-stat: illegal moves that the adapter has noted are failures") {
    const Logs logs;
    const std::string failure =
        "engine failure: engine /e gives no legal move: its move e2e5 is illegal in X";
    const auto json =
        logs.json(beginning() + stamped("02:47:47.000", "# " + failure) +
                  stamped("02:47:47.000", "gui< info string polyglot: " + failure) + ending());
    CHECK(number(json, "/failures") == 1);
    CHECK(number(json, "/restarts") == 0);
}

TEST_CASE("log-stat: rotated logs are read in order, in a folder too") {
    const Logs logs;
    const std::string whole =
        beginning() + game() + stamped("02:48:00.000", "gui> result 0-1") + ending();
    const std::size_t cut = whole.find("2026", whole.size() / 2);
    logs.folder.write("a.log.1", whole.substr(0, cut));
    const Ran one = logs.stat(whole.substr(cut));
    CHECK(one.status == 0);
    CHECK(has(one.out, "2 files"));
    CHECK(has(one.out, "Toga as White"));
    CHECK(!has(one.out, "begins in the middle"));
    const std::string folder = logs.folder.path.string();
    for (const std::vector<std::string>& words : {std::vector<std::string>{folder},
                                                  {folder, folder + "/a.log"},
                                                  {folder + "/a.log.1"},
                                                  {folder + "/a.log.1", folder + "/a.log"}})
        CHECK(run(run_log_stat, words).out.substr(0, 60) == one.out.substr(0, 60));
}

TEST_CASE("log-stat: what is cut off, damaged or no log is read as far as it goes, and said") {
    const Logs logs;
    const std::string whole = beginning() + game() + ending();
    Ran ran = logs.stat(whole.substr(0, whole.size() - 100));
    CHECK(ran.status == 0);
    CHECK(has(ran.out, "the last line has no end"));
    CHECK(has(ran.out, "process 7 has no end"));
    ran = logs.stat(whole.substr(whole.find("gui> uci")));
    CHECK(has(ran.out, "1 line of no log left out, the first is line 1"));
    CHECK(has(ran.out, "begins in the middle"));
    ran = logs.stat("hello\nworld\n");
    CHECK(ran.status == 1);
    CHECK(has(ran.out, "has no line of a log"));
    CHECK(logs.stat("").status == 1);
    CHECK(run(run_log_stat, std::vector<std::string>{"/no/such.log"}).status == 1);
    CHECK(run(run_log_stat, std::vector<std::string>{}).status == 2);
    ran = logs.stat(beginning() + stamped("02:47:47.000", "? log lost lines") + game() + ending());
    CHECK(has(ran.out, "a.log:6: lines are missing here"));
}

TEST_CASE("log-stat: any bytes") {
    const Logs logs;
    const std::string whole = beginning() + game() + stamped("02:47:47.000", "gui> xboard") +
                              stamped("02:47:47.000", "gui> usermove e2e4") +
                              stamped("02:47:47.000", "gui> undo") +
                              stamped("02:47:47.000", "gui< move e7e5") +
                              stamped("02:47:47.000", "? clock 99") + ending();
    std::mt19937 random(3); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same bytes each time
    for (int round = 0; round < 400; ++round) {
        std::string text = whole + whole;
        for (int change = 0; change < 1 + round % 20; ++change) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
            case 0: text[at] = static_cast<char>(random()); break;
            case 1: text.erase(at, random() % 50); break;
            case 2: text.insert(at, text.substr(random() % text.size(), 80)); break;
            default: text.insert(at, std::to_string(random()) + "999999999999"); break;
            }
        }
        CAPTURE(round);
        const Ran ran = logs.stat(text, {"-json"});
        REQUIRE(boost::json::parse(ran.out).is_object());
    }
}

} // namespace polyglot::tools
