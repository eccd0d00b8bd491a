#include "tools/common/game_reading.hpp"

#include "core/text/utf8.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace polyglot::tools {

namespace fs = std::filesystem;

namespace {

// Names a text whose pieces are reported one after the other on the calling thread; only that
// thread uses it.
struct Text {
    std::string name;
    std::uint64_t lines = 0; // line ends in the reported pieces
};

// Travels from the reader to a worker and back. A piece that is reported without being scanned has
// no text.
struct Piece {
    pgn::Chunk chunk;
    GamePlace begin;
    std::shared_ptr<Text> text;
    bool begins_file = false, begins_text = false;
    std::string file_problem;
    std::string letters; // set in the first piece of a text: PieceLetters::name()
    // The members from here on belong to the worker until the piece is done.
    std::uint64_t bytes = 0, skipped_lines = 0;
    PieceReport report;
    std::optional<Error> failure;
    std::exception_ptr exception;
    bool done = false;
};

// Returns nullopt for pipes and files that cannot be read.
std::vector<std::optional<std::uint64_t>> sizes_of(const std::vector<fs::path>& files) {
    std::vector<std::optional<std::uint64_t>> sizes;
    for (const fs::path& file : files) {
        std::error_code error;
        const std::uint64_t size = file == u8"-" ? 0 : fs::file_size(file, error);
        sizes.push_back(file == u8"-" || error ? std::nullopt : std::optional(size));
    }
    return sizes;
}

// The chunk's memory is kept for the next one, unless an extremely large game has increased it.
bool is_worth_keeping(const pgn::Chunk& chunk, std::size_t piece_size) {
    return chunk.text.capacity() <= 4 * piece_size;
}

// Is thrown through between().
struct CannotGoOn {};

} // namespace

void PieceReport::add(const pgn::Problem& problem) {
    if (!problem) return;
    ++problems[static_cast<std::size_t>(problem.kind)];
    if (first.size() < ReadingReport::most_problems) first.push_back(problem);
}

std::uint64_t ReadingReport::games_with_problems() const {
    return std::accumulate(problems.begin(), problems.end(), std::uint64_t{0});
}

class GameReading::Pipeline {
  public:
    Pipeline(GameReadingOptions options, std::vector<GameWorker*> workers, std::istream& in)
        : options_(std::move(options)),
          workers_(std::move(workers)),
          in_(in),
          report_(options_.before),
          place_(options_.from),
          sizes_(sizes_of(options_.files)) {
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            if (i < place_.file) bytes_before_ += sizes_[i].value_or(0);
            bytes_total_ += sizes_[i].value_or(0);
        }
        if (!std::ranges::all_of(sizes_, &std::optional<std::uint64_t>::has_value))
            bytes_total_ = 0;
    }
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    ~Pipeline() { stop_threads(); }

    Result<End> run(const std::function<bool()>& between);
    void drain();
    GamePlace place() const;

    const ReadingReport& report() const { return report_; }
    std::uint64_t bytes_read() const { return bytes_before_ + (file_ ? file_->bytes_read() : 0); }
    std::uint64_t bytes_total() const { return bytes_total_; }

  private:
    // These functions read on the calling thread.
    void read_file(const std::function<bool()>& between);
    bool read_text(std::istream& stream, const std::function<bool()>& between);
    void tell(std::shared_ptr<Text> text, bool begins_file, std::string file_problem);
    void hand_out(std::unique_ptr<Piece> piece);
    bool go_on(const std::function<bool()>& between);
    void deliver();
    void deliver(const Piece& piece);
    // These functions scan on any thread.
    void start_threads();
    void scan_apart();
    void stop_threads();
    void work(GameWorker& worker);
    void scan_one(std::unique_lock<std::mutex>& lock, GameWorker& worker);

    const GameReadingOptions options_;
    const std::vector<GameWorker*> workers_;
    std::istream& in_;

    ReadingReport report_;
    GamePlace place_; // the place of the next piece; its lines count within the text
    std::shared_ptr<Text> text_;
    std::unique_ptr<io::GameFile> file_;
    std::vector<std::optional<std::uint64_t>> sizes_;
    std::uint64_t bytes_before_ = 0, bytes_total_ = 0;
    std::optional<End> end_; // why reading stops; after a problem nothing more is reported
    std::optional<Error> failure_;
    std::exception_ptr exception_;

    std::vector<std::thread> threads_; // those of the workers after the first one, or of all
    bool only_reads_ = false;          // whether the calling thread only reads
    std::mutex mutex_;                 // guards all members below
    std::condition_variable work_, begun_, idle_;
    // Contains the pieces that were handed out and not delivered yet, in the order of the text.
    std::deque<std::unique_ptr<Piece>> in_order_;
    std::deque<Piece*> waiting_; // those among them that no thread is scanning yet
    std::size_t unfinished_ = 0; // number of those that are not done
    std::vector<pgn::Chunk> spare_;
    bool quitting_ = false;
};

