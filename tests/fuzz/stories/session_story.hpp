// Shared by the fuzz targets of the session: bytes become a story of events, and for every story
// the session keeps the promises of docs/ARCHITECTURE.md that hold for every GUI. With FUZZ_STORY
// in the environment the story is printed on stderr, in transcript grammar.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/session.hpp"
#include "adapter/session/shared/answers.hpp"
#include "core/book/variants/learnt.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "core/text/text.hpp"
#include "storage/stores/memory_store.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::fuzz {

// Without salt it plays two legal moves in two positions of three; else in one of three, with odd
// salt all of them.
class FuzzBook final : public book::Book {
  public:
    explicit FuzzBook(unsigned salt = 0) : salt_(salt) {}
    std::vector<book::Entry> find(const chess::Position& position) const override {
        const auto moves = position.legal_moves();
        if (!knows(position) || moves.size() < 2) return {};
        std::vector<book::Entry> entries{{.move = moves[0], .weight = 2},
                                         {.move = moves[1], .weight = 1}};
        for (std::size_t i = 2; salt_ % 2 != 0 && i < static_cast<std::size_t>(moves.size()); ++i)
            entries.push_back({.move = moves[i], .weight = 1});
        return entries;
    }
    bool knows(const chess::Position& position) const override {
        return (position.key() + salt_) % 3 == 0 ? salt_ != 0 : salt_ == 0;
    }

  private:
    unsigned salt_;
};

// Three books in a row and when to leave them, by the bits of a number.
inline void add_books(config::Settings& settings, unsigned bits) {
    settings.book_misses = static_cast<int>(bits & 3U);
    settings.book_avoid_draws = (bits & 4U) != 0;
    config::BookSettings second;
    second.name = second.file = "second";
    second.color = (bits & 8U) != 0 ? "white" : "both";
    second.stop = (bits & 16U) != 0;
    if ((bits & 32U) != 0) second.time_control = "bullet";
    config::BookSettings third;
    third.name = third.file = "third";
    if ((bits & 64U) != 0) {
        third.opponent = std::string("?*");
        third.variant = "chess960";
    }
    third.min_ply = (bits & 128U) != 0 ? 2 : 0;
    settings.books.push_back(std::move(second));
    settings.books.push_back(std::move(third));
}

class FuzzLog final : public session::Log {
  public:
    using Record = std::function<void(session::TimePoint, session::Channel, std::string_view)>;
    explicit FuzzLog(Record record) : Log(true), record_(std::move(record)) {}
    std::string gui, engine;
    std::size_t learnt = 0; // games that were to be learnt from
    std::size_t lost = 0;   // … and that were reported as lost

  private:
    void append(session::Channel channel, std::string_view line) override {
        if (tell_) std::cerr << session::prefix_of(channel) << line << '\n';
        if (record_) record_(now(), channel, line);
        if (channel == session::Channel::Outcome && line.starts_with("learn ")) ++learnt;
        constexpr std::string_view of_lost = "the results of ";
        if (channel == session::Channel::Note && line.starts_with(of_lost) &&
            line.find(" are lost: ") != line.npos) {
            std::string_view rest = line.substr(of_lost.size());
            lost += text::parse_int<std::size_t>(text::next_word(rest)).value_or(0);
        }
        if (channel == session::Channel::ToGui) (gui += line) += '\n';
        if (channel == session::Channel::ToEngine) (engine += line) += '\n';
    }
    Record record_;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread
    bool tell_ = std::getenv("FUZZ_STORY") != nullptr;
};

// At times it is busy, and now and then it fails; so does the file beside it. What it has been
// given since it was last asked is in learnt.
class FuzzStore final : public tools::MemoryStore {
  public:
    std::vector<book::LearntGame> learnt;
    std::size_t games = 0;      // written, or in the file beside it
    bool has_forgotten = false; // and the session with it

