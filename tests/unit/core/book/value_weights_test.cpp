// Weights from values, on books of values made by hand.
#include "core/book/value_weights.hpp"
#include "core/book/yacb/yacb.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <map>
#include <memory>
#include <string>

using namespace polyglot;
using book::Evaluation;
using chess::Color;
using chess::Move;
using chess::Position;
using Type = Evaluation::Type;
using Bound = Evaluation::Bound;

namespace {

Evaluation value(int number, Type type = Type::Centipawns, Bound bound = Bound::Exact) {
    Evaluation evaluation;
    evaluation.value = number;
    evaluation.type = type;
    evaluation.bound = bound;
    return evaluation;
}

Position after(const Position& position, std::string_view text) {
    const auto move = chess::parse_uci_move(position, text);
    REQUIRE_MESSAGE(move.has_value(), text);
    Position next = position;
    next.make(*move);
    return next;
}

class Values final : public book::Book {
  public:
    // Of the start position, and after moves from it; own: the move that it names, "" for none.
    Values(const Position& root, std::string_view own,
           const std::map<std::string, Evaluation>& values_after, Evaluation of_root = value(0)) {
        positions_[root.key()] = {chess::parse_uci_move(root, own).value_or(Move{}), of_root};
        for (const auto& [move, evaluation] : values_after)
            positions_[after(root, move).key()] = {Move{}, evaluation};
    }
    std::vector<book::Entry> find(const Position& position) const override {
        const auto found = positions_.find(position.key());
        if (found == positions_.end()) return {};
        return {{.move = found->second.first,
                 .weight = found->second.first ? 1U : 0U,
                 .evaluation = found->second.second}};
    }

  private:
    std::map<std::uint64_t, std::pair<Move, Evaluation>> positions_;
};

std::string found(const Values& values, const Position& root, double temperature = 20) {
    std::string text;
    for (const book::Entry& entry :
         book::ValueBook(std::make_shared<const Values>(values), temperature).find(root))
        text += (text.empty() ? "" : " ") + chess::format_uci_move(entry.move) + ' ' +
                std::to_string(entry.weight);
    return text;
}

void check(std::string_view own, const std::map<std::string, Evaluation>& values_after,
           std::string_view expected, Evaluation of_root = value(0), double temperature = 20) {
    const Position& root = Position::start();
    CHECK(found(Values(root, own, values_after, of_root), root, temperature) == expected);
}

} // namespace

TEST_CASE("w = 1000 exp(-d / T), from the values of the resulting positions") {
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(10)}, {"c2c4", value(-10)}},
          "e2e4 1000 d2d4 368 c2c4 135");
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(10)}}, "e2e4 1000 d2d4 819", value(0), 100);
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(30)}}, "e2e4 1000 d2d4 1000");
    check("", {{"a2a3", value(0)}, {"e2e4", value(30)}}, "e2e4 1000 a2a3 223");
    // 152 below: 0.5005
    check("e2e4", {{"e2e4", value(30)}, {"f2f3", value(-122)}}, "e2e4 1000 f2f3 1");
    check("e2e4", {{"e2e4", value(30)}, {"f2f3", value(-123)}}, "e2e4 1000");
}

TEST_CASE("the book's own move") {
    check("e2e4", {}, "e2e4 1000", value(25)); // the value of the position is its value
    check("e2e4", {{"d2d4", value(5)}}, "e2e4 1000 d2d4 368", value(25));
    // It stays, and first
    check("e2e4", {{"e2e4", value(-400)}, {"d2d4", value(5)}}, "e2e4 1 d2d4 1000", value(25));
    // A bound from above is not asked when it is the book's own: then the position's value is.
    check("e2e4", {{"e2e4", value(90, Type::Centipawns, Bound::Upper)}, {"d2d4", value(5)}},
          "e2e4 1000 d2d4 368", value(25));
}

TEST_CASE("bounds: a lower bound counts, an upper bound does not") {
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(30, Type::Centipawns, Bound::Upper)}},
          "e2e4 1000");
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(10, Type::Centipawns, Bound::Lower)}},
          "e2e4 1000 d2d4 368");
    check("e2e4", {{"e2e4", value(30)}, {"d2d4", value(10, Type::Centipawns, Bound::Proven)}},
          "e2e4 1000 d2d4 368");
    const Position black = after(Position::start(), "e2e4"); // values stay White's
    const Values values(black, "e7e5",
                        {{"e7e5", value(20)},
                         {"c7c5", value(40, Type::Centipawns, Bound::Upper)},
                         {"e7e6", value(20, Type::Centipawns, Bound::Lower)}});
    CHECK(found(values, black) == "e7e5 1000 c7c5 368");
}

