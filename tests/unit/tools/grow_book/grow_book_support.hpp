// What the tests of grow-book share: an engine made of arithmetic.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/grow_book/growing.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::grow_book_test {

using namespace polyglot::tools;

// The value of a position for White; what an engine says of one is the value of its best move.
inline int static_value(const chess::Position& position) {
    return static_cast<int>(position.key() % 301) - 150;
}

inline EpdOutcome search(const EpdTask& task) {
    EpdOutcome outcome;
    outcome.verdict = EpdVerdict::Unjudged;
    outcome.end = {.depth = 10, .time = milliseconds(1), .nodes = 100};
    int best = 0;
    for (const chess::Move move : task.position.legal_moves()) {
        if (!task.may_search(move)) continue;
        chess::Position after = task.position;
        after.make(move);
        const int value = task.position.side_to_move() == chess::Color::White
                              ? static_value(after)
                              : -static_value(after);
        if (outcome.move && value <= best) continue;
        best = value;
        outcome.move = move;
    }
    outcome.score = protocol::UciScore{.is_mate = false, .value = best};
    outcome.pv = "line";
    return outcome;
}

inline std::unique_ptr<io::GrowDb> open_store(const std::filesystem::path& file,
                                              const std::string& variant = {}) {
    io::end_command(); // the command before has nothing to do with this
    auto store =
        io::GrowDb::open(file, io::GrowDb::Access::Create, io::GrowDb::Owner::GrowBook, variant);
    REQUIRE_MESSAGE(store.has_value(), (store ? "" : store.error().message));
    return *std::move(store);
}

// A process: its connection to the store and its book.
struct Process {
    std::unique_ptr<io::GrowDb> store;
    GrowingBook book;

    Process(const std::filesystem::path& file, std::int64_t owner, const std::int64_t& clock,
            const book::GrowRules& rules = {}, const std::string& variant = {})
        : store(open_store(file, variant)), book(*store, rules, owner, [&clock] { return clock; }) {
        REQUIRE(book.refresh().has_value());
    }
    void begin(const std::vector<GrowPosition>& roots = {chess::Position::start()}) {
        REQUIRE(book.add_roots(roots).has_value());
    }
    std::unique_ptr<GrowJob> next() {
        auto job = book.next();
        REQUIRE_MESSAGE(job.has_value(), (job ? "" : job.error().message));
        return *std::move(job);
    }
    void finish(const GrowJob& job, const EpdOutcome& outcome) {
        const auto done = book.finish(job, outcome, "Engine");
        REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().message));
    }
    // How many searches were done; fewer than wanted when nothing was left.
    int grow(int searches) {
        for (int i = 0; i < searches; ++i) {
            const auto job = next();
            if (!job) return i;
            finish(*job, search(job->task));
        }
        return searches;
    }
};

// The positions, moves, values and priorities of both are the same.
inline void check_same(const book::GrowGraph& a, const book::GrowGraph& b) {
    REQUIRE(a.size() == b.size());
    REQUIRE(a.move_count() == b.move_count());
    for (book::GrowGraph::Id id = 0; id < a.size(); ++id) {
        const auto other = b.find(a.key(id));
        REQUIRE(other.has_value());
        REQUIRE(a.value_for_white(id) == b.value_for_white(*other));
        REQUIRE(a.priority(id) == b.priority(*other));
        REQUIRE(a.answer(id) == b.answer(*other));
    }
}

inline chess::Position position_of(std::string_view fen) {
    return chess::parse_fen(fen).value();
}

} // namespace polyglot::grow_book_test