Result<GameReading::End> GameReading::Pipeline::run(const std::function<bool()>& between) {
    start_threads();
    try {
        while (!end_ && place_.file < options_.files.size())
            read_file(between);
        drain();
    } catch (const CannotGoOn&) { // failure_, exception_ or end_ contains the reason
    } catch (...) {
        stop_threads();
        throw;
    }
    stop_threads();
    if (exception_) std::rethrow_exception(exception_);
    if (failure_) return *failure_;
    return end_.value_or(End::AllRead);
}

// --- Reading
// ------------------------------------------------------------------------------------------------

void GameReading::Pipeline::read_file(const std::function<bool()>& between) {
    const GamePlace from = std::exchange(place_, {place_.file, 0, 0, 0});
    const bool resumed = from.text > 0 || from.offset > 0;
    const fs::path& path = options_.files[place_.file];
    auto opened = io::GameFile::open(path, in_);
    std::string problem;
    if (opened) {
        file_ = *std::move(opened);
        if (file_->unpacks()) scan_apart();
    } else {
        problem = opened.error().message;
    }
    tell(nullptr, !resumed, std::move(problem));
    while (std::istream* const stream = file_ ? file_->next() : nullptr) {
        if (place_.text >= from.text) {
            text_ = std::make_shared<Text>();
            text_->name = file_->name();
            if (place_.text == from.text) place_ = from;
            if (!read_text(*stream, between)) return;
        }
        place_ = {place_.file, place_.text + 1, 0, 0};
        text_.reset();
        if (!go_on(between)) return; // an archive may have a million empty members
    }
    if (file_ && !file_->problem().empty()) tell(nullptr, false, file_->problem());
    bytes_before_ += sizes_[place_.file].value_or(file_ ? file_->bytes_read() : 0);
    file_.reset();
    text_.reset();
    place_ = {place_.file + 1, 0, 0, 0};
    go_on(between);
}

// Returns false if reading is over.
bool GameReading::Pipeline::read_text(std::istream& stream, const std::function<bool()>& between) {
    const std::uint64_t base = place_.offset;
    text_->lines = place_.lines;
    if (base == 0) tell(text_, false, {});
    pgn::Chunks chunks(stream, options_.piece_size);
    if (base > 0) chunks.skip(base);
    for (bool is_first = base == 0;; is_first = false) {
        auto piece = std::make_unique<Piece>();
        if (const std::lock_guard lock(mutex_); !spare_.empty()) {
            piece->chunk = std::move(spare_.back());
            spare_.pop_back();
        }
        if (!chunks.next(piece->chunk)) return true;
        piece->begin = {place_.file, place_.text, piece->chunk.offset, 0};
        piece->text = text_;
        if (is_first) piece->letters = chunks.letters().name();
        place_.offset = chunks.offset();
        hand_out(std::move(piece));
        if (!go_on(between)) return false;
    }
}

// Problems are reported in the order of the pieces, so that the report does not depend on the
// threads.
void GameReading::Pipeline::tell(std::shared_ptr<Text> text, bool begins_file,
                                 std::string file_problem) {
    auto piece = std::make_unique<Piece>();
    piece->begins_text = text != nullptr;
    piece->begins_file = begins_file;
    piece->file_problem = std::move(file_problem);
    piece->text = std::move(text);
    piece->done = true;
    const std::lock_guard lock(mutex_);
    in_order_.push_back(std::move(piece));
}

// While the other threads have enough pieces, the calling thread scans, too, or waits if it only
// reads.
void GameReading::Pipeline::hand_out(std::unique_ptr<Piece> piece) {
    std::unique_lock lock(mutex_);
    waiting_.push_back(piece.get());
    in_order_.push_back(std::move(piece));
    ++unfinished_;
    work_.notify_one();
    if (only_reads_) begun_.wait(lock, [this] { return waiting_.size() <= threads_.size(); });
    while (waiting_.size() > threads_.size())
        scan_one(lock, *workers_.front());
}

bool GameReading::Pipeline::go_on(const std::function<bool()>& between) {
    deliver();
    if (failure_ || exception_ || end_) throw CannotGoOn();
    if (!between()) end_ = End::Stopped;
    return !end_;
}

void GameReading::Pipeline::drain() {
    {
        std::unique_lock lock(mutex_);
        while (!waiting_.empty() && !only_reads_)
            scan_one(lock, *workers_.front());
        idle_.wait(lock, [this] { return unfinished_ == 0; });
    }
    deliver();
    if (failure_ || exception_ || end_ == End::Strict) throw CannotGoOn();
}

void GameReading::Pipeline::deliver() {
    std::unique_lock lock(mutex_);
    while (!in_order_.empty() && in_order_.front()->done && !failure_ && !exception_ &&
           end_ != End::Strict) {
        const std::unique_ptr<Piece> piece = std::move(in_order_.front());
        in_order_.pop_front();
        lock.unlock();
        deliver(*piece);
        lock.lock();
    }
}

