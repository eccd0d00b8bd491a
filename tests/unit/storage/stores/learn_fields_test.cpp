#include "storage/books/book_file.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/stores/learn_store.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace polyglot;
namespace fs = std::filesystem;
using book::RawEntry;
using test::Bytes;
using test::raw_move;

namespace {

// A temporary directory with a book in it, removed at the end.
class Fixture {
  public:
    explicit Fixture(const Bytes& bytes) {
        std::string name = (fs::temp_directory_path() / "polyglot learn-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        directory = name;
        book = directory / "book.bin";
        write(book, bytes);
    }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;
    ~Fixture() {
        std::error_code ignored;
        fs::remove_all(directory, ignored);
    }

    static void write(const fs::path& path, const Bytes& bytes) {
        std::ofstream out(path, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        REQUIRE(out.flush().good());
    }
    Bytes bytes() const {
        std::ifstream in(book, std::ios::binary);
        return test::to_bytes(std::string{std::istreambuf_iterator<char>(in), {}});
    }
    RawEntry entry(std::size_t number) const {
        const Bytes all = bytes();
        REQUIRE(all.size() >= 16 * (number + 1));
        return book::decode_entry(std::span(all).subspan(16 * number).first<16>());
    }

    fs::path directory;
    fs::path book;
};

std::shared_ptr<book::LearnStore> open(const fs::path& book, bool force = false) {
    auto store = io::open_learn_fields(book, force);
    REQUIRE_MESSAGE(store.has_value(), store.error().message);
    return *std::move(store);
}

// The moves of White, or of Black, in the line from the position.
book::LearntGame game(std::string_view line, int half_points, chess::Color ours = chess::Color::White,
                      chess::Position position = chess::Position::start()) {
    book::LearntGame learnt{.moves = {}, .half_points = half_points, .engine = {}, .opponent = {}};
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), word.size() + 1));
        const auto move = chess::parse_uci_move(position, word);
        REQUIRE_MESSAGE(move.has_value(), word);
        if (position.side_to_move() == ours) learnt.moves.push_back({position, *move});
        position.make(*move);
    }
    return learnt;
}

std::uint64_t key_after(std::string_view line) {
    chess::Position position = chess::Position::start();
    for (std::size_t i = 0; i < line.size(); i += 5)
        position.make(*chess::parse_uci_move(position, line.substr(i, 4)));
    return position.key();
}

// A header, moves of five positions in the order of their keys, an end marker, and bytes that are not an entry.
struct Sample {
    Bytes head = test::header_bytes("@PG@\n1.0\n1\nnormal\nA book.");
    std::vector<RawEntry> entries;
    Bytes tail;

    Sample() {
        const auto add = [this](std::string_view line, std::string_view move, std::uint16_t weight) {
            entries.push_back({key_after(line), raw_move(move), weight, 0, 0});
        };
        add("", "e2e4", 500);
        add("", "d2d4", 300);
        add("e2e4 e7e5", "g1f3", 100);
        add("e2e4 e7e5 g1f3 b8c6", "f1b5", 60);
        add("e2e4 e7e5 g1f3 b8c6", "f1c4", 40);
        add("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 10);
        add("e2e4", "e7e5", 9);
        std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.key < b.key; });
        test::append(tail, {book::end_marker_key, 0, 0, 0, 0});
        for (const int byte : {1, 2, 3})
            tail.push_back(static_cast<std::byte>(byte));
    }
    Bytes bytes() const {
        Bytes all = head;
        for (const RawEntry& entry : entries)
            test::append(all, entry);
        all.insert(all.end(), tail.begin(), tail.end());
        return all;
    }
    RawEntry& at(std::string_view line, std::string_view move) {
        const auto it = std::find_if(entries.begin(), entries.end(), [&](const RawEntry& entry) {
            return entry.key == key_after(line) && entry.move == raw_move(move);
        });
        REQUIRE(it != entries.end());
        return *it;
    }
    void learn(std::string_view line, std::string_view move, std::uint16_t count, std::uint16_t sum) {
        at(line, move).learn_count = count;
        at(line, move).learn_sum = sum;
    }
};

constexpr std::string_view ruy_lopez = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";

