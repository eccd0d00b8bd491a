#include "tools/info_book/content.hpp"

#include "core/book/value_weights.hpp"
#include "core/book/walk/walk.hpp"
#include "core/random.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

constexpr double least_reach = 1.0 / 2000;
constexpr std::size_t most_positions = 3000;
constexpr std::size_t most_ply = 600;
constexpr std::size_t most_openings = 8;
constexpr std::size_t most_first_moves = 8;

struct Place {
    Position position;
    double reach = 0;
};

// Works level by level, so that all lines of one length to a position are known when it is
// processed.
class Follower {
  public:
    Follower(const Branches& branches, BookContent& content)
        : branches_(branches), content_(content) {}

    void follow(const Position& root) {
        std::vector<Place> level{{root, 1}};
        for (std::size_t ply = 0; !level.empty() && ply <= most_ply; ++ply) {
            std::ranges::sort(level, [](const Place& a, const Place& b) {
                return a.reach != b.reach ? a.reach > b.reach : a.position.key() < b.position.key();
            });
            std::vector<Place> next;
            next_.clear();
            for (const Place& place : level)
                look_at(place, ply, next);
            level = std::move(next);
        }
        list_openings();
    }

  private:
    void look_at(const Place& place, std::size_t ply, std::vector<Place>& next) {
        // An opening is one name for several positions. A line counts for it once, in the position
        // where the share is greatest.
        if (ply > 0)
            if (const auto opening = openings::find_opening(place.position))
                add(*opening, place.reach);
        // Such a position is not followed.
        if (place.reach < least_reach || looked_at_.size() == most_positions) return;
        if (!looked_at_.insert(place.position.key()).second) return;
        std::vector<Branch> moves = branches_.of(place.position);
        for (const Branch& move : moves) {
            if (!move.move || move.share == 0) continue;
            Position after = place.position;
            after.make(move.move);
            const auto [known, is_new] = next_.emplace(after.key(), next.size());
            if (is_new) next.push_back({after, 0});
            next[known->second].reach += place.reach * move.share;
        }
        if (ply == 0) content_.first_moves = std::move(moves);
    }

    void add(const openings::Opening& opening, double reach) {
        const auto [known, is_new] = openings_.emplace(opening.name, content_.openings.size());
        if (is_new) content_.openings.push_back({opening, 0});
        BookContent::Reached& of_name = content_.openings[known->second];
        if (reach > of_name.share) of_name = {opening, reach};
    }

    void list_openings() {
        std::ranges::stable_sort(content_.openings,
                                 [](const auto& a, const auto& b) { return a.share > b.share; });
        if (content_.openings.size() > most_openings) content_.openings.resize(most_openings);
    }

    const Branches& branches_;
    BookContent& content_;
    std::unordered_map<std::uint64_t, std::size_t> next_; // indexes into the next level, by key
    // Contains indexes into the content, by name.
    std::unordered_map<std::string_view, std::size_t> openings_;
    std::unordered_set<std::uint64_t> looked_at_; // keys of examined positions
};

// Draws a branch by share. Returns the null move if the branch's move is not legal or there is no
// branch.
chess::Move draw(const std::vector<Branch>& branches, Random& random) {
    constexpr std::uint64_t parts = 1U << 30U;
    double left = static_cast<double>(random.below(parts)) / static_cast<double>(parts);
    for (const Branch& branch : branches) {
        if (left < branch.share) return branch.move;
        left -= branch.share;
    }
    return {}; // all weights are 0
}

// Looks up the moves of each position once, as long as its memory suffices.
class Drawer {
  public:
    explicit Drawer(const Branches& branches) : branches_(branches) {}

    std::size_t draw_line(const Position& root) {
        Position position = root;
        std::unordered_set<std::uint64_t> seen;
        std::size_t ply = 0;
        while (ply < most_ply && seen.insert(position.key()).second) {
            const chess::Move move = draw(branches_at(position), random_);
            if (!move) break;
            position.make(move);
            ++ply;
        }
        return ply;
    }

