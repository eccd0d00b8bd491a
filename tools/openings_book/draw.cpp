#include "tools/openings_book/draw.hpp"

#include "tools/openings_book/draw_by_rules.hpp"

namespace polyglot::tools {

using chess::Position;

namespace {

struct ChessDrawRules {
    using Position = chess::Position;
    using Move = chess::Move;

    const book::Book& book;

    static std::uint64_t key_of(const Position& position) { return position.key(); }
    static bool is_over(const DrawnPosition& drawn) {
        return end_on_line(drawn.root, drawn.line) != chess::GameEnd::None;
    }
    std::vector<WeightedMove<Move>> playable_moves(const Position& position) const {
        std::vector<WeightedMove<Move>> moves;
        for (const book::Entry& entry : book.find(position))
            if (entry.move) add_playable(moves, entry.move, entry.weight);
        return moves;
    }
};

} // namespace

chess::GameEnd end_on_line(const Position& root, std::span<const chess::Move> line) {
    chess::Game game(root);
    for (const chess::Move move : line) {
        if (const chess::GameEnd end = game.end(); end != chess::GameEnd::None) return end;
        game.push(move);
    }
    return game.end();
}

std::unique_ptr<StartDraw> make_draw(const book::Book& book, std::span<const Position> roots,
                                     const DrawOptions& options) {
    return make_draw_by(ChessDrawRules{book}, roots, options);
}

} // namespace polyglot::tools
