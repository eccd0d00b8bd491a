#include "tools/make_book/sums.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/games/stats_file.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {

namespace fs = std::filesystem;

namespace {
constexpr const char* extension = ".pgstats";
}

Runs::Runs(fs::path named, fs::path output) : named_(std::move(named)), output_(std::move(output)) {
    if (named_.empty()) io::TemporaryFolder::remove_left_overs(output_);
}

Result<io::Folder::Pointer> Runs::folder() {
    const std::lock_guard lock(mutex_);
    if (!folder_) {
        auto made = named_.empty()
                        ? io::TemporaryFolder::beside(output_)
                        : io::TemporaryFolder::keep(named_ / (output_.filename() += u8".work"));
        if (!made) return made.error();
        folder_ = std::move(*made);
    }
    return folder_->folder();
}

Result<io::Folder::Pointer> Runs::seen_folder() {
    if (const auto where = folder(); !where) return where.error();
    return folder_->seen();
}

Result<io::Folder::Pointer> Runs::merged_folder() {
    if (const auto where = folder(); !where) return where.error();
    return folder_->merged();
}

Result<io::FileAt> Runs::new_file() {
    const auto where = folder();
    if (!where) return where.error();
    const std::lock_guard lock(mutex_);
    return io::FileAt(*where, std::to_string(next_++) + extension);
}

void Runs::add(io::FileAt finished, Of of) {
    const std::lock_guard lock(mutex_);
    list(of).push_back(std::move(finished));
}

std::vector<io::FileAt> Runs::files(Of of) const {
    const std::lock_guard lock(mutex_);
    return files_[static_cast<std::size_t>(of)];
}

Result<std::vector<std::unique_ptr<book::StatsSource>>>
Runs::open(const std::vector<fs::path>& more) {
    constexpr std::size_t most_open = 64;
    constexpr std::size_t buffer = 256U << 10U; // bytes for each file
    std::vector<io::FileAt> all = files();
    all.insert(all.end(), more.begin(), more.end());
    if (all.size() > most_open) {
        const auto folder = merged_folder();
        if (!folder) return folder.error();
        auto fewer =
            io::merge_runs(std::move(all), *folder, most_open, buffer, io::MergedRuns::Keep);
        if (!fewer) return fewer.error();
        all = std::move(*fewer);
    }
    std::vector<std::unique_ptr<book::StatsSource>> sources;
    for (const io::FileAt& file : all) {
        auto reader = io::StatsReader::open(file, buffer);
        if (!reader) return reader.error();
        sources.push_back(std::move(*reader));
    }
    return sources;
}

Result<void> Runs::resume(const std::vector<std::string>& names,
                          const std::vector<std::string>& games) {
    const auto where = folder();
    if (!where) return where.error();
    const auto is_one_of = [](const std::vector<std::string>& some, const std::string& name) {
        return std::ranges::find(some, name) != some.end();
    };
    for (const std::string& old : (*where)->names())
        if (old != "checkpoint" && io::is_work_file(old) && !is_one_of(names, old) &&
            !is_one_of(games, old))
            (*where)->remove_file(old);
    if (const auto kept = keep(names, Of::Sums); !kept) return kept.error();
    return keep(games, Of::Games);
}

Result<void> Runs::keep(const std::vector<std::string>& names, Of of) {
    const auto where = folder();
    if (!where) return where.error();
    for (const std::string& name : names) {
        const fs::path file = to_path(name).filename();
        if (!(*where)->has(to_text(file)))
            return make_error(to_text((**where).path()) + '/' + to_text(file) +
                              ": the checkpoint needs it");
        list(of).emplace_back(*where, to_text(file));
        next_ = std::max(next_, text::parse_int<std::size_t>(to_text(file.stem())).value_or(0) + 1);
    }
    return {};
}

Result<void> Runs::start_empty() {
    if (const auto where = folder(); !where) return where.error();
    folder_->clear(); // remaining files do no harm
    return {};
}

void Runs::remove_all() {
    if (!named_.empty() && folder_) folder_->remove();
    files_ = {};
    folder_.reset();
}

