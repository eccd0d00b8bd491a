// The tree of an Arena book edited: one place and several, deleted lines, and random edits with
// what they must keep.
#include "core/book/arena/tree.hpp"
#include "core/book/edit/arena_editor.hpp"
#include "core/book/edit/arena_shares.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;
using test::abk_move;

constexpr std::uint32_t none = AbkRecord::none;
const auto ignore = [](const Position&) {};

Move uci(const Position& position, std::string_view text) {
    return *chess::parse_uci_move(position, text);
}

// "g1f3:3p5/2,1 ": the games, priority, won and lost of each move.
std::string text_of(const ArenaEditor& editor, const Position& position) {
    std::string text;
    for (const AbkMove& move : editor.moves(position)) {
        text += chess::format_uci_move(move.move) + ":" + std::to_string(move.counts.games) + "p" +
                std::to_string(move.priority);
        if (move.counts.white_wins + move.counts.white_losses > 0)
            text += "/" + std::to_string(move.counts.white_wins) + "," +
                    std::to_string(move.counts.white_losses);
        text += " ";
    }
    return text;
}

AbkRecord with_games(AbkRecord record, std::uint32_t games, std::uint32_t wins = 0,
                     std::uint32_t losses = 0) {
    record.games = games;
    record.white_wins = wins;
    record.white_losses = losses;
    return record;
}

// 1.e4 e5 2.Nf3 Nc6 and 1.Nf3 e5 2.e4 Nc6, with 2...d6 in the second line only; and 1.d4.
AbkTree two_lines() {
    return test::abk_tree({with_games(abk_move("e2e4", 901, 904), 10), abk_move("e7e5", 902),
                           abk_move("g1f3", 903), with_games(abk_move("b8c6"), 6, 3, 1),
                           abk_move("g1f3", 905, 909), abk_move("e7e5", 906), abk_move("e2e4", 907),
                           with_games(abk_move("b8c6", none, 908), 2), abk_move("d7d6"),
                           abk_move("d2d4")});
}

std::set<AbkDamage> damages(const AbkTree& tree) {
    std::set<AbkDamage> seen;
    AbkTree copy = tree;
    follow_abk(copy, {.on_move = [](std::size_t, const Position&, Move) {},
                      .on_damage = [&seen](const AbkFinding& f,
                                           const Position&) { seen.insert(f.what); }});
    return seen;
}

} // namespace

TEST_CASE("arena editor: a position in two lines is edited in both") {
    ArenaEditor editor(two_lines());
    const Position position = test::after({"e2e4", "e7e5", "g1f3"});
    CHECK(text_of(editor, position) == "b8c6:8p5/3,1 d7d6:1p5 ");
    editor.set_games(position, uci(position, "b8c6"), 16); // 12 and 4
    CHECK(editor.tree().records[3].games == 12);
    CHECK(editor.tree().records[3].white_wins == 6);
    CHECK(editor.tree().records[3].white_losses == 2);
    CHECK(editor.tree().records[7].games == 4);
    editor.set_priority(position, uci(position, "b8c6"), 9);
    CHECK(editor.tree().records[3].priority == 9);
    CHECK(editor.tree().records[7].priority == 9);
    editor.add(position, uci(position, "g8f6"), 5);
    CHECK(editor.tree().records.size() == 12);
    CHECK(editor.tree().records[3].next_sibling == 910);
    CHECK(editor.tree().records[8].next_sibling == 911);
    CHECK(editor.tree().header.moves == 12);
    CHECK(damages(editor.tree()).empty());
    // Line by line
    CHECK(test::moves_in(test::open_abk(editor.tree()), position) == "b8c6 g8f6 d7d6 ");
}

TEST_CASE("arena editor: counts divided among places, won and lost never more than games") {
    ArenaEditor editor(two_lines());
    const Position position = test::after({"e2e4", "e7e5", "g1f3"});
    editor.set_counts(position, uci(position, "b8c6"), {8, 3, 1}); // as they are
    CHECK(editor.tree() == two_lines());
    editor.set_counts(position, uci(position, "b8c6"), {5, 2, 3});
    CHECK(text_of(editor, position) == "b8c6:5p5/2,3 d7d6:1p5 ");
    for (const std::size_t i : {3U, 7U}) {
        const AbkRecord& record = editor.tree().records[i];
        CHECK(record.white_wins + record.white_losses <= record.games);
    }
}

