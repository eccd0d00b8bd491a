// `polyglot replay`: logs as they are found, what differs, and what -minimise leaves.
#include "adapter/replay/log.hpp"
#include "adapter/session/shared/answer_lines.hpp"
#include "core/chess/fen.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr std::string_view day = "2026-11-21 ";

std::string stamped(std::string_view time, std::string_view text, int pid = 7) {
    return std::string(day) + std::string(time) + " [" + std::to_string(pid) + "] " +
           std::string(text) + "\n";
}

std::string beginning(int pid = 7) {
    return stamped("02:47:46.000", "! polyglot 3.0.0", pid) +
           stamped("02:47:46.000", "! set EngineProtocol = uci", pid) +
           stamped("02:47:46.000", "! set BookSeed = 1", pid) +
           stamped("02:47:46.000", "# config file: none", pid) +
           stamped("02:47:46.010", "! start /engine", pid) +
           stamped("02:47:46.010", "engine< uci", pid) +
           stamped("02:47:46.020", "engine> uciok", pid) +
           stamped("02:47:46.020", "gui> isready", pid) +
           stamped("02:47:46.020", "engine< isready", pid) +
           stamped("02:47:46.021", "engine> readyok", pid) +
           stamped("02:47:46.021", "gui< readyok", pid);
}
std::string search(std::string_view time, std::string_view answer) {
    return stamped(time, "gui> go movetime 10") + stamped(time, "engine< go movetime 10") +
           stamped(time, "engine> bestmove e2e4") + stamped(time, answer);
}
std::string ending() {
    return stamped("02:47:59.000", "gui> quit") + stamped("02:47:59.000", "engine< quit") +
           stamped("02:47:59.010", "! engine exited 0") + stamped("02:47:59.010", "= exit 0");
}

struct LogFolder {
    test::Folder folder;
    std::string write(const std::string& text) const {
        return folder.write("a.log", text).string();
    }
    Ran replay(const std::string& text, std::vector<std::string> options = {}) const {
        options.insert(options.begin(), write(text));
        return run(run_replay, options);
    }
};

class WorkingFolder {
  public:
    explicit WorkingFolder(const std::filesystem::path& folder)
        : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder);
    }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;
    ~WorkingFolder() { std::filesystem::current_path(before_); }

  private:
    std::filesystem::path before_;
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("replay: a log that this version would write again") {
    const LogFolder logs;
    const Ran ran =
        logs.replay(beginning() + search("02:47:50.000", "gui< bestmove e2e4") + ending());
    CHECK(ran.status == 0);
    CHECK(ran.out == "no difference: 8 lines in, 7 lines out, of process 7\n");
    CHECK(ran.err.find("2026") == std::string::npos);
}

TEST_CASE("replay: the first difference is shown with its place, and minimised") {
    const LogFolder logs;
    std::string log = beginning();
    for (int i = 0; i < 20; ++i)
        log += search("02:47:50.000", "gui< bestmove e2e4");
    log += search("02:47:51.000", "gui< bestmove d2d4") +
           search("02:47:52.000", "gui< bestmove c2c4") + ending();
    const Ran ran = logs.replay(log);
    CHECK(ran.status == 1);
    CHECK_MESSAGE(has(ran.out, "a.log:95: process 7: another line came"), ran.out);
    CHECK(has(ran.out, "  expected: gui< bestmove d2d4\n  came:     gui< bestmove e2e4\n"));
    CHECK(has(ran.out, "    2026-11-21 02:47:51.000 [7] gui> go movetime 10\n"));

    const std::string output = (logs.folder / "short.log").string();
    const Ran minimised = logs.replay(log, {"-minimise", "-output", output});
    CHECK(minimised.status == 1);
    CHECK(minimised.out.empty());
    const std::string left = logs.folder.read("short.log");
    CHECK_MESSAGE(std::count(left.begin(), left.end(), '\n') <= 10, left);
    const Ran again = run(run_replay, {output});
    CHECK(again.status == 1);
    CHECK(has(again.out, "  expected: gui< bestmove d2d4\n  came:     gui< bestmove e2e4\n"));
    CHECK(logs.replay(log, {"-minimise"}).out == left);
}

TEST_CASE("replay: lines that are missing or too many") {
    const LogFolder logs;
    const std::string missing = stamped("02:47:50.000", "gui> isready") +
                                stamped("02:47:50.000", "engine< isready") +
                                stamped("02:47:50.000", "engine< stop");
    CHECK(has(logs.replay(beginning() + missing + ending()).out, "this line did not come"));
    const std::string more = stamped("02:47:50.000", "gui> isready");
    const Ran ran = logs.replay(beginning() + more + ending());
    CHECK(has(ran.out, "after this line came one that is not in the log"));
    CHECK(has(ran.out, "  came:     engine< isready\n"));
    const Ran minimised = logs.replay(beginning() + more + ending(), {"-minimise"});
    CHECK(minimised.status == 1);
    const std::string left = logs.folder.write("left.log", minimised.out).string();
    CHECK(has(run(run_replay, {left}).out, "after this line came one that is not in the log"));
    const Ran late = logs.replay(beginning() + ending() + stamped("02:48:00.000", "gui> isready"));
    CHECK(has(late.out, "this line is not taken"));
}

