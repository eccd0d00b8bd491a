// The adapter's own work without processes and pipes: what a line, a position, a book probe and a
// book answer cost.
#include "adapter/protocol/uci/info.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/session.hpp"
#include "adapter/session/uci_gui/game_tracker.hpp"
#include "adapter/session/xboard_gui/thinking_output.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/selection.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/perft.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/bench/games.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace polyglot;

constexpr std::string_view info_line =
    "info depth 21 seldepth 30 multipv 1 score cp 31 nodes 1234567 nps 1234567 hashfull 512 tbhits "
    "0 time 1000 pv e2e4 "
    "e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";

std::vector<chess::Position> positions_of(std::string_view game) {
    std::vector<chess::Position> positions = {chess::Position::start()};
    for (std::string_view rest = game; !rest.empty();) {
        positions.push_back(positions.back());
        positions.back().make(
            chess::parse_uci_move(positions.back(), text::next_word(rest)).value());
    }
    return positions;
}

// A sorted book in memory: the moves of both games, and random keys up to a number of entries.
class MemoryBook {
  public:
    explicit MemoryBook(std::size_t entries) {
        std::vector<book::RawEntry> all;
        for (const std::string_view game : bench::games) {
            const auto positions = positions_of(game);
            std::string_view rest = game;
            for (std::size_t ply = 0; ply + 1 < positions.size(); ++ply) {
                const auto move =
                    chess::parse_uci_move(positions[ply], text::next_word(rest)).value();
                all.push_back(
                    {.key = positions[ply].key(), .move = book::encode_move(move), .weight = 10});
            }
        }
        Random random(1);
        while (all.size() < entries)
            all.push_back({.key = random.next(), .move = 0x31c, .weight = 1});
        std::sort(all.begin(), all.end(),
                  [](const auto& a, const auto& b) { return a.key < b.key; });
        bytes_.resize(all.size() * book::entry_size);
        for (std::size_t i = 0; i < all.size(); ++i)
            book::encode_entry(
                all[i], std::span(bytes_).subspan(i * book::entry_size).first<book::entry_size>());
        book_ = std::make_shared<book::PolyglotBook>(book::PolyglotBook::open(bytes_).value());
    }
    std::shared_ptr<const book::Book> get() const { return book_; }

  private:
    std::vector<std::byte> bytes_;
    std::shared_ptr<const book::Book> book_;
};

