#include "adapter/session/shared/answer_lines.hpp"

#include "adapter/session/books/book_game.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/quoted_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace polyglot::session {
namespace {

constexpr auto store_words = std::to_array<std::string_view>(
    // The order is that of Word.
    {"open", "none", "waiting", "asking", "wrote", "kept", "took", "forgot", "busy", "failed"});

// Parses "1/2/-3" as this many numbers.
template <std::size_t Count>
std::optional<std::array<std::int64_t, Count>> parse_numbers(std::string_view text) {
    std::array<std::int64_t, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        const std::size_t end = text.find('/');
        const auto number = text::parse_int<std::int64_t>(text.substr(0, end));
        if (!number || (end == std::string_view::npos) != (i + 1 == Count)) return std::nullopt;
        numbers[i] = *number;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return numbers;
}

// Parses "n=3" into the entry before it; false if it has another form.
bool read_field(book::Entry& entry, std::string_view word) {
    const std::string_view name = word.substr(0, 2);
    const std::string_view value = word.substr(std::min<std::size_t>(2, word.size()));
    const auto number = [&](auto& target) {
        const auto read = text::parse_int<std::remove_reference_t<decltype(target)>>(value);
        if (read) target = *read;
        return read.has_value();
    };
    if (name == "n=") return number(entry.learn_count);
    if (name == "s=") return number(entry.learn_sum);
    if (name == "a=") return number(entry.age_days);
    if (name == "p=") return number(entry.priority.emplace());
    if (name == "g=") {
        const auto games = parse_numbers<3>(value);
        if (games)
            entry.games = {static_cast<std::uint32_t>((*games)[0]),
                           static_cast<std::uint32_t>((*games)[1]),
                           static_cast<std::uint32_t>((*games)[2])};
        return games.has_value();
    }
    if (name != "v=") return false;
    const auto v = parse_numbers<6>(value);
    if (!v) return false;
    using book::Evaluation;
    entry.evaluation = {.value = static_cast<int>((*v)[0]),
                        .type = static_cast<Evaluation::Type>((*v)[1]),
                        .bound = static_cast<Evaluation::Bound>((*v)[2]),
                        .source = static_cast<Evaluation::Source>((*v)[3]),
                        .elo = static_cast<std::uint16_t>((*v)[4])};
    if ((*v)[5] >= 0) entry.evaluation->depth = static_cast<int>((*v)[5]);
    return true;
}

// Returns " moves=12"; empty if the number is 0.
std::string format_field(std::string_view name, std::uint64_t number) {
    return number == 0 ? std::string() : " " + std::string(name) + std::to_string(number);
}

// Reads "moves=12".
template <class Number>
void read_number(std::string_view word, std::string_view name, Number& number) {
    if (text::cut_prefix(word, name)) number = text::parse_int<Number>(word).value_or(0);
}

// These parse the line after its first word.
Result<AnswerLine> parse_file(std::string_view text) {
    const auto path = text::parse_name(text);
    if (!path) return make_error("? file without a name");
    FileAnswer answer{.path = *path, .stamp = std::nullopt};
    const auto size = text::parse_int<std::uint64_t>(text::next_word(text));
    const auto identity = text::parse_int<std::uint64_t>(text::next_word(text));
    const auto modified = text::parse_int<std::int64_t>(text::next_word(text));
    if (size && identity && modified)
        answer.stamp =
            book::BookStamp{.size = *size, .identity = *identity, .modified_ns = *modified};
    return answer;
}

Result<AnswerLine> parse_open(std::string_view text) {
    const auto path = text::parse_name(text);
    if (!path) return make_error("? open without a name");
    text = text::trim_left(text);
    if (text::cut_prefix(text, "failed "))
        return OpenAnswer{.path = *path, .number = 0, .problem = std::string(text)};
    const auto number = text::parse_int<int>(text::next_word(text));
    if (!number) return make_error("? open without a number");
    text = text::trim_left(text);
    return OpenAnswer{.path = *path,
                      .number = *number,
                      .problem =
                          std::string(text::cut_prefix(text, "but ") ? text : std::string_view())};
}

// Cuts off and returns what precedes the first ": ", or all.
std::string cut_place(std::string_view& text) {
    const std::size_t end = std::min(text.find(':'), text.size());
    std::string place(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    text = text::trim_left(text);
    return place;
}

Result<AnswerLine> parse_book(std::string_view text) {
    const auto number = text::parse_int<int>(text::next_word(text));
    if (!number) return make_error("? book without a number");
    text = text::trim_left(text);
    std::string place = cut_place(text);
    return BookLine{.number = *number, .place = std::move(place), .text = std::string(text)};
}

Result<AnswerLine> parse_results(std::string_view text) {
    std::string_view rest = text;
    const auto word = std::find(store_words.begin(), store_words.end(), text::next_word(rest));
    if (word == store_words.end()) {
        std::string place = cut_place(text);
        return LearntLine{.place = std::move(place), .text = std::string(text)};
    }
    text::cut_prefix(rest, " ");
    return StoreAnswer{.word = static_cast<StoreAnswer::Word>(word - store_words.begin()),
                       .text = std::string(rest)};
}

} // namespace

std::string format_answer(const FileAnswer& answer) {
    const auto& stamp = answer.stamp;
    return "file " + text::quote_name(answer.path) + " " +
           (stamp ? std::to_string(stamp->size) + " " + std::to_string(stamp->identity) + " " +
                        std::to_string(stamp->modified_ns)
                  : "none");
}

std::string format_answer(const OpenAnswer& answer) {
    const std::string problem = text::without_controls(answer.problem);
    return "open " + text::quote_name(answer.path) + " " +
           (answer.number == 0
                ? "failed " + problem
                : std::to_string(answer.number) + (problem.empty() ? "" : " but " + problem));
}

std::string format_answer(const BookLine& answer) {
    return "book " + std::to_string(answer.number) + " " + answer.place + ": " + answer.text;
}

std::string format_answer(const StoreAnswer& answer) {
    const std::string_view word = store_words.at(static_cast<std::size_t>(answer.word));
    return "results " + std::string(word) + (answer.text.empty() ? "" : " " + answer.text);
}

std::string format_answer(const LearntLine& answer) {
    return "results " + answer.place + ": " + answer.text;
}

Result<AnswerLine> parse_answer(std::string_view line) {
    if (text::cut_prefix(line, "file ")) return parse_file(line);
    if (text::cut_prefix(line, "open ")) return parse_open(line);
    if (text::cut_prefix(line, "book ")) return parse_book(line);
    if (text::cut_prefix(line, "results ")) return parse_results(line);
    return AnswerLine();
}

std::string format_done(std::size_t moves) {
    return std::to_string(moves);
}

void parse_done(std::string_view text, std::size_t& moves) {
    moves = text::parse_int<std::size_t>(text).value_or(moves);
}

std::string format_done(const std::string& file) {
    return text::quote_name(file);
}

void parse_done(std::string_view text, std::string& file) {
    file = text::parse_name(text).value_or(file);
}

std::string format_done(const book::TakenIn& step) {
    return std::to_string(step.games) + format_field("moves=", step.moves) +
           format_field("left-out=", step.left_out) + (step.has_more ? " more" : "") +
           (step.problem.empty() ? "" : " but " + text::without_controls(step.problem));
}

void parse_done(std::string_view text, book::TakenIn& step) {
    step = {.games = text::parse_int<std::size_t>(text::next_word(text)).value_or(0)};
    for (std::string_view word = text::next_word(text); !word.empty();
         word = text::next_word(text)) {
        read_number(word, "moves=", step.moves);
        read_number(word, "left-out=", step.left_out);
        if (word == "more") step.has_more = true;
        if (word == "but") step.problem = text::trim_left(std::exchange(text, {}));
    }
}

std::string format_done(const book::Forgotten& step) {
    return std::to_string(step.moves) + format_field("locked=", step.locked) +
           format_field("next=", step.next);
}

void parse_done(std::string_view text, book::Forgotten& step) {
    step = {.moves = text::parse_int<std::size_t>(text::next_word(text)).value_or(0)};
    for (std::string_view word = text::next_word(text); !word.empty();
         word = text::next_word(text)) {
        read_number(word, "locked=", step.locked);
        read_number(word, "next=", step.next);
    }
}

namespace {

std::string without_counters(std::string fen) {
    for (int field = 0; field < 2; ++field)
        fen.resize(fen.find_last_of(' '));
    return fen;
}

template <class FormatMove>
std::string format_entries_with(const std::vector<book::Entry>& entries,
                                const FormatMove& format_move) {
    std::string text;
    for (const book::Entry& entry : entries) {
        if (!text.empty()) text += ' ';
        text += format_move(entry.move) + " " + std::to_string(entry.weight);
        text += format_field("n=", entry.learn_count);
        text += format_field("s=", entry.learn_sum);
        text += format_field("a=", entry.age_days);
        if (entry.priority) text += " p=" + std::to_string(*entry.priority);
        if (entry.games)
            text += " g=" + std::to_string(entry.games->games) + "/" +
                    std::to_string(entry.games->white_wins) + "/" +
                    std::to_string(entry.games->white_losses);
        if (const auto& value = entry.evaluation)
            text += " v=" + std::to_string(value->value) + "/" +
                    std::to_string(static_cast<int>(value->type)) + "/" +
                    std::to_string(static_cast<int>(value->bound)) + "/" +
                    std::to_string(static_cast<int>(value->source)) + "/" +
                    std::to_string(value->elo) + "/" + std::to_string(value->depth.value_or(-1));
    }
    return text;
}

// parse_move returns the null move for an illegal text.
template <class ParseMove>
std::optional<std::vector<book::Entry>> parse_entries_with(std::string_view text,
                                                           const ParseMove& parse_move) {
    std::vector<book::Entry> entries;
    for (auto word = text::next_word(text); !word.empty(); word = text::next_word(text)) {
        if (word.find('=') != std::string_view::npos) {
            if (entries.empty() || !read_field(entries.back(), word)) return std::nullopt;
            continue;
        }
        book::Entry& entry = entries.emplace_back();
        if (word != "0000") { // "0000" is a move of the book that is illegal in the position
            entry.move = parse_move(word);
            if (!entry.move) return std::nullopt;
        }
        const auto weight = text::parse_int<std::uint32_t>(text::next_word(text));
        if (!weight) return std::nullopt;
        entry.weight = *weight;
    }
    return entries;
}

} // namespace

std::string place_of(const chess::Position& position) {
    return without_counters(chess::format_fen(position));
}

std::string place_of(const chess::VariantPosition& position) {
    return std::string(position.variant().uci) + ' ' +
           without_counters(chess::format_variant_fen(position));
}

std::string format_entries(const std::vector<book::Entry>& entries) {
    return format_entries_with(entries, [](chess::Move move) {
        return chess::format_uci_move(move, chess::CastlingStyle::KingTakesRook);
    });
}

std::string format_variant_entries(const std::vector<book::Entry>& entries) {
    return format_entries_with(entries, [](chess::Move move) {
        return move ? chess::format_variant_uci(variant_move_of(move),
                                                chess::CastlingStyle::KingTakesRook)
                    : std::string("0000");
    });
}

std::optional<std::vector<book::Entry>> parse_entries(const chess::Position& position,
                                                      std::string_view text) {
    return parse_entries_with(text, [&position](std::string_view word) {
        return chess::parse_uci_move(position, word).value_or(chess::Move());
    });
}

std::optional<std::vector<book::Entry>>
parse_variant_entries(const chess::VariantPosition& position, std::string_view text) {
    return parse_entries_with(text, [&position](std::string_view word) {
        const auto move = chess::parse_variant_uci(position, word);
        return move ? stand_in_for(*move) : chess::Move();
    });
}

} // namespace polyglot::session
