#include "tools/books/compare/compare.hpp"

#include "core/book/variants/walk.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/tree/tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;
using chess::VariantMove;
using chess::VariantPosition;

// Smaller differences of a share are due to rounding, because a weight has 16 bits.
constexpr double same_share = 1.0 / 65'536;
constexpr double negligible = 1e-9;                // of all games
constexpr std::uint64_t between_reports = 65'536;  // positions
constexpr std::uint64_t between_questions = 4'096; // positions of a walk, approximately
// The length limit of a followed game, because books may lead in circles.
constexpr std::size_t most_plies = 120;

// A position with the moves of both books, before it is put in words.
template <class Kind>
struct Pair {
    struct Move {
        typename Kind::Move move;
        std::array<std::uint64_t, 2> weight{};
        std::array<bool, 2> present{};
    };
    typename Kind::Position position;
    std::vector<typename Kind::Move> line{};
    std::vector<Move> moves{};
    std::array<std::uint64_t, 2> sum{};
    double reached = 0;

    double share(std::size_t book, const Move& move) const {
        return share_of(move.weight[book], sum[book]);
    }
    double variation() const {
        if (sum[0] == 0 && sum[1] == 0) return 0;
        if (sum[0] == 0 || sum[1] == 0) return 1;
        double changes = 0;
        for (const Move& move : moves)
            changes += std::abs(share(0, move) - share(1, move));
        return changes / 2;
    }
    bool known(std::size_t book) const {
        return std::ranges::any_of(moves, [book](const Move& move) { return move.present[book]; });
    }
    bool differs() const {
        return std::ranges::any_of(moves, [this](const Move& move) {
            return move.present[0] != move.present[1] ||
                   std::abs(share(0, move) - share(1, move)) > same_share;
        });
    }
};

// Two books of chess.
class ChessBooks {
  public:
    using Position = chess::Position;
    using Move = chess::Move;

    ChessBooks(const book::Book& a, const book::Book& b) : books_{&a, &b} {}

    static std::uint64_t identity_of(const Position& position) { return position.key(); }
    // Calls visit with each move of a book that is legal, and its weight.
    template <class Visit>
    void moves(std::size_t book, const Position& position, const Visit& visit) const {
        for (const Entry& entry : books_[book]->find(position))
            if (entry.move) visit(entry.move, entry.weight);
    }
    // Returns whether all positions were visited, or the visitor ended the walk.
    template <class Visit>
    bool walk(std::span<const Position> roots, const std::function<bool()>& keep_on,
              const Visit& visit) const {
        book::walk(Union(books_), roots, {.keep_on = keep_on},
                   [&](const Position&, std::span<const Move> line, const Position& position,
                       const std::vector<Entry>&) { return visit(line, position); });
        return true;
    }

  private:
    using Both = std::array<const book::Book*, 2>;
    class Union final : public book::Book {
      public:
        explicit Union(const Both& books) : books_(books) {}
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
        Both books_;
    };

    Both books_;
};

// Two books of a variant, with the same keys.
class VariantBooks {
  public:
    using Position = chess::VariantPosition;
    using Move = chess::VariantMove;

    VariantBooks(const book::VariantBook& a, const book::VariantBook& b) : books_{&a, &b} {}

    static std::uint64_t identity_of(const Position& position) {
        return book::identity_of(position);
    }
    template <class Visit>
    void moves(std::size_t book, const Position& position, const Visit& visit) const {
        for (const book::VariantEntry& entry : books_[book]->find(position))
            if (entry.move) visit(*entry.move, entry.numbered.entry.weight);
    }
    template <class Visit>
    bool walk(std::span<const Position> roots, const std::function<bool()>& keep_on,
              const Visit& visit) const {
        return book::walk_variant_lines(books_, roots, book::most_variant_positions,
                                        [&](const Position& position, std::span<const Move> line) {
                                            return keep_on() && visit(line, position);
                                        });
    }

  private:
    std::array<const book::VariantBook*, 2> books_;
};