void book_find(benchmark::State& state) {
    const MemoryBook book(static_cast<std::size_t>(state.range(0)));
    const auto positions = positions_of(bench::games[0]);
    for (std::size_t i = 0; auto _ : state)
        benchmark::DoNotOptimize(book.get()->find(positions[i++ % 80]));
}
BENCHMARK(book_find)->Arg(1'000)->Arg(1'000'000);

void book_choose(benchmark::State& state) {
    const MemoryBook book(1'000);
    const auto entries = book.get()->find(chess::Position::start());
    Random random(1);
    for (auto _ : state) {
        const auto candidates = book::rate(entries, {});
        benchmark::DoNotOptimize(book::choose(candidates, {}, random));
    }
}
BENCHMARK(book_choose);

void parse_fen_with_key(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(chess::parse_fen(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
}
BENCHMARK(parse_fen_with_key);

// Reading and making the moves of a game, the key kept up move by move.
void read_game(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(positions_of(bench::games[0]).back().key());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(bench::game_plies));
}
BENCHMARK(read_game);

void perft_4(benchmark::State& state) {
    chess::Position position = chess::Position::start();
    std::int64_t nodes = 0;
    for (auto _ : state)
        nodes += static_cast<std::int64_t>(chess::perft(position, 4));
    state.SetItemsProcessed(nodes);
}
BENCHMARK(perft_4)->Unit(benchmark::kMillisecond);

void san_of_every_move(benchmark::State& state) {
    const auto positions = positions_of(bench::games[0]);
    const chess::Position& position = positions[40];
    const chess::MoveList moves = position.legal_moves();
    for (auto _ : state)
        for (const chess::Move move : moves)
            benchmark::DoNotOptimize(chess::format_san(position, move));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(san_of_every_move);

// What reading games costs per ply: 2 MB of moves as in PGN, too many for a branch predictor to
// know by heart.
void resolve_san_and_make(benchmark::State& state) {
    Random random(1);
    std::vector<std::string> games;
    std::int64_t plies = 0;
    for (int game = 0; game < 4000; ++game) {
        std::string& text = games.emplace_back();
        chess::Position position = chess::Position::start();
        for (int ply = 0; ply < 100; ++ply, ++plies) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            chess::make_and_append_san(position, moves[random.below(moves.size())], text);
            text += ' ';
        }
    }
    for (auto _ : state)
        for (const std::string_view game : games) {
            chess::Position position = chess::Position::start();
            for (std::size_t at = 0; at < game.size();) {
                const std::size_t end = game.find(' ', at);
                const chess::SanResult result =
                    chess::resolve_san(position, game.substr(at, end - at));
                if (!result) state.SkipWithError("a move was not read");
                position.make(result.move);
                at = end + 1;
            }
            benchmark::DoNotOptimize(position.key());
        }
    state.SetItemsProcessed(state.iterations() * plies);
}
BENCHMARK(resolve_san_and_make)->Unit(benchmark::kMillisecond);

// The text after "position", as a game of this many plies grows: the cost per line must not grow
// with it.
void follow_growing_game(benchmark::State& state) {
    const auto plies = static_cast<std::size_t>(state.range(0));
    std::vector<std::string> lines;
    // Knights out and home: any length is legal
    for (std::string text = "startpos moves"; lines.size() < plies;) {
        constexpr std::array<std::string_view, 4> moves = {" g1f3", " g8f6", " f3g1", " f6g8"};
        text += moves[lines.size() % 4];
        lines.push_back(text);
    }
    for (auto _ : state) {
        session::GameTracker tracker;
        for (std::size_t ply = 1; ply < lines.size(); ply += 2) {
            tracker.set_position(lines[ply]);
            benchmark::DoNotOptimize(tracker.game());
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(plies / 2));
}
BENCHMARK(follow_growing_game)->Arg(80)->Arg(300)->Unit(benchmark::kMicrosecond);

void parse_info_line(benchmark::State& state) {
    for (auto _ : state) {
        std::string_view line = info_line;
        benchmark::DoNotOptimize(line);
        benchmark::DoNotOptimize(protocol::parse_uci_engine_line(line));
    }
}
BENCHMARK(parse_info_line);

void parse_info_fields(benchmark::State& state) {
    for (auto _ : state) {
        std::string_view line = info_line;
        line.remove_prefix(5);
        benchmark::DoNotOptimize(line);
        benchmark::DoNotOptimize(protocol::parse_uci_info(line));
    }
}
BENCHMARK(parse_info_fields);

// Info lines as from an engine with pvs of this many plies: each keeps the beginning of the
// previous one and continues with different moves. kept: plies; lines are numbered by turns from 1
// to multipv.
std::vector<std::string> thinking_lines(std::size_t plies, std::size_t kept, std::size_t multipv) {
    Random random(1);
    std::vector<std::vector<chess::Move>> pvs(multipv);
    std::vector<std::string> lines;
    while (lines.size() < 1000) {
        std::vector<chess::Move>& pv = pvs[lines.size() % multipv];
        chess::Position position = chess::Position::start();
        if (pv.size() > kept) pv.resize(kept);
        for (const chess::Move move : pv)
            position.make(move);
        while (pv.size() < plies) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            pv.push_back(moves[random.below(moves.size())]);
            position.make(pv.back());
        }
        // Another depth each time, or a line with the same pv would be no news.
        std::string line = "depth " + std::to_string(10 + lines.size() / multipv % 20) +
                           " seldepth 30 multipv " + std::to_string(lines.size() % multipv + 1) +
                           " score cp 31 nodes " + std::to_string(1'000'000 + 997 * lines.size()) +
                           " nps 1234567 hashfull 512 tbhits 0 time " +
                           std::to_string(1'000 + lines.size()) + " pv";
        for (const chess::Move move : pv)
            line += ' ' + chess::format_uci_move(move);
        lines.push_back(line);
    }
    return lines;
}

// What an xboard GUI's `post` costs per info line.
void thinking_line(benchmark::State& state) {
    const auto lines = thinking_lines(18, static_cast<std::size_t>(state.range(0)), //
                                      static_cast<std::size_t>(state.range(1)));
    const config::Settings settings;
    const session::TimePoint now{};
    session::ThinkingOutput thinking;
    thinking.set_post(true);
    thinking.begin({.root = chess::Position::start()}, now);
    std::string to_gui;
    for (std::size_t i = 0; auto _ : state) {
        to_gui.clear();
        thinking.on_info(protocol::parse_uci_info(lines[i++ % lines.size()]), settings, now,
                         to_gui);
        benchmark::DoNotOptimize(to_gui.data());
    }
    if (thinking.illegal_pv_moves() != 0) state.SkipWithError("a pv was cut");
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(thinking_line)
    ->ArgNames({"kept", "multipv"})
    ->Args({18, 1})
    ->Args({12, 1})
    ->Args({0, 1})
    ->Args({12, 4});

class NoLog final : public session::Log {
  public:
    NoLog() : Log(false) {}

  private:
    void append(session::Channel, std::string_view) override {}
};

// A session whose handshake is over.
struct Fixture {
    explicit Fixture(const MemoryBook* book) {
        config::Settings settings;
        settings.book = book != nullptr;
        session::BookOpener open = [book](const std::string&) -> Result<session::OpenedBook> {
            if (book == nullptr) return make_error("no book");
            return session::OpenedBook{book->get(), "in memory"};
        };
        session = std::make_unique<session::Session>(
            settings, session::Session::Environment{open, random, log});
        session->on_engine_started("/engine", now, actions);
        session->on_engine_line("id name Fake Engine", now, actions);
        session->on_engine_line("uciok", now, actions);
        session->on_gui_line("uci", now, actions);
        clear();
    }
    void clear() {
        actions.to_gui.clear();
        actions.to_engine.clear();
    }

    Random random{1};
    NoLog log;
    session::TimePoint now{};
    session::Actions actions;
    std::unique_ptr<session::Session> session;
};

// 512 lines per round of the event loop, about what one read() brings.
void session_info_lines(benchmark::State& state) {
    Fixture f(nullptr);
    f.session->on_gui_line("go infinite", f.now, f.actions);
    for (auto _ : state) {
        for (int i = 0; i < 512; ++i)
            f.session->on_engine_line(info_line, f.now, f.actions);
        if (f.actions.to_gui.size() < 512 * info_line.size())
            state.SkipWithError("lines were lost");
        f.clear();
    }
    state.SetItemsProcessed(state.iterations() * 512);
}
BENCHMARK(session_info_lines);

void session_book_hit(benchmark::State& state) {
    const MemoryBook book(1'000'000);
    Fixture f(&book);
    std::vector<std::string> lines; // two games by turns: nothing to grow from
    for (std::size_t ply = 2; ply < 40; ply += 2)
        for (const std::string_view game : bench::games) {
            lines.push_back(bench::position_line(game, ply));
            lines.back().pop_back();
        }
    for (std::size_t i = 0; auto _ : state) {
        f.session->on_gui_line(lines[i++ % lines.size()], f.now, f.actions);
        f.session->on_gui_line("go wtime 60000 btime 60000", f.now, f.actions);
        if (f.actions.to_gui.find("bestmove") == std::string::npos)
            state.SkipWithError("no book move");
        f.clear();
    }
}
BENCHMARK(session_book_hit)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
