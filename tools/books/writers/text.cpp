// Writes CSV and JSON.
#include "tools/books/text.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/sources/header_text.hpp"
#include "tools/books/writers/writer.hpp"
#include "tools/common/csv.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using book::Entry;
using chess::CastlingStyle;
using chess::Position;

// Uses the notation of Chess960 if the position's castling rights need it, and on lines that begin
// with a Chess960 position. The positions of a table are judged individually.
CastlingStyle castling_in(const Visit& visit) {
    const auto castles = [](const Entry& entry) {
        return entry.move.kind() == chess::Move::Kind::Castling;
    };
    if (std::none_of(visit.entries.begin(), visit.entries.end(), castles))
        return CastlingStyle::KingTwoSquares;
    const bool chess960 = chess::castles_as_in_chess960(visit.position) ||
                          (visit.place == nullptr && chess::is_of_chess960(visit.root));
    return chess960 ? CastlingStyle::KingTakesRook : CastlingStyle::KingTwoSquares;
}

// Returns "Chess960", "chess and Chess960", or an empty text if there is nothing to note.
std::string variant_fact(const ConvertSource& source) {
    const auto has = [&source](std::string_view variant) {
        return std::find(source.variants.begin(), source.variants.end(), variant) !=
               source.variants.end();
    };
    if (!has("fischerandom")) return {};
    return has("normal") ? "chess and Chess960" : "Chess960";
}

std::uint64_t sum_of_weights(const std::vector<Entry>& entries) {
    std::uint64_t sum = 0;
    for (const Entry& entry : entries)
        sum += entry.weight;
    return sum;
}

// The fields of an entry that Entry does not have and that reading the table back needs to make the
// same book.
struct Exact {
    std::optional<std::uint16_t> raw; // PolyGlot's 16 bits if they differ from encode_move()
    bool best = false;                // YACB, SFTT: the book's own move
};

// Provides the exact entries of a visit, and at the end those of positions that were not visited.
class ExactSource {
  public:
    // With -fen only the reachable positions are written.
    ExactSource(const ConvertOptions& options, const ConvertSource& source)
        : source_(source), keeps_rest_(options.roots.empty()) {}

    std::vector<Exact> of(const Visit& visit); // each position is returned once
    using LooseVisitor = std::function<void(const book::RawEntry&)>;
    using ValueVisitor = std::function<void(const book::YacbEntry&)>;
    // Returns the text of a .bin's header, whose entries are not visited; empty if there is none.
    std::string visit_rest(const LooseVisitor& entry, const ValueVisitor& value) const;

  private:
    const ConvertSource& source_;
    bool keeps_rest_;
    std::unordered_set<std::uint64_t> seen_; // keys of a .bin or YACB
};

std::vector<Exact> ExactSource::of(const Visit& visit) {
    std::vector<Exact> exact(visit.entries.size());
    if (visit.place != nullptr) {
        for (std::size_t i = 0; i < exact.size(); ++i)
            exact[i] = {visit.place->rows[i].raw, visit.place->rows[i].best};
    } else if (const auto* const polyglot = source_.opened->polyglot()) {
        const auto raw = polyglot->find_raw(visit.position.key());
        for (std::size_t i = 0; i < std::min(exact.size(), raw.size()); ++i)
            if (!visit.entries[i].move || book::encode_move(visit.entries[i].move) != raw[i].move)
                exact[i].raw = raw[i].move;
        if (keeps_rest_) seen_.insert(visit.position.key());
    } else if (source_.has_values()) {
        const std::vector<Entry> own = source_.opened->find(visit.position);
        for (std::size_t i = 0; i < exact.size(); ++i)
            exact[i].best =
                !own.empty() && own.front().move && visit.entries[i].move == own.front().move;
        if (keeps_rest_ && source_.opened->yacb() != nullptr)
            seen_.insert(source_.opened->yacb()->key_of(visit.position));
    }
    return exact;
}

std::string ExactSource::visit_rest(const LooseVisitor& entry, const ValueVisitor& value) const {
    if (!keeps_rest_) return {};
    std::vector<book::RawEntry> header;
    const auto visit = [&header, &entry](const book::RawEntry& raw) {
        if (raw.key == book::header_key)
            header.push_back(raw);
        else
            entry(raw);
    };
    if (const TableBook* const table = source_.table) {
        std::for_each(table->loose_entries().begin(), table->loose_entries().end(), visit);
        std::for_each(table->loose_values().begin(), table->loose_values().end(), value);
    } else if (const auto* const polyglot = source_.opened->polyglot()) {
        std::vector<std::byte> buffer(64U << 10U);
        book::EntryWindow window(polyglot->entries(), buffer);
        for (std::uint64_t i = 0; i < polyglot->entries().size() && window.reach(i); ++i)
            if (const book::RawEntry raw = window[i]; !seen_.contains(raw.key)) visit(raw);
    } else if (const auto* const yacb = source_.opened->yacb()) {
        yacb->for_each([this, &value](std::uint64_t, const book::YacbEntry& of_key) {
            if (!seen_.contains(of_key.key)) value(of_key);
            return true;
        });
    }
    return format_header_text(header);
}

