// A store that does as a test says, and a learner or a session that writes to it.
#pragma once
#include "adapter/session/session.hpp"
#include "core/chess/uci_move.hpp"
#include "storage/stores/memory_store.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::test {

// Takes the next game as its mood says.
class MoodyStore final : public tools::MemoryStore {
  public:
    enum class Mood { Good, Busy, Broken, Silent } mood = Mood::Good, file_mood = Mood::Good;
    std::vector<std::string> games;    // "ENGINE-OPPONENT: half-points"
    std::deque<book::LearntGame> file; // beside it
    std::size_t written_moves = 0;     // in spite of an error
    std::size_t keeps = 0;             // calls
    std::size_t left_out = 0;          // moves of each step that takes games in
    std::size_t locked = 0;            // moves that a reset leaves
    std::size_t most_games_a_step = 0; // taken in

    Result<std::size_t> record(const book::LearntGame& game) override {
        if (refuses(mood)) return *refusal_;
        games.push_back(name_of(game));
        return MemoryStore::record(game);
    }
    std::size_t written() const override { return written_moves; }
    bool may_try_again() const override { return refusal_ && refusal_->message == "busy"; }
    Result<std::string> keep(const std::vector<book::LearntGame>& kept) override {
        ++keeps;
        if (refuses(file_mood)) return *refusal_;
        file.insert(file.end(), kept.begin(), kept.end());
        return std::string("learn.db.waiting");
    }
    bool has_kept() const override { return !file.empty(); }
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        if (refuses(mood)) return *refusal_;
        most_games_a_step = std::max(most_games_a_step, most_games);
        book::TakenIn step;
        for (; !file.empty() && step.games < most_games; ++step.games) {
            step.moves += record(file.front()).value();
            file.pop_front();
        }
        step.left_out = left_out;
        step.has_more = !file.empty();
        return step;
    }
    static std::string name_of(const book::LearntGame& game) {
        return game.engine + '-' + game.opponent + ": " + std::to_string(game.half_points);
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        if (refuses(mood)) return *refusal_;
        auto forgotten = MemoryStore::forget(scope, from);
        if (forgotten) forgotten->locked = std::exchange(locked, 0);
        return forgotten;
    }
    // One result for each move, each in another position: a reset takes as many steps.
    void learn_line(std::initializer_list<std::string_view> moves) {
        chess::Position position = chess::Position::start();
        for (const std::string_view text : moves) {
            const auto move = *chess::parse_uci_move(position, text);
            REQUIRE(MemoryStore::record({{{position, move}}, 2, "Toy", ""}).has_value());
            position.make(move);
        }
    }

  private:
    bool refuses(Mood now) {
        refusal_.reset();
        if (now != Mood::Good)
            refusal_ = make_error(now == Mood::Busy     ? "busy"
                                  : now == Mood::Silent ? ""
                                                        : "the disk is full");
        return refusal_.has_value();
    }
    std::optional<Error> refusal_;
};

struct LearnerTable {
    std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
    int opened = 0;
    std::string warning; // when the store is opened
    config::Settings settings;
    session::Learner learner{[this](const config::Settings&) -> book::OpenedLearnStore {
        ++opened;
        return {store, "results go there", warning};
    }};

    LearnerTable() {
        settings.book = settings.book_learn = true;
        learner.apply(settings);
        learner.set_engine("Toy");
    }
    std::vector<book::LearntMove> moves() const {
        const auto& start = chess::Position::start();
        return {{start, *chess::parse_uci_move(start, "e2e4")}};
    }
};

class OneMove final : public book::Book {
    std::vector<book::Entry> find(const chess::Position& position) const override {
        const auto move = chess::parse_uci_move(position, "e2e4");
        if (!move) return {};
        return {{.move = *move, .weight = 1}};
    }
};

class NoLog final : public session::Log {
  public:
    NoLog() : Log(false) {}

  private:
    void append(session::Channel /*channel*/, std::string_view /*line*/) override {}
};

inline config::Settings that_learn() {
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_min_ply = 0;
    return settings;
}

// A UCI GUI and an engine, both greeted, and a book of one move.
struct SessionTable {
    std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
    Random random{1};
    NoLog log;
    session::Actions out;
    config::Settings settings;
    session::Session session{settings,
                             {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
                                  return session::OpenedBook{std::make_shared<OneMove>(), {}};
                              },
                              .random = random,
                              .log = log,
                              .open_learn_store =
                                  [this](const config::Settings&) {
                                      return book::OpenedLearnStore{store, {}, {}};
                                  }}};

    explicit SessionTable(std::initializer_list<std::string_view> greeting = {"uci"},
                          config::Settings initial = that_learn())
        : settings(std::move(initial)) {
        session.on_engine_started("/engine", {}, out);
        session.on_engine_line("id name Toy 1", {}, out);
        session.on_engine_line("uciok", {}, out);
        say(greeting);
    }
    void say(std::initializer_list<std::string_view> lines) {
        for (const std::string_view line : lines)
            session.on_gui_line(line, {}, out);
    }
};

} // namespace polyglot::test
