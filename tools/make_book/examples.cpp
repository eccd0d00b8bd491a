#include "tools/make_book/examples.hpp"

#include "core/text/figures.hpp"
#include "tools/books/tree/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {
namespace {

struct Place {
    std::size_t mover, rule, index;
};
using Wanted = std::unordered_multimap<std::uint64_t, Place>;

Wanted wanted_positions(const book::DroppedExamples& examples) {
    Wanted wanted;
    for (std::size_t mover = 0; mover < examples.of.size(); ++mover)
        for (std::size_t rule = 0; rule < examples.of[mover].size(); ++rule)
            for (std::size_t i = 0; i < examples.of[mover][rule].size(); ++i)
                wanted.emplace(examples.of[mover][rule][i].key, Place{mover, rule, i});
    return wanted;
}

// Visits the positions of the book, those with the shortest lines first.
class Search {
  public:
    Search(const book::PolyglotBook& book, MakeBookReport& report)
        : book_(book), report_(report), wanted_(wanted_positions(report.examples)) {
        for (std::size_t mover = 0; mover < report.example_lines.size(); ++mover)
            for (std::size_t rule = 0; rule < report.example_lines[mover].size(); ++rule)
                report.example_lines[mover][rule].resize(report.examples.of[mover][rule].size());
    }

    void run() {
        constexpr std::size_t most = 20'000;
        add(chess::Position::start(), {});
        for (std::size_t next = 0; next < found_.size() && !wanted_.empty(); ++next) {
            const Found here = found_[next];
            name(here);
            for (const book::Entry& entry : book_.find(here.position)) {
                if (!entry.move || found_.size() >= most) continue;
                chess::Position after = here.position;
                after.make(entry.move);
                std::vector<chess::Move> line = here.line;
                line.push_back(entry.move);
                add(after, std::move(line));
            }
        }
    }

  private:
    struct Found {
        chess::Position position;
        std::vector<chess::Move> line;
    };

    void add(const chess::Position& position, std::vector<chess::Move> line) {
        if (seen_.insert(position.key()).second) found_.push_back({position, std::move(line)});
    }

    void name(const Found& here) {
        const auto [first, last] = wanted_.equal_range(here.position.key());
        for (auto at = first; at != last; ++at) {
            const auto& [mover, rule, index] = at->second;
            const book::MoveStats& stats = report_.examples.of[mover][rule][index];
            const chess::Move move = book::decode_move(stats.move, here.position);
            if (!move) continue;
            std::vector<chess::Move> line = here.line;
            line.push_back(move);
            report_.example_lines[mover][rule][index] =
                format_line(chess::Position::start(), line) + " (" +
                text::counted(stats.games(), "game") + ')';
        }
        wanted_.erase(first, last);
    }

    const book::PolyglotBook& book_;
    MakeBookReport& report_;
    Wanted wanted_;
    std::vector<Found> found_;
    std::unordered_set<std::uint64_t> seen_;
};

} // namespace

void name_examples(const book::PolyglotBook& book, MakeBookReport& report) {
    Search(book, report).run();
}

} // namespace polyglot::tools
