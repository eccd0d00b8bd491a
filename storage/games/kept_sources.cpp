#include "storage/games/kept_sources.hpp"

#include "core/text/path_text.hpp"

#include <algorithm>
#include <tuple>

namespace polyglot::io {

Result<std::unique_ptr<KeptInFile>> KeptInFile::open(const FileAt& file, std::size_t buffer,
                                                     std::vector<std::uint32_t> numbers) {
    auto reader = StatsReader::open(file, buffer, StatsReader::Games::Read);
    if (!reader) return reader.error();
    // The names have been read, and many files with long lists may be open at once.
    const std::size_t files = (*reader)->take_files().size();
    if (!numbers.empty() && files != numbers.size())
        return make_error(to_text(file.path()) + ": has changed while make-book was running");
    return std::unique_ptr<KeptInFile>(new KeptInFile(*std::move(reader), std::move(numbers)));
}

bool KeptInFile::next(book::KeptMove& move) {
    book::MoveStats stats;
    do
        if (!reader_->next(stats)) return false;
    while (reader_->games().empty());
    move.key = stats.key;
    move.move = stats.move;
    move.games = reader_->games();
    if (!numbers_.empty()) book::renumber_files(move.games, numbers_);
    return true;
}

MergedKept::MergedKept(std::vector<std::unique_ptr<KeptSource>> sources, std::size_t most)
    : most_(most) {
    sources_.reserve(sources.size());
    for (auto& moves : sources)
        sources_.push_back({std::move(moves), {}});
    for (Source& source : sources_)
        advance(source);
}

bool MergedKept::is_later(const Source* a, const Source* b) {
    return std::tie(a->move.key, a->move.move) > std::tie(b->move.key, b->move.move);
}

void MergedKept::advance(Source& source) {
    if (source.moves->next(source.move)) {
        heap_.push_back(&source);
        std::ranges::push_heap(heap_, is_later);
    } else if (problem_.empty()) {
        problem_ = source.moves->problem();
    }
}

bool MergedKept::next(book::KeptMove& move) {
    if (heap_.empty() || !problem_.empty()) return false;
    const auto take_first = [this]() -> Source& {
        std::ranges::pop_heap(heap_, is_later);
        Source& first = *heap_.back();
        heap_.pop_back();
        return first;
    };
    Source& first = take_first();
    std::swap(move, first.move);
    advance(first);
    const auto is_same = [&move](const book::KeptMove& other) {
        return other.key == move.key && other.move == move.move;
    };
    bool is_joined = false;
    while (!heap_.empty() && is_same(heap_.front()->move)) {
        Source& source = take_first();
        move.games.insert(move.games.end(), source.move.games.begin(), source.move.games.end());
        advance(source);
        is_joined = true;
    }
    if (is_joined || move.games.size() > most_) book::keep_best(move.games, most_);
    return problem_.empty();
}

Result<void> write_kept(KeptSource& moves, const FileAt& file, Durability durability,
                        const book::KeptInfo& kept, const std::vector<std::string>& files) {
    auto writer = StatsWriter::open(file, durability, {}, kept);
    if (!writer) return writer.error();
    book::KeptMove move;
    while (!writer->failed() && moves.next(move))
        writer->write({.key = move.key, .move = move.move, .wins = 1}, move.games);
    if (!moves.problem().empty()) return make_error(moves.problem());
    StatsInfo info;
    info.kept = kept;
    return writer->commit(info, files);
}

} // namespace polyglot::io
