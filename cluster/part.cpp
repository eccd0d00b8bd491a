#include "cluster/part.hpp"

#include "storage/files/random_access_file.hpp"

#include <algorithm>
#include <span>

namespace polyglot::cluster {

Result<void> Spool::open_file(tools::Runs& runs) {
    auto at = runs.new_file();
    if (!at) return at.error();
    auto file = io::OutputFile::open(*at, io::Durability::Unsynced);
    if (!file) return file.error();
    at_ = *std::move(at);
    file_ = *std::move(file);
    return {};
}

void Spool::write(std::string_view bytes) {
    if (file_) {
        file_->write(bytes);
        return;
    }
    if (pieces_.empty() || pieces_.back().size() + bytes.size() > piece)
        pieces_.emplace_back().reserve(piece);
    pieces_.back() += bytes;
}

Result<void> Spool::finish() {
    if (!file_) return {};
    if (const auto written = file_->commit(); !written) return written.error();
    auto reader = io::open_random_access_file(*at_, io::Access::Sequential);
    if (!reader) return reader.error();
    reader_ = *std::move(reader);
    return {};
}

Result<std::string> Spool::take() {
    if (!reader_) {
        if (pieces_.empty()) return std::string();
        std::string bytes = std::move(pieces_.front());
        pieces_.pop_front();
        return bytes;
    }
    std::string bytes(std::min<std::uint64_t>(piece, reader_->size() - place_), '\0');
    const std::size_t count = reader_->read_at(place_, std::as_writable_bytes(std::span(bytes)));
    if (count < bytes.size()) return make_error(to_text(at_->path()) + ": cannot be read any more");
    place_ += count;
    return bytes;
}

SortedStats::SortedStats(std::vector<book::MoveStats> stats) : stats_(std::move(stats)) {
    std::sort(stats_.begin(), stats_.end(), book::stats_before);
}

bool SortedStats::next(book::MoveStats& stats) {
    if (at_ == stats_.size()) return false;
    stats = stats_[at_++];
    for (; at_ < stats_.size() && !book::stats_before(stats, stats_[at_]); ++at_)
        stats += stats_[at_];
    return true;
}

bool OwnedStats::next(book::MoveStats& stats) {
    while (file_->next(stats)) {
        const int owner = ranges_.owner(stats.key);
        if (owner > owner_) return false;
        if (owner < owner_) continue;
        stats.key = ranges_.local(stats.key);
        return true;
    }
    return false;
}

Result<io::MergedStats> open_sums(tools::Runs& runs, const tools::Sums* sums,
                                  const std::vector<book::MoveStats>& common,
                                  const std::vector<std::filesystem::path>& from_stats,
                                  const KeyRanges& ranges, int owner) {
    auto opened = runs.open({});
    if (!opened) return opened.error();
    std::vector<std::unique_ptr<book::StatsSource>> sources = *std::move(opened);
    for (const std::filesystem::path& file : from_stats) {
        auto reader = io::StatsReader::open(file);
        if (!reader) return reader.error();
        sources.push_back(std::make_unique<OwnedStats>(*std::move(reader), ranges, owner));
    }
    if (sums != nullptr) sources.push_back(sums->read());
    if (!common.empty()) sources.push_back(std::make_unique<SortedStats>(common));
    return io::MergedStats(std::move(sources));
}

} // namespace polyglot::cluster