void check_recorded(book::LearnStore& store, const book::LearntGame& learnt, std::size_t moves) {
    const auto done = store.record(learnt);
    REQUIRE_MESSAGE(done.has_value(), done.error().message);
    CHECK(*done == moves);
}

void check_refused(const Result<std::size_t>& done, std::string_view words) {
    REQUIRE_FALSE(done.has_value());
    CHECK_MESSAGE(done.error().message.find(words) != std::string::npos, done.error().message);
}

void check_not_opened(const fs::path& path, std::string_view words) {
    const auto store = io::open_learn_fields(path, false);
    REQUIRE_FALSE(store.has_value());
    CHECK_MESSAGE(store.error().message.find(path.string()) == 0, store.error().message);
    CHECK_MESSAGE(store.error().message.find(words) != std::string::npos, store.error().message);
    CHECK_MESSAGE(store.error().message.find("BookLearnFile") != std::string::npos, store.error().message);
}

} // namespace

TEST_CASE("a game changes four bytes of each move played, and no other; readers see it at once") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const auto reader = io::open_book(fixture.book);
    REQUIRE(reader.has_value());
    const auto store = open(fixture.book);

    check_recorded(*store, game(ruy_lopez, 2), 4); // b5a4 is not in the book
    sample.learn("", "e2e4", 1, 2);
    sample.learn("e2e4 e7e5", "g1f3", 1, 2);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", 1, 2);
    sample.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 1, 2);
    CHECK(fixture.bytes() == sample.bytes());
    const auto entries = reader->book->find(chess::Position::start());
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].learn_count == 1);
    CHECK(entries[0].learn_sum == 2);

    check_recorded(*store, game(ruy_lopez, 1, chess::Color::Black), 1);
    check_recorded(*store, game("d2d4 d7d5", 0), 1);
    check_recorded(*store, game("e2e4 c7c5", 1), 1);
    check_recorded(*store, game("a2a3", 1), 0);
    sample.learn("e2e4", "e7e5", 1, 1);
    sample.learn("", "d2d4", 1, 0);
    sample.learn("", "e2e4", 2, 3);
    CHECK(fixture.bytes() == sample.bytes());
    CHECK(reader->book->find(chess::Position::start())[0].learn_count == 2);

    // Twice the same move in one game counts twice, as in PolyGlot.
    check_recorded(*store, game("e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 g1f3", 2), 3);
    sample.learn("", "e2e4", 3, 5);
    sample.learn("e2e4 e7e5", "g1f3", 3, 6);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("the entry of a move is found in books of every kind") {
    Sample sample;
    SUBCASE("sorted") {}
    SUBCASE("joined from two") {
        std::rotate(sample.entries.begin(), sample.entries.begin() + 3, sample.entries.end());
    }
    SUBCASE("in no order") {
        Random random(3); // others around ours, so that the file needs an index
        for (int i = 0; i < 1000; ++i)
            sample.entries.insert(sample.entries.begin() +
                                      static_cast<std::ptrdiff_t>(random.below(sample.entries.size() + 1)),
                                  {random.next() | 1U, raw_move("e2e4"), 1, 0, 0});
    }
    SUBCASE("without header and end") {
        sample.head.clear();
        sample.tail.clear();
    }
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    check_recorded(*store, game(ruy_lopez, 1), 4);
    sample.learn("", "e2e4", 1, 1);
    sample.learn("e2e4 e7e5", "g1f3", 1, 1);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", 1, 1);
    sample.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 1, 1);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("of several entries of one move the first learns that PolyGlot would read") {
    const auto position = test::position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const auto check = [&](std::vector<std::string_view> moves, std::size_t learns) {
        CAPTURE(learns);
        std::vector<RawEntry> entries;
        for (const std::string_view move : moves)
            entries.push_back({position.key(), raw_move(move), 1, 0, 0});
        const Fixture fixture(test::to_bytes(entries));
        check_recorded(*open(fixture.book), game("e1g1", 2, chess::Color::White, position), 1);
        entries[learns].learn_count = 1;
        entries[learns].learn_sum = 2;
        CHECK(fixture.bytes() == test::to_bytes(entries));
    };
    check({"e1h1", "e1h1"}, 0);
    check({"a1b1", "e1h1", "e1h1"}, 1);
    check({"e1g1", "e1h1"}, 1);
    check({"a1b1", "e1g1", "e1g1"}, 1); // not PolyGlot's encoding: only we learn it
}