TEST_CASE("arena editor: a deleted line leaves to others what they need") {
    AbkTree tree = two_lines();
    tree.records[6].next_move = none; // 1.Nf3 e5 2.e4 ends here; 2...Nc6 stands after 1.e4 only
    tree.records.erase(tree.records.begin() + 7, tree.records.begin() + 9);
    tree.records[4].next_sibling = 907;
    tree.header.moves = 8;
    REQUIRE(damages(tree).empty());
    ArenaEditor editor(tree);
    const Position position = test::after({"e2e4", "e7e5", "g1f3"});
    std::set<std::uint64_t> touched;
    editor.remove(Position::start(), uci(Position::start(), "e2e4"),
                  [&touched](const Position& p) { touched.insert(p.key()); });
    CHECK(touched.contains(Position::start().key()));
    CHECK(touched.contains(test::after({"e2e4"}).key()));
    CHECK(text_of(editor, Position::start()) == "g1f3:1p5 d2d4:1p5 ");
    CHECK(text_of(editor, test::after({"e2e4"})).empty());
    CHECK(text_of(editor, position) == "b8c6:6p5/3,1 ");
    CHECK_FALSE(editor.reaches(test::after({"e2e4", "e7e5"})));
    CHECK(editor.tree().header.moves == 7);
    CHECK(editor.tree().records[2].next_move == none); // its replies have another place
    const AbkBook book = test::open_abk(editor.tree());
    CHECK(test::moves_in(book, position) == "b8c6 ");
    CHECK(test::moves_in(book, test::after({"e2e4"})).empty());
}

TEST_CASE(
    "arena editor: where the ply count is not a mark, a deleted record is taken out of its list") {
    for (const std::uint32_t ply : {2U, 1U}) {
        AbkTree tree = two_lines();
        tree.records[5].ply = ply; // ply 1 with a header that counts all records is no mark either
        for (const char* const move : {"e2e4", "g1f3", "d2d4"}) {
            ArenaEditor editor(tree);
            editor.remove(Position::start(), uci(Position::start(), move), ignore);
            const AbkBook book = test::open_abk(editor.tree());
            const std::string left = test::moves_in(book, Position::start());
            CHECK(left.find(move) == std::string::npos);
            CHECK(left.size() == 10);
            CHECK(editor.tree().records.size() == tree.records.size());
        }
    }
}

TEST_CASE("arena editor: an empty tree and a damaged one") {
    ArenaEditor empty(test::abk_tree({}));
    empty.add(Position::start(), uci(Position::start(), "e2e4"), 5);
    empty.add(Position::start(), uci(Position::start(), "d2d4"), 5);
    CHECK(test::moves_in(test::open_abk(empty.tree()), Position::start()) == "e2e4 d2d4 ");

    AbkTree damaged = two_lines();
    damaged.records[3].next_move = 900;     // a cycle
    damaged.records[9].next_sibling = 5000; // no record
    damaged.records[2].next_sibling = 902;  // itself
    ArenaEditor editor(damaged);
    CHECK(editor.tree() == damaged);
    editor.add(Position::start(), uci(Position::start(), "c2c4"), 5);
    CHECK(editor.tree().records[9].next_sibling == 910);
    CHECK(editor.tree().records[3].next_move == 900); // not edited
    CHECK(test::moves_in(test::open_abk(editor.tree()), Position::start()) ==
          "e2e4 g1f3 d2d4 c2c4 ");
    editor.add(Position::start(), uci(Position::start(), "b2b3"), 5);
    CHECK(editor.tree().records[10].next_sibling == 911); // behind what was added before
    editor.remove(Position::start(), uci(Position::start(), "e2e4"), ignore);
    CHECK(test::moves_in(test::open_abk(editor.tree()), Position::start()) ==
          "g1f3 d2d4 c2c4 b2b3 ");
}