    Result<std::size_t> record(const book::LearntGame& game) override {
        if (const auto refused = refuse(is_in_use_ ? 8 : 1)) return *refused;
        learnt.push_back(game);
        ++games;
        return MemoryStore::record(game);
    }
    bool may_try_again() const override { return is_busy_; }
    Result<std::string> keep(const std::vector<book::LearntGame>& kept) override {
        if (const auto refused = refuse(2)) return *refused;
        in_file_ += kept.size();
        games += kept.size();
        return std::string("the file");
    }
    bool has_kept() const override { return in_file_ > 0; }
    Result<book::TakenIn> take_in(std::size_t /*most_games*/) override {
        if (const auto refused = refuse(is_in_use_ ? 8 : 1)) return *refused;
        book::TakenIn step{.games = std::min<std::size_t>(in_file_, 1)};
        in_file_ -= step.games;
        step.has_more = in_file_ > 0;
        if (!step.has_more && random_.below(5) == 0) step.problem = "the file:1: is not a game";
        return step;
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        has_forgotten = true;
        return MemoryStore::forget(scope, from);
    }

    void change_moods(std::uint64_t seed) { random_ = Random(seed); }

  private:
    std::optional<Error> refuse(std::uint64_t busy_of_ten) {
        if (random_.below(8) == 0) is_in_use_ = !is_in_use_;
        is_busy_ = random_.below(10) < busy_of_ten;
        if (is_busy_) return make_error("busy");
        if (random_.below(20) == 0) return make_error("the disk is full");
        return std::nullopt;
    }
    Random random_{5};
    bool is_in_use_ = false;  // by another program
    bool is_busy_ = false;    // as the last call has found
    std::size_t in_file_ = 2; // of an earlier session, not in games
};

class SessionStory {
  public:
    virtual ~SessionStory() = default;
    SessionStory(const SessionStory&) = delete;
    SessionStory& operator=(const SessionStory&) = delete;

    void play(Bytes input, bool engine_starts) {
        store_->change_moods(input.rest().size());
        if (engine_starts) {
            start_engine();
        } else {
            session_.on_start_failed(session::ExitCode::EngineNotStarted, "no engine", now_,
                                     actions_);
            check();
        }
        begin();
        while (!input.empty() && !exited_)
            step(input);
        if (behaved_ && !told_to_end_ && !exited_) wind_up();
        come_to_an_end();
    }

  protected:
    // behaved: the engine and the world around do what they should. record: is given the log, with
    // the answers of the world around.
    SessionStory(config::Settings settings, bool behaved, const FuzzLog::Record& record = nullptr)
        : behaved_(behaved),
          log_(record),
          session_(settings, record ? session::with_logged_answers(environment(settings))
                                    : environment(settings)) {}

    virtual void begin() {}
    // From the GUI's end to ours: `stop` once more, up to twice; what the GUI has asked for last;
    // the bestmove; `quit`; SIGTERM; SIGKILL.
    virtual int most_deadlines() const { return 7; }
    virtual void step(Bytes& input) = 0;
    virtual void before_gui_line(std::string_view /*line*/) {}
    virtual void before_outputs() {} // actions_ has what the event has brought about
    virtual void gui_hears(std::string_view line) = 0;
    virtual void engine_hears(std::string_view line) = 0;
    virtual void after_event() {}
    // A behaved story: the engine answers what it owes, and then all must be answered
    virtual void wind_up() = 0;

    void start_engine() {
        engine_runs_ = true;
        session_.on_engine_started("/engine", now_, actions_);
        check();
    }
    bool serving() const { return engine_runs_ && !quit_heard_ && !exited_; }

