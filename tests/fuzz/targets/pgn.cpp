// Any bytes as PGN: tokens and games come to an end, every move is legal, places and line numbers
// only grow, and what is read is the same whatever the chunks and however many plies are wanted.
// The first two bytes say how many those are.
#include "core/chess/san.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/lines.hpp"
#include "core/pgn/scanner.hpp"
#include "core/pgn/tokenizer.hpp"
#include "core/pgn/variant_scanner.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace pgn = polyglot::pgn;
using polyglot::fuzz::require;

namespace {

void check_tokens(std::string_view text) {
    pgn::Tokenizer tokens(text);
    std::size_t last_end = 0;
    for (auto token = tokens.next(); token.kind != pgn::TokenKind::End; token = tokens.next()) {
        require(token.at >= last_end, "tokens do not overlap");
        for (const std::string_view part : {token.text, token.value}) {
            if (part.empty()) continue;
            const auto at = static_cast<std::size_t>(part.data() - text.data());
            require(at >= last_end && at + part.size() <= text.size(), "no byte is in two tokens");
            last_end = at + part.size();
        }
    }
    require(tokens.next().kind == pgn::TokenKind::End, "the end stays the end");
}

// Has the form of a move, whether or not it is legal.
bool is_san(const pgn::Tokenizer::ShortWord& word) {
    using namespace polyglot::chess;
    return word.size > 0 && resolve_short_san(Position::start(), word.bytes, word.size).status !=
                                SanStatus::Unreadable;
}

// The same tokens come by the quicker functions where they may be asked.
void check_quick_tokens(std::string_view text, bool by_short_words) {
    pgn::Tokenizer tokens(text), quick(text);
    pgn::Token token;
    do {
        const bool after_tag = token.kind == pgn::TokenKind::Tag,
                   after_word = token.kind == pgn::TokenKind::Word;
        token = tokens.next();
        const pgn::Token* const tag = after_tag ? quick.next_plain_tag() : nullptr;
        const auto move =
            after_word && by_short_words ? quick.peek_short_word() : pgn::Tokenizer::ShortWord();
        if (is_san(move)) {
            require(token.kind == pgn::TokenKind::Word && token.at == move.begin &&
                        token.text.size() == move.size,
                    "a short move is the next token");
            quick.take(move);
            continue;
        }
        const std::string_view word = after_word ? quick.next_plain_word() : std::string_view();
        if (!word.empty()) {
            require(token.kind == pgn::TokenKind::Word && token.text.data() == word.data() &&
                        token.text.size() == word.size(),
                    "a plain word is the next token");
            continue;
        }
        const pgn::Token& same = tag != nullptr ? *tag : quick.next();
        require(same.kind == token.kind && same.at == token.at &&
                    same.text.data() == token.text.data() &&
                    same.text.size() == token.text.size() && same.value == token.value,
                "the next token is the same");
    } while (token.kind != pgn::TokenKind::End);
}

struct Read {
    struct Move {
        std::uint64_t key;
        polyglot::chess::Move move;
        std::size_t ply, variation;
        bool operator==(const Move&) const = default;
    };
    std::uint64_t line = 0;
    std::size_t tags = 0, plies = 0;
    pgn::Outcome outcome = pgn::Outcome::Unknown;
    pgn::ProblemKind problem = pgn::ProblemKind::None;
    std::uint64_t problem_line = 0;
    std::vector<Move> moves;
    bool operator==(const Read&) const = default;
};

class Recorder : public pgn::GameVisitor {
  public:
    explicit Recorder(std::size_t wanted) : wanted_(wanted) {}
    std::size_t begin_game(const pgn::Tags& tags, const polyglot::chess::Position& start,
                           std::uint64_t line) override {
        require(!open_, "one game after the other");
        open_ = true;
        require(games.empty() || lines_before + line >= games.back().line,
                "games come in the order of their lines");
        games.emplace_back().line = lines_before + line;
        games.back().tags = tags.all().size();
        position_ = start;
        return wanted_;
    }
    void on_move(const polyglot::chess::Position& before, polyglot::chess::Move move,
                 std::size_t ply, std::size_t variation) override {
        require(open_ && ply < wanted_ && before.is_legal(move), "moves are legal and wanted");
        require(variation <= pgn::max_variation_depth, "variations have a bound");
        if (variation == 0) {
            require(before == position_, "moves follow each other");
            position_.make(move);
        }
        games.back().moves.push_back({before.key(), move, ply, variation});
    }
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override {
        Read& game = games.back();
        require(open_ && plies <= std::min(wanted_, pgn::max_plies), "limits hold");
        open_ = false;
        const auto in_main_line = [](const Read::Move& move) { return move.variation == 0; };
        require(std::count_if(game.moves.begin(), game.moves.end(), in_main_line) ==
                    static_cast<std::ptrdiff_t>(plies),
                "plies are the main line's");
        require(problem.message.empty() == !problem, "a problem has words");
        game.outcome = outcome;
        game.plies = plies;
        game.problem = problem.kind;
        if (problem) game.problem_line = lines_before + problem.line;
        require(!problem || game.problem_line >= game.line, "a problem is in the game");
    }
    std::vector<Read> games;
    std::uint64_t lines_before = 0;

