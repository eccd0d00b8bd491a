// The reader of games from PGN text, whatever the rules of their moves. Only for scan_games() and
// scan_variant_games(), whose headers describe it.
#pragma once
#include "core/chess/san.hpp"
#include "core/pgn/lines.hpp"
#include "core/pgn/scanner.hpp"
#include "core/pgn/tokenizer.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::pgn {

bool is_null_move(std::string_view word);
bool is_first_move(std::string_view word); // of a game of chess, which may have no tags
// Returns e8-g8 and d2e3+ as e8g8 and d2e3: in this long notation, SAN would need a piece letter.
std::string plain_squares(std::string_view word);
// Returns 57584 as e7e8n. (PGN files of correspondence servers use digits for files and ranks.)
std::string squares_of_digits(std::string_view word);
// Returns "Black's move 12", the place at which a reader of the game finds the move.
std::string move_name(chess::Color side, int number);
ProblemKind kind_of(chess::SanStatus status);
// Returns the FEN of the game's start position, or an empty text if the tags state none.
std::string start_fen(const Tags& tags);

template <class Rules>
class Scanner {
    using Position = typename Rules::Position;
    using Visitor = VisitorOf<Position, typename Rules::Move>;
    using Found = typename Rules::Found; // a move and its SanStatus

  public:
    Scanner(std::string_view text, const ScanOptions& options, Rules rules, Visitor& visitor)
        : text_(text),
          options_(options),
          rules_(rules),
          visitor_(visitor),
          is_plain_(!options.variations && !options.skip_marks && !options.comments),
          tokens_(text),
          line_numbers_(text),
          lines_(options.variations ? max_variation_depth + 1 : 1, Line(rules_.start())) {}

    ScanCounts run() {
        for (;;) {
            const Token& token = tokens_.next();
            switch (token.kind) {
            case TokenKind::Word:
                add_word(token.at, token.text);
                add_plain_words();
                break;
            case TokenKind::Tag:
                add_tag(token);
                while (const Token* const tag = tokens_.next_plain_tag())
                    add_tag(*tag);
                break;
            case TokenKind::VariationBegin: begin_variation(token.at); break;
            case TokenKind::VariationEnd:
                if (depth_ > 0) --depth_;
                may_mark_ = false;
                break;
            case TokenKind::Result: add_result(token.text); break;
            case TokenKind::Unclosed: add_unclosed_comment(token); break;
            case TokenKind::Nag: mark_last(token.text); break;
            case TokenKind::Comment: report_comment(token.text); break;
            case TokenKind::End:
                if (open_) {
                    begin_moves();
                    if (options_.cut_short) note_too_large();
                    finish();
                }
                return {games_, line_numbers_.at(text_.size()) - 1};
            }
        }
    }

  private:
    // A sequence of moves: the main line, or a variation at some depth.
    struct Line {
        explicit Line(const Position& start) : position(start), before(start) {}
        Position position;
        Position before; // before the last move; kept up to date if variations are read
        std::size_t first_ply = 0, ply = 0;
        bool followed = false; // its moves are needed, and all so far are legal
        // With skip_marks: left_out is true if a move of the line is marked as a mistake, the last
        // one or an earlier one; was_left_out is the value before the last move.
        bool left_out = false, was_left_out = false;
    };

    void open_at(std::size_t place) {
        open_ = true;
        game_at_ = place;
        depth_ = 0;
    }

    bool ended_by_tag(const Token& token, Tags::Head head) const {
        if (!open_) return false;
        if (begun_) return true;
        if (!tags_.has(token.text, head)) return false;
        return token.text == "Event" || count_line_ends(text_, last_tag_at_, token.at) > 1;
    }

    void add_tag(const Token& token) {
        const Tags::Head head = Tags::head_of(token.text);
        if (ended_by_tag(token, head)) finish();
        if (!open_) open_at(token.at);
        last_tag_at_ = token.at;
        if (tags_.tags_.size() < max_tags) tags_.add(token.text, head, token.value);
    }

    void add_word(std::size_t place, std::string_view word) {
        if (depth_ > 0) {
            // Otherwise the word is text between two games.
            if (open_ && depth_ < lines_.size()) add_to_variation(lines_[depth_], word);
            return;
        }
        if (!begun_) {
            if (!open_) {
                if (!is_first_move(word)) return;
                open_at(place);
            }
            if (is_remark(word)) return;
            begin_moves();
        }
        if (lines_[0].followed) add_to_main_line(place, word);
    }

