#include "core/book/arena/tree.hpp"

#include "core/book/arena/record.hpp"
#include "core/chess/game.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace polyglot::book {
namespace {

// Follows the tree with a list of levels instead of recursion, because lines may be as long as the
// file.
class Follower {
  public:
    Follower(AbkTree& tree, const AbkTreeVisitor& visitor)
        : tree_(tree), visitor_(visitor), seen_(tree.records.size(), false), marks_(tree) {}

    void look_at_header();
    void follow();
    void look_at_rest();

  private:
    static constexpr std::size_t nowhere = AbkRecord::none;
    struct Level {
        std::size_t record = 0;
        chess::Move move;
        chess::Position::Undo undo = {};
    };

    void tell(const AbkFinding& finding) { visitor_.on_damage(finding, position_); }
    AbkDamage follow_pointer(std::uint32_t pointer, std::size_t& to);
    std::size_t claim(std::size_t from, std::uint32_t& pointer);
    std::size_t claim_all(std::size_t first);
    std::size_t visit(std::size_t at);
    std::size_t next_sibling(std::size_t record) const { // claimed with the first sibling
        return AbkRecord::place_of(tree_.records[record].next_sibling);
    }
    std::size_t leave_out(AbkDamage why, std::size_t record);
    void claim_continuations(AbkDamage why, std::size_t record);
    bool is_deleted(std::size_t record) const { return marks_.is_deleted(tree_.records[record]); }

    AbkTree& tree_;
    const AbkTreeVisitor& visitor_;
    std::vector<bool> seen_;
    AbkMarks marks_;
    chess::Position position_ = chess::Position::start();
    std::vector<Level> levels_;
    std::vector<std::pair<AbkDamage, std::size_t>> left_out_;
};

void Follower::look_at_header() {
    constexpr std::uint32_t most_games = 99'999;
    const AbkHeader& header = tree_.header;
    const std::size_t records = tree_.records.size();
    if (header.moves != records && header.moves != records - marks_.count())
        tell({.what = AbkDamage::HeaderMoves});
    if (std::max({header.importance_of_priority, header.importance_of_games,
                  header.importance_of_score}) > max_abk_importance)
        tell({.what = AbkDamage::HeaderImportance});
    if (std::max(header.min_white_per_cent, header.min_black_per_cent) > max_abk_per_cent)
        tell({.what = AbkDamage::HeaderPerCent});
    if (std::max(header.min_games, header.min_wins) > most_games)
        tell({.what = AbkDamage::HeaderGames});
}

// Sets `to` to the place of the pointer's record, or to nowhere at the end of a line. Returns the
// pointer's damage; Lost stands for no damage.
AbkDamage Follower::follow_pointer(std::uint32_t pointer, std::size_t& to) {
    to = nowhere;
    if (pointer == AbkRecord::none) return AbkDamage::Lost;
    const std::size_t place = AbkRecord::place_of(pointer);
    if (pointer < AbkRecord::first || place >= seen_.size()) return AbkDamage::Pointer;
    if (seen_[place]) return AbkDamage::SharedPointer;
    seen_[place] = true;
    to = place;
    return AbkDamage::Lost;
}

// Returns the record that a pointer leads to. A pointer to no record, or to one that is already in
// the tree, is cut.
std::size_t Follower::claim(std::size_t from, std::uint32_t& pointer) {
    std::size_t to = nowhere;
    const AbkDamage damage = follow_pointer(pointer, to);
    if (damage == AbkDamage::Lost) return to;
    tell({.what = damage, .record = from, .pointer = pointer});
    pointer = AbkRecord::none;
    return nowhere;
}

// Claims all siblings of a claimed record before their replies: a pointer from a reply back to a
// sibling is then the one that is cut.
std::size_t Follower::claim_all(std::size_t first) {
    for (std::size_t at = first; at != nowhere;)
        at = claim(at, tree_.records[at].next_sibling);
    return first;
}

std::size_t Follower::leave_out(AbkDamage why, std::size_t record) {
    // Deleted records are reported together at the end.
    if (why != AbkDamage::Deleted) tell({.what = why, .record = record});
    left_out_.emplace_back(why, record);
    return next_sibling(record);
}

// Adds the record, whose position is on the board, and returns the next one to visit.
std::size_t Follower::visit(std::size_t at) {
    AbkRecord& record = tree_.records[at];
    if (is_deleted(at)) return leave_out(AbkDamage::Deleted, at);
    const chess::Move move = abk_move_of(record, position_);
    if (!move) return leave_out(AbkDamage::Illegal, at);
    if (std::uint64_t{record.white_wins} + record.white_losses > record.games)
        tell({.what = AbkDamage::Games, .record = at});
    visitor_.on_move(at, position_, move);
    if (levels_.size() + 1 == chess::longest_game_plies && record.next_move != AbkRecord::none)
        return leave_out(AbkDamage::TooLong, at);
    const std::size_t reply = claim(at, record.next_move);
    if (reply == nowhere) return next_sibling(at);
    levels_.push_back({.record = at, .move = move});
    position_.make(move, levels_.back().undo);
    return claim_all(reply);
}

void Follower::follow() {
    if (tree_.records.empty()) return;
    seen_[0] = true;
    for (std::size_t at = claim_all(0);;) {
        while (at == nowhere) {
            if (levels_.empty()) return;
            const Level& level = levels_.back();
            position_.unmake(level.move, level.undo);
            at = next_sibling(level.record);
            levels_.pop_back();
        }
        at = visit(at);
    }
}

// Claims the record's continuations, except deleted ones, which are reported as such. Damage among
// them is not reported.
void Follower::claim_continuations(AbkDamage why, std::size_t record) {
    std::vector<std::uint32_t> pointers{tree_.records[record].next_move};
    while (!pointers.empty()) {
        const std::uint32_t pointer = pointers.back();
        pointers.pop_back();
        std::size_t to = nowhere;
        follow_pointer(pointer, to);
        if (to == nowhere) continue;
        if (!is_deleted(to)) tell({.what = AbkDamage::Continuation, .record = to, .cause = why});
        pointers.push_back(tree_.records[to].next_sibling);
        pointers.push_back(tree_.records[to].next_move);
    }
}

void Follower::look_at_rest() {
    for (const AbkDamage why : {AbkDamage::Illegal, AbkDamage::TooLong, AbkDamage::Deleted})
        for (const auto& [reason, record] : left_out_)
            if (reason == why) claim_continuations(why, record);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (is_deleted(i)) tell({.what = AbkDamage::Deleted, .record = i});
        if (!seen_[i]) tell({.what = AbkDamage::Lost, .record = i});
    }
}

} // namespace

void follow_abk(AbkTree& tree, const AbkTreeVisitor& visitor) {
    Follower follower(tree, visitor);
    follower.look_at_header();
    follower.follow();
    follower.look_at_rest();
}

} // namespace polyglot::book
