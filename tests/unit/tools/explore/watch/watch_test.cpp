// Adapters at work, as their logs show them.
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/watch/watch.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

class Watched {
  public:
    explicit Watched(const std::vector<std::string>& names)
        : watch_([&] {
              std::vector<std::string> files;
              files.reserve(names.size());
              for (const std::string& name : names)
                  files.push_back(to_text(folder / name));
              return files;
          }()) {}

    // Each line a second after the last one.
    void append(const std::string& name, const std::vector<std::string>& texts, int pid = 7) {
        std::ofstream out(folder / name, std::ios::binary | std::ios::app);
        for (const std::string& text : texts) {
            ++seconds_;
            const auto two = [](int number) { return std::to_string(100 + number).substr(1); };
            out << "2026-11-21 02:" << two(seconds_ / 60 % 60) << ':' << two(seconds_ % 60)
                << ".000 [" << pid << "] " << text << '\n';
        }
    }
    json::object ask(std::uint64_t since = 0, const std::set<std::uint64_t>& known = {}) {
        while (watch_.read()) {
        }
        return watch_.answer(since, known);
    }
    json::object game(std::size_t number = 0) {
        return ask().at("games").as_array().at(number).as_object();
    }

    void pass(int seconds) { seconds_ += seconds; }

    test::Folder folder;

  private:
    int seconds_ = 0;
    Watch watch_;
};

const std::vector<std::string> begin{"! polyglot 3.0.0", "! start /e",
                                     "engine> id name <b>Toga</b>", "gui> uci", "gui> ucinewgame"};
const std::vector<std::string> book_move{"gui> position startpos", "gui> go wtime 1000 btime 1000",
                                         "# book: c2c4 100.0% (x.bin)", "gui< bestmove c2c4"};
const std::vector<std::string> engine_move{"gui> position startpos moves c2c4 e7e5",
                                           "gui> go wtime 1000 btime 1000", "gui< bestmove b1c3"};

std::string text(const json::value& value) {
    return std::string(value.as_string());
}

} // namespace

TEST_CASE("watch: a board from its log, who made its moves, and where it left the book") {
    Watched logs({"a.log"});
    CHECK(text(logs.ask()["logs"].as_array()[0].as_object()["trouble"]) == "is not there yet");
    logs.append("a.log", begin);
    CHECK(logs.ask()["games"].as_array().empty());
    CHECK(logs.ask()["idle"] == 1);
    logs.append("a.log", {book_move[0], book_move[1]});
    CHECK(logs.ask()["games"].as_array().empty()); // no move yet
    logs.append("a.log", {book_move[2], book_move[3]});
    json::object game = logs.game();
    CHECK(text(game["engine"]) == "<b>Toga</b>");
    CHECK(text(game["state"]) == "waits");
    CHECK(game["white"] == true);
    CHECK(text(game["fen"]).starts_with("rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b"));
    CHECK(text(game["opening"]).find("English") != std::string::npos);
    CHECK(text(game["from"]) + text(game["to"]) == "c2c4");
    CHECK_FALSE(game.contains("left_at"));
    logs.append("a.log", {engine_move[0], engine_move[1]});
    CHECK(text(logs.game()["state"]) == "thinks");
    logs.append("a.log", {engine_move[2]});
    game = logs.game();
    CHECK(text(game["left_at"]) == "2.");
    CHECK(game["book_moves"] == 1);
    std::string line;
    for (const json::value& move : game["moves"].as_array())
        line += text(move.at("number")) + text(move.at("san")) + ' ' + text(move.at("by")) + "; ";
    CHECK(line == "1.c4 book; 1...e5 gui; 2.Nc3 engine; ");
    CHECK(text(game["time"]) == "02:00:12");
}

TEST_CASE("watch: results, corrected when they are learnt, and failures") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    logs.append("a.log", book_move);
    logs.append("a.log", {"gui> ucinewgame"});
    json::object answer = logs.ask();
    json::object result = answer["results"].as_array()[0].as_object();
    CHECK(text(result["outcome"]) == "unknown");
    CHECK(text(result["result"]) == "*");
    CHECK(text(logs.game()["state"]) == "idle");
    CHECK(text(logs.game()["result"]) == "*"); // the last game stays until the next begins
    logs.append("a.log", {"= learn 2: c2c4"});
    answer = logs.ask();
    CHECK(answer["results"].as_array().size() == 1);
    CHECK(text(answer["results"].as_array()[0].as_object()["result"]) == "1-0");
    CHECK(logs.game()["won"] == 1);
    CHECK(logs.game()["unknown"] == 0);
    const std::uint64_t seen = answer["revision"].to_number<std::uint64_t>();
    CHECK_FALSE(logs.ask(seen).contains("results")); // nothing new

    logs.append("a.log", book_move);
    logs.append("a.log", {"! engine exited 3 <i>no memory</i>"});
    answer = logs.ask();
    CHECK(answer["failure_count"] == 1);
    const json::object failure = answer["failures"].as_array()[0].as_object();
    CHECK(text(failure.at("what")) == "engine exited 3 <i>no memory</i>");
    CHECK(text(failure.at("place")).ends_with("a.log:16"));
    CHECK(logs.game()["failures"] == 1);
    logs.append("a.log", {"gui> quit", "= exit 1"});
    CHECK(text(logs.game()["state"]) == "ended");
    CHECK(logs.ask()["result_count"] == 2);
}