// Returns an Arena book's numbers and the texts of a header. A .bin's header is among its entries.
std::vector<std::pair<std::string, std::string>> header_of(const ConvertOptions& options,
                                                           const ConvertSource& source) {
    const bool is_copy = source.table != nullptr && !source.table->origin().empty();
    std::vector<std::pair<std::string, std::string>> facts;
    // With -fen the result is a part of the book, and a .bin made from it gets its own header.
    if (options.roots.empty() && !source.format.empty())
        facts.emplace_back("origin", is_copy ? source.table->origin() : source.format);
    if (source.opened->arena_header() != nullptr) {
        const book::AbkHeader header = arena_header(options, source);
        for (const ArenaNumber& known : arena_numbers())
            facts.emplace_back(known.name, std::to_string(header.*known.number));
    }
    if (source.opened->polyglot() == nullptr) {
        if (!source.comment.empty())
            facts.emplace_back("comment", text::shown_lines(source.comment));
        if (!source.author.empty()) facts.emplace_back("author", text::shown_text(source.author));
    }
    if (std::string variant = variant_fact(source); !variant.empty())
        facts.emplace_back("variant", std::move(variant));
    return facts;
}

// Decides which entries need a row: known positions without a move and illegal moves have separate
// rows.
bool is_written(const Entry& entry, const Exact& exact) {
    return entry.move || entry.evaluation || exact.raw;
}

std::string raw_text(std::uint16_t raw) {
    return "0x" + text::hexadecimal(raw).substr(12);
}

class CsvWriter final : public BookWriter {
  public:
    CsvWriter(const ConvertOptions& options, const ConvertSource& source, Write write)
        : BookWriter(std::move(write)),
          exact_(options, source),
          header_(header_of(options, source)) {
        this->write("fen,ply,move,san,weight,share,priority,games,white_wins,white_losses,learn_"
                    "count,learn_sum,value,"
                    "type,bound,source,elo,depth,best,key,raw\n");
    }
    void take(const Visit& visit) override;
    void finish() override;

  private:
    static void add_fields(CsvRow& row, const Position& position, const Entry& entry,
                           std::uint64_t sum, CastlingStyle castling);

    ExactSource exact_;
    std::vector<std::pair<std::string, std::string>> header_;
};

void add_evaluation(CsvRow& row, const book::Evaluation& evaluation) {
    row.add(evaluation.value).add(name_of(evaluation.type)).add(name_of(evaluation.bound));
    row.add(name_of(evaluation.source)).add(evaluation.elo);
    row.add(evaluation.depth ? std::to_string(*evaluation.depth) : "");
}

// Writes what only has a key: entries without a position, and the header's texts.
void CsvWriter::finish() {
    const auto loose = [this](const book::RawEntry& entry) {
        CsvRow row;
        row.skip(4).add(entry.weight).skip(5).add(entry.learn_count).add(entry.learn_sum).skip(7);
        row.add(text::hexadecimal(entry.key)).add(raw_text(entry.move));
        write(row.text() + '\n');
        if (!book::is_special(entry)) ++counts_.by_key;
    };
    const std::string header = exact_.visit_rest(loose, [this](const book::YacbEntry& entry) {
        CsvRow row;
        row.skip(12);
        add_evaluation(row, entry.evaluation);
        row.skip(1).add(text::hexadecimal(entry.key)).add(raw_text(entry.best_move));
        write(row.text() + '\n');
        ++counts_.by_key;
    });
    if (!header.empty()) header_.emplace_back(header_row, header);
    for (const auto& [name, value] : header_)
        write(CsvRow().skip(19).add(name).add(value).text() + '\n');
}

void CsvWriter::add_fields(CsvRow& row, const Position& position, const Entry& entry,
                           std::uint64_t sum, CastlingStyle castling) {
    if (entry.move) {
        row.add(chess::format_uci_move(entry.move, castling))
            .add(chess::format_san(position, entry.move));
        row.add(entry.weight);
        row.add(sum > 0 ? text::fixed(100.0 * entry.weight / static_cast<double>(sum), 2) : "");
    } else {
        row.skip(2).add(entry.weight > 0 ? std::to_string(entry.weight) : "").skip(1);
    }
    row.add(entry.priority ? std::to_string(*entry.priority) : "");
    if (const auto& games = entry.games) {
        row.add(games->games).add(games->white_wins).add(games->white_losses);
    } else {
        row.skip(3);
    }
    row.add(entry.learn_count).add(entry.learn_sum);
    if (const auto& evaluation = entry.evaluation) {
        add_evaluation(row, *evaluation);
    } else {
        row.skip(6);
    }
}