TEST_CASE("arena shares: the nearest value; what no value gives") {
    AbkHeader header;
    header.importance_of_games = 3; // shares of the games
    const Position start = Position::start();
    std::vector<AbkMove> moves{{.counts = {30}, .move = uci(start, "e2e4"), .priority = 5},
                               {.counts = {60}, .move = uci(start, "d2d4"), .priority = 5}};
    CHECK(lever_of(header) == ArenaLever::Games);
    CHECK(*value_for_share(header, start, moves, 0, 0.25) == 20);
    CHECK(*value_for_share(header, start, moves, 0, 0.5) == 60);
    moves[0].priority = 0; // forbidden until now
    CHECK(*value_for_share(header, start, moves, 0, 0.5) == 60);
    CHECK_FALSE(value_for_share(header, start, moves, 0, 0.01).has_value()); // one game is 1.6 %
    moves[0].priority = 5;
    header.importance_of_priority = 3;
    header.importance_of_games = 0;
    CHECK(lever_of(header) == ArenaLever::Priority);
    CHECK(*value_for_share(header, start, moves, 0, 0.5) == 5);
    const auto refused = value_for_share(header, start, moves, 0, 0.99);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("a share from 16.7% to 98.1%") != std::string::npos);
    header.importance_of_priority = 0;
    CHECK(lever_of(header) == ArenaLever::None);
}

TEST_CASE("arena shares: other moves take a rest if they are played beside the given ones") {
    AbkHeader header;
    header.importance_of_games = 3;
    const Position start = Position::start();
    std::vector<AbkMove> moves{{.counts = {0}, .move = uci(start, "e2e4"), .priority = 5},
                               {.counts = {0}, .move = uci(start, "d2d4"), .priority = 5},
                               {.counts = {0}, .move = uci(start, "c2c4"), .priority = 5}};
    const std::vector<ArenaShare> shares{{.at = 0, .share = 0.6}, {.at = 1, .share = 0.4}};
    // All without games are alike: not any more
    CHECK_FALSE(are_others_played(header, start, moves, shares));
    CHECK(*values_for_shares(header, start, moves, shares, true) ==
          std::vector<std::uint32_t>{1000, 667});
    moves[2].counts.games = 4;
    CHECK(are_others_played(header, start, moves, shares));
    header.min_games = 5; // forbids it
    CHECK_FALSE(are_others_played(header, start, moves, shares));
    moves[2].counts.games = 5;
    CHECK(are_others_played(header, start, moves, shares));
    moves[2].priority = 0;
    CHECK_FALSE(are_others_played(header, start, moves, shares));
}

namespace {

// Lines of few moves, so that many transpose, each with records of its own as in Arena's books.
AbkTree random_tree(Random& random, bool shared_continuations) {
    constexpr std::array<const char*, 4> white{"e2e4", "d2d4", "g1f3", "b1c3"};
    constexpr std::array<const char*, 4> black{"e7e5", "d7d5", "g8f6", "b8c6"};
    AbkTree tree;
    struct Node {
        Position position;
        std::uint32_t record;
    };
    std::vector<Node> todo{{Position::start(), none}};
    std::set<std::uint64_t> seen;
    for (std::size_t i = 0; i < todo.size() && tree.records.size() < 300; ++i) {
        const Node node = todo[i];
        if (!seen.insert(node.position.key()).second &&
            (shared_continuations || random.below(3) == 0))
            continue;
        std::uint32_t last = none;
        for (const char* const text :
             node.position.side_to_move() == chess::Color::White ? white : black) {
            const auto move = chess::parse_uci_move(node.position, text);
            if (!move || random.below(4) == 0) continue;
            const auto at = static_cast<std::uint32_t>(tree.records.size());
            const std::uint32_t number = at + AbkRecord::first;
            const auto games = static_cast<std::uint32_t>(random.below(50));
            tree.records.push_back(with_games(abk_move(text), games, games / 3, games / 4));
            if (last != none) {
                tree.records[last].next_sibling = number;
            } else if (node.record != none) {
                tree.records[node.record].next_move = number;
            }
            last = at;
            Position next = node.position;
            next.make(*move);
            todo.push_back({next, at});
        }
    }
    tree.header.moves = static_cast<std::uint32_t>(tree.records.size());
    return tree;
}

struct Known {
    Position position = Position::start();
    std::vector<Move> moves{};
};
using Content = std::unordered_map<std::uint64_t, Known>;

// By position: reached ones, with their moves.
Content content_of(const AbkTree& tree) {
    Content content{{Position::start().key(), {}}};
    AbkTree copy = tree;
    const auto take = [&content](std::size_t, const Position& position, Move move) {
        auto& moves = content[position.key()].moves;
        if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
        Position next = position;
        next.make(move);
        content[next.key()].position = next;
    };
    follow_abk(copy, {.on_move = take, .on_damage = [](const AbkFinding&, const Position&) {}});
    return content;
}

} // namespace