TEST_CASE("watch: won, drawn and lost, with either colour") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    const auto play = [&](const std::string& game, const std::string& learnt) {
        logs.append("a.log", {"gui> position startpos moves " + game, "gui> go movetime 1",
                              "gui< bestmove g8f6", "gui> ucinewgame", "= learn " + learnt});
        const json::object last = logs.ask()["results"].as_array()[0].as_object();
        return text(last.at("result")) + ' ' + text(last.at("outcome")) + ' ' +
               json::serialize(last.at("white")) + ' ' + json::serialize(last.at("moves"));
    };
    CHECK(play("e2e4", "2: g8f6") == "0-1 won false 1");
    CHECK(play("e2e4", "0: g8f6") == "1-0 lost false 1");
    CHECK(play("e2e4", "1: g8f6") == "1/2-1/2 drawn false 1");
    CHECK(logs.game()["won"] == 1);
    CHECK(logs.game()["drawn"] == 1);
    CHECK(logs.game()["lost"] == 1);
    CHECK(logs.game()["unknown"] == 0);
    CHECK(logs.ask()["result_count"] == 3);
    CHECK(logs.ask()["results"].as_array().size() == 3);
}

TEST_CASE("watch: the last 24 moves of a long game, numbered from where they begin") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    std::string game;
    for (int i = 0; i < 7; ++i)
        game += " g1f3 g8f6 f3g1 f6g8";
    logs.append("a.log", {"gui> position startpos moves" + game, "gui> go movetime 1"});
    json::array moves = logs.game()["moves"].as_array();
    REQUIRE(moves.size() == 24);
    CHECK(text(moves[0].at("number")) == "3.");
    CHECK(text(moves[0].at("san")) == "Nf3");
    CHECK(text(moves[23].at("number")) == "14...");
    CHECK(text(moves[23].at("san")) == "Ng8");
    // Black has begun.
    logs.append("a.log", {"gui< bestmove e2e4", "gui> ucinewgame",
                          "gui> position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 moves e8e7 e2e4",
                          "gui> go movetime 1"});
    moves = logs.game()["moves"].as_array();
    REQUIRE(moves.size() == 2);
    CHECK(text(moves[0].at("number")) + text(moves[0].at("san")) == "1...Ke7");
    CHECK(text(moves[1].at("number")) + text(moves[1].at("san")) == "2.e4");
}

TEST_CASE("watch: a checkmate ends a game without its result; a draw to be claimed does not") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    logs.append("a.log", {"gui> position startpos moves f2f3 e7e5 g2g4", "gui> go movetime 1",
                          "gui< bestmove d8h4"});
    json::object game = logs.game();
    CHECK(text(game["state"]) == "idle");
    CHECK(game["running"] == false);
    CHECK(text(game["result"]) == "0-1");
    std::string repeated;
    for (int i = 0; i < 2; ++i)
        repeated += " g1f3 g8f6 f3g1 f6g8";
    logs.append("a.log", {"gui> ucinewgame", "gui> position startpos moves" + repeated,
                          "gui> go movetime 1"});
    game = logs.game();
    CHECK(text(game["state"]) == "thinks");
    CHECK(game["running"] == true);
    CHECK_FALSE(game.contains("result"));
}

TEST_CASE("watch: the last hundred failures, their beginnings, the latest first") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    for (int i = 0; i < 101; ++i)
        logs.append("a.log", {"# engine failure: " + std::to_string(i) + std::string(400, 'x')});
    const json::object answer = logs.ask();
    const json::array& failures = answer.at("failures").as_array();
    REQUIRE(failures.size() == 100);
    CHECK(answer.at("failure_count") == 101);
    CHECK(text(failures[0].at("what")).starts_with("100x"));
    CHECK(text(failures[0].at("what")).size() == 300);
    CHECK(text(failures[0].at("engine")) == "<b>Toga</b>");
}

