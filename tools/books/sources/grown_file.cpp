#include "tools/books/sources/grown_file.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_stamp.hpp"
#include "storage/stores/grow_graph.hpp"
#include "tools/books/text.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace polyglot::tools {

using book::GrowGraph;
using book::GrownBook;
using chess::Move;
using chess::Position;

struct GrownFile::Store {
    using Id = GrowGraph::Id;

    explicit Store(std::string name) : file(std::move(name)) {}

    const std::string file;
    mutable std::mutex mutex; // guards all members below
    GrowGraph graph;
    std::vector<Position> roots;
    std::uint64_t identity = 0; // of the file
    std::int64_t seen = 0;      // number of its last change that was read
    std::vector<std::uint64_t> claims;
    std::uint64_t revision = 0;
    // These are the keys of positions that answers lead to, for finding lines to current searches.
    // They are collected when they are first needed.
    bool knows_answers = false;
    std::unordered_map<std::uint64_t, Id> answers;

    Result<void> read();
    std::optional<RootedLine> way_to(Id id) const;
    std::optional<RootedLine> way_to_key(std::uint64_t key);
    void learn_answers();
    void learn_answer(Id id, const Position& position);
};

namespace {

std::int64_t seconds_since_1970() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void play(GrownFile::RootedLine& way, Position& position, Move move) {
    position.make(move);
    way.line.push_back(move);
}

} // namespace

Result<void> GrownFile::Store::read() {
    const auto stamp = io::book_stamp(to_path(file));
    const auto db = io::GrowDb::open_any(to_path(file));
    if (!db) return db.error();
    const auto fens = (*db)->roots();
    if (!fens) return fens.error();
    if (stamp && stamp->identity != identity) { // another file
        graph = GrowGraph();
        roots.clear();
        answers.clear();
        knows_answers = false;
        seen = 0;
        identity = stamp->identity;
    }
    if (fens->size() != roots.size()) {
        roots.clear();
        for (const std::string& fen : *fens)
            if (const auto root = chess::parse_fen(fen)) roots.push_back(*root);
    }
    std::vector<Id> changed;
    const auto last =
        (*db)->visit(seen, [&](const io::GrowRow& row, const std::vector<io::GrowLink>& moves) {
            io::add_to_graph(graph, row, moves);
            if (knows_answers) changed.push_back(*graph.find(row.key));
            return Result<void>();
        });
    graph.update();
    if (!last) return last.error(); // what was read is valid and will be read again
    auto now = (*db)->claimed(seconds_since_1970());
    if (!now) return now.error();
    std::sort(now->begin(), now->end());
    if (*last != seen || *now != claims) ++revision;
    seen = *last;
    claims = *std::move(now);
    for (const Id id : changed) {
        const auto way = way_to(id);
        if (!way) continue;
        Position position = way->root;
        for (const Move move : way->line)
            position.make(move);
        learn_answer(id, position);
    }
    return {};
}

void GrownFile::Store::learn_answer(Id id, const Position& position) {
    const auto answer = graph.answer(id);
    if (!answer || answer->move == 0) return;
    if (const Move move = book::decode_move(answer->move, position))
        answers[position.key_after(move)] = id;
}

void GrownFile::Store::learn_answers() {
    std::vector<bool> seen_ids(graph.size());
    std::deque<std::pair<Id, Position>> open;
    const auto reach = [&](Id id, const Position& position) {
        if (seen_ids[id]) return;
        seen_ids[id] = true;
        open.emplace_back(id, position);
    };
    for (const Position& root : roots)
        if (const auto id = graph.find(root.key())) reach(*id, root);
    while (!open.empty()) {
        const auto [id, position] = open.back();
        open.pop_back();
        learn_answer(id, position);
        for (const GrowGraph::Option& option : graph.options(id)) {
            const Move move = option.child ? book::decode_move(option.move, position) : Move();
            if (!move || seen_ids[*option.child]) continue;
            Position after = position;
            after.make(move);
            if (after.key() == graph.key(*option.child)) reach(*option.child, after);
        }
    }
    knows_answers = true;
}

