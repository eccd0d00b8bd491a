// Results in an SQLite file: what is counted, for whom, and what becomes of it when many write, one is killed, the disk
// is full or the file is not what it should be.
#include "adapter/io/learn_db.hpp"
#include "adapter/io/learn_store.hpp"
#include "adapter/io/sqlite.hpp"
#include "core/book/polyglot_book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;
using io::LearnDb;
using io::LearnRow;
using session::LearnScope;
using Per = session::LearnScope::Per;

namespace {

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string name = (fs::temp_directory_path() / "polyglot-learn-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }
    fs::path operator/(std::string_view name) const { return path_ / name; }

  private:
    fs::path path_;
};

chess::Position position_of(std::string_view fen) {
    return chess::parse_fen(fen).value();
}

constexpr std::string_view castling_fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

session::LearntMove learnt(const chess::Position& position, std::string_view move) {
    return {position, chess::parse_uci_move(position, move).value()};
}

// A game whose moves of ours are these of the start position.
session::LearntGame game_of(std::vector<std::string_view> moves, int half_points, std::string engine = "Fruit",
                            std::string opponent = "Toga") {
    session::LearntGame game{{}, half_points, std::move(engine), std::move(opponent)};
    for (const std::string_view move : moves)
        game.moves.push_back(learnt(chess::Position::start(), move));
    return game;
}

std::shared_ptr<LearnDb> open(const fs::path& file, std::int32_t today = 20'000) {
    auto db = LearnDb::open(file, LearnDb::Access::Create, [today] { return today; });
    REQUIRE_MESSAGE(db.has_value(), (db ? "" : db.error().message));
    return *db;
}

std::vector<LearnRow> rows_of(const LearnDb& db, const io::LearnFilter& filter = {}) {
    std::vector<LearnRow> rows;
    const auto visited = db.visit(filter, [&rows](const LearnRow& row) -> Result<void> {
        rows.push_back(row);
        return {};
    });
    REQUIRE_MESSAGE(visited.has_value(), (visited ? "" : visited.error().message));
    return rows;
}

using Counts = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>; // games, half-points, days

Counts recall(const LearnDb& db, const LearnScope& scope, std::string_view move,
              const chess::Position& position = chess::Position::start()) {
    std::vector<book::Entry> entries = {{learnt(position, move).move, 5, 7, 7, 7}, {chess::Move(), 5, 7, 7, 7}};
    db.recall(position, scope, entries);
    CHECK(Counts{entries[1].learn_count, entries[1].learn_sum, entries[1].age_days} == Counts{0, 0, 0});
    CHECK(entries[0].weight == 5);
    return {entries[0].learn_count, entries[0].learn_sum, entries[0].age_days};
}

void add(LearnDb& db, const std::vector<LearnRow>& rows) {
    const auto added = db.add([&rows](const LearnDb::RowSink& sink) -> Result<void> {
        for (const LearnRow& row : rows)
            if (auto taken = sink(row); !taken) return taken;
        return {};
    });
    REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
}

void record(LearnDb& db, const session::LearntGame& game) {
    const auto recorded = db.record(game);
    REQUIRE_MESSAGE(recorded.has_value(), (recorded ? "" : recorded.error().message));
    CHECK(*recorded == game.moves.size());
}

// Runs in a process of its own; its exit status, or minus the signal that ended it. Tests' own state stays untouched.
int in_child(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

} // namespace

TEST_CASE("learn_db: results are counted for each engine, opponent, position and move") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    record(*db, game_of({"e2e4"}, 1));
    record(*db, game_of({"e2e4"}, 0, "Fruit", "Crafty"));
    record(*db, game_of({"e2e4"}, 2, "Glaurung", "Toga"));
    record(*db, game_of({"d2d4"}, 2));
    record(*db, game_of({}, 2));

    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{4, 5, 0});
    CHECK(recall(*db, {Per::Engine, "Fruit", "nobody"}, "e2e4") == Counts{3, 3, 0});
    CHECK(recall(*db, {Per::Opponent, "Fruit", "Toga"}, "e2e4") == Counts{2, 3, 0});
    CHECK(recall(*db, {Per::Opponent, "Glaurung", "Crafty"}, "e2e4") == Counts{0, 0, 0});
    CHECK(recall(*db, {Per::Engine, "fruit", ""}, "e2e4") == Counts{0, 0, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "d2d4") == Counts{1, 2, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "c2c4") == Counts{0, 0, 0});
    CHECK(rows_of(*db).size() == 4);
    CHECK(rows_of(*db, {"Fruit", {}}).size() == 3);
    CHECK(rows_of(*db, {{}, "Toga"}).size() == 3);
    CHECK(rows_of(*db, {"Glaurung", "Crafty"}).empty());
}