TEST_CASE("replay: deadlines and timeouts agree") {
    const LogFolder logs;
    const std::string start = stamped("02:47:46.000", "! polyglot 3.0.0") +
                              stamped("02:47:46.000", "! set EngineProtocol = uci") +
                              stamped("02:47:46.000", "! set BookSeed = 1") +
                              stamped("02:47:46.000", "! start /engine") +
                              stamped("02:47:46.000", "engine< uci");
    const std::string timeout =
        stamped("02:47:56.003", "! timeout") + stamped("02:47:56.003", "engine< quit");
    const std::string line = stamped("02:47:56.000", "gui> ucinewgame");
    CHECK(logs.replay(start + timeout).status == 0);
    // A busy machine
    CHECK(logs.replay(start + stamped("02:48:00.999", "gui> ucinewgame")).status == 0);
    const Ran overdue = logs.replay(start + stamped("02:48:01.001", "gui> ucinewgame"));
    CHECK(overdue.status == 1);
    CHECK(has(overdue.out, "a deadline passed before this line, and the log has no timeout"));
    CHECK(has(overdue.out, "! timeout, 5001 ms before"));
    // An adapter that was stopped reads first, and then looks at its timer.
    CHECK(logs.replay(start + stamped("02:49:01.000", "engine> id name X") +
                      stamped("02:49:01.000", "! timeout") +
                      stamped("02:49:01.000", "engine< quit"))
              .status == 0);
    // Summer time
    CHECK(logs.replay(start + stamped("03:47:47.000", "gui> ucinewgame")).status == 0);
    const Ran early = logs.replay(start + stamped("02:47:50.000", "! timeout"));
    CHECK(has(early.out, "no deadline has passed"));
    CHECK(has(early.out, "a deadline only 6000 ms later"));
    // The time of day is set while the engine is waited for.
    CHECK(logs.replay(start + stamped("04:47:47.000", "? clock 7200000") +
                      stamped("04:47:47.000", "gui> ucinewgame"))
              .status == 0);
}

TEST_CASE("replay: logs that are not whole") {
    const LogFolder logs;
    const std::string good = beginning() + search("02:47:50.000", "gui< bestmove e2e4");
    SUBCASE("killed, with a torn last line") {
        const Ran ran = logs.replay(good + "2026-11-21 02:47:51.000 [7] gui> go mov");
        CHECK(ran.status == 0);
        CHECK(has(ran.err, "line 16 has no end"));
    }
    SUBCASE("killed before it could write what it had sent") {
        const Ran ran = logs.replay(good + stamped("02:47:51.000", "gui> isready"));
        CHECK(ran.status == 0);
        CHECK(has(ran.err, "1 lines more came"));
    }
    SUBCASE("without its beginning") {
        const Ran ran = logs.replay(search("02:47:50.000", "gui< bestmove e2e4"));
        CHECK(ran.status == 2);
        CHECK(has(ran.err, "begins in the middle of the session"));
    }
    SUBCASE("without its beginning, which may be in the log before it") {
        const std::string middle = search("02:47:50.000", "gui< bestmove e2e4");
        const Ran alone = logs.replay(middle);
        CHECK(has(alone.err, "its beginning is not in this log, and there is no "));
        CHECK_FALSE(has(alone.err, "cat "));
        logs.folder.write("whole.log", middle);
        logs.folder.write("whole.log.1", good);
        const WorkingFolder there(logs.folder.path);
        const Ran ran = run(run_replay, {"whole.log"});
        CHECK(ran.status == 2);
#ifdef _WIN32
        CHECK(has(ran.err, "copy /b whole.log.1+whole.log whole-2.log\n"));
#else
        // whole.log is what is read
        CHECK(has(ran.err, "cat whole.log.1 whole.log > whole-2.log\n"));
        logs.folder.write("a b", middle);
        logs.folder.write("a b.1", good);
        CHECK(has(run(run_replay, {"a b"}).err, "cat 'a b.1' 'a b' > whole-2.log\n"));
#endif
    }
    SUBCASE("minimised: the note above the beginning makes no second process") {
        const Ran ran = logs.replay(
            stamped("02:47:46.000", "# minimised by polyglot 3.0.0: 3 of 9 lines") + good);
        CHECK(ran.status == 0);
        CHECK_FALSE(has(ran.err, "it is of processes"));
    }
    SUBCASE("with a hole") {
        const Ran ran =
            logs.replay(good + "2026-11-21 02:4\n" + stamped("02:47:51.000", "? log lost lines") +
                        stamped("02:47:51.000", "gui< nonsense"));
        CHECK(ran.status == 0);
        CHECK(has(ran.err, "line 17: lines are missing here: the disk was full"));
        CHECK(has(ran.err, "are left out: 1, the first is line 16"));
    }
    SUBCASE("of two processes at once, and of one whose id comes again") {
        const std::string other = beginning(8);
        const Ran ran = logs.replay(beginning() + other + good);
        CHECK(ran.status == 0);
        CHECK(has(ran.err, "it is of processes 7, 8, 7: the last one is played"));
        CHECK(has(ran.out, "of process 7\n"));
        CHECK(has(logs.replay(good + other + ending(), {"-pid", "7"}).out,
                  "no difference: 8 lines in"));
        CHECK(logs.replay(good, {"-pid", "9"}).status == 2);
    }
    SUBCASE("no log at all") {
        CHECK(logs.replay("Dear Sir,\n").status == 2);
        CHECK(logs.replay("").status == 2);
        CHECK(logs.replay(good + stamped("02:47:51.000", "! nonsense")).status == 2);
        CHECK(run(run_replay, {(logs.folder / "none").string()}).status == 2);
    }
}