TEST_CASE("watch: a game under xboard ends with what the GUI says") {
    Watched logs({"x.log"});
    logs.append("x.log", {"! polyglot 3.0.0", "gui> xboard", "gui> new", "gui> usermove e2e4",
                          "gui< move e7e5", "gui> result 0-1 {White resigns}"});
    json::object game = logs.game();
    CHECK(text(game["result"]) == "0-1");
    CHECK(text(game["state"]) == "idle");
    CHECK(game["white"] == false);
    logs.append("x.log", {"gui> new"});
    CHECK(logs.game()["won"] == 1);
}

TEST_CASE("watch: a log is followed through its rotation in the middle of a game") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    logs.append("a.log", book_move);
    CHECK(logs.ask()["games"].as_array().size() == 1);
    logs.append("a.log", {engine_move[0]});
    std::filesystem::rename(logs.folder / "a.log", logs.folder / "a.log.1");
    logs.append("a.log", {engine_move[1], engine_move[2]});
    const json::object game = logs.game();
    CHECK(text(game.at("left_at")) == "2.");
    CHECK(logs.ask()["games"].as_array().size() == 1);
}

TEST_CASE("watch: only what has changed is answered, and what the page does not have") {
    Watched logs({"a.log", "b.log"});
    logs.append("a.log", begin, 1);
    logs.append("a.log", book_move, 1);
    logs.append("b.log", begin, 1); // the same number in another log is another process
    logs.append("b.log", book_move, 1);
    json::object answer = logs.ask();
    CHECK(answer["order"] == json::array{1, 2});
    const std::uint64_t seen = answer["revision"].to_number<std::uint64_t>();
    logs.append("b.log", engine_move, 1);
    answer = logs.ask(seen, {1, 2});
    REQUIRE(answer["games"].as_array().size() == 1);
    CHECK(answer["games"].as_array()[0].as_object()["id"] == 2);
    CHECK(logs.ask(seen, {2})["games"].as_array().size() == 2);
    CHECK(logs.ask(seen + 1'000'000, {1, 2})["games"].as_array().size() == 2); // of another run
}

TEST_CASE("watch: a folder's logs, those too that appear later") {
    Watched logs({"."});
    CHECK(logs.ask()["logs"].as_array().empty());
    logs.append("a.log", begin);
    logs.append("a.log", book_move);
    logs.append("notes.txt", book_move);
    CHECK(logs.ask()["logs"].as_array().size() == 1);
    CHECK(logs.ask()["games"].as_array().size() == 1);
}

TEST_CASE(
    "watch: the 64 most recently active are shown, the others counted; the memory is bounded") {
    Watched logs({"a.log"});
    for (int pid = 1; pid <= 70; ++pid) {
        logs.append("a.log", begin, pid);
        logs.append("a.log", book_move, pid);
    }
    json::object answer = logs.ask();
    CHECK(answer["games"].as_array().size() == 64);
    CHECK(answer["hidden"] == 6);
    std::set<std::int64_t> shown;
    for (const json::value& id : answer["order"].as_array())
        shown.insert(id.to_number<std::int64_t>());
    CHECK(*shown.begin() == 7); // the first six have been silent the longest
    logs.append("a.log", engine_move, 1);
    answer = logs.ask();
    const json::array& order = answer["order"].as_array();
    CHECK(std::find(order.begin(), order.end(), json::value(1)) != order.end());
    for (int pid = 100; pid < 400; ++pid)
        logs.append("a.log", {"! polyglot 3.0.0"}, pid);
    answer = logs.ask();
    CHECK(answer["forgotten"] == 370 - 256);
    CHECK(answer["hidden"].to_number<int>() + answer["idle"].to_number<int>() + 64 <= 256 + 64);
}