TEST_CASE("fields that are full are halved") {
    Sample sample;
    sample.learn("", "e2e4", 40000, 65535);
    const Fixture fixture(sample.bytes());
    check_recorded(*open(fixture.book), game("e2e4", 2), 1);
    sample.learn("", "e2e4", 20001, 32770);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("a reset empties the learn fields of moves, and nothing else") {
    Sample sample;
    const Bytes before = sample.bytes();
    sample.learn("", "e2e4", 7, 9);
    sample.learn("e2e4 e7e5", "g1f3", 3, 0);
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    const auto done = store->reset({});
    REQUIRE(done.has_value());
    CHECK(done->moves == 2);
    CHECK(fixture.bytes() == before);
    CHECK(store->reset({})->moves == 0);
}

TEST_CASE("a reset goes step by step, and leaves entries that another process keeps locked") {
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; key <= 1000; ++key)
        entries.push_back({key << 32U, raw_move("g1f3"), 1, 1, 2});
    const Fixture fixture(test::to_bytes(entries));
    const auto store = open(fixture.book);
    store->set_patience(std::chrono::milliseconds(0));
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(other.has_value());
    REQUIRE(*(*other)->try_lock(16 * 300 + 12, 4));

    const auto first = store->forget({}, 0);
    REQUIRE(first.has_value());
    CHECK(first->moves == 256);
    CHECK(first->next == 256);
    CHECK(fixture.entry(255).learn_count == 0);
    CHECK(fixture.entry(256).learn_count == 1);
    const auto all = store->reset({});
    REQUIRE(all.has_value());
    CHECK(all->moves == 1000 - 256 - 1);
    CHECK(all->locked == 1);
    CHECK(all->next == 0);
    for (std::size_t i = 0; i < entries.size(); ++i)
        CHECK(fixture.entry(i).learn_count == (i == 300 ? 1 : 0));
    REQUIRE((*other)->unlock(16 * 300 + 12, 4).has_value());
    CHECK(store->reset({})->moves == 1);
}

TEST_CASE("a step of a reset looks through a bounded part of the book") {
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; key <= 70'000; ++key)
        entries.push_back({key << 32U, raw_move("g1f3"), 1, 0, 0});
    const Fixture fixture(test::to_bytes(entries));
    const auto step = open(fixture.book)->forget({}, 0);
    REQUIRE(step.has_value());
    CHECK(step->moves == 0);
    CHECK(step->next == 65'536);
}

TEST_CASE("a book that cannot be written to is refused, with the reason and what to do") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    check_not_opened(fixture.directory / "missing.bin", "No such file or directory");
    check_not_opened(fixture.directory, "irectory"); // the words are the system's
    Fixture::write(fixture.directory / "text", test::to_bytes("no book at all"));
    check_not_opened(fixture.directory / "text", "not a PolyGlot book");
    const fs::path pipe = fixture.directory / "pipe";
    REQUIRE(::system(("mkfifo '" + pipe.string() + "'").c_str()) == 0); // NOLINT(cert-env33-c)
    check_not_opened(pipe, "not a regular file");

    fs::permissions(fixture.book, fs::perms(0444));
    fs::permissions(fixture.directory, fs::perms(0755));
    const bool is_root = ::geteuid() == 0;
    if (is_root) REQUIRE(::seteuid(65534) == 0); // root may write to anything
    const auto refused = io::open_learn_fields(fixture.book, false);
    const bool still_read = io::open_book(fixture.book).has_value();
    if (is_root) REQUIRE(::seteuid(0) == 0);
    REQUIRE_FALSE(refused.has_value());
    CHECK_MESSAGE(refused.error().message.find("Permission denied") != std::string::npos, refused.error().message);
    CHECK(still_read);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("learn fields that mean something else are left alone, unless the user insists") {
    std::vector<RawEntry> entries; // more half-points than two a game: never PolyGlot's
    Random random(5);
    for (int i = 0; i < 500; ++i)
        entries.push_back({random.next() | 1U, raw_move("g1f3"), 1, static_cast<std::uint16_t>(random.below(20)),
                           static_cast<std::uint16_t>(1000 + random.below(60000))});
    entries.push_back({chess::Position::start().key(), raw_move("e2e4"), 1, 3, 60000});
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    const Fixture fixture(test::to_bytes(entries));
    check_not_opened(fixture.book, "BookLearnForce");
    check_not_opened(fixture.book, "learn-book -convert");
    CHECK(fixture.bytes() == test::to_bytes(entries));

    check_recorded(*open(fixture.book, true), game("e2e4", 1), 1);
    for (RawEntry& entry : entries) {
        if (entry.key != chess::Position::start().key()) continue;
        entry.learn_count = 4;
        entry.learn_sum = 60001;
    }
    CHECK(fixture.bytes() == test::to_bytes(entries));
}

TEST_CASE("a book that was replaced since it was opened is not written to") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    SUBCASE("removed") {
        fs::remove(fixture.book);
        check_refused(store->record(game("e2e4", 2)), "No such file");
        CHECK_FALSE(fs::exists(fixture.book));
    }
    SUBCASE("replaced") {
        Fixture::write(fixture.directory / "new", sample.bytes());
        fs::rename(fixture.directory / "new", fixture.book);
        check_refused(store->record(game("e2e4", 2)), "has been replaced");
        CHECK(fixture.bytes() == sample.bytes());
    }
    SUBCASE("another book written over it") {
        for (RawEntry& entry : sample.entries)
            entry.key ^= 0xf0U;
        Fixture::write(fixture.book, sample.bytes());
        check_recorded(*store, game(ruy_lopez, 2), 0);
        CHECK(fixture.bytes() == sample.bytes());
    }
}

