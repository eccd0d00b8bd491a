#include "tools/books/compare/compare.hpp"

#include "core/book/walk/walk.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;

// Smaller differences of a share are due to rounding, because a weight has 16 bits.
constexpr double same_share = 1.0 / 65'536;
constexpr double negligible = 1e-9;                // of all games
constexpr std::uint64_t between_reports = 65'536;  // positions
constexpr std::uint64_t between_questions = 4'096; // positions of a walk, approximately
// The length limit of a followed game, because books may lead in circles.
constexpr std::size_t most_plies = 120;

// Combines both books into one for the walk.
class Union final : public book::Book {
  public:
    Union(const book::Book& a, const book::Book& b) : books_{&a, &b} {}
    std::vector<Entry> find(const Position& position) const override {
        std::vector<Entry> entries = books_[0]->find(position);
        for (const Entry& entry : books_[1]->find(position))
            entries.push_back(entry);
        return entries;
    }
    bool knows(const Position& position) const override {
        return books_[0]->knows(position) || books_[1]->knows(position);
    }
    bool might_contain(const Position& position) const override {
        return books_[0]->might_contain(position) || books_[1]->might_contain(position);
    }

  private:
    std::array<const book::Book*, 2> books_;
};

PositionPair pair_of(const std::array<const book::Book*, 2>& books, const Position& position) {
    PositionPair pair{.position = position, .line = {}, .moves = {}};
    for (std::size_t book = 0; book < books.size(); ++book)
        for (const Entry& entry : books[book]->find(position)) {
            if (!entry.move) continue;
            auto found =
                std::find_if(pair.moves.begin(), pair.moves.end(),
                             [&entry](const MovePair& move) { return move.move == entry.move; });
            if (found == pair.moves.end())
                found = pair.moves.insert(pair.moves.end(), MovePair{entry.move});
            found->weight[book] += entry.weight;
            found->present[book] = true;
            pair.sum[book] += entry.weight;
        }
    return pair;
}

// Follows the games that both books play alike, ply by ply: which share of all games reaches a
// position, and which share separates there.
class Play {
  public:
    Play(const std::array<const book::Book*, 2>& books, const std::function<bool()>& keep_on)
        : books_(books), keep_on_(keep_on) {}

    // Returns the share of all games that separate, of those that begin here. visit receives every
    // reached position with its line and the share of games that reach it by this line; a position
    // may be visited at several plies.
    using Visit = std::function<void(const PositionPair&)>;
    double from(const Position& root, double games, const Visit& visit);

  private:
    std::array<const book::Book*, 2> books_;
    const std::function<bool()>& keep_on_;
};

double Play::from(const Position& root, double games, const Visit& visit) {
    struct Front {
        Position position;
        std::vector<Move> line = {};
        double games = 0;
    };
    double parted = 0;
    std::map<std::uint64_t, Front> front;
    front.emplace(root.key(), Front{root, {}, games});
    for (std::size_t ply = 0; ply < most_plies && !front.empty() && keep_on_(); ++ply) {
        std::map<std::uint64_t, Front> next;
        for (const auto& [key, at] : front) {
            if (!keep_on_()) return parted;
            PositionPair pair = pair_of(books_, at.position);
            if (pair.sum[0] == 0 && pair.sum[1] == 0) continue; // neither book continues
            parted += at.games * pair.variation();
            for (const MovePair& move : pair.moves) {
                const double alike = at.games * std::min(pair.share(0, move), pair.share(1, move));
                if (alike < negligible) continue;
                Position after = at.position;
                after.make(move.move);
                const auto [to, is_new] = next.try_emplace(after.key(), Front{after});
                to->second.games += alike;
                if (!is_new) continue;
                to->second.line = at.line;
                to->second.line.push_back(move.move);
            }
            pair.line = at.line;
            pair.reached = at.games;
            visit(pair);
        }
        front = std::move(next);
    }
    return parted;
}

bool differs(const PositionPair& pair) {
    return std::any_of(pair.moves.begin(), pair.moves.end(), [&pair](const MovePair& move) {
        return move.present[0] != move.present[1] ||
               std::abs(pair.share(0, move) - pair.share(1, move)) > same_share;
    });
}

// Selects the most important differences without storing all.
class Differences {
  public:
    explicit Differences(std::size_t most) : most_(most) {}
    void add(PositionPair pair) {
        kept_.push_back(std::move(pair));
        if (kept_.size() / 2 > std::max<std::size_t>(most_, 1024)) shrink();
    }
    std::vector<PositionPair> take() {
        shrink();
        return std::move(kept_);
    }

