// CSV and JSON.
#include "tools/books/text.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/utf8.hpp"
#include "tools/convert_book/writer.hpp"

#include <array>
#include <cstdio>
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

// A position that is known without a move has a row of its own.
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
    void add(std::string_view field) { row_.append(field) += ','; }
    void add(std::uint64_t number) { add(std::to_string(number)); }
    void skip(std::size_t fields) { row_.append(fields, ','); }
    void add_row(const Position& position, const Entry& entry, std::uint64_t sum);

    CastlingStyle castling_;
    std::string row_;
};

void CsvWriter::add_row(const Position& position, const Entry& entry, std::uint64_t sum) {
    if (entry.move) {
        add(chess::format_uci_move(entry.move, castling_));
        add(chess::format_san(position, entry.move));
        add(entry.weight);
        std::array<char, 32> share{};
        if (sum > 0) std::snprintf(share.data(), share.size(), "%.2f", 100.0 * entry.weight / static_cast<double>(sum));
        add(share.data());
    } else {
        skip(4);
    }
    add(entry.priority ? std::to_string(*entry.priority) : "");
    if (const auto& games = entry.games) {
        add(games->games);
        add(games->white_wins);
        add(games->white_losses);
    } else {
        skip(3);
    }
    add(entry.learn_count);
    add(entry.learn_sum);
    if (const auto& evaluation = entry.evaluation) {
        add(std::to_string(evaluation->value));
        add(name_of(evaluation->type));
        add(name_of(evaluation->bound));
        add(name_of(evaluation->source));
        add(evaluation->elo);
        row_ += evaluation->depth ? std::to_string(*evaluation->depth) : "";
    } else {
        skip(5);
    }
    row_ += '\n';
}

void CsvWriter::take(const Visit& visit) {
    const std::string place = chess::format_fen(visit.position) + ',' + std::to_string(visit.line.size()) + ',';
    const std::uint64_t sum = sum_of_weights(visit.entries);
    ++counts_.positions;
    for (const Entry& entry : visit.entries) {
        if (!is_told(entry)) continue;
        row_ = place;
        add_row(visit.position, entry, sum);
        write(row_);
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

// Comments have lines.
std::string shown_lines(std::string_view text) {
    std::string shown;
    for (;;) {
        const std::size_t end = text.find('\n');
        shown += text::shown_text(text.substr(0, end));
        if (end == std::string_view::npos) return shown;
        shown += '\n';
        text.remove_prefix(end + 1);
    }
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
    json::object about{{"file", text::shown_text(std::filesystem::path(options.from).filename().string())},
                       {"format", source.format}};
    if (!source.comment.empty()) about["comment"] = shown_lines(source.comment);
    if (!source.author.empty()) about["author"] = text::shown_text(source.author);
    if (source.chess960) about["variant"] = "Chess960";
    json::object facts;
    for (const auto& [name, value] : source.opened->facts())
        facts[name] = shown_lines(value);
    if (!facts.empty()) about["facts"] = std::move(facts);
    return std::make_unique<JsonWriter>(about, castling_in(source), std::move(write));
}

} // namespace polyglot::tools
