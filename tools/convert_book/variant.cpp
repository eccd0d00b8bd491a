#include "tools/convert_book/variant.hpp"

#include "core/book/variants/walk.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/tree/tree.hpp"
#include "tools/books/writers/variant_entries.hpp"
#include "tools/common/csv.hpp"

#include <algorithm>
#include <limits>
#include <ostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::VariantPosition;

// Counts the positions that are reached, and the entries that are legal in none of them.
class Walk {
  public:
    Walk(const book::VariantBook& book, VariantReport& report) : book_(book), report_(report) {}

    // Returns an error if there are too many positions: none of them is lost without a word.
    // keep_on is asked at each.
    Result<void> run(std::span<const VariantPosition> roots, const std::function<bool()>& keep_on,
                     const book::VariantVisitor& visit) {
        const bool is_whole = book::walk_variant(
            book_, roots, book::most_variant_positions,
            [&](const VariantPosition& position, const std::vector<book::VariantEntry>& entries) {
                keys_.insert(book_.key_of(position));
                for (const auto& [move, numbered] : entries)
                    if (bool& is_legal = is_legal_[numbered.number]; move) is_legal = true;
                return keep_on() && visit(position, entries);
            });
        if (!is_whole && keep_on())
            return make_error("more than " + text::grouped(book::most_variant_positions) +
                              " positions can be reached, since a key of the book stands for many "
                              "pockets: it is too large to be converted");
        report_.unreached = book_.file().count_positions() - keys_.size();
        report_.illegal = static_cast<std::uint64_t>(
            std::ranges::count(is_legal_, false, [](const auto& entry) { return entry.second; }));
        return {};
    }

  private:
    const book::VariantBook& book_;
    VariantReport& report_;
    std::unordered_set<std::uint64_t> keys_;
    std::unordered_map<std::uint64_t, bool> is_legal_; // by their places
};

// Writes a tree as text.
class TreeWriter {
  public:
    TreeWriter(const ConvertCommand& command, const book::VariantBook& book, const BookTree& tree,
               const BookWriter::Write& write, VariantReport& report)
        : command_(command), book_(book), tree_(tree), write_(write), report_(report) {}

    void csv() {
        // The variant comes first, so that a reader who knows only chess stops there.
        write_("fen,ply,move,san,weight,share,learn_count,learn_sum,key,raw\n" +
               CsvRow().skip(8).add("variant").add(variant()).text() + '\n');
        if (book_.keys() == chess::VariantKeys::XBoard)
            write_(CsvRow().skip(8).add("keys").add("xboard").text() + '\n');
        for_each_move([this](const TreeNode& node, const TreeMove& move) {
            const Branch& branch = move.branch;
            CsvRow row;
            row.add(node.fen).add(node.ply).add(move.uci).add(branch.name).add(branch.weight);
            row.add(text::fixed(100 * branch.share, 2));
            write_(row.add(branch.learn_count).add(branch.learn_sum).skip(2).text() + '\n');
        });
    }

    void as_json() {
        json::object about{
            {"file", name()}, {"format", book_.file().format().name}, {"variant", variant()}};
        if (book_.keys() == chess::VariantKeys::XBoard) about["keys"] = "xboard";
        write_("{\"book\":" + json::serialize(about) + ",\n\"positions\":[");
        std::string_view before = "\n";
        for (const TreeNode& node : tree_.nodes) {
            json::array moves;
            for (const TreeMove& move : node.moves) {
                if (!is_of_book(move)) continue;
                json::object object{{"move", move.uci},
                                    {"san", move.branch.name},
                                    {"weight", move.branch.weight},
                                    {"share", move.branch.share}};
                if (move.branch.learn_count != 0 || move.branch.learn_sum != 0) {
                    object["learn_count"] = move.branch.learn_count;
                    object["learn_sum"] = move.branch.learn_sum;
                }
                moves.push_back(std::move(object));
            }
            if (moves.empty()) continue;
            ++report_.positions;
            report_.entries += moves.size();
            const json::object object{{"fen", node.fen}, {"ply", node.ply}, {"moves", moves}};
            write_(std::string(std::exchange(before, ",\n")) + json::serialize(object));
        }
        write_("\n]}\n");
    }