    // Reads the run of moves without comments of which most games consist. The result is the same
    // as by tokens, but it is faster.
    void add_plain_words() {
        Line& line = lines_[0];
        if (!begun_ || depth_ > 0 || options_.skip_marks) return;
        for (add_short_words(line); line.followed; add_short_words(line)) {
            const std::string_view word = tokens_.next_plain_word();
            if (word.empty()) return;
            add_to_main_line(static_cast<std::size_t>(word.data() - text_.data()), word);
        }
    }

    // Reads moves while they are short and legal, as nearly all are. This is faster still.
    void add_short_words(Line& line) {
        const std::size_t end = std::min(wanted_, max_plies);
        while (line.followed && line.ply < end) {
            const Tokenizer::ShortWord word = tokens_.peek_short_word();
            if (word.size == 0) return;
            const Found found = Rules::read_short(line.position, word);
            if (!found) return;
            tokens_.take(word);
            add_move(line, found.move);
        }
    }

    void add_move(Line& line, typename Rules::Move move) {
        play(line, move, 0);
        if (line.ply == wanted_ && is_plain_) stop();
    }

    void add_to_main_line(std::size_t place, std::string_view word) {
        Line& line = lines_[0];
        if (line.ply == wanted_) { // not earlier: the last move may have variations or marks
            if (!is_remark(word)) stop();
            return;
        }
        const Found found = read_move(line.position, word);
        if (!found) return refuse(place, word, found.status);
        in_digits_ = is_move_in_digits(word);
        if (line.ply == max_plies)
            return fail(ProblemKind::TooManyPlies, place,
                        "more than " + std::to_string(max_plies) + " plies");
        add_move(line, found.move);
        mark_last(word);
    }

    // Reads a move of a variation. Problems in variations are not reported, because books can do
    // without them.
    void add_to_variation(Line& line, std::string_view word) {
        if (!line.followed || is_remark(word)) return;
        const Found found = line.ply < wanted_ ? read_move(line.position, word) : Found{};
        if (!found) {
            line.followed = false;
            return;
        }
        play(line, found.move, depth_);
        mark_last(word);
    }

    // Marks the last move as a mistake, by its own text or by what follows it, if only remarks
    // stand between the two.
    void mark_last(std::string_view text) {
        if (!may_mark_ || !is_mark(text)) return;
        Line& line = lines_[depth_];
        may_mark_ = false;
        if (!line.left_out) visitor_.on_mistake();
        line.left_out = true;
    }

    bool is_mark(std::string_view text) const {
        return marks_mistake(text) || (options_.skip_doubtful && marks_doubt(text));
    }

    void report_comment(std::string_view comment) {
        const Line& line = lines_[0];
        if (options_.comments && open_ && begun_ && depth_ == 0 && line.followed && line.ply > 0)
            visitor_.on_comment(comment, line.ply - 1);
    }

    void play(Line& line, typename Rules::Move move, std::size_t depth) {
        if (is_plain_)
            visitor_.on_move(line.position, move, line.ply, depth);
        else
            report_move(line, move, depth);
        line.position.make(move);
        ++line.ply;
    }

    void report_move(Line& line, typename Rules::Move move, std::size_t depth) {
        if (!line.left_out) visitor_.on_move(line.position, move, line.ply, depth);
        line.was_left_out = line.left_out;
        line.before = line.position;
        may_mark_ = options_.skip_marks;
    }

    void begin_variation(std::size_t place) {
        if (depth_++ == 0) variation_at_ = place;
        may_mark_ = false;
        if (!open_) return;
        begin_moves();
        if (depth_ >= lines_.size()) return;
        const Line& parent = lines_[depth_ - 1];
        Line& line = lines_[depth_];
        line.followed = parent.followed && parent.ply > parent.first_ply;
        if (!line.followed) return;
        line.position = parent.before;
        line.first_ply = line.ply = parent.ply - 1;
        line.left_out = parent.was_left_out; // it replaces the parent's last move
    }

    void add_result(std::string_view marker) {
        if (depth_ > 0 || !open_) return;
        begin_moves();
        if (outcome_ == Outcome::Unknown) outcome_ = parse_outcome(marker);
        finish();
    }