  private:
    void shrink() {
        const auto weight = [](const PositionPair& pair) {
            return pair.reached * pair.variation();
        };
        std::stable_sort(
            kept_.begin(), kept_.end(),
            [&](const PositionPair& x, const PositionPair& y) { return weight(x) > weight(y); });
        if (kept_.size() > most_)
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(most_), kept_.end());
    }

    std::size_t most_;
    std::vector<PositionPair> kept_;
};

void add_first_moves(BookDifference& difference, const std::array<const book::Book*, 2>& books,
                     const Position& root, const std::function<bool()>& keep_on) {
    const PositionPair first = pair_of(books, root);
    for (const MovePair& move : first.moves) {
        BookDifference::FirstMove begin{.move = move.move,
                                        .share = {first.share(0, move), first.share(1, move)}};
        Position after = root;
        after.make(move.move);
        begin.play = Play(books, keep_on).from(after, 1, [](const PositionPair&) {});
        difference.first_moves.push_back(begin);
    }
}

// Reads the entries of a sorted .bin position by position.
class Positions {
  public:
    explicit Positions(const book::PolyglotBook& book)
        : table_(book.entries()), buffer_(64U << 10U) {}
    // Reads the next position's entries into entries(). Returns false at the end or if the file
    // cannot be read.
    bool next() {
        entries_.clear();
        while (at_ < table_.size() && window_.reach(at_)) {
            const book::RawEntry entry = window_[at_];
            if (!entries_.empty() && entry.key != entries_.front().key) break;
            ++at_;
            if (!book::is_special(entry)) entries_.push_back(entry);
        }
        return !entries_.empty();
    }
    std::uint64_t key() const { return entries_.front().key; }
    const std::vector<book::RawEntry>& entries() const { return entries_; }
    bool whole() const { return at_ == table_.size(); }

  private:
    const book::EntryTable& table_;
    std::vector<std::byte> buffer_;
    book::EntryWindow window_{table_, buffer_};
    std::uint64_t at_ = 0;
    std::vector<book::RawEntry> entries_;
};

// Returns the other notation of what may be castling (king two squares or king takes rook), or 0 if
// the bits are not castling. The same bits may also be a rook's move.
std::uint16_t other_spelling(std::uint16_t raw) {
    constexpr std::array<std::pair<unsigned, unsigned>, 4> spellings{
        {{4U << 6U | 6U, 4U << 6U | 7U},
         {4U << 6U | 2U, 4U << 6U},
         {60U << 6U | 62U, 60U << 6U | 63U},
         {60U << 6U | 58U, 60U << 6U | 56U}}};
    for (const auto& [squares, takes] : spellings) {
        if (raw == squares) return static_cast<std::uint16_t>(takes);
        if (raw == takes) return static_cast<std::uint16_t>(squares);
    }
    return 0;
}

bool goes_on(const CompareRules& rules, std::uint64_t looked_at) {
    if (rules.progress) rules.progress(looked_at);
    return rules.keep_on();
}

struct RawPair {
    std::uint16_t move = 0;
    std::array<std::uint64_t, 2> weight{};
    std::array<bool, 2> present{};
};

} // namespace

double PositionPair::variation() const {
    if (sum[0] == 0 && sum[1] == 0) return 0;
    if (sum[0] == 0 || sum[1] == 0) return 1;
    double changes = 0;
    for (const MovePair& move : moves)
        changes += std::abs(share(0, move) - share(1, move));
    return changes / 2;
}

bool PositionPair::known(std::size_t book) const {
    return std::any_of(moves.begin(), moves.end(),
                       [book](const MovePair& move) { return move.present[book]; });
}

