#include "tools/books/text.hpp"

#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace polyglot::tools {
namespace {

using book::Evaluation;

// Formats n units of 1/per, with a sign if with_sign is set: 34 units of 1/100 are "+0.34".
std::string decimal(int n, int per, bool with_sign) {
    std::array<char, 32> text{};
    const int digits = per == 100 ? 2 : 4;
    const char* const sign = n < 0 ? "-" : with_sign ? "+" : "";
    std::snprintf(text.data(), text.size(), "%s%d.%0*d", sign, std::abs(n) / per, digits,
                  std::abs(n) % per);
    return text.data();
}

} // namespace

std::string_view name_of(Evaluation::Type type) {
    switch (type) {
    case Evaluation::Type::Centipawns: return "centipawns";
    case Evaluation::Type::WonCentipawns: return "centipawns of a won position";
    case Evaluation::Type::DistanceToZeroing: return "distance to zeroing";
    case Evaluation::Type::DistanceToMate: return "distance to mate";
    case Evaluation::Type::PerCent: return "per cent";
    }
    return {};
}

std::string_view name_of(Evaluation::Bound bound) {
    switch (bound) {
    case Evaluation::Bound::Exact: return "exact";
    case Evaluation::Bound::Lower: return "lower bound";
    case Evaluation::Bound::Upper: return "upper bound";
    case Evaluation::Bound::Proven: return "proven";
    }
    return {};
}

std::string_view name_of(Evaluation::Source source) {
    switch (source) {
    case Evaluation::Source::Table: return "table";
    case Evaluation::Source::Engine: return "engine";
    case Evaluation::Source::Statistics: return "statistics";
    case Evaluation::Source::Other: return "other source";
    }
    return {};
}

std::string format_value(const Evaluation& evaluation) {
    constexpr int per_cent_unit = 400; // 400 units of the format are 1 %
    const auto distance = [&](std::string_view to) {
        return std::string(to) + (evaluation.value < 0 ? " for Black in " : " for White in ") +
               std::to_string(std::abs(evaluation.value)) + " plies";
    };
    switch (evaluation.type) {
    case Evaluation::Type::Centipawns: return decimal(evaluation.value, 100, true);
    case Evaluation::Type::WonCentipawns: return decimal(evaluation.value, 100, true) + " (won)";
    case Evaluation::Type::DistanceToZeroing: return distance("zeroing");
    case Evaluation::Type::DistanceToMate: return distance("mate");
    case Evaluation::Type::PerCent:
        return decimal(evaluation.value * 100 / per_cent_unit, 100, false) + " %";
    }
    return {};
}

std::string describe(const Evaluation& evaluation) {
    constexpr std::uint16_t not_to_be_replaced = 65'535; // docs/formats/yacb.md
    std::string text = format_value(evaluation) + " (" + std::string(name_of(evaluation.bound)) +
                       "; " + std::string(name_of(evaluation.source));
    if (evaluation.elo == not_to_be_replaced) {
        text += ", not to be replaced";
    } else if (!evaluation.depth) {
        text += ", elo " + std::to_string(evaluation.elo);
    }
    if (evaluation.depth) text += ", depth " + std::to_string(*evaluation.depth);
    return text + ")";
}

std::optional<double> score_for(const book::GameCounts& games, chess::Color side) {
    const std::uint64_t decided = std::uint64_t{games.white_wins} + games.white_losses;
    if (games.games == 0 || decided > games.games) return std::nullopt;
    const double white = (games.white_wins + static_cast<double>(games.games - decided) / 2) /
                         static_cast<double>(games.games);
    return side == chess::Color::White ? white : 1 - white;
}

std::string format_day(std::int32_t day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    const auto with_zeros = [](const std::string& number, std::size_t width) {
        return std::string(width - std::min(width, number.size()), '0') + number;
    };
    return with_zeros(std::to_string(static_cast<int>(date.year())), 4) + '-' +
           with_zeros(std::to_string(static_cast<unsigned>(date.month())), 2) + '-' +
           with_zeros(std::to_string(static_cast<unsigned>(date.day())), 2);
}

std::string continuations_of_too_long(std::uint64_t lines) {
    return "the continuations of " + text::counted(lines, "line") + " longer than any game";
}

std::string format_raw_move(std::uint16_t raw) {
    constexpr std::string_view promotions = " nbrq";
    const auto promotion = static_cast<std::size_t>(raw >> 12U);
    if (raw == 0 || promotion >= promotions.size()) return "0x" + text::hexadecimal(raw).substr(12);
    std::string text = chess::format_square(static_cast<chess::Square>(raw >> 6U & 63U)) +
                       chess::format_square(static_cast<chess::Square>(raw & 63U));
    if (promotion > 0) text += promotions[promotion];
    return text;
}

} // namespace polyglot::tools
