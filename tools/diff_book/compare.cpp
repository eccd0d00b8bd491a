#include "tools/diff_book/compare.hpp"

#include "core/book/walk/walk.hpp"

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

// Smaller differences of a share are rounding: a weight has 16 bits.
constexpr double same_share = 1.0 / 65'536;
constexpr double negligible = 1e-9;     // of all games
constexpr std::size_t most_plies = 120; // of a game that is followed: books may lead in circles

// Both books as one, for the walk.
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
            auto found = std::find_if(pair.moves.begin(), pair.moves.end(),
                                      [&entry](const MovePair& move) { return move.move == entry.move; });
            if (found == pair.moves.end()) found = pair.moves.insert(pair.moves.end(), MovePair{entry.move});
            found->weight[book] += entry.weight;
            found->present[book] = true;
            pair.sum[book] += entry.weight;
        }
    return pair;
}

// Games that both books play alike, ply by ply: how many of all reach a position, and how many part there.
class Play {
  public:
    Play(const std::array<const book::Book*, 2>& books, const std::function<bool()>& keep_on)
        : books_(books), keep_on_(keep_on) {}

    // The share of all games that part, of those that begin here.
    double from(const Position& root, double games);
    double reached(const Position& position) const {
        const auto found = reached_.find(position.key());
        return found == reached_.end() ? 0 : found->second;
    }

  private:
    std::array<const book::Book*, 2> books_;
    const std::function<bool()>& keep_on_;
    std::unordered_map<std::uint64_t, double> reached_;
};

double Play::from(const Position& root, double games) {
    struct Front {
        Position position;
        double games = 0;
    };
    double parted = 0;
    std::map<std::uint64_t, Front> front{{root.key(), {root, games}}};
    for (std::size_t ply = 0; ply < most_plies && !front.empty() && keep_on_(); ++ply) {
        std::map<std::uint64_t, Front> next;
        for (const auto& [key, at] : front) {
            const PositionPair pair = pair_of(books_, at.position);
            if (pair.sum[0] == 0 && pair.sum[1] == 0) continue; // neither plays on
            reached_[key] += at.games;
            parted += at.games * pair.variation();
            for (const MovePair& move : pair.moves) {
                const double alike = at.games * std::min(pair.share(0, move), pair.share(1, move));
                if (alike < negligible) continue;
                Position after = at.position;
                after.make(move.move);
                Front& to = next.try_emplace(after.key(), Front{after}).first->second;
                to.games += alike;
            }
        }
        front = std::move(next);
    }
    return parted;
}

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
    return std::any_of(moves.begin(), moves.end(), [book](const MovePair& move) { return move.present[book]; });
}

BookDifference compare_books(const book::Book& a, const book::Book& b, std::span<const Position> roots, double least,
                             const std::function<bool()>& keep_on) {
    const std::array<const book::Book*, 2> books{&a, &b};
    BookDifference difference;
    Play play(books, keep_on);
    for (const Position& root : roots)
        difference.play += play.from(root, 1.0 / static_cast<double>(roots.size()));

    const PositionPair first = pair_of(books, roots.front());
    for (const MovePair& move : first.moves) {
        BookDifference::FirstMove begin{.move = move.move, .share = {first.share(0, move), first.share(1, move)}};
        Position after = roots.front();
        after.make(move.move);
        begin.play = Play(books, keep_on).from(after, 1);
        difference.first_moves.push_back(begin);
    }

    book::walk(Union(a, b), roots, {.keep_on = keep_on},
               [&](const Position&, std::span<const Move> line, const Position& position, const std::vector<Entry>&) {
                   PositionPair pair = pair_of(books, position);
                   const auto differs = [&pair](const MovePair& move) {
                       return move.present[0] != move.present[1] ||
                              std::abs(pair.share(0, move) - pair.share(1, move)) > same_share;
                   };
                   if (pair.moves.empty()) return keep_on();
                   if (!pair.known(0) || !pair.known(1)) {
                       ++difference.only[pair.known(0) ? 0 : 1];
                   } else if (std::any_of(pair.moves.begin(), pair.moves.end(), differs)) {
                       ++difference.changed;
                   } else {
                       ++difference.same;
                       return keep_on();
                   }
                   if (pair.variation() < least) return keep_on();
                   pair.line.assign(line.begin(), line.end());
                   pair.reached = play.reached(position);
                   difference.differences.push_back(std::move(pair));
                   return keep_on();
               });
    const auto weight = [](const PositionPair& pair) { return pair.reached * pair.variation(); };
    std::stable_sort(difference.differences.begin(), difference.differences.end(),
                     [&](const PositionPair& x, const PositionPair& y) { return weight(x) > weight(y); });
    return difference;
}

} // namespace polyglot::tools
