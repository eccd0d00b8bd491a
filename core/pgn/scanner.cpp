#include "core/pgn/scanner.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/game_scanner.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/variant.hpp"
#include "core/text/text.hpp"

#include <optional>

namespace polyglot::pgn {
namespace {

// Removes a semicolon at the end. It ends an operation in EPD and occurs in official books of
// matches.
std::string_view without_semicolon(std::string_view fen) {
    fen = text::trim_right(fen);
    if (fen.ends_with(';')) fen.remove_suffix(1);
    return text::trim_right(fen);
}

// The rules of chess.
struct ChessRules {
    using Position = chess::Position;
    using Move = chess::Move;
    using Found = chess::SanResult;

    static Position start() { return Position::start(); }
    static Found read_san(const Position& position, std::string_view word) {
        return chess::resolve_san(position, word);
    }
    static Found read_short(const Position& position, const Tokenizer::ShortWord& word) {
        return chess::resolve_short_san(position, word.bytes, word.size);
    }
    static std::optional<Move> read_uci(const Position& position, std::string_view squares) {
        return chess::parse_uci_move(position, squares);
    }
    static std::string why_not(const Position& position, std::string_view word) {
        return chess::parse_san(position, word).error().message;
    }
    static std::string name_next_move(const Position& position) {
        return move_name(position.side_to_move(), position.full_move_number());
    }
    static Problem set_up(const Tags& tags, Position& position) {
        const std::string_view variant = tags.find("Variant");
        if (!parse_variant(variant))
            return {ProblemKind::UnknownVariant, 0,
                    "unknown variant '" + std::string(variant.substr(0, 40)) + "'"};
        const std::string fen = start_fen(tags);
        if (fen.empty()) return {};
        const Result<Position> start = chess::parse_fen(fen);
        if (!start) return {ProblemKind::BadFen, 0, "the FEN tag: " + start.error().message};
        position = *start;
        return {};
    }
};

} // namespace

bool is_null_move(std::string_view word) {
    return word.substr(0, 2) == "--" || word.substr(0, 2) == "Z0" || word == "0000" ||
           word == "@@@@" || text::equal_ignoring_case(word, "null") ||
           text::equal_ignoring_case(word, "pass");
}

bool is_first_move(std::string_view word) {
    const chess::Position start = chess::Position::start();
    return ChessRules::read_san(start, word) ||
           ChessRules::read_uci(start, is_move_in_digits(word) ? squares_of_digits(word)
                                                               : plain_squares(word));
}

std::string plain_squares(std::string_view word) {
    std::string squares(word.substr(0, word.find_last_not_of("+#!?") + 1).substr(0, 8));
    if (squares.size() > 2 && (squares[2] == '-' || squares[2] == 'x')) squares.erase(2, 1);
    return squares;
}

std::string squares_of_digits(std::string_view word) {
    constexpr std::string_view pieces = "qrbn";
    std::string squares;
    for (std::size_t i = 0; i < 4; ++i)
        squares += i % 2 == 0 ? static_cast<char>(word[i] - '1' + 'a') : word[i];
    if (word.size() > 4) squares += pieces[static_cast<std::size_t>(word[4] - '1')];
    return squares;
}

std::string move_name(chess::Color side, int number) {
    return std::string(side == chess::Color::White ? "White" : "Black") + "'s move " +
           std::to_string(number);
}

ProblemKind kind_of(chess::SanStatus status) {
    switch (status) {
    case chess::SanStatus::Legal: break;
    case chess::SanStatus::Unreadable: return ProblemKind::UnreadableMove;
    case chess::SanStatus::Illegal: return ProblemKind::IllegalMove;
    case chess::SanStatus::Ambiguous: return ProblemKind::AmbiguousMove;
    }
    return ProblemKind::None;
}

std::string start_fen(const Tags& tags) {
    const std::string_view raw = text::trim(tags.find("FEN"));
    // PGN standard 9.7.1: a game with SetUp "0" begins "from the usual array".
    if (raw.empty() || raw == "?" || text::trim(tags.find("SetUp")) == "0") return {};
    return std::string(without_semicolon(unescape_tag_value(raw)));
}

std::string_view name_of(ProblemKind kind) {
    constexpr std::array<std::string_view, problem_kinds> names{
        "no problem",         "unreadable move", "illegal move",    "ambiguous move",
        "null move",          "bad FEN",         "unknown variant", "unclosed comment",
        "unclosed variation", "too many plies",  "too large game"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view Tags::find(std::string_view name, Head head) const {
    if ((bits_ & bit_of(head)) == 0) return {};
    for (std::size_t i = 0; i < heads_.size(); ++i)
        if (heads_[i] == head && text::equal_ignoring_case(tags_[i].name, name))
            return tags_[i].value;
    return {};
}

bool Tags::has(std::string_view name, Head head) const {
    if ((bits_ & bit_of(head)) == 0) return false;
    for (std::size_t i = 0; i < heads_.size(); ++i)
        if (heads_[i] == head && tags_[i].name == name) return true;
    return false;
}

void Tags::add(std::string_view name, Head head, std::string_view value) {
    tags_.push_back({name, value});
    heads_.push_back(head);
    bits_ |= bit_of(head);
}

void Tags::clear() {
    tags_.clear();
    heads_.clear();
    bits_ = 0;
}

ScanCounts scan_games(std::string_view text, const ScanOptions& options, GameVisitor& visitor) {
    return Scanner<ChessRules>(text, options, {}, visitor).run();
}

} // namespace polyglot::pgn
