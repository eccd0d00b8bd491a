// Writes .bin and YACB.
#include "core/book/byte_reader.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/value_weights.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/books/writers/writer.hpp"
#include "version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using book::Evaluation;
using chess::Color;

class PolyglotWriter final : public BookWriter {
  public:
    PolyglotWriter(std::string header, bool with_learn_fields, Write write)
        : BookWriter(std::move(write)),
          header_(std::move(header)),
          with_learn_fields_(with_learn_fields) {}

    void take(const Visit& visit) override;
    void finish() override;

  private:
    std::string header_;
    bool with_learn_fields_;
    std::vector<book::RawEntry> entries_;
    std::vector<std::uint32_t> weights_; // of the current position
};

void PolyglotWriter::take(const Visit& visit) {
    if (!visit.position.castles_with_outer_rooks()) {
        ++counts_.keyless;
        return;
    }
    const std::size_t first = entries_.size();
    weights_.clear();
    for (const Entry& entry : visit.entries) {
        if (!entry.move) continue;
        weights_.push_back(entry.weight);
        book::RawEntry raw{.key = visit.position.key(), .move = book::encode_move(entry.move)};
        if (with_learn_fields_) {
            raw.learn_count = static_cast<std::uint16_t>(entry.learn_count);
            raw.learn_sum = static_cast<std::uint16_t>(entry.learn_sum);
        }
        entries_.push_back(raw);
    }
    if (weights_.empty()) return;
    if (fit_weights(weights_)) ++counts_.scaled;
    for (std::size_t i = 0; i < weights_.size(); ++i)
        entries_[first + i].weight = static_cast<std::uint16_t>(weights_[i]);
    ++counts_.positions;
}

void PolyglotWriter::finish() {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const book::RawEntry& a, const book::RawEntry& b) {
                         return a.key != b.key ? a.key < b.key : a.weight > b.weight;
                     });
    write(header_);
    std::string bytes;
    for (const book::RawEntry& entry : entries_) {
        append_entry(bytes, entry);
        if (bytes.size() < 1U << 16U) continue;
        write(bytes);
        bytes.clear();
    }
    write(bytes);
    counts_.entries = entries_.size();
}

// Returns White's expected score over all games of the position's moves, or nullopt without games.
std::optional<Evaluation> value_of_games(const std::vector<Entry>& entries) {
    std::uint64_t games = 0;
    double points = 0;
    for (const Entry& entry : entries) {
        const auto score = entry.games ? score_for(*entry.games, Color::White) : std::nullopt;
        if (!score) continue;
        games += entry.games->games;
        points += *score * entry.games->games;
    }
    if (games == 0) return std::nullopt;
    Evaluation evaluation;
    evaluation.value = static_cast<int>(std::lround(40'000 * points / static_cast<double>(games)));
    evaluation.type = Evaluation::Type::PerCent;
    evaluation.source = Evaluation::Source::Statistics;
    return evaluation;
}

class YacbWriter final : public BookWriter {
  public:
    YacbWriter(const TableBook* table, Write write) : BookWriter(std::move(write)), table_(table) {
        if (table_ != nullptr) entries_ = table_->loose_values();
    }

    void take(const Visit& visit) override;
    void finish() override;

  private:
    const TableBook* table_;
    std::vector<book::YacbEntry> entries_;
};

// A table of a book with values marks the book's own move. Otherwise the heaviest move is the one
// that would be played.
const Entry* best_of(const TableBook::Place& place) {
    const auto best = std::find_if(place.rows.begin(), place.rows.end(),
                                   [](const TableBook::Row& row) { return row.best; });
    return best == place.rows.end() ? nullptr : &best->entry;
}

void YacbWriter::take(const Visit& visit) {
    const Entry* best = nullptr;
    std::optional<Evaluation> value;
    for (const Entry& entry : visit.entries) {
        if (!value) value = entry.evaluation;
        if (entry.move && entry.weight > 0 && (best == nullptr || entry.weight > best->weight))
            best = &entry;
    }
    if (visit.place != nullptr && table_->names_best()) best = best_of(*visit.place);
    if (!value) value = value_of_games(visit.entries);
    if (!value && best == nullptr) return; // there is nothing to write
    if (!value) {
        ++counts_.valueless;
        value = book::no_value();
    }
    book::YacbEntry entry{.key = chess::stockfish_key(visit.position), .evaluation = *value};
    if (best != nullptr) entry.best_move = book::encode_stockfish_move(best->move, visit.position);
    entries_.push_back(entry);
}

void YacbWriter::finish() {
    std::stable_sort(
        entries_.begin(), entries_.end(),
        [](const book::YacbEntry& a, const book::YacbEntry& b) { return a.key < b.key; });
    write(book::encode_yacb_header());
    const book::YacbEntry* last = nullptr;
    for (const book::YacbEntry& entry : entries_) {
        if (last != nullptr && last->key == entry.key) {
            ++counts_.same_key;
            continue;
        }
        last = &entry;
        std::array<std::byte, book::yacb_entry_size> bytes{};
        book::encode_yacb_entry(entry, bytes);
        write(book::as_text(bytes));
        ++counts_.entries;
    }
    counts_.positions = counts_.entries;
}

std::unique_ptr<BookWriter> make_polyglot_writer(const ConvertOptions& options,
                                                 const ConvertSource& source,
                                                 BookWriter::Write write) {
    return std::make_unique<PolyglotWriter>(
        polyglot_header(options, source),
        source.opened->polyglot() != nullptr || source.table != nullptr, std::move(write));
}

std::unique_ptr<BookWriter> make_yacb_writer(const ConvertOptions& /*options*/,
                                             const ConvertSource& source, BookWriter::Write write) {
    return std::make_unique<YacbWriter>(source.table, std::move(write));
}

} // namespace

constexpr BookTarget polyglot_target{.word = "polyglot",
                                     .other_word = "bin",
                                     .format = &book::polyglot_format,
                                     .make_writer = make_polyglot_writer};
constexpr BookTarget yacb_target{.word = "yacb",
                                 .other_word = {},
                                 .format = &book::yacb_format,
                                 .make_writer = make_yacb_writer};

std::string polyglot_header(const ConvertOptions& options, const ConvertSource& source) {
    const auto* const polyglot = source.opened->polyglot();
    book::Header header{"1.0", source.variants, options.comment.value_or(source.comment)};
    const auto add = [&header](const std::string& line) {
        header.comment +=
            (header.comment.empty() || header.comment.back() == '\n' ? "" : "\n") + line;
    };
    if (const std::string author = options.author.value_or(source.author); !author.empty())
        add("by " + author);
    if (polyglot == nullptr || (!polyglot->header() && !options.comment && !options.author))
        add("Created by Polyglot " POLYGLOT_VERSION "\nfrom " +
            text::shown_text(to_text(to_path(options.from).filename())));
    return book::encode_header(header);
}

} // namespace polyglot::tools
