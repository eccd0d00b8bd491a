// A store of results with damage in its file (first byte 0) or in its write-ahead log (1), or a
// table of results (2). The rest of the input is the damage, or the table. Every error names the
// file, or the number of the line; whatever can be read is consistent.
#include "storage/stores/learn_db.hpp"

#include "core/chess/uci_move.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/books/text.hpp"
#include "tools/learning/csv.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
namespace chess = polyglot::chess;
namespace io = polyglot::io;
namespace book = polyglot::book;
namespace tools = polyglot::tools;
using io::LearnDb;
using io::LearnRow;
using polyglot::Error;
using polyglot::Result;
using polyglot::fuzz::require;

namespace {

// In memory where there is such a place: a disk would be waited for in every run.
class Directory {
  public:
    Directory() {
        std::error_code none;
        const fs::path above =
            fs::is_directory("/dev/shm", none) ? fs::path("/dev/shm") : fs::temp_directory_path();
        std::string name = (above / "polyglot-fuzz-XXXXXX").string();
        require(::mkdtemp(name.data()) != nullptr, "a directory can be made");
        path_ = name;
    }
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;
    ~Directory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    fs::path operator/(const char* name) const { return path_ / name; }

  private:
    fs::path path_;
};

std::chrono::sys_seconds day_20000() {
    return std::chrono::sys_days(std::chrono::days(20'000));
}

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

book::LearntGame game() {
    const chess::Position& start = chess::Position::start();
    book::LearntGame game{{}, 2, "Fruit", "Toga"};
    for (const char* move : {"e2e4", "d2d4"})
        game.moves.push_back({start, chess::parse_uci_move(start, move).value()});
    return game;
}

// A few leaf pages and an inner one above them; and a log with one game more. The log has other
// salts in every process.
struct Store {
    std::string file, log;

    explicit Store(const fs::path& path) {
        {
            const auto db = open(path);
            const auto added = db->add([](const LearnDb::RowSink& sink) -> Result<void> {
                for (std::uint64_t i = 0; i < 500; ++i)
                    if (auto taken =
                            sink({i * 0x9e3779b97f4a7c15, static_cast<std::uint16_t>(i), "engine",
                                  "opponent " + std::to_string(i % 50), 3, 4, 1, 2});
                        !taken)
                        return taken;
                return {};
            });
            require(added && db->record(game()), "a store can be filled");
        }
        file = read(path);
        const auto db = open(path);
        require(db->record(game()).has_value(), "a game can be added");
        log = read(path.string() + "-wal");
        require(file.size() > 20'000 && !log.empty(), "there is something to damage");
    }
    static std::shared_ptr<LearnDb> open(const fs::path& path) {
        const auto db = LearnDb::open(path, LearnDb::Access::Create, day_20000);
        require(db.has_value(), "a store can be made");
        return *db;
    }
};

const Directory& directory() {
    static const Directory made;
    return made;
}

const Store& sound_store() {
    static const Store store(directory() / "sound.db");
    return store;
}

std::size_t place(polyglot::fuzz::Bytes& input, std::size_t size) {
    const std::size_t high = input.byte();
    const std::size_t middle = input.byte();
    return ((high << 16U | middle << 8U | input.byte()) % (size + 1));
}

std::string with_damage(std::string bytes, polyglot::fuzz::Bytes& input) {
    for (int i = 0; i < 64 && !input.empty(); ++i) {
        const unsigned kind = input.byte() % 4;
        const std::size_t at = place(input, bytes.size());
        const unsigned value = input.byte();
        switch (kind) {
        case 0: bytes.insert(at, value, static_cast<char>(value)); break;
        case 1: bytes.erase(at, value); break;
        case 2: bytes.resize(at); break;
        default:
            if (at < bytes.size()) bytes[at] = static_cast<char>(value);
        }
    }
    return bytes;
}

void check_error(const Error& error, const fs::path& file) {
    require(error.message.starts_with(file.string() + ": "), "an error begins with the file",
            error.message);
    require(error.message.size() > file.string().size() + 5, "an error has a reason",
            error.message);
}

template <class T>
bool check(const Result<T>& result, const fs::path& file) {
    if (!result) check_error(result.error(), file);
    return result.has_value();
}

void use(const fs::path& file, bool sound) {
    const auto db = LearnDb::open(file, LearnDb::Access::Create, day_20000);
    require(db || !sound, "a sound store opens");
    if (!check(db, file)) return;
    const bool recorded = check((*db)->record(game()), file);
    require(recorded || !sound, "a sound store takes a game");
    std::vector<polyglot::book::Entry> entries = {{game().moves[0].move, 1, 0, 0, 0},
                                                  {game().moves[1].move, 1, 0, 0, 0}};
    for (const auto per : {book::LearnScope::Per::All, book::LearnScope::Per::Engine,
                           book::LearnScope::Per::Opponent}) {
        (*db)->recall(chess::Position::start(), {per, "Fruit", "Toga"}, entries);
        for (const auto& entry : entries) {
            require(entry.learn_sum / 2 <= entry.learn_count, "no more points than games give");
            require(!sound || (entry.learn_count >= 1 && entry.learn_sum == 2 * entry.learn_count),
                    "it is recalled");
        }
    }
    const bool visited =
        check((*db)->visit(
                  {},
                  [](const LearnRow& row) -> Result<void> {
                      require(row.games > 0 && row.half_points <= 2 * std::uint64_t{row.games},
                              "rows make sense");
                      require(tools::parse_day(tools::format_day(row.first_day)) == row.first_day,
                              "days are written");
                      return {};
                  }),
              file);
    require(visited || !sound, "a sound store is read");
    const bool by_day =
        check((*db)->visit_by_day(
                  {},
                  [](const LearnRow& row) -> Result<void> {
                      require(row.games > 0 && io::is_possible(row), "days make sense");
                      require(!row.dated || row.won() + row.dated->drawn + row.lost() == row.games,
                              "a day's games add up");
                      return {};
                  }),
              file);
    require(by_day || !sound, "a sound store is read by day");
    check((*db)->reset({book::LearnScope::Per::Engine, "engine", ""}), file);
    const auto forgotten = (*db)->reset({book::LearnScope::Per::All, "", ""});
    check(forgotten, file);
    require(!sound || (forgotten->moves == 2 && forgotten->locked == 0),
            "what is left is forgotten");
}

// Rows that are read are written as what reads the same.
void use_table(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::string again = std::string(tools::learn_csv_header) + "\r\n";
    std::vector<LearnRow> rows;
    const auto done = tools::read_learn_csv(in, [&](const LearnRow& row) -> Result<void> {
        rows.push_back(row);
        again += tools::format_learn_csv(row);
        return {};
    });
    require(done || (done.error().message[0] >= '1' && done.error().message[0] <= '9'),
            "an error has a line");
    std::istringstream second(again);
    std::vector<LearnRow> rows_again;
    const auto read_again = tools::read_learn_csv(second, [&](const LearnRow& row) -> Result<void> {
        rows_again.push_back(row);
        return {};
    });
    require(read_again && rows_again == rows, "a table that is written reads the same", again);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned kind = input.byte() % 3;
    if (kind == 2) {
        use_table(input.rest());
        return 0;
    }
    const Store& store = sound_store();
    const fs::path file = directory() / "learn.db";
    std::error_code ignored;
    for (const char* const beside : {"-shm", "-wal"})
        fs::remove(file.string() + beside, ignored);
    const bool sound = input.empty();
    write(file, kind == 0 ? with_damage(store.file, input) : store.file);
    if (kind == 1) write(file.string() + "-wal", with_damage(store.log, input));
    use(file, sound);
    return 0;
}