TEST_CASE("a book that was cut short does not grow again") {
    const Sample sample;
    const std::uint64_t whole = sample.bytes().size();
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{16}, whole / 2, whole - 1}) {
        CAPTURE(size);
        const Fixture fixture(sample.bytes());
        const auto store = open(fixture.book);
        fs::resize_file(fixture.book, size);
        CHECK_FALSE(store->record(game("e2e4", 2)).has_value());
        CHECK_FALSE(store->reset({}).has_value());
        CHECK(fs::file_size(fixture.book) == size);
    }
}

TEST_CASE("an entry locked by another process is waited for in bounded time, and nothing is written meanwhile") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(other.has_value());
    const auto last = std::find_if(sample.entries.begin(), sample.entries.end(), [](const RawEntry& entry) {
        return entry.key == key_after("e2e4 e7e5 g1f3 b8c6") && entry.move == raw_move("f1b5");
    });
    const std::uint64_t fields =
        sample.head.size() + 16 * static_cast<std::uint64_t>(last - sample.entries.begin()) + 12;

    REQUIRE(*(*other)->try_lock(fields, 4));
    const auto start = std::chrono::steady_clock::now();
    check_refused(store->record(game(ruy_lopez, 2)), "locked by another program");
    CHECK(store->may_try_again());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10)); // a second, on a machine of our own
    CHECK(fixture.bytes() == sample.bytes());
    check_recorded(*store, game("d2d4", 0), 1); // another entry
    CHECK_FALSE(store->may_try_again());

    store->set_patience(std::chrono::minutes(1));
    std::thread owner([&] {
        // Not before the store waits: what it does then is tried again until this is gone.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        static_cast<void>((*other)->unlock(fields, 4));
    });
    const auto done = store->record(game(ruy_lopez, 2));
    owner.join();
    REQUIRE_MESSAGE(done.has_value(), done.error().message);
    CHECK(*done == 4);
    CHECK(fixture.entry(static_cast<std::size_t>(fields / 16)).learn_count == 1);
    // All locks are gone.
    REQUIRE(*(*other)->try_lock(0, sample.bytes().size()));
}

