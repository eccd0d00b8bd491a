// CSV and JSON.
#include "tools/books/text.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/csv.hpp"
#include "tools/convert_book/writer.hpp"

#include <filesystem>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using book::Entry;
using chess::CastlingStyle;
using chess::Position;

// One for the whole book: of Chess960 also where king and rook stand on their standard squares.
CastlingStyle castling_in(const ConvertSource& source) {
    return source.chess960 ? CastlingStyle::KingTakesRook : CastlingStyle::KingTwoSquares;
}

std::uint64_t sum_of_weights(const std::vector<Entry>& entries) {
    std::uint64_t sum = 0;
    for (const Entry& entry : entries)
        sum += entry.weight;
    return sum;
}

// A position that is known without a move has a separate row.
bool is_told(const Entry& entry) {
    return entry.move || entry.evaluation;
}

class CsvWriter final : public BookWriter {
  public:
    CsvWriter(CastlingStyle castling, Write write) : BookWriter(std::move(write)), castling_(castling) {
        this->write("fen,ply,move,san,weight,share,priority,games,white_wins,white_losses,learn_count,learn_sum,value,"
                    "type,bound,source,elo,depth\n");
    }
    void take(const Visit& visit) override;
    void finish() override {}

  private:
    void add_fields(CsvRow& row, const Position& position, const Entry& entry, std::uint64_t sum) const;

    CastlingStyle castling_;
};

void CsvWriter::add_fields(CsvRow& row, const Position& position, const Entry& entry, std::uint64_t sum) const {
    if (entry.move) {
        row.add(chess::format_uci_move(entry.move, castling_)).add(chess::format_san(position, entry.move));
        row.add(entry.weight);
        row.add(sum > 0 ? text::fixed(100.0 * entry.weight / static_cast<double>(sum), 2) : "");
    } else {
        row.skip(4);
    }
    row.add(entry.priority ? std::to_string(*entry.priority) : "");
    if (const auto& games = entry.games) {
        row.add(games->games).add(games->white_wins).add(games->white_losses);
    } else {
        row.skip(3);
    }
    row.add(entry.learn_count).add(entry.learn_sum);
    if (const auto& evaluation = entry.evaluation) {
        row.add(evaluation->value).add(name_of(evaluation->type)).add(name_of(evaluation->bound));
        row.add(name_of(evaluation->source)).add(evaluation->elo);
        row.add(evaluation->depth ? std::to_string(*evaluation->depth) : "");
    } else {
        row.skip(6);
    }
}

void CsvWriter::take(const Visit& visit) {
    CsvRow place;
    place.add(chess::format_fen(visit.position)).add(visit.line.size());
    const std::uint64_t sum = sum_of_weights(visit.entries);
    ++counts_.positions;
    for (const Entry& entry : visit.entries) {
        if (!is_told(entry)) continue;
        CsvRow row = place;
        add_fields(row, visit.position, entry, sum);
        write(row.text() + '\n');
        ++counts_.entries;
    }
}

json::object to_json(const book::Evaluation& evaluation) {
    json::object object{{"value", evaluation.value},
                        {"type", name_of(evaluation.type)},
                        {"bound", name_of(evaluation.bound)},
                        {"source", name_of(evaluation.source)},
                        {"elo", evaluation.elo}};
    if (evaluation.depth) object["depth"] = *evaluation.depth;
    return object;
}

json::object to_json(const Position& position, const Entry& entry, std::uint64_t sum, CastlingStyle castling) {
    json::object object{{"move", chess::format_uci_move(entry.move, castling)},
                        {"san", chess::format_san(position, entry.move)},
                        {"weight", entry.weight}};
    if (sum > 0) object["share"] = static_cast<double>(entry.weight) / static_cast<double>(sum);
    if (entry.priority) object["priority"] = *entry.priority;
    if (const auto& games = entry.games) {
        object["games"] = games->games;
        object["white_wins"] = games->white_wins;
        object["white_losses"] = games->white_losses;
    }
    if (entry.learn_count != 0 || entry.learn_sum != 0) {
        object["learn_count"] = entry.learn_count;
        object["learn_sum"] = entry.learn_sum;
    }
    return object;
}

// One object over many lines, each position on its own.
class JsonWriter final : public BookWriter {
  public:
    JsonWriter(const json::object& about, CastlingStyle castling, Write write)
        : BookWriter(std::move(write)), castling_(castling) {
        this->write("{\"book\":" + json::serialize(about) + ",\n\"positions\":[");
    }
    void take(const Visit& visit) override;
    void finish() override { write("\n]}\n"); }

  private:
    CastlingStyle castling_;
};

void JsonWriter::take(const Visit& visit) {
    json::object object{{"fen", chess::format_fen(visit.position)}, {"ply", visit.line.size()}};
    json::array moves;
    const std::uint64_t sum = sum_of_weights(visit.entries);
    for (const Entry& entry : visit.entries) {
        if (entry.evaluation) object["evaluation"] = to_json(*entry.evaluation);
        if (entry.move) moves.push_back(to_json(visit.position, entry, sum, castling_));
    }
    counts_.entries += moves.size();
    object["moves"] = std::move(moves);
    write((counts_.positions++ == 0 ? "\n" : ",\n") + json::serialize(object));
}

} // namespace

std::unique_ptr<BookWriter> make_csv_writer(const ConvertSource& source, BookWriter::Write write) {
    return std::make_unique<CsvWriter>(castling_in(source), std::move(write));
}

std::unique_ptr<BookWriter> make_json_writer(const ConvertOptions& options, const ConvertSource& source,
                                             BookWriter::Write write) {
    json::object about{{"file", text::shown_text(to_text(to_path(options.from).filename()))},
                       {"format", source.format}};
    if (!source.comment.empty()) about["comment"] = text::shown_lines(source.comment);
    if (!source.author.empty()) about["author"] = text::shown_text(source.author);
    if (source.chess960) about["variant"] = "Chess960";
    json::object facts;
    for (const auto& [name, value] : source.opened->facts())
        facts[name] = text::shown_lines(value);
    if (!facts.empty()) about["facts"] = std::move(facts);
    return std::make_unique<JsonWriter>(about, castling_in(source), std::move(write));
}

} // namespace polyglot::tools