    void gui(std::string_view line) {
        if (gui_closed_ || exited_ || !session_.wants_gui_input()) return;
        gui_spoke_ = true;
        before_gui_line(line);
        session_.on_gui_line(line, now_, actions_);
        check();
    }
    void engine_says(std::string_view line) {
        if (!engine_runs_ || exited_) return;
        if (protocol::parse_uci_engine_line(line).reply == protocol::UciReply::UciOk)
            uciok_said_ = true;
        session_.on_engine_line(line, now_, actions_);
        check();
    }
    // Time passes, and what is due within it happens at its time: a `stop` that is not sent
    // together with `go`, say.
    void pass(std::chrono::milliseconds time) {
        const session::TimePoint end = now_ + time;
        for (auto due = session_.deadline(); due && *due <= end && !exited_;
             due = session_.deadline()) {
            now_ = std::max(now_, *due);
            session_.on_timeout(now_, actions_);
            check();
        }
        now_ = end;
    }
    void answer_uci() {
        if (engine_owes_uciok_ == 0) return;
        --engine_owes_uciok_;
        engine_says("uciok");
    }
    void timeout() {
        const auto due = session_.deadline();
        if (!due) return;
        if (behaved_ && !told_to_end_) return; // an engine that behaves is in time
        now_ = std::max(now_, *due);
        session_.on_timeout(now_, actions_);
        check();
    }
    void close_gui() {
        gui_closed_ = told_to_end_ = true;
        session_.on_gui_closed(now_, actions_);
        check();
    }
    void congest(bool congested) {
        session_.on_gui_congested(congested, now_, actions_);
        check();
    }
    // The files of all books are others now, or none.
    void change_books() {
        ++books_changed_;
        stamp_.reset();
        if (books_changed_ % 4 != 0)
            stamp_ = book::BookStamp{.size = 1, .identity = books_changed_ / 2};
    }
    void mishap(Bytes& input) {
        switch (input.byte() % 8) {
        case 0: close_gui(); return;
        case 1:
            told_to_end_ = true;
            session_.on_terminate(now_, actions_);
            break;
        case 2:
            told_to_end_ = true;
            session_.on_engine_closed_output(now_, actions_);
            break;
        case 3: engine_exits({.value = 1, .last_stderr = "out of memory"}); break;
        case 4: engine_exits({.was_signal = true, .value = 11, .signal_name = "SIGSEGV"}); break;
        case 5: engine_says("bestmove a2a3"); return;
        case 6: engine_says(input.line()); return;
        case 7: session_.warn("something is odd", now_, actions_); break;
        default: break;
        }
        check();
    }

    const bool behaved_;
    session::TimePoint now_{};

    bool gui_spoke_ = false;
    bool gui_closed_ = false;
    bool told_to_end_ = false; // by quit, a signal, the end of a process: answers may stay away
    bool exited_ = false;
    bool quit_heard_ = false; // by the engine
    bool engine_runs_ = false;
    int engine_owes_uciok_ = 0;
    bool uciok_said_ = false;

  private:
    Random random_{1}; // these in this order: the session holds on to the first ones
    FuzzLog log_;
    std::shared_ptr<FuzzStore> store_ = std::make_shared<FuzzStore>();
    unsigned books_changed_ = 0;
    std::optional<book::BookStamp> stamp_ = book::BookStamp{.size = 1}; // of every book
    std::set<std::string, std::less<>> our_moves_;                      // as sent to the GUI

  protected:
    session::Session session_;
    session::Actions actions_;

  private:
    session::Environment environment(const config::Settings& settings) {
        session::SettingsRecaller recall;
        if (!settings.settings_dir.empty())
            recall = [saved = settings](const std::string& engine_name) {
                session::RecalledSettings recalled{saved, {}};
                recalled.settings.book = saved.book == engine_name.empty();
                return recalled;
            };
        return {.open_book = [this](const std::string& path) { return open_book(path); },
                .random = random_,
                .log = log_,
                .recall_settings = std::move(recall),
                .open_learn_store =
                    [this](const config::Settings&) {
                        return book::OpenedLearnStore{store_, "results are kept", {}};
                    },
                .stamp_book = [this](const std::string&) { return stamp_; }};
    }

    Result<session::OpenedBook> open_book(const std::string& path) const {
        if (path == "other" || !stamp_) return make_error("no such book");
        const unsigned salt = path == "second" ? 1 : path == "third" ? 2 : 0;
        return session::OpenedBook{std::make_shared<FuzzBook>(salt + 3 * books_changed_), path};
    }