TEST_CASE("threads that learn in one book lose no game") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    constexpr int threads = 8;
    constexpr int games = 500;
    const book::LearntGame learnt = game(ruy_lopez, 1);
    std::array<int, threads> failures{};
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
            auto store = io::open_learn_fields(fixture.book, false);
            for (int n = 0; n < games; ++n)
                if (!store || !(*store)->record(learnt)) ++failures[static_cast<std::size_t>(i)];
        });
    }
    for (std::thread& thread : running)
        thread.join();
    CHECK(failures == std::array<int, threads>{});
    Sample expected = sample;
    constexpr std::uint16_t all = threads * games;
    expected.learn("", "e2e4", all, all);
    expected.learn("e2e4 e7e5", "g1f3", all, all);
    expected.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", all, all);
    expected.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", all, all);
    CHECK(fixture.bytes() == expected.bytes());
}

namespace {

// A process that records one game after the other. It writes a byte after each; a process that is to be killed then
// waits for a byte from us, so that it never finishes before.
struct Learner {
    pid_t pid = -1;
    int pipe = -1;        // our end
    unsigned games = 0;   // that it has reported
    unsigned kill_at = 0; // killed after that many, in the middle of the next one; 0: never
};

// As in the adapter a game that finds the store busy is tried again later.
bool record_at_last(book::LearnStore& store, const book::LearntGame& learnt) {
    auto done = store.record(learnt);
    while (!done && store.may_try_again())
        done = store.record(learnt);
    return done.has_value();
}

Learner start_learner(const fs::path& book, const book::LearntGame& learnt, int games, unsigned kill_at) {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::close(ends[0]);
        char byte = 0;
        const auto store = io::open_learn_fields(book, false);
        for (int n = 0; n < games; ++n)
            if (!store || !record_at_last(**store, learnt) || ::write(ends[1], "", 1) != 1 ||
                (kill_at > 0 && ::read(ends[1], &byte, 1) != 1))
                ::_exit(1);
        ::_exit(0);
    }
    ::close(ends[1]);
    return {.pid = pid, .pipe = ends[0], .kill_at = kill_at};
}

} // namespace

TEST_CASE("of processes that are killed in the middle, only the game at hand may be there in part") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const book::LearntGame learnt = game(ruy_lopez, 2);
    constexpr int games = 200;
    Random random(8);
    std::vector<Learner> learners;
    for (int i = 0; i < 16; ++i) {
        const unsigned kill_at = i % 2 == 1 ? static_cast<unsigned>(random.below(games - 20)) + 1 : 0;
        learners.push_back(start_learner(fixture.book, learnt, games, kill_at));
    }
    std::vector<pollfd> pipes;
    for (const Learner& learner : learners)
        pipes.push_back({.fd = learner.pipe, .events = POLLIN, .revents = 0});
    for (std::size_t open_pipes = pipes.size(); open_pipes > 0;) {
        REQUIRE(::poll(pipes.data(), pipes.size(), 60'000) > 0);
        for (std::size_t i = 0; i < pipes.size(); ++i) {
            if (pipes[i].revents == 0) continue;
            char byte = 0;
            if (::read(pipes[i].fd, &byte, 1) != 1) {
                ::close(pipes[i].fd);
                pipes[i].fd = -1; // poll() passes over it
                --open_pipes;
                continue;
            }
            ++learners[i].games;
            if (learners[i].kill_at == 0 || learners[i].games > learners[i].kill_at) continue;
            REQUIRE(::send(pipes[i].fd, "", 1, MSG_NOSIGNAL) == 1);
            if (learners[i].games == learners[i].kill_at) ::kill(learners[i].pid, SIGKILL);
        }
    }
    unsigned told = 0;
    unsigned killed = 0;
    for (const Learner& learner : learners) {
        int status = 0;
        REQUIRE(::waitpid(learner.pid, &status, 0) == learner.pid);
        told += learner.games;
        if (WIFSIGNALED(status)) {
            ++killed;
        } else {
            CHECK(WEXITSTATUS(status) == 0);
            CHECK(learner.games == games);
        }
    }
    CHECK(killed == learners.size() / 2);
    const Bytes after = fixture.bytes();
    REQUIRE(after.size() == sample.bytes().size());
    for (std::size_t i = 0; i < sample.entries.size(); ++i) {
        RawEntry entry = fixture.entry(sample.head.size() / 16 + i);
        if (entry.learn_count == 0) continue;
        CHECK(entry.learn_count >= told);
        CHECK(entry.learn_count <= told + killed);
        CHECK(entry.learn_sum == 2 * entry.learn_count);
    }
    CHECK(fixture.entry(sample.head.size() / 16).key == sample.entries[0].key);
}

TEST_CASE("to look where results would go makes nothing, and finds what opening finds") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = fixture.book.string();
    const auto error_of = [&](const fs::path& file) {
        settings.book_learn_file = file.string();
        const auto found = io::find_learn_store(settings, fs::current_path());
        return found ? "" : found.error().message;
    };
    const fs::path store = fixture.directory / "learn.db";
    CHECK(error_of(store).empty());
    CHECK_FALSE(fs::exists(store));
    const fs::path nowhere = fixture.directory / "no" / "learn.db";
    CHECK(error_of(nowhere) == nowhere.string() + ": there is no directory " + nowhere.parent_path().string());
    CHECK(error_of(fixture.directory) == fixture.directory.string() + ": is a directory");
    CHECK(error_of(fixture.book).find("book.bin") != std::string::npos); // no SQLite file
    CHECK(error_of("/dev/null") == "/dev/null: is not a regular file");
    Fixture::write(store, {});
    CHECK(error_of(store).empty()); // tables would be made in it
    CHECK(fs::file_size(store) == 0);
    settings.book_learn_file = store.string();
    CHECK(io::open_learn_store(settings, fs::current_path()).store != nullptr);
    CHECK(error_of(store).empty());
    std::fstream(store, std::ios::in | std::ios::out | std::ios::binary).seekp(68).put('x');
    CHECK(error_of(store) == store.string() + ": is an SQLite file of another program");
    CHECK(std::distance(fs::directory_iterator(fixture.directory), fs::directory_iterator()) == 2);
}

