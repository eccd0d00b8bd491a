// Games read by several threads: the same answer for any number of them, order, ends, and going on
// from a place.
#include "tests/support/harness/test_folder.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/game_reading.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using End = GameReading::End;

using test::Folder;

// Every 50th breaks off in its fourth line.
std::string games(unsigned count) {
    std::string text;
    for (unsigned i = 1; i <= count; ++i)
        text += "[Event \"" + std::to_string(i) + "\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 " +
                (i % 50 == 0 ? "Nf3" : "Nc6") + " 1-0\n\n";
    return text;
}

// In blocks that are stored as they are (RFC 1951 and 1952); the checksum at the end is not looked
// at.
std::string gzipped(std::string_view text) {
    const auto number = [](std::size_t value, int bytes) {
        std::string little_endian;
        for (; bytes > 0; --bytes, value >>= 8)
            little_endian += static_cast<char>(value & 0xff);
        return little_endian;
    };
    const std::size_t size = text.size();
    std::string packed("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    do {
        const std::string_view block = text.substr(0, 60000);
        text.remove_prefix(block.size());
        packed +=
            number(text.empty() ? 1 : 0, 1) + number(block.size(), 2) + number(~block.size(), 2);
        packed += block;
    } while (!text.empty());
    return packed + number(0, 4) + number(size, 4);
}

class Keys final : public GameWorker, public pgn::GameVisitor {
  public:
    Result<void> scan(std::string_view text, const GamePlace&, PieceReport& report) override {
        if (fails) return make_error("the disk is full");
        if (throws) throw std::runtime_error("out of everything");
        report_ = &report;
        report.counts = pgn::scan_games(text, {}, *this);
        return {};
    }
    std::size_t begin_game(const pgn::Tags&, const chess::Position&, std::uint64_t) override {
        ++games;
        return pgn::all_plies;
    }
    void on_move(const chess::Position& before, chess::Move, std::size_t, std::size_t) override {
        sum += before.key();
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem& problem) override {
        report_->add(problem);
    }

    std::uint64_t games = 0, sum = 0;
    bool fails = false, throws = false;

  private:
    PieceReport* report_ = nullptr;
};

struct Workers {
    explicit Workers(std::size_t count) : keys(count) {}
    std::vector<GameWorker*> all() {
        std::vector<GameWorker*> pointers;
        for (Keys& worker : keys)
            pointers.push_back(&worker);
        return pointers;
    }
    std::uint64_t sum() const {
        std::uint64_t total = 0;
        for (const Keys& worker : keys)
            total += worker.sum;
        return total;
    }
    std::uint64_t games() const {
        std::uint64_t total = 0;
        for (const Keys& worker : keys)
            total += worker.games;
        return total;
    }
    std::vector<Keys> keys;
};

std::istringstream nothing;

GameReadingOptions options_for(std::vector<fs::path> files) {
    GameReadingOptions options;
    options.files = std::move(files);
    options.piece_size = 1000; // a dozen games
    return options;
}

bool forever() {
    return true;
}

bool same(const ReadingReport& a, const ReadingReport& b) {
    return a.files == b.files && a.texts == b.texts && a.games == b.games &&
           a.text_bytes == b.text_bytes && a.problems == b.problems &&
           a.first_problems == b.first_problems && a.damaged_files == b.damaged_files &&
           a.file_problems == b.file_problems;
}

// Windows 10 has one; Wine has none.
bool lacks_libarchive(const ReadingReport& report) {
    if (report.file_problems.empty() ||
        report.file_problems.front().find("libarchive, which cannot be loaded") ==
            std::string::npos)
        return false;
    MESSAGE("skipped: " << report.file_problems.front());
    return true;
}

