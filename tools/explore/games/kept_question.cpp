#include "tools/explore/games/kept_question.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "tools/common/json.hpp"
#include "tools/explore/games/game_description.hpp"
#include "tools/explore/games/games_question.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::size_t most_listed = 50;

json::object describe_kept(const WantedGame& wanted, const KeptAgain& again) {
    json::object one = describe_header(again.game);
    one["game"] = id_of(wanted);
    one["ply"] = again.ply;
    return one;
}

// Names a reading by all that it depends on: other statistics may have other games at the same
// places.
std::string name_of(const WantedGame& wanted, const GameFolders& where) {
    return to_text(where.stats) + ' ' + wanted.name + ' ' + std::to_string(wanted.game.mark.check) +
           ' ' + id_of(wanted);
}

// Games of one file usually have one problem.
json::array sentences(const std::map<std::string, std::uint64_t>& problems) {
    json::array all;
    for (const auto& [problem, games] : problems)
        all.push_back(
            tools::json_of(problem + (games > 1 ? " (" + text::counted(games, "game") + ")" : "")));
    return all;
}

json::object list(const std::vector<WantedGame>& wanted, const GameFolders& where,
                  std::uint32_t kept, const std::atomic<bool>& is_cancelled) {
    const auto found = read_kept(wanted, where, is_cancelled);
    json::array games;
    std::map<std::string, std::uint64_t> problems;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (found[i])
            games.push_back(describe_kept(wanted[i], *found[i]));
        else
            ++problems[found[i].error().message];
    }
    return {{"kept", kept},
            {"count", games.size()},
            {"games", std::move(games)},
            {"problems", sentences(problems)}};
}

} // namespace

Result<json::object> kept_games_in(const book::StatsSearch& search, const GameFolders& where,
                                   const Place& place, const json::object& question,
                                   GameOpenings& openings) {
    const auto order = order_in(question);
    if (!order) return order.error();
    const auto move = move_in(question, place);
    if (!move) return move.error();
    if (!place.position.castles_with_outer_rooks())
        return make_error("the position has no key: castling with an inner rook");
    std::optional<std::uint16_t> raw;
    if (*move) raw = book::encode_move(**move);
    auto wanted = find_kept(search, where, place.position.key(), raw,
                            *order == GameOrder::Newest ? book::KeptOrder::Newest
                                                        : book::KeptOrder::BestRated,
                            most_listed);
    if (!wanted) return wanted.error();
    std::string name = "list";
    for (const WantedGame& one : *wanted)
        name += ' ' + name_of(one, where);
    return openings.ask(name,
                        [wanted = *std::move(wanted), where, kept = search.info().kept.most](
                            const std::atomic<bool>& is_cancelled) -> Result<json::object> {
                            return list(wanted, where, kept, is_cancelled);
                        });
}

Result<json::object> kept_game(const book::StatsSearch& search, const GameFolders& where,
                               const json::object& question, GameOpenings& openings) {
    const auto wanted = find_kept(search, where, text_of(question, "game"));
    if (!wanted) return wanted.error();
    return openings.ask(
        name_of(*wanted, where),
        [wanted = *wanted, where](const std::atomic<bool>& is_cancelled) -> Result<json::object> {
            auto found = read_kept({wanted}, where, is_cancelled);
            if (!found.front()) return found.front().error();
            return describe_again(found.front()->game, describe_kept(wanted, *found.front()));
        });
}

} // namespace polyglot::tools