template <class Books>
Pair<Books> pair_of(const Books& books, const typename Books::Position& position) {
    Pair<Books> pair{.position = position};
    for (const std::size_t book : {0U, 1U})
        books.moves(book, position, [&](const typename Books::Move& move, std::uint64_t weight) {
            auto found = std::ranges::find(pair.moves, move, &Pair<Books>::Move::move);
            if (found == pair.moves.end())
                found = pair.moves.insert(found, typename Pair<Books>::Move{move});
            found->weight[book] += weight;
            found->present[book] = true;
            pair.sum[book] += weight;
        });
    return pair;
}

// Follows the games that both books play alike, ply by ply: which share of all games reaches a
// position, and which share separates there. Returns the share of all games that separate, of those
// that begin here. visit receives every reached position with its line and the share of games that
// reach it by this line; a position may be visited at several plies.
template <class Books>
double play_from(const Books& books, const typename Books::Position& root, double games,
                 const std::function<bool()>& keep_on,
                 const std::function<void(const Pair<Books>&)>& visit) {
    struct Front {
        typename Books::Position position;
        std::vector<typename Books::Move> line = {};
        double games = 0;
    };
    double parted = 0;
    std::map<std::uint64_t, Front> front;
    front.emplace(Books::identity_of(root), Front{root, {}, games});
    for (std::size_t ply = 0; ply < most_plies && !front.empty() && keep_on(); ++ply) {
        std::map<std::uint64_t, Front> next;
        for (const auto& [key, at] : front) {
            if (!keep_on()) return parted;
            Pair<Books> pair = pair_of(books, at.position);
            if (pair.sum[0] == 0 && pair.sum[1] == 0) continue; // neither book continues
            parted += at.games * pair.variation();
            for (const auto& move : pair.moves) {
                const double alike = at.games * std::min(pair.share(0, move), pair.share(1, move));
                if (alike < negligible) continue;
                auto after = at.position;
                after.make(move.move);
                const auto [to, is_new] = next.try_emplace(Books::identity_of(after), Front{after});
                to->second.games += alike;
                if (!is_new) continue;
                to->second.line = at.line;
                to->second.line.push_back(move.move);
            }
            pair.line = at.line;
            pair.reached = at.games;
            if (visit) visit(pair);
        }
        front = std::move(next);
    }
    return parted;
}

// Writes moves and positions by the rules of either kind.
struct Words {
    static std::string san(const Position& position, Move move) {
        return chess::format_san(position, move);
    }
    static std::string san(const VariantPosition& position, const VariantMove& move) {
        return chess::format_variant_san(position, move);
    }
    static std::string uci(Move move) { return chess::format_uci_move(move); }
    static std::string uci(const VariantMove& move) { return chess::format_variant_uci(move); }
    static std::string fen(const Position& position) { return chess::format_fen(position); }
    static std::string fen(const VariantPosition& position) {
        return chess::format_variant_fen(position);
    }
};

template <class Books>
PositionPair in_words(const Pair<Books>& pair, const typename Books::Position& root) {
    PositionPair words{.fen = Words::fen(pair.position),
                       .line = format_line(root, pair.line),
                       .sum = pair.sum,
                       .reached = pair.reached,
                       .variation = pair.variation()};
    for (const auto& move : pair.line)
        words.uci.push_back(Words::uci(move));
    if (words.line.empty()) words.line = "start of the game";
    for (const auto& move : pair.moves)
        words.moves.push_back({.san = Words::san(pair.position, move.move),
                               .uci = Words::uci(move.move),
                               .weight = move.weight,
                               .present = move.present});
    return words;
}

// Selects the most important differences without storing all.
template <class Books>
class Differences {
  public:
    explicit Differences(std::size_t most) : most_(most) {}
    void add(Pair<Books> pair) {
        kept_.push_back(std::move(pair));
        if (kept_.size() / 2 > std::max<std::size_t>(most_, 1024)) shrink();
    }
    std::vector<PositionPair> take(const typename Books::Position& root) {
        shrink();
        std::vector<PositionPair> taken;
        for (const Pair<Books>& pair : kept_)
            taken.push_back(in_words(pair, root));
        return taken;
    }