    // A game for each line to its end: to where another game goes on, or where the book ends.
    void pgn() {
        for_each_move([](const TreeNode&, const TreeMove&) {});
        struct Level {
            std::size_t node = 0, next = 0;
        };
        std::vector<Level> way{{}};
        while (!way.empty()) {
            Level& level = way.back();
            const TreeNode& node = tree_.nodes[level.node];
            if (level.next == node.moves.size()) {
                way.pop_back();
                if (!words_.empty()) words_.pop_back();
                continue;
            }
            const TreeMove& move = node.moves[level.next++];
            if (!move.node) continue;
            words_.push_back(word_of(node, move));
            const bool goes_on = move.is_parent && has_moves(tree_.nodes[*move.node]);
            if (goes_on) {
                way.push_back({*move.node, 0});
            } else {
                write_game();
                words_.pop_back();
            }
        }
    }

  private:
    struct Word {
        std::string number, san;
        bool is_black = false;
        std::string comment; // of the first game that has the move
    };

    static bool is_of_book(const TreeMove& move) { return move.node && move.branch.of_book; }
    static bool has_moves(const TreeNode& node) {
        return std::ranges::any_of(node.moves,
                                   [](const TreeMove& move) { return move.node.has_value(); });
    }
    std::string name() const {
        return text::shown_text(to_text(to_path(command_.from).filename()));
    }
    std::string_view variant() const { return book_.variant().uci; }

    template <class Take>
    void for_each_move(const Take& take) {
        for (const TreeNode& node : tree_.nodes) {
            const std::uint64_t before = report_.entries;
            for (const TreeMove& move : node.moves) {
                if (!is_of_book(move)) continue;
                take(node, move);
                ++report_.entries;
            }
            report_.positions += report_.entries > before ? 1 : 0;
        }
    }

    static Word word_of(const TreeNode& node, const TreeMove& move) {
        Word word{node.move_number, move.branch.name, node.side_to_move == chess::Color::Black, {}};
        if (move.branch.of_book)
            word.comment = "{weight " + std::to_string(move.branch.weight) + ", " +
                           text::per_cent(move.branch.share) + '}';
        return word;
    }

    void write_game() {
        std::string game;
        const auto tag = [&game](std::string_view name, std::string_view value) {
            game.append("[").append(name).append(" \"").append(value).append("\"]\n");
        };
        std::string event = name();
        std::ranges::replace(event, '"', '\'');
        std::ranges::replace(event, '\\', '/');
        tag("Event", event);
        tag("Site", "?");
        tag("Date", "????.??.??");
        tag("Round", std::to_string(++games_));
        tag("White", "?");
        tag("Black", "?");
        tag("Result", "*");
        tag("Variant", book_.variant().pgn);
        const TreeNode& root = tree_.nodes.front();
        if (root.fen != chess::format_variant_fen(VariantPosition::start(book_.variant()))) {
            tag("SetUp", "1");
            tag("FEN", root.fen);
        }
        game += '\n';
        bool number_needed = true;
        for (Word& word : words_) {
            if (!word.is_black || number_needed) game += word.number + ' ';
            game += word.san;
            game += word.comment.empty() ? "\n" : ' ' + word.comment + '\n';
            number_needed = !std::exchange(word.comment, {}).empty();
        }
        write_(game + "*\n\n");
    }

    const ConvertCommand& command_;
    const book::VariantBook& book_;
    const BookTree& tree_;
    const BookWriter::Write& write_;
    VariantReport& report_;
    std::vector<Word> words_; // of the current line
    std::uint64_t games_ = 0;
};

