#include "tools/make_book/played_games.hpp"

#include "core/book/make/game_mark.hpp"
#include "core/pgn/tag_facts.hpp"
#include "tools/make_book/sample_collector.hpp"

#include <algorithm>
#include <tuple>

namespace polyglot::tools {
namespace {

constexpr std::size_t buffer = 256U << 10U; // bytes for each file that is joined
constexpr std::size_t most_open = 64;       // files

std::uint32_t rating_of(const pgn::Tags& tags) {
    return std::uint32_t{capped_elo(tags, "WhiteElo")} + capped_elo(tags, "BlackElo");
}

} // namespace

PlayedGames::PlayedGames(const KeptPlan& plan, Runs& runs, std::size_t max_bytes, bool has_copies)
    : plan_(plan),
      runs_(runs),
      most_(std::max<std::size_t>(max_bytes / sizeof(Played), 1024)),
      has_copies_(has_copies) {}

void PlayedGames::begin_piece(std::string_view text, const GamePlace& begin) {
    text_ = text;
    begin_ = begin;
    game_at_ = added_at_ = std::nullopt;
}

Result<void> PlayedGames::begin_game(const pgn::Tags& tags) {
    game_at_ = book::begin_of_game(text_, tags);
    return game_at_ ? end_game(*game_at_) : Result<void>();
}

void PlayedGames::add(const pgn::Tags& tags, std::span<const book::Sample> moves,
                      std::uint64_t copy) {
    if (!game_at_) return;
    added_at_ = game_at_;
    added_ = {.place = {.file = plan_.number_of_read[begin_.file],
                        .text = static_cast<std::uint32_t>(begin_.text),
                        .offset = begin_.offset + *game_at_},
              .rating = rating_of(tags),
              .date = book::possible_date(pgn::date_of(tags)),
              .copy = copy};
    added_moves_.clear();
    for (const book::Sample& sample : moves)
        added_moves_.emplace_back(sample.key, sample.move);
}

Result<void> PlayedGames::end_piece() {
    return end_game(text_.size());
}

// The text of a game ends where the next one with tags begins, wherever the text is cut.
Result<void> PlayedGames::end_game(std::size_t end) {
    if (!added_at_) return {};
    added_.mark = book::mark_of(text_.substr(*added_at_, end - *added_at_));
    added_at_ = std::nullopt;
    if (all_.capacity() == 0) all_.reserve(most_);
    for (const auto& [key, move] : added_moves_) {
        if (all_.size() == most_) {
            leave_best();
            if (all_.size() > most_ / 2)
                if (const auto written = write_run(); !written) return written.error();
        }
        all_.push_back({key, move, added_});
    }
    return {};
}

// Sorts the games by moves, and leaves those of each move that are kept.
void PlayedGames::leave_best() {
    const auto order = [](const Played& played) { return std::tie(played.key, played.move); };
    std::ranges::sort(all_, {}, order);
    auto to = all_.begin();
    std::vector<book::KeptGame> games;
    for (auto from = all_.begin(); from != all_.end();) {
        const auto [key, move] = std::pair(from->key, from->move);
        games.clear();
        for (; from != all_.end() && from->key == key && from->move == move; ++from)
            games.push_back(from->game);
        book::keep_best(games, plan_.most);
        for (const book::KeptGame& game : games)
            *to++ = {key, move, game};
    }
    all_.erase(to, all_.end());
}

class PlayedGames::Reader final : public io::KeptSource {
  public:
    Reader(std::span<const Played> sorted, std::span<const std::uint32_t> numbers)
        : left_(sorted), numbers_(numbers) {}
    bool next(book::KeptMove& move) override {
        if (left_.empty()) return false;
        move.key = left_.front().key;
        move.move = left_.front().move;
        move.games.clear();
        for (; !left_.empty() && left_.front().key == move.key && left_.front().move == move.move;
             left_ = left_.subspan(1))
            move.games.push_back(left_.front().game);
        if (!numbers_.empty()) book::renumber_files(move.games, numbers_);
        return true;
    }
    const std::string& problem() const override { return problem_; }

  private:
    std::span<const Played> left_;
    std::span<const std::uint32_t> numbers_;
    std::string problem_; // none
};

Result<void> PlayedGames::write_run() {
    const auto file = runs_.new_file();
    if (!file) return file.error();
    Reader reader(all_, {});
    if (const auto written = io::write_kept(reader, *file, io::Durability::Synced,
                                            {plan_.most, has_copies_}, plan_.read_names);
        !written)
        return written.error();
    runs_.add(*file, Runs::Of::Games);
    all_.clear();
    return {};
}

Result<void> PlayedGames::spill() {
    if (all_.empty()) return {};
    leave_best();
    return write_run();
}

std::unique_ptr<io::KeptSource> PlayedGames::read() {
    leave_best();
    return std::make_unique<Reader>(all_, plan_.number_in_names);
}

namespace {

struct KeptFile {
    io::FileAt file;
    std::vector<std::uint32_t> numbers; // empty: they are those of plan.names
};

Result<std::vector<std::unique_ptr<io::KeptSource>>> open_all(std::span<const KeptFile> files) {
    std::vector<std::unique_ptr<io::KeptSource>> sources;
    for (const KeptFile& one : files) {
        auto opened = io::KeptInFile::open(one.file, buffer, one.numbers);
        if (!opened) return opened.error();
        sources.push_back(*std::move(opened));
    }
    return sources;
}

// Joins the first files into one, which takes its place after the others: every file is joined once
// before any is joined twice.
Result<void> join_some(std::vector<KeptFile>& files, std::size_t count, const KeptPlan& plan,
                       Runs& runs) {
    auto sources = open_all(std::span(files).first(count));
    if (!sources) return sources.error();
    const auto file = runs.new_file();
    if (!file) return file.error();
    io::MergedKept merged(*std::move(sources), plan.most);
    // Copies are told apart as long as there are runs. Nothing is lost with this file.
    if (const auto written =
            io::write_kept(merged, *file, io::Durability::Unsynced, {plan.most, true}, plan.names);
        !written)
        return written.error();
    files.erase(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(count));
    files.push_back({*file, {}});
    return {};
}

} // namespace

Result<std::unique_ptr<io::KeptSource>>
join_kept_games(const KeptPlan& plan, Runs& runs, std::vector<std::unique_ptr<PlayedGames>>& played,
                const std::vector<std::filesystem::path>& from_stats) {
    std::vector<KeptFile> files;
    for (io::FileAt& file : runs.files(Runs::Of::Games))
        files.push_back({std::move(file), plan.number_in_names});
    for (std::size_t i = 0; i < from_stats.size(); ++i)
        if (!plan.number_of_named[i].empty())
            files.push_back({from_stats[i], plan.number_of_named[i]});
    while (files.size() > most_open)
        if (const auto joined =
                join_some(files, std::min(most_open, files.size() - most_open + 1), plan, runs);
            !joined)
            return joined.error();
    auto sources = open_all(files);
    if (!sources) return sources.error();
    for (const auto& one : played)
        sources->push_back(one->read());
    return std::unique_ptr<io::KeptSource>(
        std::make_unique<io::MergedKept>(*std::move(sources), plan.most));
}

} // namespace polyglot::tools
