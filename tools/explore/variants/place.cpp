#include "tools/explore/variants/place.hpp"

#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/pgn/variant_scanner.hpp"
#include "core/text/text.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/edit/place.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::VariantMove;
using chess::VariantPosition;

// Keeps the main line of the first game.
class FirstGame final : public pgn::VariantVisitor {
  public:
    std::size_t begin_game(const pgn::Tags& tags, const VariantPosition& start,
                           std::uint64_t /*line*/) override {
        if (start_) return 0;
        start_ = start;
        return pgn::is_game_of(start.variant(), tags) ? most_plies : 0;
    }
    void on_move(const VariantPosition& /*before*/, VariantMove move, std::size_t /*ply*/,
                 std::size_t /*variation*/) override {
        moves_.push_back(move);
    }
    void end_game(pgn::Outcome /*outcome*/, std::size_t /*plies*/,
                  const pgn::Problem& problem) override {
        if (!std::exchange(has_ended_, true)) problem_ = problem.message;
    }

    const std::optional<VariantPosition>& start() const { return start_; }
    const std::vector<VariantMove>& moves() const { return moves_; }
    const std::string& problem() const { return problem_; } // empty if there is none

  private:
    std::optional<VariantPosition> start_;
    std::vector<VariantMove> moves_;
    bool has_ended_ = false;
    std::string problem_;
};

json::object question_of(const VariantRoot& root, std::span<const VariantMove> moves) {
    json::object answer;
    if (!(root.position == VariantPosition::start(root.position.variant())))
        answer["start"] =
            chess::format_variant_fen(root.position, {.castling = root.spelling.rights});
    json::array line;
    for (const VariantMove& move : moves.first(std::min(moves.size(), most_plies)))
        line.push_back(json::string(chess::format_variant_uci(move, root.spelling.moves)));
    answer["line"] = std::move(line);
    return answer;
}

} // namespace

Result<VariantPlace> variant_place_of(const chess::Variant& variant, const json::object& question) {
    VariantRoot root{VariantPosition::start(variant), {}};
    if (const std::string_view fen = text_of(question, "start"); !fen.empty()) {
        auto given = parse_variant_root(variant, fen);
        if (!given) return make_error("start: " + given.error().message);
        root = *std::move(given);
    }
    VariantPlace place{root, {}, root.position};
    const auto words = words_of_line(question);
    if (!words) return words.error();
    for (const json::value& word : *words) {
        const auto move = word.is_string()
                              ? chess::parse_variant_uci(place.position, word.get_string())
                              : std::nullopt;
        if (!move)
            return make_error("line: move " + std::to_string(place.line.size() + 1) +
                              " is not legal in " + std::string(variant.uci));
        place.line.push_back(*move);
        place.position.make(*move);
    }
    return place;
}

Result<json::object> paste_variant(const chess::Variant& variant, std::string_view text) {
    text = text::trim(text);
    if (text.empty()) return make_error("there is nothing to go to");
    const auto root = parse_variant_root(variant, text);
    if (root) return question_of(*root, {});
    const VariantRoot start{VariantPosition::start(variant), {}};
    const auto moves = parse_line(start.position, text);
    if (moves) return question_of(start, *moves);
    FirstGame game;
    pgn::scan_variant_games(text, {}, variant, game);
    if (game.start() && !game.moves().empty()) {
        const auto from = parse_variant_root(variant, chess::format_variant_fen(*game.start()));
        if (!from) return from.error();
        json::object answer = question_of(*from, game.moves());
        if (!game.problem().empty()) answer["note"] = tools::json_of(game.problem());
        return answer;
    }
    if (text.find('\n') == std::string_view::npos && text.find('/') != std::string_view::npos)
        return make_error("as a FEN: " + root.error().message);
    return make_error("this is neither a FEN nor a PGN of " + std::string(variant.uci) +
                      ", and as moves: " + moves.error().message);
}

} // namespace polyglot::tools
