// Values of a grown graph against the truth, on games small enough to solve: king and pawn on the
// seventh rank against king, until the pawn is promoted or lost; king and rook against king in a
// corner of five files and ranks.
#include "core/book/grow/graph.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using book::GrowGraph;
using chess::Color;
using chess::PieceType;
using chess::Position;

namespace {

constexpr int win_cp = 1000;

constexpr int corner = 5; // files and ranks

bool is_in_corner(chess::Square square) {
    return chess::file_of(square) < corner && chess::rank_of(square) < corner;
}

// What the test is to solve.
struct Game {
    // Of the legal moves; none that could be better is left out.
    virtual std::vector<chess::Move> moves_of(const Position& position) const = 0;
    // The value for White of a position that ends the game.
    virtual std::optional<int> end_of(const Position& position) const = 0;
    virtual int guess(const Position& position) const = 0; // of a weak engine
    virtual ~Game() = default;
};

struct PawnGame final : Game {
    // Without minor pieces, which neither side can want here.
    std::vector<chess::Move> moves_of(const Position& position) const override {
        std::vector<chess::Move> moves;
        for (const chess::Move move : position.legal_moves())
            if (move.promotion() == PieceType::None || move.promotion() == PieceType::Queen ||
                move.promotion() == PieceType::Rook)
                moves.push_back(move);
        return moves;
    }

    // A promoted piece that cannot be taken at once wins.
    std::optional<int> end_of(const Position& position) const override {
        if (position.legal_move_count() == 0) return position.in_check() ? win_cp : 0;
        if (position.pieces(PieceType::Pawn) != 0) return std::nullopt;
        const auto piece = position.pieces(PieceType::Queen) | position.pieces(PieceType::Rook);
        if (piece == 0) return 0;
        const auto moves = position.legal_moves();
        const bool is_lost =
            std::any_of(moves.begin(), moves.end(), [piece](const chess::Move move) {
                return (chess::bit(move.to()) & piece) != 0;
            });
        return is_lost ? 0 : win_cp;
    }
    // It likes a far pawn and a king before it.
    int guess(const Position& position) const override {
        if (const auto end = end_of(position)) return *end;
        const auto pawn = chess::first_square(position.pieces(PieceType::Pawn));
        const auto king = position.king(Color::White);
        return 20 + 20 * chess::rank_of(pawn) + 5 * chess::rank_of(king) -
               3 * std::abs(chess::file_of(pawn) - chess::file_of(king));
    }
};

// White stays in the corner, and Black's king has a draw as soon as it leaves it: what White wins
// here is won on the whole board, too.
struct RookGame final : Game {
    std::vector<chess::Move> moves_of(const Position& position) const override {
        std::vector<chess::Move> moves;
        for (const chess::Move move : position.legal_moves())
            if (position.side_to_move() == Color::Black || is_in_corner(move.to()))
                moves.push_back(move);
        return moves;
    }
    std::optional<int> end_of(const Position& position) const override {
        if (position.legal_move_count() == 0) return position.in_check() ? win_cp : 0;
        const bool is_over =
            position.pieces(PieceType::Rook) == 0 || !is_in_corner(position.king(Color::Black));
        return is_over || moves_of(position).empty() ? std::optional(0) : std::nullopt;
    }
    // It likes Black's king at the edge and White's near it.
    int guess(const Position& position) const override {
        if (const auto end = end_of(position)) return *end;
        const auto white = position.king(Color::White), black = position.king(Color::Black);
        const int distance = std::max(std::abs(chess::file_of(white) - chess::file_of(black)),
                                      std::abs(chess::rank_of(white) - chess::rank_of(black)));
        return 200 - 10 * distance - 15 * std::min(chess::file_of(black), chess::rank_of(black));
    }
};

Position after(Position position, chess::Move move) {
    position.make(move);
    return position;
}

// Every position of the game, by its key, and whether White wins it: by working backwards from the
// ends, until nothing changes.
struct Truth {
    struct Node {
        bool black = false, wins = false;
        std::vector<std::uint64_t> replies;
    };
    std::unordered_map<std::uint64_t, Node> nodes;

    Truth(const Game& game, const Position& start) {
        std::vector<Position> to_do{start};
        while (!to_do.empty()) {
            const Position position = to_do.back();
            to_do.pop_back();
            const auto [place, is_new] = nodes.try_emplace(position.key());
            if (!is_new) continue;
            place->second.black = position.side_to_move() == Color::Black;
            const auto end = game.end_of(position);
            if (end) {
                place->second.wins = *end > 0;
                continue;
            }
            for (const chess::Move move : game.moves_of(position)) {
                to_do.push_back(after(position, move));
                nodes.at(position.key()).replies.push_back(to_do.back().key());
            }
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [key, node] : nodes) {
                if (node.wins || node.replies.empty()) continue;
                const auto wins = [this](std::uint64_t reply) { return nodes.at(reply).wins; };
                node.wins = node.black
                                ? std::all_of(node.replies.begin(), node.replies.end(), wins)
                                : std::any_of(node.replies.begin(), node.replies.end(), wins);
                changed = changed || node.wins;
            }
        }
    }
};