TEST_CASE("the settings say where results go") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    config::Settings settings;
    settings.book = true;
    settings.book_learn = true;
    settings.book_file = fixture.book.string();
    const auto check = [&](bool store, std::string_view description, std::string_view warning) {
        const auto found = io::find_learn_store(settings, fs::current_path()); // before a file is made
        const book::OpenedLearnStore opened = io::open_learn_store(settings, fs::current_path());
        CHECK(found.has_value() == opened.warning.empty());
        if (!found) CHECK("BookLearn: no results are kept: " + found.error().message == opened.warning);
        if (found) CHECK((found->empty() ? "" : "results go to " + *found) == description);
        CHECK((opened.store != nullptr) == store);
        CHECK(opened.description == description);
        if (warning.empty()) CHECK_MESSAGE(opened.warning.empty(), opened.warning);
        CHECK_MESSAGE(opened.warning.find(warning) != std::string::npos, opened.warning);
    };
    check(true, "results go to the learn fields of " + fixture.book.string(), "");
    SUBCASE("a path of the directory at hand") {
        const fs::path before = fs::current_path();
        fs::current_path(fixture.directory);
        settings.book_file = "book.bin";
        check(true, "results go to the learn fields of " + fixture.book.string(), "");
        fs::current_path(before);
    }
    SUBCASE("nothing is learnt") {
        settings.book_learn = false;
        check(false, "", "");
    }
    SUBCASE("no book") {
        settings.book = false;
        check(false, "", "");
    }
    SUBCASE("a book that is not there: it is complained about where it is opened") {
        settings.book_file = (fixture.directory / "missing.bin").string();
        check(false, "", "");
    }
    SUBCASE("a book that may be read only") {
        // More half-points than the games can have: as good a reason as a lack of rights, and one for root, too.
        Sample other;
        for (RawEntry& entry : other.entries)
            entry.learn_sum = 50000;
        Fixture::write(fixture.book, other.bytes());
        check(false, "", "BookLearn: no results are kept: " + fixture.book.string() + ": its learn fields");
        check(false, "", "BookLearnFile");
        settings.book_learn_force = true;
        check(true, "results go to the learn fields of " + fixture.book.string(), "");
    }
    SUBCASE("a file beside the book") {
        const fs::path beside = fixture.directory / "learn.db";
        settings.book_learn_file = beside.string();
        check(true, "results go to " + beside.string(), "");
        CHECK(fixture.bytes() == sample.bytes());
        settings.book_learn_file = (fixture.directory / "no such directory" / "learn.db").string();
        check(false, "", "BookLearn: no results are kept: " + settings.book_learn_file);
    }
}