// Searches backwards to the nearest root.
std::optional<GrownFile::RootedLine> GrownFile::Store::way_to(Id id) const {
    std::unordered_map<Id, std::pair<Id, book::GrowMove>> next; // on the way to id
    next.emplace(id, std::pair(id, book::GrowMove{0}));
    std::deque<Id> open{id};
    while (!open.empty()) {
        Id at = open.front();
        open.pop_front();
        const auto root = std::find_if(roots.begin(), roots.end(), [&](const Position& one) {
            return one.key() == graph.key(at);
        });
        if (root == roots.end()) {
            for (const auto& [from, move] : graph.moves_to(at))
                if (next.emplace(from, std::pair(at, move)).second) open.push_back(from);
            continue;
        }
        RootedLine way{*root, {}};
        for (Position position = *root; at != id; at = next.at(at).first) {
            const Move move = book::decode_move(next.at(at).second, position);
            if (!move) return std::nullopt; // the file is damaged
            play(way, position, move);
        }
        return way;
    }
    return std::nullopt;
}

std::optional<GrownFile::RootedLine> GrownFile::Store::way_to_key(std::uint64_t key) {
    if (const auto id = graph.find(key)) return way_to(*id);
    if (!knows_answers) learn_answers();
    const auto before = answers.find(key);
    if (before == answers.end()) return std::nullopt;
    auto way = way_to(before->second);
    const auto answer = graph.answer(before->second);
    if (!way || !answer) return std::nullopt;
    Position position = way->root;
    for (const Move move : way->line)
        position.make(move);
    const Move move = book::decode_move(answer->move, position);
    // The position has another answer now.
    if (!move || position.key_after(move) != key) return std::nullopt;
    way->line.push_back(move);
    return way;
}

Result<std::shared_ptr<const GrownFile>> GrownFile::open(const std::string& file) {
    auto store = std::make_shared<Store>(file);
    if (auto read = store->read(); !read) return read.error();
    return std::shared_ptr<const GrownFile>(
        new GrownFile(std::move(store), {}, GrownBook::Values::OfPositions));
}

std::shared_ptr<const GrownFile> GrownFile::with(const book::GrownRules& rules,
                                                 GrownBook::Values values) const {
    return std::shared_ptr<const GrownFile>(new GrownFile(store_, rules, values));
}

std::shared_ptr<const GrownFile> GrownFile::with_all_moves() const {
    book::GrownRules all = rules_;
    all.all_moves = true;
    return with(all, GrownBook::Values::OfMoves);
}

std::vector<book::Entry> GrownFile::find(const Position& position) const {
    const std::lock_guard lock(store_->mutex);
    return GrownBook(store_->graph, rules_, values_).find(position);
}

std::vector<book::Entry> GrownFile::find_all(const Position& position) const {
    return with_all_moves()->find(position);
}

bool GrownFile::might_contain(const Position& position) const {
    const std::lock_guard lock(store_->mutex);
    return store_->graph.find(position.key()).has_value();
}

std::uint64_t GrownFile::count_positions() const {
    const std::lock_guard lock(store_->mutex);
    return store_->graph.size();
}

Result<void> GrownFile::refresh() const {
    const std::lock_guard lock(store_->mutex);
    return store_->read();
}

std::uint64_t GrownFile::revision() const {
    const std::lock_guard lock(store_->mutex);
    return store_->revision;
}

Result<std::vector<Position>> GrownFile::roots() const {
    const std::lock_guard lock(store_->mutex);
    return store_->roots;
}

std::optional<io::GrowRow> GrownFile::search_of(const Position& position) const {
    const auto db = io::GrowDb::open_any(to_path(store_->file));
    if (!db) return std::nullopt;
    auto row = (*db)->find(position.key());
    if (!row || !*row || (*row)->state == io::GrowRow::State::Unsearched) return std::nullopt;
    return *std::move(row);
}

bool GrownFile::is_searched_now(const Position& position) const {
    const std::lock_guard lock(store_->mutex);
    return std::binary_search(store_->claims.begin(), store_->claims.end(), position.key());
}

std::size_t GrownFile::searches_now() const {
    const std::lock_guard lock(store_->mutex);
    return store_->claims.size();
}

std::vector<GrownFile::RootedLine> GrownFile::searched_now() const {
    constexpr std::size_t most = 256; // ways
    const std::lock_guard lock(store_->mutex);
    std::vector<RootedLine> ways;
    for (const std::uint64_t key : store_->claims) {
        if (ways.size() == most) break;
        if (auto way = store_->way_to_key(key)) ways.push_back(*std::move(way));
    }
    return ways;
}

std::string describe_search(const io::GrowRow& row) {
    if (row.engine.empty()) return {};
    return row.engine + ", depth " + std::to_string(row.depth) + ", " +
           text::grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(row.nodes, 0))) +
           " nodes, " + format_day(row.day);
}

} // namespace polyglot::tools