void check_resumed(const std::vector<fs::path>& files) {
    Workers whole(1);
    GameReading at_once(options_for(files), whole.all(), nothing);
    REQUIRE(*at_once.run(forever) == End::AllRead);
    if (lacks_libarchive(at_once.report())) return;
    if (!at_once.report().file_problems.empty()) MESSAGE(at_once.report().file_problems.front());
    for (const std::size_t threads : {1U, 3U}) {
        unsigned stops = 0;
        for (bool over = false; !over; ++stops) {
            Workers workers(threads);
            GameReadingOptions options = options_for(files);
            GameReading first(options, workers.all(), nothing);
            unsigned pieces = 0;
            over = *first.run([&] { return pieces++ < stops; }) == End::AllRead;
            // place(): nothing after it has been scanned
            CHECK(workers.games() == first.report().games);
            options.from = first.place();
            options.before = first.report();
            GameReading second(options, workers.all(), nothing);
            CHECK(*second.run(forever) == End::AllRead);
            CHECK(workers.sum() == whole.sum());
            CHECK(workers.games() == whole.games());
            CHECK(same(second.report(), at_once.report()));
        }
        CHECK(stops > 20);
    }
}

} // namespace

TEST_CASE("game reading: the same for any number of threads and size of pieces") {
    const Folder folder;
    const std::vector<fs::path> files{folder.write("a.pgn", games(1000)),
                                      folder.write("empty.pgn", ""), folder.path / "missing.pgn",
                                      folder.write("b.pgn", "; no games\n\n" + games(120))};
    std::uint64_t sum = 0;
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
        for (const std::size_t size :
             {std::size_t{1}, std::size_t{1000}, GameReadingOptions::default_piece}) {
            Workers workers(threads);
            GameReadingOptions options = options_for(files);
            options.piece_size = size;
            GameReading reading(options, workers.all(), nothing);
            const auto end = reading.run(forever);
            REQUIRE(end.has_value());
            CHECK(*end == End::AllRead);
            CHECK(workers.games() == 1120);
            if (sum == 0) sum = workers.sum();
            CHECK(workers.sum() == sum);
            const ReadingReport& report = reading.report();
            CHECK(report.files == 4);
            CHECK(report.texts == 3);
            CHECK(report.games == 1120);
            CHECK(report.text_bytes == fs::file_size(files[0]) + fs::file_size(files[3]));
            CHECK(report.games_with_problems() == 22);
            CHECK(report.problems[static_cast<std::size_t>(pgn::ProblemKind::IllegalMove)] == 22);
            REQUIRE(report.first_problems.size() == ReadingReport::most_problems);
            // In the fourth of each game's five lines
            for (unsigned i = 0; i < report.first_problems.size(); ++i)
                CHECK(report.first_problems[i].starts_with(
                    files[0].string() + ":" + std::to_string(50 * (i + 1) * 5 - 1) + ": "));
            REQUIRE(report.file_problems.size() == 1);
            CHECK(report.file_problems[0].starts_with(files[2].string() + ": "));
            CHECK(reading.place().file == 4);
            CHECK(reading.bytes_read() == fs::file_size(files[0]) + fs::file_size(files[3]));
            CHECK(reading.bytes_total() == 0); // one of them has no size
        }
    }
}

TEST_CASE("game reading: strict") {
    const Folder folder;
    const fs::path good = folder.write("a.pgn", games(40));
    const fs::path bad = folder.write("b.pgn", games(1000));
    for (const std::size_t threads : {1U, 4U}) {
        Workers workers(threads);
        GameReadingOptions options = options_for({good, bad});
        options.strict = true;
        GameReading reading(options, workers.all(), nothing);
        CHECK(*reading.run(forever) == End::Strict);
        REQUIRE(reading.report().first_problems.size() == 1);
        CHECK(reading.report().first_problems[0].starts_with(bad.string() + ":249: "));

        options.files = {good, folder.path / "missing.pgn", bad};
        GameReading files(options, workers.all(), nothing);
        CHECK(*files.run(forever) == End::Strict);
        CHECK(files.report().file_problems.size() == 1);
        CHECK(files.report().first_problems.empty());
    }
}