  private:
    const std::vector<Branch>& branches_at(const Position& position) {
        if (const auto known = known_.find(position.key()); known != known_.end())
            return known->second;
        if (known_.size() < most_positions)
            return known_.emplace(position.key(), branches_.of(position)).first->second;
        return last_ = branches_.of(position);
    }

    const Branches& branches_;
    Random random_{1};
    std::unordered_map<std::uint64_t, std::vector<Branch>> known_;
    std::vector<Branch> last_;
};

void draw_lines(const Branches& branches, const Position& root, BookContent& content) {
    Drawer drawer(branches);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < drawn_lines; ++i) {
        const std::size_t length = drawer.draw_line(root);
        sum += length;
        content.max_ply = std::max(content.max_ply, length);
    }
    content.mean_ply = static_cast<double>(sum) / drawn_lines;
}

std::optional<std::uint64_t> count_games(const std::vector<Branch>& moves) {
    std::uint64_t games = 0;
    bool known = false;
    for (const Branch& move : moves) {
        if (!move.games) continue;
        known = true;
        games += move.games->games;
    }
    return known ? std::optional(games) : std::nullopt;
}

} // namespace

BookContent examine_content(const Branches& branches, const Position& root) {
    BookContent content;
    Follower(branches, content).follow(root);
    if (!content.first_moves.empty()) draw_lines(branches, root, content);
    content.games = count_games(content.first_moves);
    return content;
}

BookContent examine_content(const std::shared_ptr<const book::Book>& book) {
    const auto quick = book::with_key_filter(book);
    const auto roots = book->roots();
    const Position root = roots && !roots->empty() ? roots->front() : Position::start();
    return examine_content(Branches({book, quick, book::weighed(quick)}), root);
}

void print_text(const BookContent& content, std::ostream& out) {
    if (content.first_moves.empty()) return;
    const bool of_book = content.first_moves.front().of_book;
    std::string moves;
    std::size_t shown = 0;
    for (const Branch& move : content.first_moves) {
        if (!move.move || (of_book && move.weight == 0) || shown == most_first_moves) continue;
        moves += (shown++ == 0 ? "" : ", ") + move.name +
                 (of_book ? ' ' + text::per_cent(move.share) : "");
    }
    if (shown > 0 && content.first_moves.size() > shown)
        moves += ", and " + std::to_string(content.first_moves.size() - shown) + " more";
    if (shown == 0)
        moves = "none with a weight; without: " + std::to_string(content.first_moves.size());
    out << (of_book ? "First moves: " : "First moves: none of its own; replies to ") << moves
        << '\n';
    if (content.games) out << "Games of the first moves: " << text::grouped(*content.games) << '\n';
    out << "Length of lines: " << text::fixed(content.mean_ply, 1) << " plies on average, up to "
        << content.max_ply << " (of " << drawn_lines << " drawn by share)\n";
    if (!content.openings.empty()) out << "Openings:\n";
    for (const BookContent::Reached& reached : content.openings) {
        std::array<char, 16> share{};
        std::snprintf(share.data(), share.size(), "%8s  ",
                      text::per_cent(std::min(1.0, reached.share)).c_str());
        out << share.data() << openings::format_opening(reached.opening) << '\n';
    }
    out << '\n';
}

boost::json::object json_of(const BookContent& content) {
    boost::json::array moves;
    for (const Branch& move : content.first_moves) {
        boost::json::object object{{"san", move.name}, {"legal", static_cast<bool>(move.move)}};
        if (move.of_book) object["share"] = move.share;
        moves.push_back(std::move(object));
    }
    boost::json::array openings;
    for (const BookContent::Reached& reached : content.openings)
        openings.push_back({{"code", reached.opening.code},
                            {"name", reached.opening.name},
                            {"share", reached.share}});
    boost::json::object object{{"first_moves", std::move(moves)},
                               {"mean_ply", content.mean_ply},
                               {"max_ply", content.max_ply},
                               {"openings", std::move(openings)}};
    if (content.games) object["games"] = *content.games;
    return object;
}

} // namespace polyglot::tools
