#include "storage/games/fingerprint_run.hpp"

#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polyglot::io {
namespace {

constexpr std::size_t width = sizeof(std::uint64_t);
constexpr std::size_t least_step = 4096 / width;

std::uint64_t decode(const std::byte* bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < width; ++i)
        number = number << 8U | std::to_integer<std::uint64_t>(bytes[i]);
    return number;
}
void put(OutputFile& output, std::uint64_t number) {
    std::array<char, width> bytes{};
    for (std::size_t i = width; i > 0; number >>= 8U)
        bytes[--i] = static_cast<char>(number & 0xffU);
    output.write({bytes.data(), bytes.size()});
}

} // namespace

// Reads the fingerprints from the first to the last.
class FingerprintRun::Cursor {
  public:
    explicit Cursor(const FingerprintRun& run) : run_(run), buffer_(std::size_t{16} << 10U) {}

    bool at_end() const { return at_ == run_.size_; }
    // Returns false if the file has become shorter.
    bool next(std::uint64_t& fingerprint) {
        const std::uint64_t in_buffer = at_ % (buffer_.size() / width) * width;
        if (in_buffer == 0) used_ = run_.file_->read_at(at_ * width, buffer_);
        if (in_buffer + width > used_) return false;
        fingerprint = decode(buffer_.data() + in_buffer);
        ++at_;
        return true;
    }

  private:
    const FingerprintRun& run_;
    std::vector<std::byte> buffer_;
    std::size_t used_ = 0;
    std::uint64_t at_ = 0;
};

FingerprintRun::FingerprintRun(FileAt at, std::shared_ptr<const book::ByteReader> file)
    : at_(std::move(at)), file_(std::move(file)), size_(file_->size() / width) {}

Result<FingerprintRun> FingerprintRun::open(const FileAt& at, std::size_t max_index,
                                            const Visitor& visit) {
    auto file = open_random_access_file(at);
    if (file.has_error()) return file.error();
    FingerprintRun run(at, *std::move(file));
    run.step_ = least_step;
    while (run.size_ / run.step_ >= max_index)
        run.step_ *= 2;
    std::uint64_t before = 0, fingerprint = 0;
    Cursor cursor(run);
    for (std::uint64_t i = 0; !cursor.at_end(); ++i, before = fingerprint) {
        if (!cursor.next(fingerprint) || (i > 0 && fingerprint <= before))
            return run.error("is damaged");
        if (i % run.step_ == 0) run.index_.push_back(fingerprint);
        visit(fingerprint);
    }
    return run;
}

Result<FingerprintRun> FingerprintRun::write(const FileAt& at,
                                             std::span<const std::uint64_t> ascending,
                                             std::size_t max_index, const Visitor& visit) {
    auto output = OutputFile::open(at);
    if (output.has_error()) return output.error();
    for (const std::uint64_t fingerprint : ascending)
        put(*output, fingerprint);
    if (const auto done = output->commit(); done.has_error()) return done.error();
    return open(at, max_index, visit);
}

Result<FingerprintRun> FingerprintRun::merge(const FileAt& at,
                                             const std::vector<FingerprintRun>& runs,
                                             std::size_t max_index, const Visitor& visit) {
    auto output = OutputFile::open(at);
    if (output.has_error()) return output.error();
    using Next = std::pair<std::uint64_t, std::size_t>; // a fingerprint, and the index of its run
    std::vector<Cursor> cursors(runs.begin(), runs.end());
    std::vector<Next> heap;
    const auto advance = [&](std::size_t run) {
        std::uint64_t fingerprint = 0;
        if (cursors[run].at_end()) return true;
        if (!cursors[run].next(fingerprint)) return false;
        heap.emplace_back(fingerprint, run);
        std::ranges::push_heap(heap, std::greater<>());
        return true;
    };
    for (std::size_t run = 0; run < runs.size(); ++run)
        if (!advance(run)) return runs[run].error("has been cut short");
    while (!heap.empty()) {
        std::ranges::pop_heap(heap, std::greater<>());
        const auto [fingerprint, run] = heap.back();
        heap.pop_back();
        put(*output, fingerprint);
        if (!advance(run)) return runs[run].error("has been cut short");
    }
    if (const auto done = output->commit(); done.has_error()) return done.error();
    return open(at, max_index, visit);
}

Result<bool> FingerprintRun::contains(std::uint64_t fingerprint) const {
    const auto after = std::ranges::upper_bound(index_, fingerprint);
    if (after == index_.begin()) return false;
    const auto place = static_cast<std::uint64_t>(after - index_.begin() - 1);
    const std::uint64_t first = place * step_;
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(step_, size_ - first));
    thread_local std::vector<std::byte> bytes;
    bytes.resize(count * width);
    if (file_->read_at(first * width, bytes) != bytes.size()) return error("has been cut short");
    std::size_t low = 0, high = count; // the fingerprint is in [low, high) or missing
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (decode(bytes.data() + middle * width) <= fingerprint ? low : high) = middle;
    }
    return decode(bytes.data() + low * width) == fingerprint;
}

} // namespace polyglot::io