  private:
    std::size_t wanted_;
    bool open_ = false;
    polyglot::chess::Position position_ = polyglot::chess::Position::start();
};

std::vector<Read> read(std::string_view text, std::size_t wanted, bool variations) {
    Recorder recorder(wanted);
    const auto counts = pgn::scan_games(text, pgn::ScanOptions{variations, false, false}, recorder);
    require(counts.games == recorder.games.size(), "games are counted");
    require(counts.lines == pgn::count_line_ends(text, 0, text.size()), "lines are counted");
    return std::move(recorder.games);
}

std::vector<Read> read_chunks(const std::string& text, std::size_t size, std::size_t largest,
                              bool variations) {
    std::istringstream in(text);
    pgn::Chunks chunks(in, size, largest);
    chunks.use_letters({}); // English, which read() reads too
    pgn::Chunk chunk;
    Recorder recorder(pgn::all_plies);
    std::uint64_t offset = 0;
    while (chunks.next(chunk)) {
        require(chunk.offset >= offset && !chunk.text.empty(), "chunks follow each other");
        require(std::string_view(text).substr(chunk.offset, chunk.text.size()) == chunk.view(),
                "chunks are the text");
        require(chunk.text.size() <= std::max(size, largest) || chunks.offset() == text.size(),
                "chunks have a bound");
        offset = chunk.offset + chunk.text.size();
        const pgn::ScanOptions options{variations, false, chunk.cut_short};
        recorder.lines_before +=
            pgn::scan_games(chunk.view(), options, recorder).lines + chunk.skipped_lines;
    }
    require(chunks.offset() == text.size(), "all of the text has been read");
    require(recorder.lines_before == pgn::count_line_ends(text, 0, text.size()),
            "and all of its lines");
    return std::move(recorder.games);
}

// With skip_marks, which takes moves back.
class Marks : public pgn::GameVisitor {
  public:
    std::size_t begin_game(const pgn::Tags&, const polyglot::chess::Position&,
                           std::uint64_t) override {
        moves.emplace_back();
        is_after_move_ = false;
        return pgn::all_plies;
    }
    void on_move(const polyglot::chess::Position& before, polyglot::chess::Move move,
                 std::size_t ply, std::size_t variation) override {
        moves.back().push_back({before.key(), move, ply, variation});
        is_after_move_ = true;
    }
    void on_mistake() override {
        require(std::exchange(is_after_move_, false), "a mark belongs to the move before it");
        moves.back().pop_back();
    }
    void end_game(pgn::Outcome, std::size_t plies, const pgn::Problem&) override {
        all_plies.push_back(plies);
    }
    std::vector<std::vector<Read::Move>> moves;
    std::vector<std::size_t> all_plies;

