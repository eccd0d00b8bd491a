#include "tools/make_book_sums.hpp"

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
    std::error_code ignored; // what cannot be removed harms nobody
    for (const fs::path& file : files_)
        fs::remove(file, ignored);
    files_.clear();
    own_.reset();
}

Result<void> TableSink::take(std::span<const book::Sample> game) {
    constexpr std::size_t enough = 1024;
    waiting_.insert(waiting_.end(), game.begin(), game.end());
    return waiting_.size() < enough ? Result<void>() : finish();
}

Result<void> TableSink::finish() {
    for (std::span<const book::Sample> rest = waiting_; !rest.empty();) {
        const std::size_t count = std::min(rest.size(), book::StatsTable::max_batch);
        if (table_.add(rest.data(), count))
            rest = rest.subspan(count);
        else if (const auto written = write_run(); !written)
            return written;
    }
    waiting_.clear();
    return {};
}

Result<void> TableSink::spill() {
    if (const auto finished = finish(); !finished) return finished;
    return table_.size() == 0 ? Result<void>() : write_run();
}

Result<void> TableSink::write_run() {
    const Result<fs::path> file = runs_.new_file();
    if (!file) return file.error();
    auto writer = io::StatsWriter::open(*file);
    if (!writer) return writer.error();
    book::StatsTable::Reader reader(table_);
    for (book::MoveStats stats; reader.next(stats);)
        writer->write(stats);
    if (const auto written = writer->commit({}); !written) return written;
    runs_.add(*file);
    table_.clear();
    return {};
}

} // namespace polyglot::tools
