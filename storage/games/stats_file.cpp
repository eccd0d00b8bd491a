#include "storage/games/stats_file.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/random_access_file.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <utility>

namespace polyglot::io {

Result<StatsWriter> StatsWriter::open(const FileAt& file, Durability durability,
                                      const book::NamedVariant& of, const book::KeptInfo& kept) {
    auto output = OutputFile::open(file, durability);
    if (output.has_error()) return output.error();
    return StatsWriter(*std::move(output), of, kept);
}

void StatsWriter::write(const book::MoveStats& stats, std::span<const book::KeptGame> games) {
    encoder_.add(stats, games);
    if (encoder_.ready().empty()) return;
    output_.write(encoder_.ready());
    encoder_.take();
}

void StatsWriter::write_all(book::StatsSource& source) {
    std::array<book::MoveStats, 64> moves;
    while (const std::size_t count = failed() ? 0 : source.read(moves))
        for (const book::MoveStats& stats : std::span(moves).first(count))
            write(stats);
}

Result<void> StatsWriter::commit(const StatsInfo& info, const std::vector<std::string>& files) {
    encoder_.finish(info, files);
    output_.write(encoder_.ready());
    encoder_.take();
    return output_.commit();
}

StatsReader::StatsReader(std::string name, std::unique_ptr<book::StatsDecoder> decoder)
    : name_(std::move(name)), decoder_(std::move(decoder)) {}

Result<std::unique_ptr<StatsReader>> StatsReader::open(const FileAt& file, std::size_t buffer,
                                                       Games games) {
    auto bytes = open_random_access_file(file, Access::Sequential);
    if (bytes.has_error()) return bytes.error();
    auto decoder = book::StatsDecoder::open(*std::move(bytes), buffer, games);
    if (decoder.has_error())
        return make_error(to_text(file.path()) + ": " + decoder.error().message);
    return std::unique_ptr<StatsReader>(new StatsReader(to_text(file.path()), *std::move(decoder)));
}

bool StatsReader::next(book::MoveStats& stats) {
    if (decoder_->next(stats)) return true;
    if (problem_.empty() && !decoder_->problem().empty())
        problem_ = name_ + ": " + decoder_->problem();
    return false;
}

MergedStats::MergedStats(std::vector<std::unique_ptr<book::StatsSource>> sources)
    : losers_(sources.size()) {
    sources_.reserve(sources.size());
    for (auto& stats : sources) {
        sources_.emplace_back().stats = std::move(stats);
        refill(sources_.back());
    }
    if (!sources_.empty()) winner_ = build(1);
}

void MergedStats::refill(Source& source) {
    source.at = 0;
    source.count = source.is_read ? 0 : source.stats->read(source.block);
    source.is_read = source.count < source.block.size();
    if (source.is_out() && problem_.empty()) problem_ = source.stats->problem();
}

bool MergedStats::before(std::size_t a, std::size_t b) const {
    const Source &one = sources_[a], &other = sources_[b];
    return !one.is_out() && (other.is_out() || book::stats_before(one.player(), other.player()));
}

// Returns the winner of the node, and sets the losers of all nodes below it.
std::size_t MergedStats::build(std::size_t node) {
    if (node >= sources_.size()) return node - sources_.size();
    const std::size_t a = build(2 * node), b = build(2 * node + 1);
    losers_[node] = before(b, a) ? a : b;
    return before(b, a) ? b : a;
}

// Skips these moves of the winner's block, which have been taken, and finds the new winner.
void MergedStats::advance(std::size_t moves) {
    Source& source = sources_[winner_];
    source.at += moves;
    if (source.at == source.count) refill(source);
    for (std::size_t node = (winner_ + sources_.size()) / 2; node > 0; node /= 2)
        if (before(losers_[node], winner_)) std::swap(losers_[node], winner_);
}

bool MergedStats::next(book::MoveStats& stats) {
    if (sources_.empty() || sources_[winner_].is_out() || !problem_.empty()) return false;
    stats = sources_[winner_].player();
    const auto has_it = [&stats](const Source& source) {
        return !source.is_out() && source.player().key == stats.key &&
               source.player().move == stats.move;
    };
    for (advance(1); has_it(sources_[winner_]); advance(1))
        stats += sources_[winner_].player();
    return problem_.empty();
}

// Returns the number of the winner's next moves, within its block and at most `most`, that precede
// the next ones of all other sources.
std::size_t MergedStats::count_alone(std::size_t most) const {
    std::size_t second = winner_; // the best one that lost against the winner
    for (std::size_t node = (winner_ + sources_.size()) / 2; node > 0; node /= 2)
        if (second == winner_ || before(losers_[node], second)) second = losers_[node];
    const Source& source = sources_[winner_];
    most = std::min(most, source.count - source.at);
    if (second == winner_ || sources_[second].is_out()) return most;
    std::size_t count = 0;
    while (count < most &&
           book::stats_before(source.block[source.at + count], sources_[second].player()))
        ++count;
    return count;
}

// If a source has won twice, more of its moves may follow. Searching for them each time would take
// longer than it saves if there are many sources.
std::size_t MergedStats::read(std::span<book::MoveStats> stats) {
    std::size_t count = 0;
    bool has_won_twice = false;
    while (count < stats.size() && !sources_.empty() && problem_.empty()) {
        const std::size_t winner = winner_;
        const std::size_t moves = has_won_twice ? count_alone(stats.size() - count) : 0;
        if (moves > 0) {
            const Source& source = sources_[winner];
            std::copy_n(&source.block[source.at], moves, &stats[count]);
            count += moves;
            advance(moves);
        } else if (MergedStats::next(stats[count])) {
            ++count;
        } else {
            break;
        }
        has_won_twice = winner_ == winner;
    }
    return count;
}

namespace {

Result<void> merge(const std::vector<FileAt>& runs, const FileAt& into, std::size_t buffer,
                   Durability durability) {
    std::vector<std::unique_ptr<book::StatsSource>> sources;
    StatsInfo info;
    for (const FileAt& run : runs) {
        auto reader = StatsReader::open(run, buffer);
        if (reader.has_error()) return reader.error();
        info.games += (*reader)->info().games;
        info.last_year = std::max(info.last_year, (*reader)->info().last_year);
        sources.push_back(*std::move(reader));
    }
    auto writer = StatsWriter::open(into, durability);
    if (writer.has_error()) return writer.error();
    MergedStats merged(std::move(sources));
    writer->write_all(merged);
    if (!merged.problem().empty()) return make_error(merged.problem());
    return writer->commit(info);
}

// Returns a file with a name that is not in use.
FileAt new_file(const Folder::Pointer& folder, std::size_t& number) {
    while (true) {
        const std::string name = "merged-" + std::to_string(++number) + ".pgstats";
        if (!folder->has(name)) return {folder, name};
    }
}

} // namespace

Result<std::vector<FileAt>> merge_runs(std::vector<FileAt> runs, const Folder::Pointer& folder,
                                       std::size_t max_open, std::size_t buffer,
                                       MergedRuns merged) {
    assert(max_open >= 2);
    struct Run {
        FileAt file;
        bool given;
    };
    std::deque<Run> left;
    for (FileAt& run : runs)
        left.push_back({std::move(run), true});
    // While the given runs exist, nothing is lost with their sums.
    const auto durability = merged == MergedRuns::Keep ? Durability::Unsynced : Durability::Synced;
    std::size_t number = 0;
    // Results are queued at the end, so that every run is merged once before any is merged twice.
    while (left.size() > max_open) {
        const std::size_t count = std::min(max_open, left.size() - max_open + 1);
        std::vector<FileAt> group;
        for (std::size_t i = 0; i < count; ++i)
            group.push_back(left[i].file);
        FileAt into = new_file(folder, number);
        if (const auto done = merge(group, into, buffer, durability); done.has_error())
            return done.error();
        for (std::size_t i = 0; i < count; ++i, left.pop_front())
            if (!left.front().given || merged == MergedRuns::Remove) remove_file(left.front().file);
        left.push_back({std::move(into), false});
    }
    runs.clear();
    for (Run& run : left)
        runs.push_back(std::move(run.file));
    return runs;
}

} // namespace polyglot::io