TEST_CASE("learn_db: castling and promotions are found again, other positions are not") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const chess::Position castling = position_of(castling_fen);
    const chess::Position promoting = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    session::LearntGame game{{}, 1, "e", "o"};
    game.moves = {learnt(castling, "e1g1"), learnt(promoting, "a7a8n")};
    record(*db, game);
    const LearnScope all{Per::All, "", ""};
    CHECK(recall(*db, all, "e1h1", castling) == Counts{1, 1, 0});
    CHECK(recall(*db, all, "e1c1", castling) == Counts{0, 0, 0});
    CHECK(recall(*db, all, "a7a8n", promoting) == Counts{1, 1, 0});
    CHECK(recall(*db, all, "a7a8q", promoting) == Counts{0, 0, 0});
    const auto rows = rows_of(*db);
    REQUIRE(rows.size() == 2);
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const LearnRow& row) {
        return row == LearnRow{castling.key(), 0x0107, "e", "o", 1, 1, 20'000, 20'000};
    }));
}

TEST_CASE("learn_db: names are bytes") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const std::array<std::string, 5> names = {"", "'; DROP TABLE results; --", std::string("a\0b", 3), "\xff\xc3(",
                                              std::string(100'000, 'x')};
    for (const std::string& name : names)
        record(*db, game_of({"e2e4"}, 2, name, name + "!"));
    for (const std::string& name : names) {
        CHECK(recall(*db, {Per::Opponent, name, name + "!"}, "e2e4") == Counts{1, 2, 0});
        REQUIRE(rows_of(*db, {name, {}}).size() == 1);
        CHECK(rows_of(*db, {name, {}})[0].opponent == name + "!");
    }
    // What no file of ours could hold is refused as a whole.
    CHECK_FALSE(db->record(game_of({"e2e4"}, 2, std::string(3'000'000, 'x'))).has_value());
    CHECK(rows_of(*db).size() == names.size());
}

TEST_CASE("learn_db: the first and the last day, and the age of the last one") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    for (const int day : {20'010, 20'000, 20'020})
        record(*open(file, day), game_of({"e2e4"}, 1));
    record(*open(file, 20'015), game_of({"e2e4"}, 1, "Fruit", "other"));
    const auto rows = rows_of(*open(file), {{}, "Toga"});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].first_day == 20'000);
    CHECK(rows[0].last_day == 20'020);
    CHECK(recall(*open(file, 20'030), {Per::All, "", ""}, "e2e4") == Counts{4, 4, 10});
    CHECK(recall(*open(file, 20'030), {Per::Opponent, "Fruit", "other"}, "e2e4") == Counts{1, 1, 15});
    CHECK(recall(*open(file, 20'000), {Per::All, "", ""}, "e2e4") == Counts{4, 4, 0}); // the clock was put back
    CHECK(io::today_by_system_clock() > 20'000);
}

TEST_CASE("learn_db: counts above 32 bits are halved, and the score stays") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    constexpr std::uint32_t most = 0xffffffff;
    const chess::Position& start = chess::Position::start();
    const std::uint16_t e4 = book::encode_move(learnt(start, "e2e4").move);
    struct Row {
        std::uint32_t games, half_points, games_after, half_points_after; // one won game later
    };
    for (const auto& [games, half_points, games_after, half_points_after] :
         {Row{most, 0, 0x80000000, 1}, Row{most, most, 0x80000000, 0x80000000},
          Row{0x7fffffff, 0xfffffffe, 0x40000000, 0x80000000}, Row{0x80000000, most - 1, 0x40000001, 0x80000000},
          Row{most - 1, 7, most, 9}}) {
        REQUIRE(db->erase({}).has_value());
        add(*db, {{start.key(), e4, "Fruit", "Toga", games, half_points, 1, 1}});
        record(*db, game_of({"e2e4"}, 2));
        const auto rows = rows_of(*db);
        REQUIRE(rows.size() == 1);
        CHECK(rows[0].games == games_after);
        CHECK(rows[0].half_points == half_points_after);
    }
    // The sum over opponents does not fit either.
    REQUIRE(db->erase({}).has_value());
    std::vector<LearnRow> rows;
    for (const char* opponent : {"a", "b", "c"})
        rows.push_back({start.key(), e4, "Fruit", opponent, most, most, 1, 1});
    add(*db, rows);
    CHECK(recall(*db, {Per::Engine, "Fruit", ""}, "e2e4") == Counts{0xc0000000, 0xbfffffff, 19'999});
}

TEST_CASE("learn_db: reset forgets what is in the scope") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const auto fill = [&db] {
        for (const char* engine : {"A", "B"})
            for (const char* opponent : {"x", "y"})
                record(*db, game_of({"e2e4", "d2d4"}, 1, engine, opponent));
    };
    fill();
    CHECK(db->reset({Per::Opponent, "A", "x"}).value() == 2);
    CHECK(rows_of(*db).size() == 6);
    CHECK(db->reset({Per::Engine, "B", "x"}).value() == 2);
    CHECK(rows_of(*db).size() == 2);
    CHECK(db->reset({Per::Engine, "nobody", ""}).value() == 0);
    fill();
    CHECK(db->erase({{}, "y"}).value() == 2);
    CHECK(rows_of(*db).size() == 4);
    CHECK(db->reset({Per::All, "", ""}).value() == 2);
    CHECK(rows_of(*db).empty());
    fill();
    CHECK(rows_of(*db).size() == 8);
}

TEST_CASE("learn_db: rows are added all or none") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    const auto before = rows_of(*db);
    const auto failed = db->add([](const LearnDb::RowSink& sink) -> Result<void> {
        if (auto added = sink({1, 2, "new", "", 3, 4, 5, 6}); !added) return added;
        return make_error("half of it was enough");
    });
    CHECK(failed.error().message == "half of it was enough");
    CHECK(rows_of(*db) == before);
    const auto impossible = db->add([](const LearnDb::RowSink& sink) { return sink({1, 2, "e", "o", 3, 7, 5, 6}); });
    CHECK(impossible.error().message.find("learn.db: ") != std::string::npos);
    CHECK(rows_of(*db) == before);
}

namespace {

void write(const fs::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    REQUIRE(out.good());
}

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void check_refused(const fs::path& file, std::string_view words, LearnDb::Access access = LearnDb::Access::Create) {
    const auto opened = LearnDb::open(file, access);
    REQUIRE_FALSE(opened.has_value());
    CHECK_MESSAGE(opened.error().message.find(words) != std::string::npos, opened.error().message, " / ", words);
    CHECK_MESSAGE(opened.error().message.find(file.filename().string() + ": ") != std::string::npos,
                  opened.error().message);
}

void execute(const fs::path& file, const char* sql) {
    auto sqlite = io::Sqlite::open(file, io::Sqlite::Access::Create);
    REQUIRE(sqlite.has_value());
    REQUIRE(sqlite->execute(sql).has_value());
}

} // namespace

TEST_CASE("learn_db: what is no store of ours is refused and left as it is") {
    const TemporaryDirectory directory;
    check_refused(directory.path(), "is a directory");
    check_refused(directory / "no" / "learn.db", "there is no directory");
    check_refused(directory / "learn.db", "there is no such file", LearnDb::Access::Read);
    CHECK_FALSE(fs::exists(directory / "learn.db"));
    CHECK(io::open_learn_db({}).error().message.find("is no path") != std::string::npos);
    REQUIRE(::mkfifo((directory / "fifo").c_str(), 0600) == 0);
    check_refused(directory / "fifo", "is no regular file");

    write(directory / "text", "not a database");
    check_refused(directory / "text", "is no SQLite file");
    CHECK(read(directory / "text") == "not a database");
    write(directory / "book.bin", std::string(65'536, '\x42'));
    check_refused(directory / "book.bin", "is no SQLite file");
    execute(directory / "cookies.db", "CREATE TABLE cookies (a); PRAGMA application_id = 17");
    const std::string cookies = read(directory / "cookies.db");
    check_refused(directory / "cookies.db", "is an SQLite file of another program");
    CHECK(read(directory / "cookies.db") == cookies);
    execute(directory / "plain.db", "CREATE TABLE results (a)");
    check_refused(directory / "plain.db", "is an SQLite file of another program");

    open(directory / "new.db");
    execute(directory / "new.db", "PRAGMA user_version = 2");
    check_refused(directory / "new.db", "was made by a newer version of polyglot (format 2");
    open(directory / "bare.db");
    execute(directory / "bare.db", "DROP TABLE results");
    check_refused(directory / "bare.db", "no such table");
    write(directory / "empty.db", "");
    check_refused(directory / "empty.db", "is empty", LearnDb::Access::Read);
    record(*open(directory / "empty.db"), game_of({"e2e4"}, 1)); // made with touch: as good as none
}

TEST_CASE("learn_db: a file or directory that may not be written") {
    const TemporaryDirectory directory;
    fs::create_directory(directory / "dir");
    record(*open(directory / "dir" / "learn.db"), game_of({"e2e4"}, 1));
    write(directory / "read-only.db", read(directory / "dir" / "learn.db"));
    constexpr auto read_by_all = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
    constexpr auto enter_by_all = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(directory / "read-only.db", read_by_all);
    fs::permissions(directory / "dir" / "learn.db", fs::perms::all);
    fs::permissions(directory / "dir", read_by_all | enter_by_all);
    fs::permissions(directory.path(), read_by_all | enter_by_all | fs::perms::owner_write);
    // root may write everywhere.
    const auto refused = [](const fs::path& file, std::string_view words) {
        return in_child([&] {
            if (::geteuid() == 0 && ::setuid(65'534) != 0) return 2;
            const auto opened = LearnDb::open(file, LearnDb::Access::Create);
            if (!opened && opened.error().message.find(words) != std::string::npos) return 0;
            std::fputs(opened ? "opened\n" : (opened.error().message + "\n").c_str(), stderr);
            return 1;
        });
    };
    CHECK(refused(directory / "read-only.db", "read-only.db: may not be written") == 0);
    CHECK(refused(directory / "dir" / "other.db", "other.db: cannot be made") == 0);
    CHECK(refused(directory / "dir" / "learn.db", "learn.db: may not be written: read-only file or directory") == 0);
    fs::permissions(directory / "dir", fs::perms::owner_all);
}

TEST_CASE("learn_db: a file that is deleted or replaced is made anew") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    const auto db = open(file);
    record(*db, game_of({"e2e4"}, 2));
    fs::remove(file);
    record(*db, game_of({"e2e4"}, 1));
    CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") == Counts{1, 1, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 1, 0});
}

TEST_CASE("learn_db: whoever finds the file locked is told in bounded time and may try again") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    auto other = io::Sqlite::open(directory / "learn.db", io::Sqlite::Access::Create);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("BEGIN IMMEDIATE").has_value());
    const auto began = std::chrono::steady_clock::now();
    const auto recorded = db->record(game_of({"e2e4"}, 2));
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
    REQUIRE_FALSE(recorded.has_value());
    CHECK(recorded.error().message.find("in use by another process") != std::string::npos);
    CHECK(db->may_try_again());
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 2, 0}); // readers never wait
    REQUIRE(other->execute("ROLLBACK").has_value());
    CHECK_FALSE(db->record(game_of({"e2e4"}, 2, std::string(3'000'000, 'x'))).has_value());
    CHECK_FALSE(db->may_try_again());
    record(*db, game_of({"e2e4"}, 2));
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{2, 4, 0});
}

TEST_CASE("learn_db: threads with a connection each lose nothing") {
    const TemporaryDirectory directory;
    constexpr int threads = 8;
    constexpr int games = 25;
    std::vector<std::thread> crew;
    std::array<std::string, threads> errors;
    for (int i = 0; i < threads; ++i)
        crew.emplace_back([&directory, &error = errors[static_cast<std::size_t>(i)]] {
            const auto db = io::open_learn_db(directory / "learn.db");
            if (!db) error = db.error().message;
            for (int game = 0; db && error.empty() && game < games; ++game)
                if (const auto done = (*db)->record(game_of({"e2e4", "d2d4"}, 2)); !done) error = done.error().message;
        });
    for (std::thread& thread : crew)
        thread.join();
    for (const std::string& error : errors)
        CHECK(error.empty());
    const auto db = open(directory / "learn.db");
    CHECK(std::get<0>(recall(*db, {Per::All, "", ""}, "e2e4")) == threads * games);
    CHECK(std::get<1>(recall(*db, {Per::All, "", ""}, "d2d4")) == 2 * threads * games);
}

TEST_CASE("learn_db: 64 processes make the file at the same moment, and each gets it") {
    const TemporaryDirectory directory;
    constexpr std::uint32_t processes = 64;
    for (const bool touched : {false, true}) { // by somebody's `touch`, too
        const fs::path file = directory / (touched ? "touched.db" : "new.db");
        if (touched) write(file, "");
        std::array<int, 2> start{};
        REQUIRE(::pipe(start.data()) == 0);
        std::vector<pid_t> children;
        for (std::uint32_t i = 0; i < processes; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                ::close(start[1]);
                char byte = 0;
                static_cast<void>(!::read(start[0], &byte, 1)); // until the parent closes its end
                const auto db = io::open_learn_db(file);
                if (!db) std::fputs((db.error().message + "\n").c_str(), stderr);
                ::_exit(db && (*db)->record(game_of({"e2e4"}, 2)) ? 0 : 1);
            }
            children.push_back(child);
        }
        ::close(start[0]);
        ::close(start[1]);
        for (const pid_t child : children) {
            int status = 0;
            REQUIRE(::waitpid(child, &status, 0) == child);
            CHECK(status == 0);
        }
        CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") == Counts{processes, 2 * processes, 0});
    }
}

namespace {

// Games of three moves, until the process is ended or an error comes; writes a byte to the pipe for each that was
// written.
int record_until_the_end(const fs::path& file, int pipe) {
    const auto db = io::open_learn_db(file);
    if (!db) return 1;
    for (;;) {
        if (!(*db)->record(game_of({"e2e4", "d2d4", "c2c4"}, 2))) return 2;
        if (::write(pipe, "x", 1) != 1) return 3;
    }
}

// Of each move as many games as were acknowledged, or one more: its writer was ended before it could say so.
void check_whole_games(const fs::path& file, std::uint32_t acknowledged, std::uint32_t writers) {
    const auto db = open(file);
    const auto rows = rows_of(*db);
    if (rows.empty()) {
        CHECK(acknowledged == 0);
        return;
    }
    REQUIRE(rows.size() == 3);
    for (const LearnRow& row : rows) {
        CHECK(row.games == rows[0].games);
        CHECK(row.half_points == 2 * row.games);
        CHECK(row.games >= acknowledged);
        CHECK(row.games <= acknowledged + writers);
    }
}

std::uint32_t bytes_in(int pipe) {
    std::uint32_t count = 0;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::read(pipe, buffer.data(), buffer.size())) > 0;)
        count += static_cast<std::uint32_t>(got);
    return count;
}

} // namespace

TEST_CASE("learn_db: writers killed at any moment leave whole games, all that they have acknowledged") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    constexpr std::uint32_t writers = 3;
    std::uint32_t acknowledged = 0;
    std::uint32_t killed = 0;
    for (unsigned round = 0; round < 8; ++round) { // from the making of the file on
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        std::vector<pid_t> children;
        for (std::uint32_t i = 0; i < writers; ++i) {
            const pid_t child = ::fork();
            if (child == 0) ::_exit(record_until_the_end(file, pipe[1]));
            children.push_back(child);
        }
        ::close(pipe[1]);
        char byte = 0;
        for (unsigned i = 0; i < round * 5; ++i) // so long they are left alone; in the first round not at all
            REQUIRE(::read(pipe[0], &byte, 1) == 1);
        acknowledged += round * 5;
        for (const pid_t child : children)
            ::kill(child, SIGKILL);
        for (const pid_t child : children) {
            int status = 0;
            REQUIRE(::waitpid(child, &status, 0) == child);
            CHECK(WIFSIGNALED(status));
        }
        acknowledged += bytes_in(pipe[0]);
        ::close(pipe[0]);
        killed += writers;
        check_whole_games(file, acknowledged, killed);
    }
    CHECK(acknowledged >= 140);
}

TEST_CASE("learn_db: a disk that is full at any step leaves whole games and an error") {
    const TemporaryDirectory directory;
    // No file may grow beyond the limit: the system's way to play a full disk. 32 KiB are of the shared index.
    for (rlim_t limit = 0; limit < 120'000; limit += 5'000) {
        const fs::path file = directory / ("learn" + std::to_string(limit) + ".db");
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        const int status = in_child([&] {
            ::close(pipe[0]);
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit to{limit, limit};
            if (::setrlimit(RLIMIT_FSIZE, &to) != 0) return 9;
            return record_until_the_end(file, pipe[1]);
        });
        ::close(pipe[1]);
        CHECK((status == 1 || status == 2));
        if (limit >= 60'000) CHECK(status == 2);
        check_whole_games(file, bytes_in(pipe[0]), 0);
        ::close(pipe[0]);
    }
}

TEST_CASE("learn_db: damage anywhere in the file is told or passed over, never more") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    {
        const auto db = open(file);
        for (int i = 0; i < 50; ++i)
            record(*db, game_of({"e2e4", "d2d4"}, i % 3, "engine " + std::to_string(i), "opponent"));
    }
    const std::string sound = read(file);
    std::size_t told = 0;
    for (std::size_t at = 0; at < sound.size(); at += 211) {
        std::string bytes = sound;
        for (std::size_t i = at; i < std::min(at + 16, bytes.size()); ++i)
            bytes[i] = static_cast<char>(~bytes[i]);
        write(file, bytes);
        const auto db = LearnDb::open(file, LearnDb::Access::Create, [] { return 20'000; });
        if (!db) {
            ++told;
            continue;
        }
        static_cast<void>(recall(**db, {Per::All, "", ""}, "e2e4"));
        told += (*db)->record(game_of({"e2e4"}, 2, "engine 7")) ? 0U : 1U;
        told += (*db)->reset({Per::All, "", ""}) ? 0U : 1U;
    }
    CHECK(told > 0);
}
