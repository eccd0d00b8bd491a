// What the store of results costs when the book is asked and when a game is over.
#include "core/book/polyglot/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/bench/games.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace polyglot;
namespace fs = std::filesystem;
using book::LearnScope;
using io::LearnDb;

// A million rows of random-looking positions, and among them ten opponents of each move of a game.
class BigStore {
  public:
    static BigStore& get() {
        static BigStore store;
        return store;
    }
    BigStore(const BigStore&) = delete;
    BigStore& operator=(const BigStore&) = delete;
    ~BigStore() {
        db.reset();
        std::error_code ignored;
        fs::remove_all(directory_, ignored);
    }

    std::shared_ptr<LearnDb> db;
    std::vector<book::LearntMove> moves; // of the game, both sides'

  private:
    static constexpr std::uint64_t rows = 1'000'000;

    BigStore() {
        chess::Position position = chess::Position::start();
        for (std::string_view rest = bench::games[0]; !rest.empty();) {
            const auto move = chess::parse_uci_move(position, text::next_word(rest)).value();
            moves.push_back({position, move});
            position.make(move);
        }
        std::string name = (fs::temp_directory_path() / "polyglot-bench-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("no directory for the store");
        directory_ = name;
        db = LearnDb::open(directory_ / "learn.db", LearnDb::Access::Create).value();
        const auto added = db->add([this](const LearnDb::RowSink& sink) -> Result<void> {
            for (std::uint64_t i = 0; i < rows; ++i) { // in order of their keys: made in seconds
                const std::uint64_t key = (i << 44U) ^ 0x8000000000000000U;
                if (auto taken = sink({key, 0x31c, "Fruit", "Toga", 3, 4, 1, 2}); !taken)
                    return taken;
            }
            for (const book::LearntMove& learnt : moves)
                for (int i = 0; i < 10; ++i)
                    if (auto taken = sink({learnt.position.key(), book::encode_move(learnt.move),
                                           "Fruit", std::to_string(i), 3, 4, 1, 2});
                        !taken)
                        return taken;
            return {};
        });
        if (!added) throw std::runtime_error(added.error().message);
    }

    fs::path directory_;
};

void learn_recall(benchmark::State& state) {
    const BigStore& store = BigStore::get();
    const LearnScope scope{static_cast<LearnScope::Per>(state.range(0)), "Fruit", "7"};
    std::vector<book::Entry> entries(4);
    for (std::size_t i = 0; auto _ : state) {
        const book::LearntMove& learnt = store.moves[i++ % store.moves.size()];
        entries[0].move = learnt.move;
        store.db->recall(learnt.position, scope, entries);
        if (entries[0].learn_count == 0) state.SkipWithError("it was not found");
    }
}
BENCHMARK(learn_recall)->ArgName("per")->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

void learn_record(benchmark::State& state) {
    BigStore& store = BigStore::get();
    book::LearntGame game{{}, 1, "Fruit", "Toga"};
    for (std::size_t ply = 0; ply < 20; ply += 2)
        game.moves.push_back(store.moves[ply]);
    for (auto _ : state)
        if (!store.db->record(game)) state.SkipWithError("it was not recorded");
}
BENCHMARK(learn_record)->Unit(benchmark::kMicrosecond);

} // namespace
