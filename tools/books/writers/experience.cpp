// Writes experience files: SugaR's second version, and BrainLearn's.
#include "core/book/experience/experience.hpp"

#include "core/book/byte_reader.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/book/stockfish_value.hpp"
#include "core/book/value_weights.hpp"
#include "core/chess/stockfish_key.hpp"
#include "tools/books/writers/writer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polyglot::tools {
namespace {

using book::ExperienceLayout;

constexpr int most_depth = 245;

class ExperienceWriter final : public BookWriter {
  public:
    // each_value is set if a table has a separate value for each move.
    ExperienceWriter(ExperienceLayout layout, bool each_value, Write write)
        : BookWriter(std::move(write)), layout_(layout), each_value_(each_value) {
        this->write(book::signature_of(layout));
    }

    void take(const Visit& visit) override;
    void finish() override {}

  private:
    ExperienceLayout layout_;
    bool each_value_;
};

// A table's value belongs to its position and so to the best move only, which is the marked one or
// else the heaviest. Only a table of an experience file has a value for each move.
bool has_own_value(const Visit& visit, std::size_t number) {
    if (visit.place == nullptr) return true;
    const auto& rows = visit.place->rows;
    const auto better = [](const TableBook::Row& a, const TableBook::Row& b) {
        return a.best != b.best ? b.best : a.entry.weight < b.entry.weight;
    };
    return std::max_element(rows.begin(), rows.end(), better) - rows.begin() ==
           static_cast<std::ptrdiff_t>(number);
}

// The layouts cannot store a move without a value.
void ExperienceWriter::take(const Visit& visit) {
    const bool white = visit.position.side_to_move() == chess::Color::White;
    const auto keys = layout_ == ExperienceLayout::BrainLearn ? chess::StockfishKeys::SetsOfRights
                                                              : chess::StockfishKeys::FourRights;
    bool any = false;
    for (std::size_t i = 0; i < visit.entries.size(); ++i) {
        const book::Entry& entry = visit.entries[i];
        if ((!each_value_ && !has_own_value(visit, i)) || !entry.move || !entry.evaluation ||
            book::says_nothing(*entry.evaluation))
            continue;
        int score = book::encode_stockfish_value(*entry.evaluation);
        if (!white) score = -score;
        const int depth = entry.evaluation->depth.value_or(0);
        const book::ExperienceRecord record{
            .key = chess::stockfish_key_of(visit.position, keys),
            .depth = std::clamp(depth, book::least_depth(layout_), most_depth),
            .score = score,
            .move = book::encode_stockfish_move(entry.move, visit.position),
            .count = 1,
            .performance = book::brainlearn_performance};
        std::array<std::byte, book::experience_record_size> bytes{};
        book::encode_experience_record(layout_, record, bytes);
        write(book::as_text(bytes));
        ++counts_.entries;
        any = true;
    }
    counts_.positions += any ? 1 : 0;
}

template <ExperienceLayout Layout>
std::unique_ptr<BookWriter> make_experience_writer(const ConvertOptions& /*options*/,
                                                   const ConvertSource& source,
                                                   BookWriter::Write write) {
    const bool each_value =
        source.table != nullptr && source.table->origin() == book::experience_format.name;
    return std::make_unique<ExperienceWriter>(Layout, each_value, std::move(write));
}

} // namespace

constexpr BookTarget experience_target{.word = "experience",
                                       .other_word = "exp",
                                       .format = &book::experience_format,
                                       .make_writer =
                                           make_experience_writer<ExperienceLayout::Sugar2>};
constexpr BookTarget brainlearn_target{.word = "brainlearn",
                                       .other_word = {},
                                       .format = &book::experience_format,
                                       .make_writer =
                                           make_experience_writer<ExperienceLayout::BrainLearn>};

} // namespace polyglot::tools