Result<void> check_target(const ConvertCommand& command, const book::VariantBook& book,
                          chess::VariantKeys keys) {
    const bool text = command.target.is_text;
    if (command.target != polyglot_target && !text)
        return make_error(command.from + ": is of " + std::string(book.variant().uci) +
                          "; books of variants are written as .bin, CSV, JSON and PGN");
    if (text && command.keys) return make_error("-keys is for .bin");
    if (text && command.variant_roots.size() > 1)
        return make_error("-fen: a text of a variant's book begins in one position");
    if (keys == chess::VariantKeys::XBoard && book.variant().xboard_number == 0)
        return make_error("-keys: XBoard has no keys of " + std::string(book.variant().uci));
    if (keys == chess::VariantKeys::XBoard && book.keys() != keys &&
        book.variant().castling == chess::Variant::Castling::None)
        return make_error(
            "-keys: XBoard plays " + std::string(book.variant().uci) +
            " as giveaway, which begins with castling rights, and so with other keys");
    return {};
}

Result<void> write_binary(const ConvertCommand& command, const ConvertSource& source,
                          const book::VariantBook& book, chess::VariantKeys keys,
                          const BookWriter::Write& write, const std::function<bool()>& keep_on,
                          VariantReport& report) {
    VariantEntries collected(keys);
    auto walked =
        Walk(book, report)
            .run(command.variant_roots, keep_on, [&](const auto& position, const auto& entries) {
                std::vector<VariantEntries::Item> moves;
                for (const auto& [move, numbered] : entries)
                    if (move) moves.push_back({*move, numbered.entry});
                collected.add(position, moves);
                return true;
            });
    if (!walked || !keep_on()) return walked;
    ConvertSource named;
    named.opened = source.opened;
    named.comment =
        keys == book.keys() ? source.comment : book::comment_for_keys(source.comment, keys);
    named.author = source.author;
    const auto& header = book.file().header();
    named.variants = header && !header->variants.empty()
                         ? header->variants
                         : std::vector<std::string>{std::string(book.variant().uci)};
    write(polyglot_header(command, named));
    const VariantEntryCounts counts = collected.write(write);
    report.positions += counts.positions;
    report.entries += counts.entries;
    report.without_code += counts.without_code;
    return {};
}

} // namespace

Result<VariantReport> convert_variant(const ConvertCommand& command, const ConvertSource& source,
                                      const book::VariantBook& book, const BookWriter::Write& write,
                                      const std::function<bool()>& keep_on) {
    const chess::VariantKeys keys = command.keys.value_or(book.keys());
    if (const auto fits = check_target(command, book, keys); !fits) return fits.error();
    VariantReport report;
    if (!command.target.is_text) {
        if (const auto written = write_binary(command, source, book, keys, write, keep_on, report);
            !written)
            return written.error();
        return report;
    }
    if (const auto walked =
            Walk(book, report)
                .run(command.variant_roots, keep_on, [](const auto&, const auto&) { return true; });
        !walked)
        return walked.error();
    const BookTree tree = grow_tree(
        VariantBranches(book, false, VariantBranches::Replies::Everywhere),
        {command.variant_roots.front(), {}}, {},
        {.depth = std::numeric_limits<std::size_t>::max(), .min_share = 0, .keep_on = keep_on});
    TreeWriter writer(command, book, tree, write, report);
    if (command.target == csv_target) {
        writer.csv();
    } else if (command.target == json_target) {
        writer.as_json();
    } else {
        writer.pgn();
    }
    return report;
}

void write_report(const ConvertCommand& command, const book::VariantBook& book,
                  const VariantReport& report, std::ostream& out) {
    const auto entries = [](std::uint64_t count) {
        return text::counted(count, "entry", "entries");
    };
    out << (command.to == "-" ? "standard output" : command.to) << ": "
        << text::counted(report.positions, "position") << ", " << entries(report.entries) << " of "
        << command.from << " (" << book.file().format().name << " of " << book.variant().uci
        << ")\n";
    const auto tell = [&out](std::uint64_t count, const std::string& text) {
        if (count > 0) out << "  left out: " << text << '\n';
    };
    tell(report.unreached, text::counted(report.unreached, "position") +
                               " that cannot be reached from where the walk begins");
    tell(report.illegal, entries(report.illegal) + " with illegal moves");
    tell(report.without_code,
         text::counted(report.without_code, "move") + " that XBoard's books cannot have");
}

} // namespace polyglot::tools
