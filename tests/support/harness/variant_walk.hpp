// Plays random games of a variant that depend only on the seed; every second one begins with a
// Chess960 position if the variant has them. Captures and king moves are preferred, because they
// lead to the differences between variants. Sometimes both sides move back and forth for a while,
// so that positions are repeated.
#pragma once
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/random.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

namespace polyglot::chess::test {

// These are the parameters of the positions in tests/data/variants.tsv.
inline constexpr std::uint64_t table_seed = 1;
inline constexpr int table_lines = 30; // for each variant
inline constexpr int positions_per_line = 100;

class VariantWalk {
  public:
    VariantWalk(const Variant& variant, std::uint64_t seed)
        : variant_(variant), random_(seed), game_(VariantPosition::start(variant)) {}

    const VariantGame& game() const { return game_; }
    // Plays one of the legal moves, or begins another game if there is none or the game is long.
    void go_on(VariantMoves moves) {
        std::ranges::sort(moves); // so that the order of the generator does not matter
        if (moves.empty() || game_.moves().size() >= 160) {
            game_ = VariantGame(start());
            return;
        }
        game_.push(choose(moves));
    }

  private:
    VariantPosition start() {
        std::string fen(variant_.start);
        if (random_.below(2) == 0) {
            const std::string board = format_fen(chess960_starts()[random_.below(960)]);
            const std::string rank = board.substr(0, 8);
            if (const std::size_t at = fen.find("rnbqkbnr"); at != std::string::npos)
                fen.replace(at, 8, rank);
            std::string white;
            for (const char c : rank)
                white += text::to_upper(c);
            if (const std::size_t at = fen.find("RNBQKBNR"); at != std::string::npos)
                fen.replace(at, 8, white);
        }
        return parse_variant_fen(variant_, fen).value();
    }

    VariantMove choose(const VariantMoves& moves) {
        const std::uint64_t wish = random_.below(6);
        if (plies_to_and_fro_ == 0 && random_.below(200) == 0) plies_to_and_fro_ = 14;
        if (plies_to_and_fro_ > 0) {
            --plies_to_and_fro_;
            const VariantMoves back =
                those_that(moves, [this](const VariantMove& move) { return takes_back(move); });
            return any_of(
                back.empty()
                    ? those_that(moves, [this](const VariantMove& move) { return is_quiet(move); })
                    : back,
                moves);
        }
        return any_of(those_that(moves,
                                 [&](const VariantMove& move) {
                                     return (wish == 0 && game_.position().is_capture(move)) ||
                                            (wish == 1 && type_of(move) == PieceType::King);
                                 }),
                      moves);
    }

    template <class Condition>
    static VariantMoves those_that(const VariantMoves& moves, Condition condition) {
        VariantMoves wanted;
        std::ranges::copy_if(moves, std::back_inserter(wanted), condition);
        return wanted;
    }
    VariantMove any_of(const VariantMoves& wanted, const VariantMoves& moves) {
        const VariantMoves& from = wanted.empty() ? moves : wanted;
        return from[random_.below(from.size())];
    }

    PieceType type_of(const VariantMove& move) const {
        return game_.position().board().piece_at(move.from).type;
    }
    bool is_quiet(const VariantMove& move) const {
        return move.kind == VariantMove::Kind::Normal && !game_.position().is_capture(move) &&
               type_of(move) != PieceType::Pawn;
    }
    bool takes_back(const VariantMove& move) const {
        const std::vector<VariantMove>& played = game_.moves();
        if (played.size() < 2) return false;
        const VariantMove& last = played[played.size() - 2];
        return move.from == last.to && move.to == last.from &&
               move.kind == VariantMove::Kind::Normal;
    }

    const Variant& variant_;
    Random random_;
    VariantGame game_;
    int plies_to_and_fro_ = 0;
};

// Summarises the next positions in one line: the variant, the number of legal moves, a hash of
// their SANs in alphabetical order, the numbers of games that White and Black have won so far, and
// the number of games that are drawn or in which a draw may be claimed.
inline std::string summarise(VariantWalk& walk, int positions) {
    std::size_t legal = 0;
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    std::array<int, 3> ends{};
    for (int i = 0; i < positions; ++i) {
        const VariantPosition& position = walk.game().position();
        const VariantMoves moves = position.legal_moves();
        legal += moves.size();
        std::vector<std::string> sans;
        for (const VariantMove& move : moves)
            sans.push_back(format_variant_san(position, move) + ' ');
        std::ranges::sort(sans);
        for (const std::string& san : sans)
            for (const char c : san)
                hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        if (const auto end = walk.game().end()) ++ends[!end->winner ? 2 : index_of(*end->winner)];
        walk.go_on(moves);
    }
    std::string line(walk.game().position().variant().uci);
    line += '\t' + std::to_string(legal) + '\t' + text::hexadecimal(hash);
    for (const int count : ends)
        line += '\t' + std::to_string(count);
    return line;
}

inline std::string describe(const std::optional<VariantEnd>& end) {
    if (!end) return "-";
    const std::string winner = !end->winner                   ? "draw"
                               : *end->winner == Color::White ? "white"
                                                              : "black";
    return winner + ' ' + std::to_string(static_cast<int>(end->reason));
}

} // namespace polyglot::chess::test