class Grower {
  public:
    Grower(const Game& game, GrowGraph& graph, const Position& start)
        : game_(game), graph_(graph), start_(start) {
        search(start, graph.add(start.key(), start.side_to_move()));
        graph.update();
    }
    // One more move of the book, the one whose turn it is. False: there is none.
    bool step() {
        const auto target = graph_.next(*graph_.find(start_.key()));
        if (!target) return false;
        Position position = start_;
        for (const book::GrowMove move : target->line)
            position.make(book::decode_move(move, position));
        play(position, target->at);
        graph_.update();
        return true;
    }
    // All moves of all positions.
    void complete() {
        std::vector<Position> to_do{start_};
        std::unordered_set<std::uint64_t> done{start_.key()};
        while (!to_do.empty()) {
            const Position position = to_do.back();
            to_do.pop_back();
            const auto id = *graph_.find(position.key());
            for (auto answer = graph_.answer(id); answer && answer->move != 0;
                 answer = graph_.answer(id))
                play(position, id);
            for (const auto& option : graph_.options(id)) {
                const Position next = after(position, book::decode_move(option.move, position));
                if (done.insert(next.key()).second) to_do.push_back(next);
            }
        }
        graph_.update();
    }

  private:
    // The answer becomes a move, and the position is searched again.
    void play(const Position& position, GrowGraph::Id id) {
        if (const auto answer = graph_.answer(id)) {
            const Position next = after(position, book::decode_move(answer->move, position));
            const bool is_new = !graph_.find(next.key());
            const auto child = graph_.add(next.key(), next.side_to_move());
            graph_.link(id, answer->move, child);
            if (is_new) search(next, child);
        }
        search(position, id);
    }
    // The best of the moves that the graph does not have.
    void search(const Position& position, GrowGraph::Id id) {
        const int sign = position.side_to_move() == Color::White ? 1 : -1;
        if (const auto end = game_.end_of(position))
            return graph_.set_answer(id, {sign * *end, 0, 1});
        std::vector<book::GrowMove> known;
        for (const auto& option : graph_.options(id))
            if (option.child) known.push_back(option.move);
        std::optional<book::GrowAnswer> best;
        for (const chess::Move move : game_.moves_of(position)) {
            const book::GrowMove raw = book::encode_move(move);
            if (std::find(known.begin(), known.end(), raw) != known.end()) continue;
            const int value = sign * game_.guess(after(position, move));
            if (!best || value > best->value_cp) best = book::GrowAnswer{value, raw, 1};
        }
        if (best)
            graph_.set_answer(id, *best);
        else
            graph_.set_exhausted(id);
    }

    const Game& game_;
    GrowGraph& graph_;
    const Position start_;
};

void check(const Game& game, const std::string& fen, bool wins) {
    CAPTURE(fen);
    const Position start = chess::parse_fen(fen).value();
    const Truth truth(game, start);
    REQUIRE(truth.nodes.size() > 1000);
    REQUIRE(truth.nodes.at(start.key()).wins == wins);
    GrowGraph graph({.side = book::GrowSide::Both, .width_cp = 10'000, .alpha_millis = 100});
    Grower grower(game, graph, start);
    const auto root = *graph.find(start.key());
    const auto first_value = graph.value_for_white(root);
    CHECK(first_value != 0); // what the engine guesses is neither
    CHECK(first_value != win_cp);
    constexpr int all_steps = 1000;
    int settled = 0; // since when the start has its true value
    for (int step = 1; step <= all_steps && grower.step(); ++step)
        if (graph.value_for_white(root) != (wins ? win_cp : 0)) settled = step;
    CHECK(settled < all_steps);
    CHECK(graph.size() < truth.nodes.size() / 4); // long before all is known
    grower.complete();
    REQUIRE(graph.size() == truth.nodes.size());
    int wrong = 0;
    for (GrowGraph::Id id = 0; id < graph.size(); ++id)
        wrong +=
            graph.value_for_white(id) != (truth.nodes.at(graph.key(id)).wins ? win_cp : 0) ? 1 : 0;
    CHECK(wrong == 0);
}

} // namespace

TEST_CASE("the values of a grown endgame become the truth: king and pawn against king") {
    check(PawnGame(), "4k3/4P3/3K4/8/8/8/8/8 b - - 0 1", true);
    check(PawnGame(), "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", false);
}

TEST_CASE("the values of a grown endgame become the truth: king and rook against king") {
    check(RookGame(), "8/8/8/8/8/2K5/3R4/k7 w - - 0 1", true);
    check(RookGame(), "8/8/8/8/2K5/8/8/k2R4 b - - 0 1", true);
    check(RookGame(), "8/8/8/8/2k5/8/8/K3R3 b - - 0 1", false);
}
