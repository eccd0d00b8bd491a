// What the records of an Arena book tell (docs/formats/arena-abk.md).
#include "core/book/arena/abk.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "tools/books/text.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace polyglot::tools {
namespace {

using book::AbkRecord;
using chess::Position;

constexpr std::uint64_t record_bytes = 28;
constexpr std::size_t longest_line = 17'697; // plies: FIDE 9.6.2

// Goes through the tree by a stack: damaged pointers may make lines as long as the file.
class Tree {
  public:
    Tree(const book::AbkTree& tree, bool marks, Findings& findings)
        : records_(tree.records), marks_(marks), findings_(findings), seen_(records_.size(), false) {}

    void follow();
    void tell_rest();

  private:
    struct Place { // of a waiting record: small, as a whole file may wait
        std::uint32_t record;
        std::uint32_t ply;
    };
    struct Level {
        chess::Move move;
        Position::Undo undo = {};
    };

    std::string at(std::size_t record) const {
        return "record " + std::to_string(AbkRecord::first + record) + " (byte " +
               std::to_string(record_bytes * (AbkRecord::first + record)) + ")";
    }
    std::optional<std::size_t> claim(std::size_t from, std::uint32_t pointer);
    void push_siblings(std::size_t first);
    void go_back_to(std::size_t ply);
    void visit(std::size_t number);
    void look_at_figures(std::size_t number);
    bool is_deleted(std::size_t number) const { return marks_ && records_[number].ply == 1; }

    const std::vector<AbkRecord>& records_;
    bool marks_; // 1 as ply count says deleted
    Findings& findings_;
    std::vector<bool> seen_;
    std::vector<Place> stack_;
    Position position_ = Position::start(); // behind the moves of line_
    std::vector<Level> line_;
    std::vector<std::uint32_t> left_out_; // pointers to what is behind moves that are none
};

// The record that a pointer leads to, if it is one and no other pointer has led there.
std::optional<std::size_t> Tree::claim(std::size_t from, std::uint32_t pointer) {
    if (pointer == AbkRecord::none) return std::nullopt;
    const std::size_t to = std::size_t{pointer} - AbkRecord::first;
    const auto place = [&] { return at(from) + ": pointer to " + std::to_string(pointer); };
    if (pointer < AbkRecord::first || to >= records_.size()) {
        findings_.add(Severity::Error, "pointer", "pointer to a record that isn't there", place);
    } else if (seen_[to]) {
        findings_.add(Severity::Error, "shared",
                      "pointer to a record that has its place in the tree already: a cycle, or branches that overlap",
                      place);
    } else {
        seen_[to] = true;
        return to;
    }
    return std::nullopt;
}

// All moves of the position have their places before anybody looks at their replies, as in AbkBook.
void Tree::push_siblings(std::size_t first) {
    const std::size_t begin = stack_.size();
    const auto ply = static_cast<std::uint32_t>(line_.size());
    for (std::optional<std::size_t> record = first; record; record = claim(*record, records_[*record].next_sibling))
        stack_.push_back({static_cast<std::uint32_t>(*record), ply}); // numbers in the file are of 32 bits, too
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(begin), stack_.end());
}

void Tree::go_back_to(std::size_t ply) {
    while (line_.size() > ply) {
        position_.unmake(line_.back().move, line_.back().undo);
        line_.pop_back();
    }
}

void Tree::follow() {
    if (records_.empty()) return;
    seen_[0] = true;
    push_siblings(0);
    while (!stack_.empty()) {
        const Place place = stack_.back();
        stack_.pop_back();
        go_back_to(place.ply);
        visit(place.record);
    }
}

// Takes in the record, whose position is on the board.
void Tree::visit(std::size_t number) {
    const AbkRecord& record = records_[number];
    if (is_deleted(number)) {
        left_out_.push_back(record.next_move);
        return;
    }
    constexpr std::array<unsigned, 5> promotions{0, 3, 1, 2, 4}; // none, rook, knight, bishop, queen as in .bin books
    const auto promotion = static_cast<std::size_t>(std::abs(int{record.promotion}));
    const bool readable = record.from < 64 && record.to < 64 && promotion < promotions.size();
    const auto raw = static_cast<std::uint16_t>(
        readable ? promotions.at(promotion) << 12U | unsigned{record.from} << 6U | record.to : 0U);
    const chess::Move move = book::decode_move(raw, position_);
    if (!move) {
        left_out_.push_back(record.next_move);
        findings_.add(Severity::Error, "illegal",
                      "move that is not legal in its position, which also cuts off what is behind it", [&] {
                          return at(number) + ": " + (readable ? format_raw_move(raw) : "no squares of a board") +
                                 " in " + chess::format_fen(position_);
                      });
        return;
    }
    look_at_figures(number);
    if (record.next_move == AbkRecord::none) return;
    if (line_.size() + 1 == longest_line) {
        findings_.add(Severity::Error, "too_long", "line longer than any game", [&] { return at(number); });
        return;
    }
    const auto reply = claim(number, record.next_move);
    if (!reply) return;
    line_.push_back({.move = move});
    position_.make(move, line_.back().undo);
    push_siblings(*reply);
}