  private:
    void shrink() {
        const auto weight = [](const Pair<Books>& pair) { return pair.reached * pair.variation(); };
        std::ranges::stable_sort(kept_, std::ranges::greater(), weight);
        if (kept_.size() > most_)
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(most_), kept_.end());
    }

    std::size_t most_;
    std::vector<Pair<Books>> kept_;
};

template <class Books>
void add_first_moves(BookDifference& difference, const Books& books,
                     const typename Books::Position& root, const std::function<bool()>& keep_on) {
    const Pair<Books> first = pair_of(books, root);
    for (const auto& move : first.moves) {
        auto after = root;
        after.make(move.move);
        difference.first_moves.push_back(
            {.san = Words::san(root, move.move),
             .share = {first.share(0, move), first.share(1, move)},
             .play = play_from<Books>(books, after, 1, keep_on, nullptr)});
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

template <class Books>
BookDifference compare_walked(const Books& books, std::span<const typename Books::Position> roots,
                              const CompareRules& rules) {
    BookDifference difference;
    std::unordered_map<std::uint64_t, double> reached;
    for (const auto& root : roots)
        difference.play += play_from<Books>(books, root, 1.0 / static_cast<double>(roots.size()),
                                            rules.keep_on, [&reached](const Pair<Books>& pair) {
                                                reached[Books::identity_of(pair.position)] +=
                                                    pair.reached;
                                            });
    add_first_moves(difference, books, roots.front(), rules.keep_on);

    Differences<Books> differences(rules.most);
    std::uint64_t looked_at = 0;
    const auto ways_go_on = [&] { return goes_on(rules, looked_at += between_questions); };
    difference.is_whole = books.walk(
        roots, ways_go_on,
        [&](std::span<const typename Books::Move> line, const typename Books::Position& position) {
            Pair<Books> pair = pair_of(books, position);
            if (++looked_at % between_reports == 0 && rules.progress) rules.progress(looked_at);
            if (pair.moves.empty()) return rules.keep_on();
            if (!pair.known(0) || !pair.known(1)) {
                ++difference.only[pair.known(0) ? 0 : 1];
            } else if (pair.differs()) {
                ++difference.changed;
            } else {
                ++difference.same;
                return rules.keep_on();
            }
            if (pair.variation() < rules.least) return rules.keep_on();
            ++difference.counted;
            pair.line.assign(line.begin(), line.end());
            const auto found = reached.find(Books::identity_of(position));
            pair.reached = found == reached.end() ? 0 : found->second;
            differences.add(std::move(pair));
            return rules.keep_on();
        });
    difference.differences = differences.take(roots.front());
    return difference;
}

} // namespace

BookDifference compare_books(const book::Book& a, const book::Book& b,
                             std::span<const Position> roots, const CompareRules& rules) {
    return compare_walked(ChessBooks(a, b), roots, rules);
}

BookDifference compare_books(const book::VariantBook& a, const book::VariantBook& b,
                             std::span<const VariantPosition> roots, const CompareRules& rules) {
    return compare_walked(VariantBooks(a, b), roots, rules);
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
                auto found = std::ranges::find(moves, entry.move, &RawPair::move);
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

    const ChessBooks books(a, b);
    std::map<std::uint64_t, Pair<ChessBooks>> reached;
    difference.play = play_from<ChessBooks>(
        books, Position::start(), 1, rules.keep_on, [&](const Pair<ChessBooks>& pair) {
            if (!pair.differs() || pair.variation() < rules.least) return;
            const auto [found, is_new] = reached.try_emplace(pair.position.key(), pair);
            if (!is_new) found->second.reached += pair.reached;
        });
    add_first_moves(difference, books, Position::start(), rules.keep_on);
    Differences<ChessBooks> differences(rules.most);
    for (auto& [key, pair] : reached)
        differences.add(std::move(pair));
    difference.differences = differences.take(Position::start());
    return difference;
}

} // namespace polyglot::tools