namespace {

class NoStats final : public book::StatsSource {
  public:
    bool next(book::MoveStats& /*stats*/) override { return false; }
};

// Reads all slices of the sums one after the other, in ascending order of their keys.
class SlicesReader final : public book::StatsSource {
  public:
    explicit SlicesReader(const Sums& sums) : sums_(sums), reader_(sums.read_slice(0)) {}
    bool next(book::MoveStats& stats) override {
        while (!reader_->next(stats)) {
            if (!go_on()) return false;
        }
        return true;
    }
    std::size_t read(std::span<book::MoveStats> stats) override {
        std::size_t count = 0;
        do
            count += reader_->read(stats.subspan(count));
        while (count < stats.size() && go_on());
        return count;
    }

  private:
    bool go_on() { // moves to the next slice; false if there is none
        if (slice_ + 1 == Sums::slices) return false;
        reader_ = sums_.read_slice(++slice_);
        return true;
    }

    const Sums& sums_;
    std::size_t slice_ = 0;
    std::unique_ptr<book::StatsSource> reader_;
};

} // namespace

book::Summed what_to_sum(const MakeBookOptions& options) {
    const bool results_only = // drops have no number_of_move()
        !options.game_rules.variant && !options.stats && options.tmp.empty() &&
        !book::uses_elo_or_years(options.book_rules);
    return results_only ? book::Summed::Results : book::Summed::All;
}

Sums::Sums(std::size_t max_bytes, Runs& runs, book::Summed summed)
    : max_bytes_(max_bytes / parts), summed_(summed), runs_(runs) {}

Result<void> Sums::add(std::size_t part, std::span<const book::Sample> samples) {
    samples_.fetch_add(samples.size(), std::memory_order_relaxed);
    const std::lock_guard lock(parts_[part].mutex);
    auto& table = parts_[part].table;
    if (!table) table.emplace(max_bytes_, std::pmr::get_default_resource(), part_bits, summed_);
    if (table->add(samples.data(), samples.size())) return {};
    book::StatsTable::Reader full(*table);
    if (const auto written = write_run(full); !written) return written.error();
    table->clear();
    table->add(samples.data(), samples.size());
    return {};
}

Result<void> Sums::spill() {
    const auto is_empty = [](const Part& part) { return !part.table || part.table->size() == 0; };
    if (std::ranges::all_of(parts_, is_empty)) return {};
    SlicesReader all(*this);
    if (const auto written = write_run(all); !written) return written.error();
    for (Part& part : parts_)
        if (part.table) part.table->clear();
    return {};
}

Result<void> Sums::write_run(book::StatsSource& source) {
    const auto file = runs_.new_file();
    if (!file) return file.error();
    auto writer = io::StatsWriter::open(*file);
    if (!writer) return writer.error();
    writer->write_all(source);
    if (const auto written = writer->commit({}); !written) return written.error();
    runs_.add(*file);
    return {};
}

std::unique_ptr<book::StatsSource> Sums::read_slice(std::size_t slice) const {
    const auto& table = parts_[slice / slices_of_part].table;
    if (!table) return std::make_unique<NoStats>();
    return std::make_unique<book::StatsTable::Reader>(*table, slice % slices_of_part,
                                                      slices_of_part);
}

void Sums::release_slice(std::size_t slice) {
    if ((slice + 1) % slices_of_part == 0) parts_[slice / slices_of_part].table.reset();
}

std::unique_ptr<book::StatsSource> Sums::read() const {
    return std::make_unique<SlicesReader>(*this);
}

Result<void> SumsSink::take(std::span<const book::Sample> game) {
    for (const book::Sample& sample : game) {
        const std::size_t part = Sums::part_of(sample.key);
        if (waiting_[part].count == enough)
            if (auto added = add(part); !added) return added;
        waiting_[part].samples[waiting_[part].count++] = sample;
    }
    return {};
}

Result<void> SumsSink::finish() {
    for (std::size_t part = 0; part < Sums::parts; ++part)
        if (auto added = add(part); !added) return added;
    return {};
}

Result<void> SumsSink::add(std::size_t part) {
    Waiting& waiting = waiting_[part];
    if (waiting.count == 0) return {};
    if (const auto added = sums_.add(part, {waiting.samples.data(), waiting.count}); !added)
        return added.error();
    waiting.count = 0;
    return {};
}

} // namespace polyglot::tools