    void add_unclosed_comment(const Token& token) {
        if (!open_) return;
        begin_moves();
        if (options_.cut_short && token.at + 1 + token.text.size() == text_.size())
            return note_too_large();
        fail(ProblemKind::UnclosedComment, token.at,
             "the comment that begins here is never closed");
    }

    void note_too_large() {
        note(ProblemKind::TooLarge, game_at_,
             "the game that begins here is larger than " + std::to_string(text_.size() - game_at_) +
                 " bytes");
    }

    // Sets up the start position when no more tags can follow.
    void begin_moves() {
        if (begun_) return;
        begun_ = true;
        Line& line = lines_[0];
        line.position = rules_.start();
        line.ply = 0;
        line.followed = true;
        line.left_out = may_mark_ = false;
        Problem problem = options_.ignore_fen ? Problem() : rules_.set_up(tags_, line.position);
        outcome_ = parse_outcome(text::trim(tags_.find("Result")));
        wanted_ = visitor_.begin_game(tags_, line.position,
                                      options_.game_lines ? line_numbers_.at(game_at_) : 0);
        if (problem)
            fail(problem.kind, game_at_, std::move(problem.message));
        else if (wanted_ == 0)
            stop();
    }

    static Found read_move(const Position& position, std::string_view word) {
        const Found by_san = Rules::read_san(position, word);
        if (by_san) return by_san;
        const bool in_digits = is_move_in_digits(word);
        const auto by_squares =
            Rules::read_uci(position, in_digits ? squares_of_digits(word) : plain_squares(word));
        if (by_squares) return {*by_squares, chess::SanStatus::Legal};
        return in_digits ? Found{{}, chess::SanStatus::Illegal} : by_san;
    }

    void refuse(std::size_t place, std::string_view word, chess::SanStatus status) {
        if (is_remark(word)) return;
        // A number by itself, such as a year, is skipped between moves that are written in letters.
        if (is_move_in_digits(word) && lines_[0].ply > 0 && !in_digits_) return;
        const std::string name = Rules::name_next_move(lines_[0].position);
        if (is_null_move(word)) return fail(ProblemKind::NullMove, place, name + " is a null move");
        fail(kind_of(status), place, name + ": " + Rules::why_not(lines_[0].position, word));
    }

    void note(ProblemKind kind, std::size_t place, std::string message) {
        if (!lines_[0].followed) return;
        lines_[0].followed = false;
        problem_ = {kind, line_numbers_.at(place), std::move(message)};
    }
    void fail(ProblemKind kind, std::size_t place, std::string message) {
        note(kind, place, std::move(message));
        stop();
    }

    // Stops reading the moves. Of the rest, only the end of the game matters, and the outcome if
    // the header does not state it.
    void stop() {
        lines_[0].followed = false;
        if (outcome_ != Outcome::Unknown) tokens_.skip_game();
    }

    void finish() {
        begin_moves();
        if (depth_ > 0)
            note(ProblemKind::UnclosedVariation, variation_at_,
                 "the variation that begins here is never closed");
        visitor_.end_game(outcome_, lines_[0].ply, problem_);
        ++games_;
        tags_.clear();
        if (problem_) problem_ = {};
        depth_ = 0;
        open_ = begun_ = false;
    }

    std::string_view text_;
    const ScanOptions& options_;
    const Rules rules_;
    Visitor& visitor_;
    const bool is_plain_; // main lines only, without regard to marks and comments
    Tokenizer tokens_;
    LineNumbers line_numbers_;
    std::vector<Line> lines_; // indexed by depth
    std::uint64_t games_ = 0;

    // These describe the current game.
    Tags tags_;
    Problem problem_;
    std::size_t game_at_ = 0, last_tag_at_ = 0, variation_at_ = 0; // offsets in the text
    std::size_t wanted_ = 0;                                       // plies
    std::size_t depth_ = 0;                                        // depth of variations
    Outcome outcome_ = Outcome::Unknown;
    bool open_ = false;
    bool begun_ = false; // the header is complete
    // skip_marks: the last token that counts was a move, so a mark after it belongs to that move.
    bool may_mark_ = false;
    bool in_digits_ = false; // the last move was in digits (is_move_in_digits)
};

} // namespace polyglot::pgn