TEST_CASE("arena editor: after random edits the editor and a reader of the file agree; no position "
          "is lost that is "
          "reached") {
    Random random(5);
    int deletions = 0;
    for (int round = 0; round < 300; ++round) {
        AbkTree tree = random_tree(random, round % 2 == 0);
        if (tree.records.empty()) continue;
        if (round % 3 == 0) tree.records.back().ply = 2; // no marks
        ArenaEditor editor(tree);
        for (int n = 0; n < 4; ++n) {
            const Content before = content_of(editor.tree());
            auto it = before.begin();
            std::advance(it, static_cast<std::ptrdiff_t>(random.below(before.size())));
            const Position& position = it->second.position;
            const std::vector<Move>& moves = it->second.moves;
            const chess::MoveList legal = position.legal_moves();
            if (legal.size() == 0) continue;
            Move move = legal[random.below(legal.size())];
            const bool deletes = !moves.empty() && random.below(2) == 0;
            std::set<std::uint64_t> touched;
            if (deletes) {
                move = moves[random.below(moves.size())];
                editor.remove(position, move,
                              [&touched](const Position& p) { touched.insert(p.key()); });
            } else if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
                editor.add(position, move, 5);
                touched.insert(position.key());
            }
            const Content after = content_of(editor.tree());
            const std::set<AbkDamage> found = damages(editor.tree());
            for (const AbkDamage what :
                 {AbkDamage::Pointer, AbkDamage::SharedPointer, AbkDamage::HeaderMoves})
                CHECK_FALSE(found.contains(what));
            CHECK(editor.count_moves() == [&] {
                std::uint64_t count = 0;
                AbkTree copy = editor.tree();
                follow_abk(copy,
                           {.on_move = [&count](std::size_t, const Position&, Move) { ++count; },
                            .on_damage = [](const AbkFinding&, const Position&) {}});
                return count;
            }());
            for (const auto& element : after) {
                const std::uint64_t key = element.first;
                const Known& reached = element.second;
                std::vector<Move> ours;
                for (const AbkMove& m : editor.moves(reached.position))
                    ours.push_back(m.move);
                CHECK(std::is_permutation(ours.begin(), ours.end(), reached.moves.begin(),
                                          reached.moves.end()));
                const auto was = before.find(key);
                if (was == before.end()) continue;
                const std::vector<Move>& old = was->second.moves;
                // Only the position itself may have lost all that it had.
                if (key != position.key()) CHECK(reached.moves.empty() == old.empty());
                if (!touched.contains(key))
                    CHECK(std::is_permutation(ours.begin(), ours.end(), old.begin(), old.end()));
            }
            for (const auto& element : before)
                if (!after.contains(element.first)) CHECK(touched.contains(element.first));
            if (deletes) {
                const auto now = after.find(position.key());
                if (now != after.end())
                    CHECK(std::find(now->second.moves.begin(), now->second.moves.end(), move) ==
                          now->second.moves.end());
                ++deletions;
            }
        }
    }
    CHECK(deletions > 50);
}

} // namespace polyglot::book