TEST_CASE("a value without information makes no weights") {
    const Evaluation nothing = book::no_value();
    check("e2e4", {{"e2e4", nothing}, {"d2d4", nothing}}, "e2e4 1000", nothing);
    check("e2e4", {{"d2d4", value(-10)}, {"c2c4", value(-30)}}, "e2e4 1000 d2d4 1000 c2c4 368",
          nothing);
    check("e2e4", {{"d2d4", value(40'000, Type::PerCent, Bound::Upper)}}, "e2e4 1000");
    check("e2e4",
          {{"e2e4", value(20'400, Type::PerCent)},
           {"d2d4", value(20'000, Type::PerCent, Bound::Lower)}},
          "e2e4 1000 d2d4 705"); // 7 centipawns
}

TEST_CASE("without a move, what the book says; unknown, nothing") {
    const Position& root = Position::start();
    const auto values =
        std::make_shared<const Values>(root, "", std::map<std::string, Evaluation>{}, value(7));
    const book::ValueBook book(values, 20);
    const auto entries = book.find(root);
    REQUIRE(entries.size() == 1);
    CHECK_FALSE(entries.front().move);
    CHECK(entries.front().evaluation == value(7));
    CHECK(book.knows(root));
    CHECK(book.find(after(root, "e2e4")).empty());
    CHECK_FALSE(book.knows(after(root, "e2e4")));
}

TEST_CASE("one scale for all types of value") {
    const auto check_order = [](std::vector<Evaluation> rising) {
        for (std::size_t i = 1; i < rising.size(); ++i) {
            CAPTURE(i);
            CHECK(book::centipawns_for(rising[i - 1], Color::White) <
                  book::centipawns_for(rising[i], Color::White));
            CHECK(book::centipawns_for(rising[i - 1], Color::Black) >
                  book::centipawns_for(rising[i], Color::Black));
        }
    };
    check_order({value(-1, Type::DistanceToMate), value(-90, Type::DistanceToMate),
                 value(-3, Type::DistanceToZeroing), value(-80, Type::DistanceToZeroing),
                 value(-900, Type::WonCentipawns), value(-1, Type::WonCentipawns), value(-32000),
                 value(-1), value(0), value(1), value(9000), value(0, Type::WonCentipawns),
                 value(32000, Type::WonCentipawns), value(100, Type::DistanceToZeroing),
                 value(1, Type::DistanceToZeroing), value(200, Type::DistanceToMate),
                 value(1, Type::DistanceToMate)});
    check_order({value(0, Type::PerCent), value(10000, Type::PerCent), value(20000, Type::PerCent),
                 value(20400, Type::PerCent), value(40000 - 400, Type::PerCent)});
    CHECK(book::centipawns_for(value(20000, Type::PerCent), Color::White) == 0);
    CHECK(book::centipawns_for(value(30000, Type::PerCent), Color::White) == 191); // 400 log10(3)
    CHECK(book::centipawns_for(value(0, Type::DistanceToZeroing), Color::White) == 0);
    CHECK(book::centipawns_for(value(1, Type::DistanceToZeroing), Color::White) == 29'998);
    CHECK(book::centipawns_for(value(-1, Type::DistanceToMate), Color::White) == -39'998);
    // However far it is, it is more than what is not as sure.
    CHECK(book::centipawns_for(value(9'999, Type::DistanceToMate), Color::White) == 30'000);
    CHECK(book::centipawns_for(value(10'000, Type::DistanceToMate), Color::White) == 30'000);
    CHECK(book::centipawns_for(value(30'000, Type::DistanceToZeroing), Color::White) == 20'000);
    CHECK(book::centipawns_for(value(0, Type::DistanceToMate), Color::Black) == 0);
}

TEST_CASE("only a book with values of positions is weighed") {
    class OfPositions final : public book::Book {
      public:
        std::vector<book::Entry> find(const Position& /*position*/) const override { return {}; }
        const book::FormatInfo& format() const override { return book::yacb_format; }
    };
    const auto of_moves =
        std::make_shared<const Values>(Position::start(), "", std::map<std::string, Evaluation>());
    CHECK(book::weighed(of_moves) == of_moves);
    const std::shared_ptr<const book::Book> of_positions = std::make_shared<const OfPositions>();
    CHECK(dynamic_cast<const book::ValueBook*>(book::weighed(of_positions).get()) != nullptr);
}