TEST_CASE("game reading: stopped anywhere and resumed, it is as if it had not been") {
    const Folder folder;
    const fs::path a = folder.write("a.pgn", games(200));
    check_resumed({a, folder.write("b.pgn", games(130))});
    // Unpacked on another thread than it is scanned
    check_resumed({a, folder.write("b.pgn.gz", gzipped(games(130)))});
}

TEST_CASE("game reading: a packed text gives what the text gives, and is left at any place") {
    const Folder folder;
    const std::string text = games(3000);
    const fs::path packed = folder.write("a.pgn.gz", gzipped(text)),
                   plain = folder.write("a.pgn", text);
    Workers whole(1);
    GameReading at_once(options_for({plain}), whole.all(), nothing);
    REQUIRE(*at_once.run(forever) == End::AllRead);
    for (const std::size_t threads : {1U, 3U}) {
        Workers workers(threads);
        GameReading reading(options_for({packed, plain, packed}), workers.all(), nothing);
        REQUIRE(*reading.run(forever) == End::AllRead);
        if (lacks_libarchive(reading.report())) return;
        CHECK(workers.games() == 9000);
        CHECK(workers.sum() == 3 * whole.sum());
        Workers failing(threads);
        for (Keys& worker : failing.keys)
            worker.fails = true;
        CHECK_FALSE(
            GameReading(options_for({packed}), failing.all(), nothing).run(forever).has_value());
    }
}

TEST_CASE("game reading: resumed, a text keeps the piece letters of its beginning") {
    const Folder folder;
    std::string text;
    while (text.size() < pgn::PieceLetters::sample_size)
        text += "[Event \"German\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n\n";
    for (unsigned i = 0; i < 50; ++i) // what a text cannot have in one language
        text += "[Event \"German\"]\n\n1. d4 Sf6 2. Lf4 *\n\n[Event \"English\"]\n\n1. d4 Nf6 2. "
                "Bf4 *\n\n";
    const std::vector<fs::path> files{folder.write("games.pgn", text)};
    Workers whole(1);
    GameReading at_once(options_for(files), whole.all(), nothing);
    REQUIRE(*at_once.run(forever) == End::AllRead);
    CHECK(at_once.report().problems == ReadingReport().problems);
    for (const unsigned stop : {2U, 30U, 67U, 70U}) {
        CAPTURE(stop);
        Workers workers(1);
        GameReadingOptions options = options_for(files);
        GameReading first(options, workers.all(), nothing);
        unsigned pieces = 0;
        REQUIRE(*first.run([&] { return pieces++ < stop; }) == End::Stopped);
        options.from = first.place();
        options.before = first.report();
        GameReading second(options, workers.all(), nothing);
        CHECK(*second.run(forever) == End::AllRead);
        CHECK(workers.sum() == whole.sum());
        CHECK(second.report().problems == at_once.report().problems);
    }
}

TEST_CASE("game reading: drain brings the workers to rest in a state that can be saved") {
    const Folder folder;
    const std::vector<fs::path> files{folder.write("a.pgn", games(500))};
    Workers workers(3);
    GameReading reading(options_for(files), workers.all(), nothing);
    unsigned pieces = 0, drained = 0;
    const auto end = reading.run([&] {
        if (++pieces % 5 != 0) return true;
        ++drained;
        reading.drain();
        CHECK(workers.games() == reading.report().games);
        if (reading.place().file + reading.place().text > 0) return true; // after the only one
        CHECK(reading.report().text_bytes == reading.place().offset);
        CHECK(reading.place().lines == 5 * workers.games());
        return true;
    });
    CHECK(*end == End::AllRead);
    CHECK(drained > 3);
}

