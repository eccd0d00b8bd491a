// Kept games of several files, joined: against the best games of all, and their damage.
#include "core/random.hpp"
#include "storage/games/kept_sources.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using book::KeptGame;

namespace {

using Moves = std::map<std::pair<std::uint64_t, std::uint16_t>, std::vector<KeptGame>>;

class InMemory final : public io::KeptSource {
  public:
    explicit InMemory(const Moves& moves) : moves_(moves) {}
    bool next(book::KeptMove& move) override {
        if (at_ == moves_.end()) return false;
        move = {at_->first.first, at_->first.second, at_->second};
        ++at_;
        return true;
    }
    const std::string& problem() const override { return problem_; }

  private:
    const Moves& moves_;
    Moves::const_iterator at_ = moves_.begin();
    std::string problem_;
};

Moves read_all(io::KeptSource& source) {
    Moves moves;
    book::KeptMove move;
    while (source.next(move)) {
        CHECK((moves.empty() || moves.rbegin()->first < std::pair(move.key, move.move)));
        moves[{move.key, move.move}] = move.games;
    }
    return moves;
}

} // namespace

TEST_CASE("kept sources: several files have the best games of all, by the numbers of their files") {
    constexpr std::uint32_t most = 3;
    const test::Folder folder;
    Random random(5);
    const std::vector<std::string> names{"a", "b"};
    Moves whole;
    std::vector<std::unique_ptr<io::KeptSource>> sources;
    for (std::uint32_t number = 0; number < 5; ++number) {
        Moves moves;
        for (std::size_t i = 0; i < 400; ++i) {
            KeptGame game;
            game.place = {static_cast<std::uint32_t>(random.below(2)), 0, i};
            game.rating = static_cast<std::uint32_t>(random.below(3));
            game.date = static_cast<std::uint32_t>(20'000'101 + 10'000 * random.below(3));
            const std::pair move(random.below(10), static_cast<std::uint16_t>(random.below(3)));
            moves[move].push_back(game);
            game.place.file = game.place.file == 0 ? 9 - number : number;
            whole[move].push_back(game);
        }
        for (auto& [move, games] : moves)
            book::keep_best(games, most);
        const auto path = folder / ("moves " + std::to_string(number));
        InMemory in_memory(moves);
        REQUIRE(io::write_kept(in_memory, path, io::Durability::Unsynced, {most, false}, names)
                    .has_value());
        CHECK((read_all(**io::KeptInFile::open(path, 0)) == moves));
        sources.push_back(*io::KeptInFile::open(path, 0, {9 - number, number}));
    }
    for (auto& [move, games] : whole)
        book::keep_best(games, most);
    io::MergedKept merged(std::move(sources), most);
    // Which of equal games a file has kept depends on its own numbers of files.
    const Moves found = read_all(merged);
    CHECK(merged.problem().empty());
    REQUIRE(found.size() == whole.size());
    for (const auto& [move, games] : found) {
        const auto ranks = [](const std::vector<KeptGame>& all, book::KeptOrder order) {
            std::vector<std::pair<std::uint32_t, std::uint32_t>> list;
            for (const KeptGame& game : book::listed(all, order, most))
                list.emplace_back(game.rating, game.date);
            return list;
        };
        for (const auto order : {book::KeptOrder::BestRated, book::KeptOrder::Newest})
            CHECK((ranks(games, order) == ranks(whole.at(move), order)));
    }
}

TEST_CASE("kept sources: a file that has been replaced since its list was read is refused") {
    const test::Folder folder;
    const Moves moves{{{1, 1}, {KeptGame{{1, 0, 0}, {1, 2}, 3, 20'000'101, 0}}}};
    InMemory in_memory(moves);
    REQUIRE(
        io::write_kept(in_memory, folder / "x", io::Durability::Unsynced, {1, false}, {"a", "b"})
            .has_value());
    const auto opened = io::KeptInFile::open(folder / "x", 0, {7});
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().message.find("x: has changed") != std::string::npos);
    CHECK(
        (read_all(**io::KeptInFile::open(folder / "x", 0, {7, 8})).at({1, 1})[0].place.file == 8));
}

TEST_CASE("kept sources: a damaged file is named, and nothing is written") {
    const test::Folder folder;
    Moves moves;
    for (std::uint64_t key = 0; key < 100; ++key)
        moves[{key, 1}] = {KeptGame{{0, 0, key}, {1, 2}, 3, 20'000'101, 0}};
    InMemory in_memory(moves);
    REQUIRE(io::write_kept(in_memory, folder / "good", io::Durability::Unsynced, {1, false}, {"a"})
                .has_value());
    std::string bytes = folder.read("good");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    folder.write("bad", bytes);
    std::vector<std::unique_ptr<io::KeptSource>> sources;
    for (const char* const name : {"good", "bad"})
        sources.push_back(*io::KeptInFile::open(folder / name, 0));
    io::MergedKept merged(std::move(sources), 1);
    const auto written =
        io::write_kept(merged, folder / "new", io::Durability::Unsynced, {1, false}, {"a"});
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().message.find("bad: is damaged at byte") != std::string::npos);
    CHECK(folder.files() == 2);
}