void GameReading::Pipeline::deliver(const Piece& piece) {
    failure_ = piece.failure;
    exception_ = piece.exception;
    if (failure_ || exception_) return;
    if (piece.begins_file) ++report_.files;
    if (piece.begins_text) ++report_.texts;
    if (!piece.file_problem.empty()) {
        ++report_.damaged_files;
        if (report_.file_problems.size() < ReadingReport::most_problems)
            report_.file_problems.push_back(text::shown_text(piece.file_problem));
        if (options_.strict) end_ = End::Strict;
    }
    if (!piece.letters.empty() && report_.letters.size() < ReadingReport::most_problems)
        report_.letters.push_back(text::shown_text(piece.text->name + ": " + piece.letters));
    report_.games += piece.report.counts.games;
    report_.text_bytes += piece.bytes;
    for (std::size_t kind = 0; kind < report_.problems.size(); ++kind)
        report_.problems[kind] += piece.report.problems[kind];
    for (const pgn::Problem& problem : piece.report.first) {
        if (report_.first_problems.size() >= ReadingReport::most_problems) break;
        const std::string line = std::to_string(piece.text->lines + problem.line);
        report_.first_problems.push_back(
            text::shown_text(piece.text->name + ':' + line + ": " + problem.message));
        if (options_.strict) break;
    }
    if (options_.strict && !piece.report.first.empty()) end_ = End::Strict;
    if (piece.text) piece.text->lines += piece.report.counts.lines + piece.skipped_lines;
}

GamePlace GameReading::Pipeline::place() const {
    GamePlace place = place_;
    if (text_) place.lines = text_->lines;
    return place;
}

// --- Scanning
// ------------------------------------------------------------------------------------------------

void GameReading::Pipeline::start_threads() {
    try {
        for (std::size_t i = 1; i < workers_.size(); ++i)
            threads_.emplace_back([this, i] { work(*workers_[i]); });
    } catch (const std::system_error&) {
        // The system does not permit more threads; the existing ones do the work.
    }
}

// From now on the calling thread only reads, and every worker has a thread. Decompression takes a
// quarter of the time of scanning and would otherwise not run in parallel with it.
void GameReading::Pipeline::scan_apart() {
    if (only_reads_) return;
    try {
        threads_.emplace_back([this] { work(*workers_.front()); });
        only_reads_ = true;
    } catch (const std::system_error&) {
        // The system permits no thread here either, which is acceptable as above.
    }
}

// Pieces that have not been started are dropped.
void GameReading::Pipeline::stop_threads() {
    {
        const std::lock_guard lock(mutex_);
        quitting_ = true;
        waiting_.clear();
    }
    work_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
    threads_.clear();
}

void GameReading::Pipeline::work(GameWorker& worker) {
    std::unique_lock lock(mutex_);
    for (;;) {
        work_.wait(lock, [this] { return quitting_ || !waiting_.empty(); });
        if (quitting_) return;
        scan_one(lock, worker);
    }
}

void GameReading::Pipeline::scan_one(std::unique_lock<std::mutex>& lock, GameWorker& worker) {
    Piece& piece = *waiting_.front();
    waiting_.pop_front();
    begun_.notify_one();
    lock.unlock();
    piece.report.cut_short = piece.chunk.cut_short;
    try {
        const Result<void> scanned = worker.scan(piece.chunk.view(), piece.begin, piece.report);
        if (!scanned) piece.failure = scanned.error();
    } catch (...) {
        piece.exception = std::current_exception();
    }
    piece.bytes = piece.chunk.text.size();
    piece.skipped_lines = piece.chunk.skipped_lines;
    lock.lock();
    if (is_worth_keeping(piece.chunk, options_.piece_size))
        spare_.push_back(std::move(piece.chunk));
    piece.chunk = {};
    piece.done = true;
    if (--unfinished_ == 0) idle_.notify_one();
}

// --- The public interface
// ------------------------------------------------------------------------------------------------

GameReading::GameReading(GameReadingOptions options, std::vector<GameWorker*> workers,
                         std::istream& in)
    : pipeline_(std::make_unique<Pipeline>(std::move(options), std::move(workers), in)) {}
GameReading::~GameReading() = default;

Result<GameReading::End> GameReading::run(const std::function<bool()>& between) {
    return pipeline_->run(between);
}
void GameReading::drain() {
    pipeline_->drain();
}
GamePlace GameReading::place() const {
    return pipeline_->place();
}
const ReadingReport& GameReading::report() const {
    return pipeline_->report();
}
std::uint64_t GameReading::bytes_read() const {
    return pipeline_->bytes_read();
}
std::uint64_t GameReading::bytes_total() const {
    return pipeline_->bytes_total();
}

} // namespace polyglot::tools