void Tree::look_at_figures(std::size_t number) {
    const AbkRecord& record = records_[number];
    if (std::uint64_t{record.white_wins} + record.white_losses > record.games)
        findings_.add(Severity::Remark, "games", "more games won and lost than games", [&] {
            return at(number) + ": " + std::to_string(record.games) + " games, " + std::to_string(record.white_wins) +
                   " won, " + std::to_string(record.white_losses) + " lost";
        });
    constexpr int highest_priority = 9;
    if (record.priority > highest_priority)
        findings_.add(Severity::Remark, "priority", "priority above 9, the highest that Arena gives",
                      [&] { return at(number) + ": " + std::to_string(record.priority); });
}

void Tree::tell_rest() {
    for (std::size_t i = 0; i < records_.size(); ++i)
        if (is_deleted(i))
            findings_.add(Severity::Remark, "deleted", "record marked as deleted", [&] { return at(i); });
    std::vector<bool> led_to = seen_;
    while (!left_out_.empty()) {
        const std::uint32_t pointer = left_out_.back();
        left_out_.pop_back();
        const std::size_t to = std::size_t{pointer} - AbkRecord::first;
        if (pointer < AbkRecord::first || to >= led_to.size() || led_to[to]) continue;
        led_to[to] = true;
        left_out_.insert(left_out_.end(), {records_[to].next_move, records_[to].next_sibling});
    }
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const auto place = [&] { return at(i); };
        if (!led_to[i]) {
            findings_.add(Severity::Remark, "lost", "record that nothing in the tree leads to", place);
        } else if (!seen_[i] && !is_deleted(i)) { // each is counted once
            findings_.add(Severity::Remark, "behind", "record behind a deleted or illegal move, left out with it",
                          place);
        }
    }
}

void verify_header(const book::AbkTree& tree, std::uint64_t deleted, Findings& findings) {
    const book::AbkHeader& header = tree.header;
    if (header.moves != tree.records.size() && header.moves + deleted != tree.records.size())
        findings.add(Severity::Remark, "header_moves", "the header tells another number of moves than there are", [&] {
            return std::to_string(header.moves) + " moves, the file has " + std::to_string(tree.records.size());
        });
    constexpr std::uint32_t most_importance = 15, most_per_cent = 100, most_games = 99'999;
    if (std::max({header.importance_of_priority, header.importance_of_games, header.importance_of_score}) >
        most_importance)
        findings.add(Severity::Remark, "header_importance", "an importance in the header is over 15");
    if (std::max(header.min_white_per_cent, header.min_black_per_cent) > most_per_cent)
        findings.add(Severity::Remark, "header_per_cent", "a minimum in the header is over 100 %");
    if (std::max(header.min_games, header.min_wins) > most_games)
        findings.add(Severity::Remark, "header_games", "a minimum of games in the header is over 99,999");
}

} // namespace

void verify_arena_bytes(const book::ByteReader& bytes, Verification& result) {
    std::vector<std::string> oddities;
    const auto tree = book::decode_abk(bytes, oddities);
    for (const std::string& oddity : oddities)
        result.findings.add(Severity::Error, "file", "damage of the file", [&] { return oddity; });
    if (!tree) {
        result.findings.add(Severity::Error, "file", "damage of the file", [&] { return tree.error().message; });
        return;
    }
    const auto& records = tree->records;
    const auto ones = static_cast<std::uint64_t>(
        std::count_if(records.begin(), records.end(), [](const AbkRecord& record) { return record.ply == 1; }));
    const bool has_plies =
        std::any_of(records.begin(), records.end(), [](const AbkRecord& record) { return record.ply > 1; });
    const bool marks = !has_plies && ones > 0 && tree->header.moves != records.size();
    result.entries = records.size();
    verify_header(*tree, marks ? ones : 0, result.findings);
    Tree follower(*tree, marks, result.findings);
    follower.follow();
    follower.tell_rest();
}

} // namespace polyglot::tools
