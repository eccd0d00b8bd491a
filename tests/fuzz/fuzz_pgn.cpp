// Any bytes as PGN: tokens and games come to an end in bounded pieces, every game's moves are legal, line numbers only
// grow, and all is the same whatever portions the stream comes in. The first byte is the size of those; the
// second, times four and one more, of what is looked at as one piece, for long lines have to be short here.
#include "core/pgn/reader.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

namespace pgn = polyglot::pgn;
using polyglot::fuzz::require;

namespace {

class Portions : public std::streambuf {
  public:
    Portions(std::string_view text, std::size_t portion) : rest_(text), buffer_(portion) {}

  protected:
    int_type underflow() override {
        const std::size_t n = rest_.copy(buffer_.data(), buffer_.size());
        rest_.remove_prefix(n);
        if (n == 0) return traits_type::eof();
        setg(buffer_.data(), buffer_.data(), buffer_.data() + n);
        return traits_type::to_int_type(buffer_.front());
    }

  private:
    std::string_view rest_;
    std::vector<char> buffer_;
};

std::vector<pgn::GameText> games_of(std::istream& in, std::size_t piece) {
    pgn::Reader reader(in, piece);
    std::vector<pgn::GameText> games;
    while (auto game = reader.next())
        games.push_back(std::move(*game));
    require(!reader.next(), "the end stays the end");
    return games;
}

void check_tokens(std::istream& in, std::size_t piece, std::string_view text) {
    const auto lines = static_cast<std::uint64_t>(1 + std::count(text.begin(), text.end(), '\n') +
                                                  std::count(text.begin(), text.end(), '\r'));
    pgn::Tokenizer tokens(in, piece);
    std::uint64_t line = 1;
    std::size_t bytes = 0;
    for (auto token = tokens.next(); token.kind != pgn::TokenKind::End; token = tokens.next()) {
        if (token.kind != pgn::TokenKind::Unclosed) { // which names an earlier line
            require(token.line >= line, "line numbers grow");
            line = token.line;
        }
        bytes += token.text.size() + token.value.size();
        require(token.text.size() <= 2 * piece, "pieces have a bound");
        require(token.line >= 1 && token.line <= lines, "a token is on a line of the text");
        require(bytes <= text.size(), "no byte is in two tokens");
    }
    require(tokens.next().kind == pgn::TokenKind::End, "the end stays the end");
}

void check_game(const pgn::GameText& game, std::uint64_t line_before) {
    require(game.line >= line_before, "games come in the order of their lines");
    require(game.problem.empty() == (game.problem_line == 0), "a problem is somewhere");
    require(game.problem.empty() || game.problem_line >= game.line, "a problem is in the game");
    require(game.tags.size() <= pgn::max_tags && game.game.moves().size() <= pgn::max_plies, "limits hold");
    polyglot::chess::Position position = game.game.start();
    for (const polyglot::chess::Move move : game.game.moves()) {
        require(position.is_legal(move), "every move is legal");
        position.make(move);
    }
    require(position == game.game.position(), "the moves lead to the position");
}

bool same(const pgn::GameText& a, const pgn::GameText& b) {
    return a.tags == b.tags && a.game.start() == b.game.start() && a.game.moves() == b.game.moves() &&
           a.outcome == b.outcome && a.line == b.line && a.problem == b.problem && a.problem_line == b.problem_line;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    polyglot::fuzz::Bytes input(polyglot::fuzz::text_of(data, size));
    const std::size_t portion = 1 + input.byte();
    const std::size_t piece = 1 + 4 * input.byte();
    const std::string text(input.rest());

    std::istringstream for_tokens(text);
    check_tokens(for_tokens, piece, text);

    std::istringstream whole(text);
    const auto games = games_of(whole, piece);
    std::uint64_t line = 1;
    for (const auto& game : games) {
        check_game(game, line);
        line = game.line;
    }
    Portions portions(text, portion);
    std::istream slowly(&portions);
    const auto again = games_of(slowly, piece);
    require(std::equal(games.begin(), games.end(), again.begin(), again.end(), same), "portions do not matter");
    return 0;
}
