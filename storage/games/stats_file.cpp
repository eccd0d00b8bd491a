#include "storage/games/stats_file.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/random_access_file.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <utility>

namespace polyglot::io {

Result<StatsWriter> StatsWriter::open(const FileAt& file, Durability durability) {
    auto output = OutputFile::open(file, durability);
    if (output.has_error()) return output.error();
    return StatsWriter(*std::move(output));
}

void StatsWriter::write(const book::MoveStats& stats) {
    encoder_.add(stats);
    if (encoder_.ready().empty()) return;
    output_.write(encoder_.ready());
    encoder_.take();
}

Result<void> StatsWriter::commit(const StatsInfo& info) {
    encoder_.finish(info);
    output_.write(encoder_.ready());
    encoder_.take();
    return output_.commit();
}

StatsReader::StatsReader(std::string name, std::unique_ptr<book::StatsDecoder> decoder)
    : name_(std::move(name)), decoder_(std::move(decoder)) {}

Result<std::unique_ptr<StatsReader>> StatsReader::open(const FileAt& file, std::size_t buffer) {
    auto bytes = open_random_access_file(file, Access::Sequential);
    if (bytes.has_error()) return bytes.error();
    auto decoder = book::StatsDecoder::open(*std::move(bytes), buffer);
    if (decoder.has_error()) return make_error(to_text(file.path()) + ": " + decoder.error().message);
    return std::unique_ptr<StatsReader>(new StatsReader(to_text(file.path()), *std::move(decoder)));
}

bool StatsReader::next(book::MoveStats& stats) {
    if (decoder_->next(stats)) return true;
    if (problem_.empty() && !decoder_->problem().empty()) problem_ = name_ + ": " + decoder_->problem();
    return false;
}

MergedStats::MergedStats(std::vector<std::unique_ptr<book::StatsSource>> sources)
    : sources_(std::move(sources)), players_(sources_.size()), out_(sources_.size()), losers_(sources_.size()) {
    if (sources_.empty()) return;
    for (std::size_t source = 0; source < sources_.size(); ++source) {
        out_[source] = !sources_[source]->next(players_[source]);
        if (out_[source] && problem_.empty()) problem_ = sources_[source]->problem();
    }
    winner_ = build(1);
}

bool MergedStats::before(std::size_t a, std::size_t b) const {
    return !out_[a] && (out_[b] || book::stats_before(players_[a], players_[b]));
}

// The winner of the node, with the losers of all nodes below it set.
std::size_t MergedStats::build(std::size_t node) {
    if (node >= sources_.size()) return node - sources_.size();
    const std::size_t a = build(2 * node), b = build(2 * node + 1);
    losers_[node] = before(b, a) ? a : b;
    return before(b, a) ? b : a;
}

// The winner's source brings its next player, and the new winner is found.
void MergedStats::advance() {
    out_[winner_] = !sources_[winner_]->next(players_[winner_]);
    if (out_[winner_] && problem_.empty()) problem_ = sources_[winner_]->problem();
    for (std::size_t node = (winner_ + sources_.size()) / 2; node > 0; node /= 2)
        if (before(losers_[node], winner_)) std::swap(losers_[node], winner_);
}

bool MergedStats::next(book::MoveStats& stats) {
    if (sources_.empty() || out_[winner_] || !problem_.empty()) return false;
    stats = players_[winner_];
    for (advance(); !out_[winner_] && players_[winner_].key == stats.key && players_[winner_].move == stats.move;
         advance())
        stats += players_[winner_];
    return problem_.empty();
}

namespace {

Result<void> merge(const std::vector<FileAt>& runs, const FileAt& into, std::size_t buffer, Durability durability) {
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
    for (book::MoveStats stats; !writer->failed() && merged.next(stats);)
        writer->write(stats);
    if (!merged.problem().empty()) return make_error(merged.problem());
    return writer->commit(info);
}

// One that no file has.
FileAt new_file(const Folder::Pointer& folder, std::size_t& number) {
    while (true) {
        const std::string name = "merged-" + std::to_string(++number) + ".pgstats";
        if (!folder->has(name)) return {folder, name};
    }
}

} // namespace

Result<std::vector<FileAt>> merge_runs(std::vector<FileAt> runs, const Folder::Pointer& folder, std::size_t max_open,
                                       std::size_t buffer, MergedRuns merged) {
    assert(max_open >= 2);
    struct Run {
        FileAt file;
        bool given;
    };
    std::deque<Run> left;
    for (FileAt& run : runs)
        left.push_back({std::move(run), true});
    // While the runs given are there nothing is lost with what has been made of them.
    const auto durability = merged == MergedRuns::Keep ? Durability::Unsynced : Durability::Synced;
    std::size_t number = 0;
    // Results are queued at the end, so that every run is merged once before any is merged twice.
    while (left.size() > max_open) {
        const std::size_t count = std::min(max_open, left.size() - max_open + 1);
        std::vector<FileAt> group;
        for (std::size_t i = 0; i < count; ++i)
            group.push_back(left[i].file);
        FileAt into = new_file(folder, number);
        if (const auto done = merge(group, into, buffer, durability); done.has_error()) return done.error();
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
