#include "cluster/unit_reader.hpp"

#include "core/text/path_text.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::cluster {

// Presents a number of bytes of another stream as a stream.
class UnitReader::Window final : public std::streambuf {
  public:
    Window(std::istream& stream, std::uint64_t bytes)
        : stream_(stream), left_(bytes), block_(1U << 16U) {}
    // Puts bytes before those of the stream, from which they have been read already. To be called
    // before all reading.
    void put_before(const std::string& bytes) {
        std::copy(bytes.begin(), bytes.end(), block_.begin());
        setg(block_.data(), block_.data(), block_.data() + bytes.size());
    }

  protected:
    int_type underflow() override {
        const std::streamsize count =
            xsgetn(block_.data(), static_cast<std::streamsize>(block_.size()));
        setg(block_.data(), block_.data(), block_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(block_.front());
    }
    std::streamsize xsgetn(char* into, std::streamsize wanted) override {
        const std::streamsize buffered = std::min<std::streamsize>(wanted, egptr() - gptr());
        std::copy_n(gptr(), buffered, into);
        setg(eback(), gptr() + buffered, egptr());
        const auto rest = static_cast<std::streamsize>(
            std::min<std::uint64_t>(static_cast<std::uint64_t>(wanted - buffered), left_));
        if (rest == 0) return buffered;
        stream_.read(into + buffered, rest);
        const std::streamsize count = stream_.gcount();
        left_ = count < rest ? 0 : left_ - static_cast<std::uint64_t>(count);
        return buffered + count;
    }

  private:
    std::istream& stream_;
    std::uint64_t left_;
    std::vector<char> block_;
};

UnitReader::UnitReader(Unit unit, tools::GameWorker& worker, std::istream& in,
                       const std::string& host, bool strict)
    : unit_(std::move(unit)),
      worker_(worker),
      in_(in),
      host_(host),
      strict_(strict),
      report_(unit_.so_far) {}
UnitReader::~UnitReader() = default;

bool UnitReader::is_over() const {
    return report_.whole ||
           (strict_ && !(report_.first_problems.empty() && report_.file_problems.empty()));
}

void UnitReader::add_file_problem(const std::string& problem) {
    if (report_.file_problems.size() < tools::ReadingReport::most_problems)
        report_.file_problems.push_back(problem + " (on " + host_ + ")");
}

bool UnitReader::open() {
    opened_ = true;
    const bool resumed = report_.text > 0 || report_.offset > 0;
    auto opened = io::GameFile::open(to_path(unit_.path), in_);
    if (!resumed && unit_.begin == 0) report_.files = 1;
    if (opened) {
        file_ = *std::move(opened);
        return true;
    }
    add_file_problem(opened.error().message);
    return false;
}

// Opens the next text. False after the last text of the file.
bool UnitReader::next_text() {
    chunks_.reset();
    while (std::istream* const stream = file_->next()) {
        if (texts_seen_++ < report_.text) continue;
        begin_text(*stream);
        return true;
    }
    if (!file_->problem().empty()) add_file_problem(file_->problem());
    return false;
}

// Finds both ends of the part. The readers of the neighbouring units find the same places.
std::istream& UnitReader::part_of(std::istream& stream) {
    const auto cut_from = [&stream](std::uint64_t place) {
        stream.clear();
        stream.seekg(static_cast<std::streamoff>(place));
        return place == 0 ? 0 : place + pgn::next_cut(stream);
    };
    const std::uint64_t end = cut_from(unit_.end), begin = cut_from(unit_.begin);
    stream.clear();
    stream.seekg(static_cast<std::streamoff>(begin));
    window_ = std::make_unique<Window>(stream, end - std::min(begin, end));
    return windowed_.emplace(window_.get());
}

void UnitReader::begin_text(std::istream& stream) {
    base_ = report_.offset;
    new_text_ = base_ == 0 && unit_.begin == 0;
    if (new_text_) ++report_.texts;
    if (base_ == 0) report_.lines = 0;
    if (new_text_) {
        chunks_.emplace(unit_.end > 0 ? part_of(stream) : stream,
                        tools::GameReadingOptions::default_piece);
        return;
    }
    // The letters are detected from the beginning of the text.
    std::vector<char> sample(pgn::PieceLetters::sample_size);
    stream.read(sample.data(), static_cast<std::streamsize>(sample.size()));
    sample.resize(static_cast<std::size_t>(stream.gcount()));
    if (unit_.end > 0) {
        std::istream& part = part_of(stream);
        part.ignore(static_cast<std::streamsize>(base_));
        chunks_.emplace(part, tools::GameReadingOptions::default_piece);
    } else { // a packed file cannot be read again
        const auto in_sample =
            std::min<std::size_t>(sample.size(), static_cast<std::size_t>(base_));
        window_ = std::make_unique<Window>(stream, std::numeric_limits<std::uint64_t>::max());
        window_->put_before(
            std::string(sample.begin() + static_cast<std::ptrdiff_t>(in_sample), sample.end()));
        windowed_.emplace(window_.get()).ignore(static_cast<std::streamsize>(base_ - in_sample));
        chunks_.emplace(*windowed_, tools::GameReadingOptions::default_piece);
    }
    chunks_->use_letters(pgn::PieceLetters::detect({sample.data(), sample.size()}));
}

Result<bool> UnitReader::read_piece() {
    if (is_over()) return false;
    const auto end = [this] {
        report_.whole = true;
        return false;
    };
    if (!opened_ && !open()) return end();
    if (!chunks_ && !next_text()) return end();
    if (!chunks_->next(chunk_)) {
        chunks_.reset();
        ++report_.text;
        report_.offset = 0;
        return true;
    }
    if (std::exchange(new_text_, false) && !chunks_->letters().are_english() &&
        report_.letters.size() < tools::ReadingReport::most_problems)
        report_.letters.push_back(file_->name() + ": " + chunks_->letters().name());
    tools::PieceReport piece;
    piece.cut_short = chunk_.cut_short;
    if (const auto scanned = worker_.scan(chunk_.view(), {}, piece); !scanned)
        return scanned.error();
    add(chunk_, piece);
    report_.offset = base_ + chunks_->offset();
    return true;
}

void UnitReader::add(const pgn::Chunk& chunk, const tools::PieceReport& piece) {
    report_.games += piece.counts.games;
    report_.text_bytes += chunk.text.size();
    for (std::size_t kind = 0; kind < piece.problems.size(); ++kind)
        report_.problems.at(kind) += piece.problems.at(kind);
    for (const pgn::Problem& problem : piece.first)
        if (report_.first_problems.size() < tools::ReadingReport::most_problems)
            report_.first_problems.push_back(
                {file_->name(), report_.lines + problem.line, problem.message});
    report_.lines += piece.counts.lines + chunk.skipped_lines;
}

std::uint64_t UnitReader::bytes_read() const {
    if (unit_.end > 0) return report_.offset;
    return file_ ? file_->bytes_read() : 0;
}

} // namespace polyglot::cluster
