#include "tools/explore/games/game_filter.hpp"

#include "core/openings/names.hpp"
#include "core/pgn/tag.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/explore/edit/place.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr double highest_number = 99'999;

Result<unsigned> number_of(const json::object& filter, std::string_view name) {
    const json::value* const value = filter.if_contains(name);
    if (value == nullptr) return 0U;
    const double number = value->is_number() ? value->to_number<double>() : -1;
    if (!(number >= 0 && number <= highest_number))
        return make_error("filter: " + std::string(name) + " is 0 to 99999");
    return static_cast<unsigned>(number);
}

Result<void> read_numbers(const json::object& filter, GameFilter& wanted) {
    for (const auto& [name, field] :
         {std::pair{"min_rating", &wanted.min_rating}, std::pair{"max_rating", &wanted.max_rating},
          std::pair{"first_year", &wanted.first_year}, std::pair{"last_year", &wanted.last_year}}) {
        const auto number = number_of(filter, name);
        if (!number) return number.error();
        *field = *number;
    }
    return {};
}

// Tells which texts have the part, in any case.
template <class TextOf>
std::vector<bool> having(std::string_view part, std::size_t count, const TextOf& text_of) {
    std::vector<bool> found(count, true);
    if (part.empty()) return found;
    const std::string wanted = text::fold_case(part);
    for (std::size_t number = 0; number < count; ++number)
        found[number] = text::fold_case(text_of(number)).find(wanted) != std::string::npos;
    return found;
}

std::vector<bool> having(std::string_view part, const NameTable& names) {
    return having(part, names.size(), [&names](std::size_t number) {
        return text::shown_text(pgn::unescape_tag_value(names[number]));
    });
}

// By the numbers of GameRecord::opening.
std::vector<bool> openings_having(std::string_view part) {
    const std::string wanted = openings::in_table_spelling(std::string(part));
    return having(wanted, openings::opening_keys().size() + 1, [](std::size_t number) {
        return number == 0 ? std::string()
                           : openings::format_opening(openings::opening_at(number - 1));
    });
}

bool is_between(unsigned number, unsigned least, unsigned most) {
    if (least == 0 && most == 0) return true;
    return number > 0 && number >= least && (most == 0 || number <= most);
}

// Tests one game after the other; texts have been compared with all names before.
class Test {
  public:
    Test(const GameFilter& filter, const NameTable& players, const NameTable& events)
        : filter_(filter),
          player_(having(filter.player, players)),
          event_(having(filter.event, events)),
          opening_(openings_having(filter.opening)) {}

    bool operator()(const GameRecord& game) const {
        const auto [white_elo, black_elo] = game.elo;
        return !game.is_left_out && has_player(game) && event_[game.event] &&
               opening_[game.opening] &&
               is_between(white_elo, filter_.min_rating, filter_.max_rating) &&
               is_between(black_elo, filter_.min_rating, filter_.max_rating) &&
               is_between(game.year(), filter_.first_year, filter_.last_year) &&
               (!filter_.outcome || game.outcome == *filter_.outcome);
    }

  private:
    bool has_player(const GameRecord& game) const {
        return (filter_.side != PlayedSide::Black && player_[game.white]) ||
               (filter_.side != PlayedSide::White && player_[game.black]);
    }

    const GameFilter& filter_;
    std::vector<bool> player_, event_, opening_;
};

} // namespace

Result<GameFilter> read_game_filter(const json::object& question) {
    GameFilter wanted;
    const json::value* const value = question.if_contains("filter");
    if (value == nullptr) return wanted;
    if (!value->is_object()) return make_error("filter: an object is expected");
    const json::object& filter = value->get_object();
    wanted.player = text::trim(text_of(filter, "player"));
    wanted.event = text::trim(text_of(filter, "event"));
    wanted.opening = text::trim(text_of(filter, "opening"));
    constexpr std::array<std::string_view, 3> sides{"white", "black", "either"}; // as PlayedSide
    if (const std::string_view side = text_of(filter, "side"); !side.empty()) {
        const auto* const known = std::ranges::find(sides, side);
        if (known == sides.end()) return make_error("filter: side is white, black or either");
        wanted.side = static_cast<PlayedSide>(known - sides.begin());
    }
    if (const std::string_view result = text_of(filter, "result"); !result.empty()) {
        wanted.outcome = pgn::parse_outcome(result);
        if (*wanted.outcome == pgn::Outcome::Unknown && result != "*")
            return make_error("filter: result is 1-0, 1/2-1/2, 0-1 or *");
    }
    if (const auto read = read_numbers(filter, wanted); !read) return read.error();
    return wanted;
}

GameSelection::GameSelection(const GameFilter& filter, std::span<const GameSegment> segments,
                             const NameTable& players, const NameTable& events)
    : is_all_(filter == GameFilter()) {
    if (is_all_) return;
    const Test test(filter, players, events);
    for (const GameSegment& segment : segments) {
        std::vector<bool>& chosen = chosen_.emplace_back();
        chosen.reserve(segment.games().size());
        for (const GameRecord& game : segment.games())
            chosen.push_back(test(game));
    }
}

} // namespace polyglot::tools
