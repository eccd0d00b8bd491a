#include "storage/games/seen_games.hpp"

#include "core/book/make/crc32c.hpp"
#include "core/random.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>

namespace polyglot::io {
namespace {

// The table gets half of the memory (three quarters during its growth, when there are no other
// parts), the filter a quarter, and the index of the files an eighth.
constexpr std::size_t least_bytes = std::size_t{1} << 20U;
constexpr std::size_t max_runs = 8;
constexpr std::size_t first_slots = 1024;
constexpr std::size_t block_words = 8; // a block of the filter is a cache line

constexpr std::string_view state_name = "seen-games", magic = "PGSEEN1\n";

// Makes a fingerprint look random, as slots, places in the filter and searches in files require.
// The function is one to one, except for 0, which marks an empty slot.
std::uint64_t mix(std::uint64_t fingerprint) {
    const std::uint64_t mixed = Random(fingerprint).next();
    return mixed == 0 ? 1 : mixed;
}

void append(std::string& to, std::uint64_t number) {
    for (unsigned shift = 64; shift > 0; shift -= 8)
        to += static_cast<char>(number >> (shift - 8) & 0xffU);
}

// Reads the numbers of a state file, and computes the checksum of those read.
class StateReader {
  public:
    explicit StateReader(const book::ByteReader& file) : file_(file) {}
    bool next(std::uint64_t& number) {
        std::array<std::byte, 8> bytes{};
        if (at_ % buffer_.size() == 0) used_ = file_.read_at(at_, buffer_);
        const auto from = static_cast<std::size_t>(at_ % buffer_.size());
        if (from + bytes.size() > used_) return false;
        std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(from), bytes.size(),
                    bytes.begin());
        at_ += bytes.size();
        sum_ = book::crc32c(bytes, sum_);
        number = 0;
        for (const std::byte byte : bytes)
            number = number << 8U | std::to_integer<std::uint64_t>(byte);
        return true;
    }
    std::uint32_t sum() const { return sum_; }

  private:
    const book::ByteReader& file_;
    std::array<std::byte, 4096> buffer_{};
    std::uint64_t at_ = 0;
    std::size_t used_ = 0;
    std::uint32_t sum_ = 0;
};

} // namespace

SeenGames::SeenGames(Folder::Pointer folder, std::size_t max_bytes)
    : folder_(std::move(folder)),
      max_bytes_(std::max(max_bytes, least_bytes)),
      table_(first_slots) {}

SeenGames::~SeenGames() {
    for (const FingerprintRun& run : runs_)
        unused_.push_back(run.file());
    remove_unused();
}

void SeenGames::remove_unused() {
    const auto needed = [&](const FileAt& file) {
        return std::ranges::count(saved_, file) + std::ranges::count(next_, file) > 0;
    };
    for (const FileAt& file : unused_)
        if (!needed(file)) remove_file(file);
    unused_.erase(
        std::remove_if(unused_.begin(), unused_.end(), [&](const FileAt& f) { return !needed(f); }),
        unused_.end());
}

std::size_t SeenGames::place_of(std::uint64_t fingerprint) const {
    const std::size_t mask = table_.size() - 1;
    auto place = static_cast<std::size_t>(fingerprint) & mask;
    while (table_[place] != 0 && table_[place] != fingerprint)
        place = (place + 1) & mask;
    return place;
}

Result<bool> SeenGames::insert(std::uint64_t seen) {
    const std::uint64_t fingerprint = mix(seen);
    const std::scoped_lock lock(mutex_);
    if (broken_) return *broken_;
    if (table_[place_of(fingerprint)] != 0) return false;
    if (maybe_on_disk(fingerprint)) {
        for (const FingerprintRun& run : runs_) {
            const Result<bool> found = run.contains(fingerprint);
            if (found.has_error()) return found.error();
            if (*found) return false;
        }
    }
    if (used_ >= table_.size() / 4 * 3) {
        if (table_.size() * 2 * sizeof(std::uint64_t) <= max_bytes_ / 2)
            grow();
        else if (const auto done = spill(); done.has_error())
            return done.error();
    }
    table_[place_of(fingerprint)] = fingerprint;
    ++used_;
    return true;
}

void SeenGames::grow() {
    std::vector<std::uint64_t> old(table_.size() * 2);
    old.swap(table_);
    for (const std::uint64_t fingerprint : old)
        if (fingerprint != 0) table_[place_of(fingerprint)] = fingerprint;
}

// Writes the table to a file.
Result<void> SeenGames::spill() {
    if (filter_.empty())
        filter_.resize(max_bytes_ / 4 / sizeof(std::uint64_t) / block_words * block_words);
    const std::size_t slots = table_.size();
    table_.erase(std::remove(table_.begin(), table_.end(), std::uint64_t{0}), table_.end());
    std::ranges::sort(table_);
    auto run = FingerprintRun::write(new_file(), table_, max_index(),
                                     [this](std::uint64_t f) { mark(f); });
    if (run.has_error()) {
        broken_ = run.error();
        return run.error();
    }
    runs_.push_back(*std::move(run));
    table_.assign(slots, 0);
    used_ = 0;
    return runs_.size() < max_runs ? Result<void>() : merge();
}

Result<void> SeenGames::merge() {
    auto merged =
        FingerprintRun::merge(new_file(), runs_, max_runs * max_index(), [](std::uint64_t) {});
    if (merged.has_error()) {
        broken_ = merged.error();
        return merged.error();
    }
    for (const FingerprintRun& run : runs_)
        unused_.push_back(run.file());
    runs_.clear();
    runs_.push_back(*std::move(merged));
    remove_unused();
    return {};
}