TEST_CASE("replay: books give the logged answers") {
    const LogFolder logs;
    const std::string answers = stamped("02:47:46.010", R"(? open "/a \"book\".bin" 1)");
    std::string log =
        stamped("02:47:46.000", "! polyglot 3.0.0") +
        stamped("02:47:46.000", "! set EngineProtocol = uci") +
        stamped("02:47:46.000", "! set Book = true") +
        stamped("02:47:46.000", "! set BookFile = /a \"book\".bin") +
        stamped("02:47:46.000", "! set BookSeed = 1") + stamped("02:47:46.010", "! start /engine") +
        stamped("02:47:46.010", "engine< uci") + answers +
        stamped("02:47:46.020", "engine> uciok") + stamped("02:47:46.020", "gui> isready") +
        stamped("02:47:46.020", "engine< isready") + stamped("02:47:46.021", "engine> readyok") +
        stamped("02:47:46.021", "gui< readyok") + stamped("02:47:46.030", "gui> go");
    const std::string place = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const std::string found = stamped("02:47:46.030", "? book 1 " + place + ": a2a4 60 h2h4 0");
    const Ran ran = logs.replay(log + found);
    CHECK(ran.status == 0);
    CHECK(logs.replay(log + found + stamped("02:47:46.030", "gui< bestmove a2a3")).status == 1);
    CHECK(has(logs.replay(log + found + stamped("02:47:46.030", "gui< x")).out, "a2a4"));
    CHECK(has(logs.replay(log + stamped("02:47:46.030", "gui< x")).out, "came:     engine< go"));
    CHECK(logs.replay(log + stamped("02:47:46.030", "? book 1 " + place + ": a2a5 60")).status ==
          2);
}

TEST_CASE("replay: entries of a book are written and read") {
    const auto position = *chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    std::vector<book::Entry> entries{
        {.move = *chess::parse_uci_move(position, "e1h1"),
         .weight = 7,
         .learn_count = 3,
         .learn_sum = 5,
         .age_days = 9},
        {.move = chess::Move(), .weight = 65535},
        {.move = *chess::parse_uci_move(position, "a1a2"), .weight = 0}};
    entries[1].priority = 5;
    entries[1].games = {.games = 4'000'000'000, .white_wins = 2, .white_losses = 1};
    entries[2].evaluation = {
        .value = -31, .type = book::Evaluation::Type::WonCentipawns, .elo = 65535, .depth = 12};
    const std::string text = session::format_entries(entries);
    CHECK(text == "e1h1 7 n=3 s=5 a=9 0000 65535 p=5 g=4000000000/2/1 a1a2 0 v=-31/1/0/0/65535/12");
    const auto read = session::parse_entries(position, text);
    REQUIRE(read);
    CHECK(session::format_entries(*read) == text);
    CHECK((*read)[0].move == entries[0].move);
    CHECK((*read)[2].evaluation == entries[2].evaluation);
    CHECK((*read)[1].games == entries[1].games);
    for (const char* bad :
         {"e1e5 1", "e1h1", "e1h1 x", "n=1", "e1h1 1 n=", "e1h1 1 g=1/2", "e1h1 1 v=1/2/3/4/5/6/7"})
        CHECK_MESSAGE(!session::parse_entries(position, bad), bad);
}

} // namespace polyglot::tools
