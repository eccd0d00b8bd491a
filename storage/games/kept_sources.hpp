// Joins the kept games of several files of statistics. Test: kept_sources_test.cpp.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/result.hpp"
#include "storage/files/folder.hpp"
#include "storage/games/stats_file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::io {

// Delivers moves with their kept games, in ascending order of key and move, without duplicates.
class KeptSource {
  public:
    virtual ~KeptSource() = default;
    virtual bool next(book::KeptMove& move) = 0; // false at the end
    // Returns why next() ended early, for example a damaged file with the place.
    virtual const std::string& problem() const = 0;
};

// Of a file that keeps games.
class KeptInFile final : public KeptSource {
  public:
    // numbers: the number that each file of the list in `file` gets; an error if the list has
    // changed since they were made. If there are none, those in `file` stay.
    static Result<std::unique_ptr<KeptInFile>> open(const FileAt& file, std::size_t buffer,
                                                    std::vector<std::uint32_t> numbers = {});
    bool next(book::KeptMove& move) override;
    const std::string& problem() const override { return reader_->problem(); }

  private:
    explicit KeptInFile(std::unique_ptr<StatsReader> reader, std::vector<std::uint32_t> numbers)
        : reader_(std::move(reader)), numbers_(std::move(numbers)) {}

    std::unique_ptr<StatsReader> reader_;
    std::vector<std::uint32_t> numbers_;
};

// Leaves the `most` best rated and newest games of each move.
class MergedKept final : public KeptSource {
  public:
    MergedKept(std::vector<std::unique_ptr<KeptSource>> sources, std::size_t most);
    bool next(book::KeptMove& move) override;
    const std::string& problem() const override { return problem_; }

  private:
    struct Source {
        std::unique_ptr<KeptSource> moves;
        book::KeptMove move; // the next one
    };
    static bool is_later(const Source* a, const Source* b);
    void advance(Source& source);

    std::vector<Source> sources_;
    std::vector<Source*> heap_; // those that have not ended, the one with the first move in front
    std::size_t most_;
    std::string problem_;
};

// Writes the moves to a file, with results that mean nothing: make-book's runs of games.
Result<void> write_kept(KeptSource& moves, const FileAt& file, Durability durability,
                        const book::KeptInfo& kept, const std::vector<std::string>& files);

} // namespace polyglot::io