    void engine_exits(const session::EngineEnd& end) {
        if (!engine_runs_) return;
        engine_runs_ = false;
        told_to_end_ = true;
        session_.on_engine_exited(end, now_, actions_);
    }

    // Moves that were never sent to the GUI must not be learnt. (Castling has several spellings.)
    void check_learning() {
        for (const book::LearntGame& game : std::exchange(store_->learnt, {})) {
            require(game.half_points >= 0 && game.half_points <= 2 && !game.moves.empty(),
                    "a game with its result");
            for (const book::LearntMove& learnt : game.moves) {
                if (learnt.in_variant) {
                    require(our_moves_.contains(text::lower(book::format_learnt(learnt))) ||
                                chess::variant_move_of(learnt.move).kind ==
                                    chess::VariantMove::Kind::Castling,
                            "only our moves are learnt", book::format_learnt(learnt));
                    continue;
                }
                const chess::Position& position = learnt.position;
                const chess::Move move = learnt.move;
                require(position.is_legal(move), "a learnt move is legal");
                require(position.side_to_move() == game.moves.front().position.side_to_move(),
                        "one side's moves");
                const bool is_kings = move.from() == position.king(position.side_to_move());
                require(is_kings || our_moves_.contains(chess::format_uci_move(move)),
                        "only our moves are learnt", chess::format_uci_move(move));
            }
        }
    }
    void remember_move(std::string_view line) {
        const std::string_view word = text::next_word(line);
        if (word == "move" || word == "bestmove")
            our_moves_.insert(text::lower(text::next_word(line)));
    }

    // Carries out and judges what the last event has brought about.
    void check() {
        if (const auto due = session_.results_due(); due && *due <= now_)
            session_.on_results_due(now_, actions_);
        require(!exited_ ||
                    (actions_.to_gui.empty() && actions_.to_engine.empty() && !actions_.exit()),
                "after the exit nothing comes");
        require(actions_.to_gui.empty() || gui_spoke_ || gui_closed_,
                "nothing is printed before the GUI's first line", actions_.to_gui);
        require(actions_.to_gui == log_.gui && actions_.to_engine == log_.engine,
                "the log has what went out");
        before_outputs();
        for_each_line(actions_.to_gui, [this](std::string_view line) {
            remember_move(line);
            gui_hears(line);
        });
        check_learning();
        for_each_line(actions_.to_engine, [this](std::string_view line) { hear_for_engine(line); });
        if (actions_.exit()) exited_ = true;
        require(exited_ == session_.ended(), "it has ended when it has said so");
        actions_ = {};
        log_.gui.clear();
        log_.engine.clear();
        after_event();
    }

    void hear_for_engine(std::string_view line) {
        require(!quit_heard_, "quit once, and nothing after it", line);
        const auto command = protocol::parse_uci_gui_line(line).command;
        if (command == protocol::UciCommand::Uci) ++engine_owes_uciok_;
        if (command == protocol::UciCommand::Quit) quit_heard_ = true;
        engine_hears(line);
    }

    // Lines with their ends, each handed to on_line.
    template <class OnLine>
    static void for_each_line(const std::string& text, OnLine on_line) {
        require(text.empty() || text.back() == '\n', "output is whole lines", text);
        Bytes rest(text);
        while (!rest.empty())
            on_line(rest.line());
    }

    void come_to_an_end() {
        if (!exited_ && !gui_closed_) close_gui();
        for (int i = 0; i < most_deadlines() && !exited_; ++i) {
            require(session_.deadline().has_value(),
                    "there is a deadline when only the engine is left");
            now_ = std::max(now_, *session_.deadline());
            session_.on_timeout(now_, actions_);
            check();
        }
        require(exited_, "it comes to its end by deadlines alone");
        require(store_->has_forgotten || log_.learnt == store_->games + log_.lost,
                "no game is lost without a word");
    }
};

} // namespace polyglot::fuzz