void CsvWriter::take(const Visit& visit) {
    CsvRow place;
    place.add(chess::format_fen(visit.position)).add(visit.ply);
    const std::uint64_t sum = sum_of_weights(visit.entries);
    const CastlingStyle castling = castling_in(visit);
    ++counts_.positions;
    const std::vector<Exact> exact = exact_.of(visit);
    for (std::size_t i = 0; i < visit.entries.size(); ++i) {
        const Entry& entry = visit.entries[i];
        if (!is_written(entry, exact[i])) continue;
        CsvRow row = place;
        add_fields(row, visit.position, entry, sum, castling);
        row.add(exact[i].best ? "1" : "").skip(1).add(exact[i].raw ? raw_text(*exact[i].raw) : "");
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

json::object to_json(const Position& position, const Entry& entry, const Exact& exact,
                     std::uint64_t sum, CastlingStyle castling) {
    json::object object;
    if (entry.move) {
        object["move"] = chess::format_uci_move(entry.move, castling);
        object["san"] = chess::format_san(position, entry.move);
    }
    object["weight"] = entry.weight;
    if (exact.raw) object["raw"] = raw_text(*exact.raw);
    if (exact.best) object["best"] = true;
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

// Writes one object over many lines, with one line for each position.
class JsonWriter final : public BookWriter {
  public:
    JsonWriter(const ConvertOptions& options, const ConvertSource& source,
               const json::object& about, Write write)
        : BookWriter(std::move(write)), exact_(options, source) {
        this->write("{\"book\":" + json::serialize(about) + ",\n\"positions\":[");
    }
    void take(const Visit& visit) override;
    void finish() override;

  private:
    ExactSource exact_;
};

void JsonWriter::finish() {
    bool any = false;
    const auto put = [this, &any](const json::object& object) {
        write((std::exchange(any, true) ? ",\n" : ",\n\"entries\":[\n") + json::serialize(object));
    };
    write("\n]");
    const auto loose = [this, &put](const book::RawEntry& entry) {
        if (!book::is_special(entry)) ++counts_.by_key;
        put({{"key", text::hexadecimal(entry.key)},
             {"raw", raw_text(entry.move)},
             {"weight", entry.weight},
             {"learn_count", entry.learn_count},
             {"learn_sum", entry.learn_sum}});
    };
    const std::string header = exact_.visit_rest(loose, [this, &put](const book::YacbEntry& entry) {
        ++counts_.by_key;
        put({{"key", text::hexadecimal(entry.key)},
             {"raw", raw_text(entry.best_move)},
             {"evaluation", to_json(entry.evaluation)}});
    });
    if (!header.empty()) put({{"key", header_row}, {"raw", header}});
    write(any ? "\n]}\n" : "}\n");
}

void JsonWriter::take(const Visit& visit) {
    json::object object{{"fen", chess::format_fen(visit.position)}, {"ply", visit.ply}};
    json::array moves;
    const std::uint64_t sum = sum_of_weights(visit.entries);
    const CastlingStyle castling = castling_in(visit);
    const std::vector<Exact> exact = exact_.of(visit);
    for (std::size_t i = 0; i < visit.entries.size(); ++i) {
        const Entry& entry = visit.entries[i];
        if (entry.evaluation && i == 0) object["evaluation"] = to_json(*entry.evaluation);
        if (!entry.move && !exact[i].raw) continue;
        json::object move = to_json(visit.position, entry, exact[i], sum, castling);
        // This value belongs to the move.
        if (entry.evaluation && i > 0) move["evaluation"] = to_json(*entry.evaluation);
        moves.push_back(std::move(move));
    }
    counts_.entries += moves.size();
    object["moves"] = std::move(moves);
    write((counts_.positions++ == 0 ? "\n" : ",\n") + json::serialize(object));
}

std::unique_ptr<BookWriter> make_csv_writer(const ConvertOptions& options,
                                            const ConvertSource& source, BookWriter::Write write) {
    return std::make_unique<CsvWriter>(options, source, std::move(write));
}

std::unique_ptr<BookWriter> make_json_writer(const ConvertOptions& options,
                                             const ConvertSource& source, BookWriter::Write write) {
    json::object about{{"file", text::shown_text(to_text(to_path(options.from).filename()))},
                       {"format", source.format}};
    if (!source.comment.empty()) about["comment"] = text::shown_lines(source.comment);
    json::object numbers;
    for (const auto& [key, value] : header_of(options, source))
        (text::parse_int<std::int64_t>(value) ? numbers : about)[key] = value;
    if (!numbers.empty()) about["arena"] = std::move(numbers);
    json::object facts;
    for (const auto& [name, value] : source.opened->facts())
        facts[name] = text::shown_lines(value);
    if (!facts.empty()) about["facts"] = std::move(facts);
    return std::make_unique<JsonWriter>(options, source, about, std::move(write));
}

} // namespace

constexpr BookTarget csv_target{.word = "csv",
                                .other_word = {},
                                .format = &book::csv_format,
                                .make_writer = make_csv_writer,
                                .is_text = true,
                                .is_table = true};
constexpr BookTarget json_target{.word = "json",
                                 .other_word = {},
                                 .format = &book::json_format,
                                 .make_writer = make_json_writer,
                                 .is_text = true,
                                 .is_table = true};

} // namespace polyglot::tools