TEST_CASE("game reading: a failure in a worker or between pieces is returned") {
    const Folder folder;
    const std::vector<fs::path> files{folder.write("a.pgn", games(500))};
    for (const std::size_t threads : {1U, 3U}) {
        Workers full(threads);
        for (Keys& worker : full.keys)
            worker.fails = true;
        GameReading reading(options_for(files), full.all(), nothing);
        const auto end = reading.run(forever);
        REQUIRE_FALSE(end.has_value());
        CHECK(end.error().message == "the disk is full");

        bool saved = false;
        GameReading drained(options_for(files), full.all(), nothing);
        CHECK_FALSE(drained
                        .run([&] {
                            drained.drain();
                            saved = true;
                            return true;
                        })
                        .has_value());
        CHECK_FALSE(saved);

        Workers broken(threads);
        for (Keys& worker : broken.keys)
            worker.throws = true;
        GameReading thrown(options_for(files), broken.all(), nothing);
        CHECK_THROWS_AS(static_cast<void>(thrown.run(forever)), std::runtime_error);

        Workers fine(threads);
        GameReading between(options_for(files), fine.all(), nothing);
        const auto throwing = []() -> bool { throw std::logic_error("between"); };
        CHECK_THROWS_AS(static_cast<void>(between.run(throwing)), std::logic_error);
    }
}

TEST_CASE("pgn-stat: the command") {
    const Folder folder;
    const std::string file =
        folder
            .write("a.pgn", games(100) + "[Date \"1972.07.11\"]\n[WhiteElo \"2660\"]\n"
                                         "[BlackElo \"2785\"]\n\n1. d4 (1. e4) 1/2-1/2\n")
            .string();
    const auto run = [](std::vector<std::string_view> args, const std::string& input = {}) {
        std::istringstream in(input);
        std::ostringstream out, err;
        const int status = run_pgn_stat(args, in, out, err);
        return std::to_string(status) + "\n" + out.str() + err.str();
    };
    const auto has = [](const std::string& text, std::string_view part) {
        return text.find(part) != std::string::npos;
    };
    const std::string json = run({file, "-json", "-", "-threads", "2", "-variations"});
    CAPTURE(json);
    for (const char* part :
         {R"("games":101)", R"("results":{"1-0":100,"1/2-1/2":1,"0-1":0,"*":0})", R"("plies":399)",
          R"("with_problems":2)", R"("with_both_elos":1)", R"("1972":1)", R"("unknown":100)",
          R"("variation_plies":1)", R"("longest":4)", R"("damaged_files":0)"})
        CHECK(has(json, part));
    CHECK(json.starts_with("0\n{"));
    const std::string table = run({"-pgn", "-", "-progress", "none"}, games(100));
    CHECK(table.starts_with("0\nfiles "));
    CHECK(has(table, "standard input:249: "));
    CHECK(has(run({file, "-strict"}), file + ":249: "));
    CHECK(run({file, "-strict"}).starts_with("1\n"));
    CHECK(run({(folder.path / "none").string()}).starts_with("1\npgn-stat: "));
    CHECK(run({}).starts_with("2\nno file is named"));
    CHECK(run({file, "-threads", "0"}).starts_with("2\n"));
    CHECK(run({file, "-progress", "loud"}).starts_with("2\n"));
    CHECK(run({file, "-json", (folder.path / "no" / "such.json").string()}).starts_with("1\n"));
    CHECK(run({"-help"}).starts_with("0\nusage: polyglot pgn-stat"));
    CHECK(has(run({"-help"}), "\n       e.g. polyglot pgn-stat games.pgn.zst"));
    const std::string german =
        folder.write("german.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n").string();
    CHECK(has(run({file, german}), "piece letters of " + german + ": German\n"));
    CHECK(has(run({german, "-json", "-"}), R"("plies":5)"));
    // As JSON has it: the separators of Windows are escaped there.
    CHECK(has(run({german, "-json", "-"}), "german.pgn: German\"]"));
    CHECK_FALSE(has(table, "piece letters"));
}

} // namespace polyglot::tools
