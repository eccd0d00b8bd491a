#include "tools/make_book_sums.hpp"

#include "adapter/io/huge_pages.hpp"
#include "adapter/io/stats_file.hpp"

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

Result<fs::path> Runs::folder() {
    const std::lock_guard lock(mutex_);
    if (!named_.empty()) {
        std::error_code error;
        fs::create_directories(named_, error);
        if (error) return make_error(named_.string() + ": " + error.message());
        return named_;
    }
    if (!own_) {
        auto made = io::TemporaryFolder::beside(output_);
        if (!made) return made.error();
        own_ = std::move(*made);
    }
    return own_->path();
}

Result<fs::path> Runs::seen_folder() {
    const Result<fs::path> where = folder();
    if (!where) return where;
    const fs::path seen = *where / (output_.filename().string() + ".seen");
    std::error_code error;
    fs::create_directories(seen, error);
    if (error) return make_error(seen.string() + ": " + error.message());
    return seen;
}

Result<fs::path> Runs::new_file() {
    const Result<fs::path> where = folder();
    if (!where) return where;
    const std::lock_guard lock(mutex_);
    return *where / (output_.filename().string() + '-' + std::to_string(next_++) + extension);
}

void Runs::add(fs::path finished) {
    const std::lock_guard lock(mutex_);
    files_.push_back(std::move(finished));
}

std::vector<fs::path> Runs::files() const {
    const std::lock_guard lock(mutex_);
    return files_;
}

// OUTPUT-NUMBER.pgstats
bool Runs::is_run(const fs::path& file) const {
    const std::string prefix = output_.filename().string() + '-';
    const std::string stem = file.stem().string();
    return file.extension() == extension && stem.size() > prefix.size() && stem.starts_with(prefix) &&
           stem.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

void Runs::resume(std::vector<fs::path> files) {
    files_ = std::move(files);
    std::error_code ignored;
    std::vector<fs::path> old;
    for (fs::directory_iterator entry(named_, ignored), end; !ignored && entry != end; entry.increment(ignored))
        if (is_run(entry->path())) old.push_back(entry->path());
    for (const fs::path& file : old) {
        const auto is_it = [&](const fs::path& kept) { return kept.filename() == file.filename(); };
        if (std::none_of(files_.begin(), files_.end(), is_it)) fs::remove(file, ignored);
    }
    // No number twice: each is the last one's successor.
    if (!files_.empty()) {
        const std::string last = files_.back().stem().string();
        next_ = std::stoull(last.substr(last.rfind('-') + 1)) + 1;
    }
}

void Runs::remove_all() {
    if (!named_.empty()) {
        resume({});
        std::error_code ignored; // what cannot be removed harms nobody
        fs::remove_all(named_ / (output_.filename().string() + ".seen"), ignored);
    }
    files_.clear();
    own_.reset();
}

namespace {

// The parts of some sums, one after the other: ascending, as their keys are.
class PartsReader final : public book::StatsSource {
  public:
    explicit PartsReader(const Sums& sums) : sums_(sums), reader_(sums.read_part(0)) {}
    bool next(book::MoveStats& stats) override {
        while (!reader_->next(stats)) {
            if (part_ + 1 == Sums::parts) return false;
            reader_ = sums_.read_part(++part_);
        }
        return true;
    }

  private:
    const Sums& sums_;
    std::size_t part_ = 0;
    std::unique_ptr<book::StatsSource> reader_;
};

} // namespace

Sums::Part::Part(std::size_t max_bytes) : table(max_bytes, io::huge_pages(), part_bits) {}

Sums::Sums(std::size_t max_bytes, Runs& runs) : runs_(runs) {
    for (std::size_t part = 0; part < parts; ++part)
        parts_.push_back(std::make_unique<Part>(max_bytes / parts));
}

Result<void> Sums::add(std::size_t part, std::span<const book::Sample> samples) {
    Part& into = *parts_[part];
    const std::lock_guard lock(into.mutex);
    if (into.table.add(samples.data(), samples.size())) return {};
    if (const auto written = write_run(into.table); !written) return written;
    into.table.add(samples.data(), samples.size());
    return {};
}

Result<void> Sums::spill() {
    for (const auto& part : parts_) {
        const std::lock_guard lock(part->mutex);
        if (part->table.size() == 0) continue;
        if (const auto written = write_run(part->table); !written) return written;
    }
    return {};
}

Result<void> Sums::write_run(book::StatsTable& table) {
    const Result<fs::path> file = runs_.new_file();
    if (!file) return file.error();
    auto writer = io::StatsWriter::open(*file);
    if (!writer) return writer.error();
    book::StatsTable::Reader reader(table);
    for (book::MoveStats stats; reader.next(stats);)
        writer->write(stats);
    if (const auto written = writer->commit({}); !written) return written;
    runs_.add(*file);
    table.clear();
    return {};
}

std::unique_ptr<book::StatsSource> Sums::read_part(std::size_t part) const {
    return std::make_unique<book::StatsTable::Reader>(parts_[part]->table);
}

std::unique_ptr<book::StatsSource> Sums::read() const {
    return std::make_unique<PartsReader>(*this);
}

Result<void> SumsSink::take(std::span<const book::Sample> game) {
    constexpr std::size_t enough = 256; // so many misses of the cache at once are hidden
    for (const book::Sample& sample : game) {
        std::vector<book::Sample>& waiting = waiting_[Sums::part_of(sample.key)];
        waiting.push_back(sample);
        if (waiting.size() < enough) continue;
        if (const auto added = sums_.add(Sums::part_of(sample.key), waiting); !added) return added;
        waiting.clear();
    }
    return {};
}

Result<void> SumsSink::finish() {
    for (std::size_t part = 0; part < Sums::parts; ++part) {
        if (waiting_[part].empty()) continue;
        if (const auto added = sums_.add(part, waiting_[part]); !added) return added;
        waiting_[part].clear();
    }
    return {};
}

} // namespace polyglot::tools