TEST_CASE("watch: all that is told of a game, a result and a failure") {
    Watched logs({"a.log"});
    logs.append("a.log", begin, 41);
    logs.append("a.log", book_move, 42);
    logs.append("a.log", begin);
    logs.append("a.log", book_move);
    logs.append("a.log", engine_move);
    logs.append("a.log", {"# engine failure: none", "gui> ucinewgame"});
    const json::object answer = logs.ask();
    const std::string log = json::serialize(json::value(to_text(logs.folder / "a.log")));
    CHECK(json::serialize(answer.at("results")) ==
          R"([{"time":"02:00:22","process":3,"engine":"<b>Toga</b>","result":"*",)"
          R"("outcome":"unknown","white":true,"moves":2,"opening":"A10 English Opening",)"
          R"("left_at":"2."}])");
    CHECK(json::serialize(answer.at("failures")) ==
          R"([{"time":"02:00:21","process":3,"engine":"<b>Toga</b>","place":)" +
              log.substr(0, log.size() - 1) + R"(:22","what":"none"}])");
    CHECK(json::serialize(answer.at("games").at(0)) ==
          R"({"id":2,"log":)" + log +
              R"(,"pid":42,"engine":"an engine without a name","state":"waits","won":0,)"
              R"("drawn":0,"lost":0,"unknown":0,"failures":0,"last_failure":"",)"
              R"("time":"02:00:09","running":true,)"
              R"("fen":"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1",)"
              R"("from":"c2","to":"c4","white":true,"opening":"A10 English Opening",)"
              R"("book_moves":1,"moves":[{"by":"book","number":"1.","san":"c4"}]})");
    json::object last = answer.at("games").at(1).as_object();
    last.erase("moves");
    CHECK(json::serialize(last) ==
          R"({"id":3,"log":)" + log +
              R"(,"pid":7,"engine":"<b>Toga</b>","state":"idle","won":0,"drawn":0,"lost":0,)"
              R"("unknown":1,"failures":1,"last_failure":"none","time":"02:00:23",)"
              R"("running":false,)"
              R"("fen":"rnbqkbnr/pppp1ppp/8/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR b KQkq - 1 2",)"
              R"("from":"b1","to":"c3","white":true,"opening":"A10 English Opening",)"
              R"("book_moves":1,"left_at":"2.","result":"*"})");
    CHECK(answer.at("idle") == 1);
}

TEST_CASE("watch: adapters that wrote in the last minute keep their order, others come behind") {
    Watched logs({"a.log"});
    for (const int pid : {1, 2}) {
        logs.append("a.log", begin, pid);
        logs.append("a.log", book_move, pid);
    }
    const auto order = [&] { return logs.ask()["order"].as_array(); };
    CHECK(order() == json::array{1, 2});
    logs.append("a.log", {engine_move[0]}, 1);
    logs.pass(59);
    logs.append("a.log", {engine_move[0]}, 2); // after 60 seconds
    CHECK(order() == json::array{1, 2});
    logs.append("a.log", {engine_move[1]}, 2);
    CHECK(order() == json::array{2, 1});
    logs.append("a.log", {engine_move[1]}, 1);
    CHECK(order() == json::array{1, 2});
    logs.append("a.log", {"gui> quit", "= exit 0"}, 1);
    CHECK(order() == json::array{2, 1});
}

TEST_CASE("watch: an adapter that has ended is forgotten before one that has long been silent") {
    Watched logs({"a.log"});
    for (const int pid : {1, 2}) {
        logs.append("a.log", begin, pid);
        logs.append("a.log", book_move, pid);
    }
    logs.append("a.log", {"gui> quit", "= exit 0"}, 2);
    for (int pid = 100; pid < 354; ++pid)
        logs.append("a.log", {"! polyglot 3.0.0"}, pid);
    CHECK(logs.ask()["forgotten"] == 0);
    logs.append("a.log", {"! polyglot 3.0.0"}, 354);
    const json::object answer = logs.ask();
    CHECK(answer.at("forgotten") == 1);
    CHECK(answer.at("order") == json::array{1});
    CHECK(answer.at("idle") == 255);
}

TEST_CASE("watch: games of at most 64 MiB are kept, and always one") {
    Watched logs({"a.log", "b.log"});
    const std::string long_move(std::size_t{1} << 20U, 'x');
    for (int pid = 1; pid <= 63; ++pid)
        logs.append("a.log",
                    {"! polyglot 3.0.0", "gui> uci", "gui> position startpos moves " + long_move,
                     "gui> go movetime 1"},
                    pid);
    CHECK(logs.ask()["forgotten"] == 0);
    logs.append("a.log",
                {"! polyglot 3.0.0", "gui> uci", "gui> position startpos moves " + long_move,
                 "gui> go movetime 1"},
                64);
    const json::object answer = logs.ask();
    CHECK(answer.at("forgotten") == 1);
    CHECK(answer.at("order").as_array().size() == 63);
    for (const json::value& id : answer.at("order").as_array())
        CHECK(id != 1);
}

TEST_CASE("watch: what is no chess is shown as it was told") {
    Watched logs({"a.log"});
    logs.append("a.log", begin);
    logs.append("a.log", {"gui> position startpos moves <script>alert(1)</script>",
                          "gui> go movetime 1", "gui< bestmove e7e5"});
    const json::object game = logs.game();
    CHECK_FALSE(game.contains("fen"));
    CHECK(text(game.at("moves").as_array()[0].as_object().at("san")) == "<script>aler");
}

} // namespace polyglot::tools