// Returns the number of index entries for each file.
std::size_t SeenGames::max_index() const {
    return max_bytes_ / 8 / sizeof(std::uint64_t) / (2 * max_runs);
}

// Returns a new file; an existing one may belong to the checkpoint of an earlier run.
FileAt SeenGames::new_file() {
    while (true) {
        const std::string name = std::string(state_name) + "-" + std::to_string(++number_);
        if (!folder_->has(name)) return {folder_, name};
    }
}

// Sets six bits of one block (a blocked Bloom filter: Putze, Sanders, Singler, "Cache-, hash- and
// space-efficient Bloom filters", 2007). With 10 bits for each fingerprint 1 % of the new ones are
// taken for known.
void SeenGames::mark(std::uint64_t fingerprint) {
    const std::uint64_t block = (fingerprint >> 32U) * (filter_.size() / block_words) >> 32U;
    // The bits of the fingerprint itself have selected the block.
    std::uint64_t bits = Random(fingerprint).next();
    for (unsigned i = 0; i < 6; ++i, bits >>= 9U)
        filter_[block * block_words + (bits >> 6U & 7U)] |= std::uint64_t{1} << (bits & 63U);
}

bool SeenGames::maybe_on_disk(std::uint64_t fingerprint) const {
    if (runs_.empty()) return false;
    const std::uint64_t block = (fingerprint >> 32U) * (filter_.size() / block_words) >> 32U;
    std::uint64_t bits = Random(fingerprint).next();
    for (unsigned i = 0; i < 6; ++i, bits >>= 9U)
        if ((filter_[block * block_words + (bits >> 6U & 7U)] >> (bits & 63U) & 1U) == 0)
            return false;
    return true;
}

// The state file: magic; number of files, and of each its number and its fingerprints; fingerprints
// of the table, and these; a checksum of all. Each is a big-endian number of 8 bytes. The table's
// are in no order.
Result<std::string> SeenGames::save() {
    const std::scoped_lock lock(mutex_);
    if (broken_) return *broken_;
    const FileAt state = new_file();
    auto output = OutputFile::open(state);
    if (output.has_error()) return output.error();
    std::uint32_t sum = 0;
    std::string bytes(magic);
    const auto flush = [&] {
        sum = book::crc32c(std::as_bytes(std::span(bytes)), sum);
        output->write(bytes);
        bytes.clear();
    };
    append(bytes, runs_.size());
    for (const FingerprintRun& run : runs_) {
        append(bytes, std::stoull(to_text(run.file().name()).substr(state_name.size() + 1)));
        append(bytes, run.size());
    }
    append(bytes, used_);
    for (const std::uint64_t fingerprint : table_) {
        if (fingerprint != 0) append(bytes, fingerprint);
        if (bytes.size() > 4096) flush();
    }
    flush();
    append(bytes, sum);
    output->write(bytes);
    if (const auto done = output->commit(); done.has_error()) return done.error();
    next_ = {state};
    for (const FingerprintRun& run : runs_)
        next_.push_back(run.file());
    unused_.push_back(state); // except by this checkpoint
    return to_text(state.name());
}

void SeenGames::settle() {
    const std::scoped_lock lock(mutex_);
    saved_ = std::exchange(next_, {});
    remove_unused();
}

Result<void> SeenGames::load(const std::string& saved) {
    const std::scoped_lock lock(mutex_);
    assert(used_ == 0 && runs_.empty());
    const FileAt at(folder_, to_text(to_path(saved).filename()));
    const auto file = open_random_access_file(at);
    if (file.has_error()) return file.error();
    const Error damaged = make_error(to_text(at.path()) + ": is damaged");
    StateReader in(**file);
    std::uint64_t number = 0, count = 0, expected_magic = 0;
    for (const char c : magic)
        expected_magic = expected_magic << 8U | static_cast<unsigned char>(c);
    if (!in.next(number) || number != expected_magic || !in.next(count) || count > max_runs)
        return damaged;
    std::vector<std::pair<FileAt, std::uint64_t>> files;
    for (std::uint64_t i = 0, size = 0; i < count; ++i) {
        if (!in.next(number) || !in.next(size)) return damaged;
        files.emplace_back(FileAt(folder_, std::string(state_name) + "-" + std::to_string(number)),
                           size);
    }
    if (!in.next(count) || count > (*file)->size() / 8) return damaged;
    while (table_.size() / 4 * 3 < count)
        table_.resize(table_.size() * 2);
    for (; used_ < count; ++used_) {
        if (!in.next(number) || number == 0) return damaged;
        table_[place_of(number)] = number;
    }
    const std::uint32_t sum = in.sum();
    if (!in.next(number) || number != sum) return damaged;

    if (!files.empty())
        filter_.resize(max_bytes_ / 4 / sizeof(std::uint64_t) / block_words * block_words);
    for (const auto& [name, size] : files) {
        auto run = FingerprintRun::open(name, (runs_.empty() ? max_runs : 1) * max_index(),
                                        [this](std::uint64_t f) { mark(f); });
        if (run.has_error()) return run.error();
        if (run->size() != size) return make_error(to_text(name.path()) + ": is not as it was");
        runs_.push_back(*std::move(run));
        saved_.push_back(name);
    }
    saved_.push_back(at);
    unused_.push_back(at); // except by the loaded checkpoint
    if (table_.size() * sizeof(std::uint64_t) <= max_bytes_ / 2) return {};
    auto done = spill(); // because the process that saved it had more memory
    std::vector<std::uint64_t>(first_slots).swap(table_);
    return done;
}

} // namespace polyglot::io
