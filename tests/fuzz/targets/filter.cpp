// Any bytes as a filter, applied to any game's tags: the error of an invalid filter has its caret
// in the text; for a valid one, negation is the complement, "and" and "or" are those of logic, and
// the answer stays the same. The first line is one expression, the second another; the rest is PGN.
#include "core/pgn/filter.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgn = polyglot::pgn;
using polyglot::fuzz::require;

namespace {

std::optional<pgn::Filter> parse(const std::string& expression) {
    auto filter = pgn::Filter::parse(expression);
    if (filter) return std::move(*filter);
    require(filter.error().offset <= expression.size(), "the caret is in the text or after it",
            expression);
    require(!filter.error().message.empty(), "an error says something", expression);
    return std::nullopt;
}

// Everything that two expressions can be made to, with what logic says of it.
struct Compound {
    pgn::Filter filter;
    bool (*says)(bool first, bool second);
};

// Parentheses have a limit, so a compound may be no filter where its parts are; a part may not open
// a quote it does not close, or it would be none itself.
void add(std::vector<Compound>& compounds, const std::string& expression,
         bool (*says)(bool, bool)) {
    if (auto filter = pgn::Filter::parse(expression))
        compounds.push_back({std::move(*filter), says});
    else
        require(filter.error().message.find("more than") != std::string::npos ||
                    filter.error().message.find("longer than") != std::string::npos,
                "what is made of filters is one", expression);
}

class Asking : public pgn::GameVisitor {
  public:
    Asking(const std::string& first, const std::string& second)
        : first_(parse(first)), second_(parse(second)) {
        if (!first_ || !second_) return;
        const std::string a = "(" + first + ")";
        const std::string b = "(" + second + ")";
        add(compounds_, "!" + a, [](bool x, bool) { return !x; });
        add(compounds_, "not not " + b, [](bool, bool y) { return y; });
        add(compounds_, a + "&&" + b, [](bool x, bool y) { return x && y; });
        add(compounds_, a + " or " + b, [](bool x, bool y) { return x || y; });
        add(compounds_, "!" + a + "&&" + b + "||" + a + "and!" + b,
            [](bool x, bool y) { return x != y; });
        add(compounds_, "!(" + a + "or" + b + ")", [](bool x, bool y) { return !x && !y; });
    }

    std::size_t begin_game(const pgn::Tags& tags, const polyglot::chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        using pgn::Outcome;
        for (const Outcome outcome :
             {Outcome::Unknown, Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins})
            for (const pgn::MainLine& line :
                 {pgn::MainLine{},
                  pgn::MainLine{.plies = 60, .eco = "B90", .opening = "Sicilian Defence"}})
                check(tags, outcome, line);
        return 0;
    }
    void on_move(const polyglot::chess::Position& /*before*/, polyglot::chess::Move /*move*/,
                 std::size_t /*ply*/, std::size_t /*variation*/) override {}
    void end_game(pgn::Outcome /*outcome*/, std::size_t /*plies*/,
                  const pgn::Problem& /*problem*/) override {}

  private:
    void check(const pgn::Tags& tags, pgn::Outcome outcome, const pgn::MainLine& line) const {
        const auto ask = [&](const pgn::Filter& filter) {
            const bool answer = filter.matches(tags, outcome, line);
            require(answer == filter.matches(tags, outcome, line), "the answer stays the same");
            require(filter.needs_moves() ||
                        answer == filter.matches(tags, outcome,
                                                 {.plies = 1, .eco = "A00", .opening = "x"}),
                    "only a filter that asks for the moves depends on them");
            return answer;
        };
        const bool first = first_ && ask(*first_);
        const bool second = second_ && ask(*second_);
        for (const Compound& compound : compounds_)
            require(ask(compound.filter) == compound.says(first, second), "logic holds");
    }

    std::optional<pgn::Filter> first_;
    std::optional<pgn::Filter> second_;
    std::vector<Compound> compounds_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const std::string first(input.line());
    const std::string second(input.line());
    Asking asking(first, second);
    pgn::scan_games(input.rest(), {}, asking);
    return 0;
}