BookDifference compare_books(const book::Book& a, const book::Book& b,
                             std::span<const Position> roots, const CompareRules& rules) {
    const std::array<const book::Book*, 2> books{&a, &b};
    BookDifference difference;
    std::unordered_map<std::uint64_t, double> reached;
    for (const Position& root : roots)
        difference.play += Play(books, rules.keep_on)
                               .from(root, 1.0 / static_cast<double>(roots.size()),
                                     [&reached](const PositionPair& pair) {
                                         reached[pair.position.key()] += pair.reached;
                                     });
    add_first_moves(difference, books, roots.front(), rules.keep_on);

    Differences differences(rules.most);
    std::uint64_t looked_at = 0;
    const auto ways_go_on = [&] { return goes_on(rules, looked_at += between_questions); };
    book::walk(Union(a, b), roots, {.keep_on = ways_go_on},
               [&](const Position&, std::span<const Move> line, const Position& position,
                   const std::vector<Entry>&) {
                   PositionPair pair = pair_of(books, position);
                   if (++looked_at % between_reports == 0 && rules.progress)
                       rules.progress(looked_at);
                   if (pair.moves.empty()) return rules.keep_on();
                   if (!pair.known(0) || !pair.known(1)) {
                       ++difference.only[pair.known(0) ? 0 : 1];
                   } else if (differs(pair)) {
                       ++difference.changed;
                   } else {
                       ++difference.same;
                       return rules.keep_on();
                   }
                   if (pair.variation() < rules.least) return rules.keep_on();
                   ++difference.counted;
                   pair.line.assign(line.begin(), line.end());
                   const auto found = reached.find(position.key());
                   pair.reached = found == reached.end() ? 0 : found->second;
                   differences.add(std::move(pair));
                   return rules.keep_on();
               });
    difference.differences = differences.take();
    return difference;
}

std::optional<BookDifference> compare_by_keys(const book::PolyglotBook& raw_a,
                                              const book::PolyglotBook& raw_b, const book::Book& a,
                                              const book::Book& b, const CompareRules& rules) {
    if (!raw_a.sorted() || !raw_b.sorted()) return std::nullopt;
    BookDifference difference;
    difference.by_key = true;
    std::array<Positions, 2> positions{Positions(raw_a), Positions(raw_b)};
    std::array<bool, 2> more{positions[0].next(), positions[1].next()};
    std::vector<RawPair> moves;
    for (std::uint64_t done = 1; more[0] || more[1]; ++done) {
        if (done % between_reports == 0 && !goes_on(rules, done)) return difference;
        if (!more[0] || !more[1] || positions[0].key() != positions[1].key()) {
            const std::size_t only =
                !more[0] || (more[1] && positions[1].key() < positions[0].key()) ? 1 : 0;
            ++difference.only[only];
            ++difference.counted; // its variation is 1, whatever the threshold
            more[only] = positions[only].next();
            continue;
        }
        moves.clear();
        std::array<std::uint64_t, 2> sum{};
        for (std::size_t book = 0; book < 2; ++book)
            for (const book::RawEntry& entry : positions[book].entries()) {
                auto found =
                    std::find_if(moves.begin(), moves.end(),
                                 [&entry](const RawPair& pair) { return pair.move == entry.move; });
                if (found == moves.end()) found = moves.insert(moves.end(), RawPair{entry.move});
                found->weight[book] += entry.weight;
                found->present[book] = true;
                sum[book] += entry.weight;
            }
        double changes = 0;
        bool different = false;
        for (const RawPair& move : moves) {
            if (move.present[0] && !move.present[1])
                if (const std::uint16_t other = other_spelling(move.move); other != 0)
                    for (const RawPair& rival : moves)
                        if (rival.move == other && rival.present[1] && !rival.present[0])
                            return std::nullopt;
            const auto share = [&](std::size_t book) {
                return sum[book] > 0
                           ? static_cast<double>(move.weight[book]) / static_cast<double>(sum[book])
                           : 0;
            };
            const double change = std::abs(share(0) - share(1));
            changes += change;
            different = different || move.present[0] != move.present[1] || change > same_share;
        }
        ++(different ? difference.changed : difference.same);
        const double variation = (sum[0] == 0) != (sum[1] == 0) ? 1 : changes / 2;
        if (different && variation >= rules.least) ++difference.counted;
        for (std::size_t book = 0; book < 2; ++book)
            more[book] = positions[book].next();
    }
    if (!positions[0].whole() || !positions[1].whole()) return std::nullopt;

    const std::array<const book::Book*, 2> books{&a, &b};
    std::map<std::uint64_t, PositionPair> reached;
    difference.play =
        Play(books, rules.keep_on).from(Position::start(), 1, [&](const PositionPair& pair) {
            if (!differs(pair) || pair.variation() < rules.least) return;
            const auto [found, is_new] = reached.try_emplace(pair.position.key(), pair);
            if (!is_new) found->second.reached += pair.reached;
        });
    add_first_moves(difference, books, Position::start(), rules.keep_on);
    Differences differences(rules.most);
    for (auto& [key, pair] : reached)
        differences.add(std::move(pair));
    difference.differences = differences.take();
    return difference;
}

} // namespace polyglot::tools