  private:
    bool is_after_move_ = false;
};

void check_marks(std::string_view text, const std::vector<Read>& games) {
    Marks marks;
    pgn::scan_games(text, pgn::ScanOptions{.variations = true, .skip_marks = true}, marks);
    require(marks.moves.size() == games.size(), "marks do not matter to games");
    for (std::size_t i = 0; i < games.size(); ++i) {
        require(marks.all_plies[i] == games[i].plies, "nor to their lengths");
        auto all = games[i].moves.begin();
        for (const Read::Move& move : marks.moves[i]) {
            all = std::find(all, games[i].moves.end(), move);
            require(all != games[i].moves.end(),
                    "what is not left out is what there is, in its order");
            ++all;
        }
    }
}

// As games of a variant, whatever their tags say.
class VariantMoves : public pgn::VariantVisitor {
  public:
    std::size_t begin_game(const pgn::Tags&, const polyglot::chess::VariantPosition&,
                           std::uint64_t) override {
        ++begun;
        return pgn::all_plies;
    }
    void on_move(const polyglot::chess::VariantPosition& before, polyglot::chess::VariantMove move,
                 std::size_t, std::size_t) override {
        const auto legal = before.legal_moves();
        require(std::find(legal.begin(), legal.end(), move) != legal.end(),
                "moves of variants are legal");
    }
    void end_game(pgn::Outcome, std::size_t, const pgn::Problem&) override {
        require(begun == ++ended, "games of variants come one after the other");
    }
    std::size_t begun = 0, ended = 0;
};

void check_variant(std::string_view text, std::size_t any) {
    const auto variants = polyglot::chess::all_variants();
    VariantMoves moves;
    pgn::scan_variant_games(text, {.variations = true}, *variants[any % variants.size()], moves);
    require(moves.begun == moves.ended, "each game of a variant comes to an end");
}

// With the piece letters of the language that its beginning seems to have.
void read_translated(const std::string& text, std::size_t size) {
    std::istringstream in(text);
    pgn::Chunks chunks(in, size);
    Recorder recorder(pgn::all_plies);
    for (pgn::Chunk chunk; chunks.next(chunk);)
        recorder.lines_before +=
            pgn::scan_games(chunk.view(), {}, recorder).lines + chunk.skipped_lines;
    require(recorder.lines_before == pgn::count_line_ends(text, 0, text.size()),
            "letters do not matter to lines");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const std::size_t piece = 1 + input.byte();
    const std::size_t wanted = input.byte() % 8;
    const std::string text(input.rest());
    check_tokens(text);
    check_quick_tokens(text, false);
    check_quick_tokens(text, true);

    const auto games = read(text, pgn::all_plies, true);
    require(read_chunks(text, piece, pgn::Chunks::max_game, true) == games, "chunks do not matter");
    read_chunks(text, piece, 4 * piece, true); // of games that are too large there is less
    read_translated(text, piece);
    check_marks(text, games);
    check_variant(text, piece);

    const auto begun = read(text, wanted, true);
    require(begun.size() == games.size(), "games are the same, however many plies are wanted");
    for (std::size_t i = 0; i < games.size(); ++i) {
        std::vector<Read::Move> moves = games[i].moves;
        moves.erase(std::remove_if(moves.begin(), moves.end(),
                                   [&](const auto& move) { return move.ply >= wanted; }),
                    moves.end());
        require(begun[i].moves == moves, "wanted moves are the same");
        require(begun[i].line == games[i].line && begun[i].tags == games[i].tags,
                "headers are the same");
        require(begun[i].outcome == games[i].outcome, "outcomes are the same");
    }
    const auto main_lines = read(text, pgn::all_plies, false);
    require(main_lines.size() == games.size(), "variations do not matter to games");
    for (std::size_t i = 0; i < games.size(); ++i)
        require(main_lines[i].plies == games[i].plies && main_lines[i].problem == games[i].problem,
                "variations do not matter to main lines");
    return 0;
}
