// PGN text in tokens.
#include "core/chess/san.hpp"
#include "core/pgn/lines.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/tokenizer.hpp"
#include "core/random.hpp"

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

constexpr std::string_view symbols = "TWNCU()R";

// Has the form of a move, whether or not it is legal.
bool is_san(const Tokenizer::ShortWord& word) {
    return chess::resolve_short_san(chess::Position::start(), word.bytes, word.size).status !=
           chess::SanStatus::Unreadable;
}

enum class By : std::uint8_t { Tokens, PlainWords, ShortWords };

// The next one, by the quicker functions where they may be asked.
Token next_quickly(Tokenizer& tokens, std::string_view text, const Token& last, By by) {
    if (last.kind == TokenKind::Tag)
        if (const Token* const tag = tokens.next_plain_tag()) return *tag;
    if (last.kind == TokenKind::Word) {
        const Tokenizer::ShortWord move = tokens.peek_short_word();
        if (by == By::ShortWords && move.size > 0 && is_san(move)) {
            tokens.take(move);
            return {TokenKind::Word, move.begin, text.substr(move.begin, move.size), {}};
        }
        const std::string_view word = tokens.next_plain_word();
        if (!word.empty())
            return {TokenKind::Word, static_cast<std::size_t>(word.data() - text.data()), word, {}};
    }
    return tokens.next();
}

// Each token as its kind's symbol, and line:symbol where a line begins, with its text: "1:T
// Event=x", "W e4".
std::string tokens_of(std::string_view text, By by) {
    Tokenizer tokens(text);
    LineNumbers lines(text);
    std::string all;
    std::uint64_t line = 0;
    const auto next = [&](const Token& last) {
        return by == By::Tokens ? tokens.next() : next_quickly(tokens, text, last, by);
    };
    for (Token token = next({}); token.kind != TokenKind::End; token = next(token)) {
        if (!all.empty()) all += " | ";
        if (lines.at(token.at) != line) all += std::to_string(lines.at(token.at)) + ':';
        line = lines.at(token.at);
        all += symbols[static_cast<std::size_t>(token.kind)];
        if (token.kind != TokenKind::VariationBegin && token.kind != TokenKind::VariationEnd)
            all += std::string(token.text);
        if (token.kind == TokenKind::Tag) all += '=' + unescape_tag_value(token.value);
    }
    CHECK(tokens.next().kind == TokenKind::End);
    return all;
}

void check(std::string_view text, const std::string& expected) {
    INFO(text);
    // The quicker functions want some bytes after what they read.
    const std::string longer = std::string(text) + "\n\n" + std::string(64, ' ');
    CHECK(tokens_of(text, By::Tokens) == expected);
    for (const By by : {By::PlainWords, By::ShortWords}) {
        CHECK(tokens_of(text, by) == expected);
        CHECK(tokens_of(longer, by) == tokens_of(longer, By::Tokens));
    }
}

} // namespace

TEST_CASE("PGN tokens: moves, numbers, results") {
    check("", "");
    check("  \r\n\t\x1a", "");
    check("1.e4 e5 2. Nf3 Nc6 3 Bb5 3...a6 4.... Ba4 *",
          "1:We4 | We5 | WNf3 | WNc6 | WBb5 | Wa6 | WBa4 | R*");
    check("1-0 0-1 1/2-1/2 1/2 *", "1:R1-0 | R0-1 | R1/2-1/2 | R1/2 | R*");
    check("Nf3*{c}1-0[Event \"x\"]", "1:WNf3 | R* | Cc | R1-0 | TEvent=x");
    check("33.Rxh7#1-0 Nf3!2.Bb5+0-1", "1:WRxh7# | R1-0 | WNf3! | WBb5+ | R0-1");
    check("1.0-0 0-0-0 24.1-0 12.1/2", "1:W0-0 | W0-0-0 | R1-0 | R1/2");
    check("1e4 e5 12", "1:We4 | We5");
    check("1.-- Z0 0000", "1:W-- | WZ0 | W0000");
    check("e8(Q) d1=(n)+ (Nf3)", "1:We8(Q) | Wd1=(n)+ | ( | WNf3 | )");
    check("1.e4,e5;", "1:We4 | We5 | C");
    check("<e4> \"e5\" ] }", "1:We4 | We5");
}

TEST_CASE("PGN tokens: a result glued to the last move") {
    check("Qxf71-0", "1:WQxf7 | R1-0");
    check("Kd20-1 Qxf71/2-1/2 Qxf71/2\ne4",
          "1:WKd2 | R0-1 | WQxf7 | R1/2-1/2 | WQxf7 | R1/2 | 2:We4");
    check("0-01-0 0-0-01/2-1/2 O-O0-1 0-0-00-1{c}",
          "1:W0-0 | R1-0 | W0-0-0 | R1/2-1/2 | WO-O | R0-1 | W0-0-0 | R0-1 | Cc");
    check("e8=Q1-0 e8(Q)0-1 Rd8#1-0 a6=1/2-1/2 Bb5+-1-0",
          "1:We8=Q | R1-0 | We8(Q) | R0-1 | WRd8# | R1-0 | Wa6= | R1/2-1/2 | WBb5+- | R1-0");
    check("Nf3\xe2\x80\xbc"
          "1-0",
          "1:WNf3\xe2\x80\xbc | R1-0");
    // No results: coordinates with and without a dash, what goes on.
    check("b1-c3 Nb1d2 Rb1xb2 e1-0x Qa1/2-1 0-0-0",
          "1:Wb1-c3 | WNb1d2 | WRb1xb2 | We1-0x | WQa1/2-1 | W0-0-0");
}

// As books and typesetters write them.
TEST_CASE("PGN tokens: an ellipsis, dashes, halves and no-break spaces beyond ASCII") {
    check("1\u2026Nf6 2. \u2026 e5 \u2026a6 3.\u2026 Bb5", "1:WNf6 | We5 | Wa6 | WBb5");
    check("Qxf7\u00a01.\u00a0e4\u00a0\u00a0e5\u00a01-0", "1:WQxf7 | We4 | We5 | R1-0");
    check("e4 1\u20130", "1:We4 | R1\u20130");
    check("e4 0\u20131\ne5 1/2\u20131/2", "1:We4 | R0\u20131 | 2:We5 | R1/2\u20131/2");
    check("e4 \u00bd\u2013\u00bd e5 \u00bd-\u00bd",
          "1:We4 | R\u00bd\u2013\u00bd | We5 | R\u00bd-\u00bd");
    // No results
    check("e4 \u00bd 0\u20130 0\u20130\u20130", "1:We4 | N\u00bd | W0\u20130 | W0\u20130\u20130");
}

TEST_CASE("PGN tokens: blanks and invisible marks beyond ASCII") {
    for (const std::string blank : {"\u0085",   "\u00a0",
                                    "\u00ad",   "\u1680",
                                    "\u180e",   "\u2000",
                                    "\u2003",   "\u2009",
                                    "\u200a",   "\u200b",
                                    "\u200e",   "\u200f",
                                    "\u2028",   "\u2029",
                                    "\u202a",   "\u202f",
                                    "\u205f",   "\u2060",
                                    "\u2066",   "\u206f",
                                    "\u3000",   "\ufeff",
                                    "\xa0",     "\xad",
                                    "\xa0\xa0", "\u200b\u200b \u200b"}) {
        CAPTURE(blank);
        check("1." + blank + "e4" + blank + "e5" + blank + "2. Nf3 Nc6" + blank + "1-0",
              "1:We4 | We5 | WNf3 | WNc6 | R1-0");
        check("e4 " + blank + " e5" + blank + "12" + blank + "Nf3", "1:We4 | We5 | WNf3");
        check("O-O" + blank + "O-O" + blank, "1:WO-O | WO-O");
    }
    // Neither those before nor after them, nor the same bytes inside of longer characters.
    check("e4 \u2010 \u2027 \u2030 \u205e \u2070 \u3001 \u2820", // the last one is E2 A0 A0
          "1:We4 | N\u2010 | N\u2027 | N\u2030 | N\u205e | N\u2070 | N\u3001 | N\u2820");
    check("e4\u00e0 e5\u2820x", "1:We4\u00e0 | We5\u2820x");
}

TEST_CASE("PGN tokens: a move number glued to the move before") {
    check("5. d3 O-O6. c3 d6", "1:Wd3 | WO-O | Wc3 | Wd6");
    check("1. e4 e52. Nf3 Nc63.Bb5 a6", "1:We4 | We5 | WNf3 | WNc6 | WBb5 | Wa6");
    check("0-012. e4 0-0-0123... e5", "1:W0-0 | We4 | W0-0-0 | We5");
    check("e8=Q23.Nf3 e8q5. b1=n+7. Qxd81.", "1:We8=Q | WNf3 | We8q | Wb1=n+ | WQxd8");
    check("Ngf312. e2e412. e8(Q)12. Nf3\u00b112.", "1:WNgf3 | We2e4 | We8(Q) | WNf3\u00b1");
    // Not one: a full stop after a move, an abbreviation, what is no number.
    check("Nf3. e4. e.p. N1. Z0. b1.. Nf30. O-O.",
          "1:WNf3. | We4. | We.p. | WN1. | WZ0. | Wb1.. | WNf30. | WO-O.");
}

TEST_CASE("PGN tokens: moves in digits") {
    check("1. 5254 5755 2. 7163 2836 1-0", "1:W5254 | W5755 | W7163 | W2836 | R1-0");
    check("1.5254 5755\n57584*", "1:W5254 | W5755 | 2:W57584 | R*");
    // Numbers; the null move
    check("1234. e4 1925 e5 5259 57585 525 525411 0000", "1:We4 | We5 | W0000");
}

TEST_CASE("PGN tokens: results with a colon and as decimal numbers") {
    check("1:0 0:1 1/2:1/2 \u00bd:\u00bd 0.5-0.5 0.5:0.5",
          "1:R1:0 | R0:1 | R1/2:1/2 | R\u00bd:\u00bd | R0.5-0.5 | R0.5:0.5");
    check("12. Nf3 1:0\n\n1.e4 0.5-0.5[Event \"x\"]",
          "1:WNf3 | R1:0 | 3:We4 | R0.5-0.5 | TEvent=x");
    check("1: e4 2:e5 0.e6", "1:N: | We4 | W:e5 | We6"); // numbers all the same
}

TEST_CASE("PGN tokens: annotations") {
    check("e4$1$20 !? += \xc2\xb1 \xb1 $",
          "1:We4 | N$1 | N$20 | N!? | N+= | N\xc2\xb1 | N\xb1 | N$");
    check("e4!? Nf3+!! e.p.", "1:We4!? | WNf3+!! | We.p.");
    check("e4 (d4 (c4) {c}) e5)", "1:We4 | ( | Wd4 | ( | Wc4 | ) | Cc | ) | We5 | )");
    check("e4 ; {rest (of\ne5", "1:We4 | C {rest (of | 2:We5");
    check("e4 [%clk 0:01:00] e5 [ e6", "1:We4 | We5");
    check("%e4\n%\r e5\r\n%", "3:We5");
    check("e4 %e5", "1:We4 | W%e5"); // only in the first column
}

TEST_CASE("PGN tokens: comments, nested or not") {
    check("e4 {a\nb} e5", "1:We4 | Ca\nb | 2:We5");
    check("{} e4", "1:C | We4");
    check("{a {b} c} e4", "1:Ca {b} c | We4");
    check("{a {{b} {c}} d} e4", "1:Ca {{b} {c}} d | We4");
    // Braces that do not come out even: the standard's reading.
    check("{a {b} e4 {c} e5", "1:Ca {b | We4 | Cc | We5");
    check("{a {b} e4\n[Event \"x\"]\n{c}} e5", "1:Ca {b | We4 | 2:TEvent=x | 3:Cc | We5");
    // Escape lines and semicolons are text inside one.
    check("{a\n%}\ne4", "1:Ca\n% | 3:We4");
    check("{a;}\ne4", "1:Ca; | 2:We4");
}

TEST_CASE("PGN tokens: a header ends open comments and variations") {
    check("{a\n[Event \"x\"]", "1:Ua\n | 2:TEvent=x");
    check("e4\n{a\nb", "1:We4 | 2:Ua\nb");
    check("{", "1:U");
    check("e4 {\r\n \t[Event\"x\"]", "1:We4 | U\r\n | 2:TEvent=x");
    check("{a [Event \"x\"]\n[%clk 1] [x]\n[Event x]} e4",
          "1:Ca [Event \"x\"]\n[%clk 1] [x]\n[Event x] | 3:We4");
}

TEST_CASE("PGN tokens: tags") {
    check("[Event \"x\"]\n[Site \"\"][Date \"y\"] e4", "1:TEvent=x | 2:TSite= | TDate=y | We4");
    check("  [ Event  \"x\" ]  ", "1:TEvent=x");
    check("[Event\"x\"]", "1:TEvent=x");
    check("[White \"M\xfcller \xc3\xa9\"]", "1:TWhite=M\xfcller \xc3\xa9");
    // Quotes: escaped, and not.
    check(R"([A "a \"b\" \\ \c"])", R"(1:TA=a "b" \ \c)");
    check(R"([A "a "b" c"])", R"(1:TA=a "b" c)");
    check(R"([A "a [b] c"])", R"(1:TA=a [b] c)");
    // A backslash that was not meant to escape the quote
    check("[A \"a\\\"]\n[B \"b\"]", "1:TA=a\\ | 2:TB=b");
    // Something missing.
    check("[A \"a\n[B \"b\"\n[C \"]\n[D]\n[E \"e\"]", "1:TA=a | 2:TB=b | 3:TC= | 5:TE=e");
    check("[WhiteElo 2500]\n[B b\n e4", "1:TWhiteElo=2500 | 2:TB=b | 3:We4");
    // Behind words only at the beginning of a line, and with quotes.
    check("e4 [Event \"x\"] e5\n[Site x] Nf3\n[Round \"1\"]", "1:We4 | We5 | 2:WNf3 | 3:TRound=1");
    check("e4 (d4\n[Round \"1\"]", "1:We4 | ( | Wd4 | 2:TRound=1");
    check('[' + std::string(max_tag_name + 1, 'a') + " \"x\"]", "");
    check('[' + std::string(max_tag_name, 'a') + " \"x\"]",
          "1:T" + std::string(max_tag_name, 'a') + "=x");
}

// Those that next_plain_tag() reads, and those that it must leave to next().
TEST_CASE("PGN tokens: tags line by line") {
    const std::string sixteen = "BlackRatingDiffs";
    check("[A \"a\"]\n[Eighteen \"8\"]\n[NineLette \"9\"]\n[" + sixteen + " \"x\"]\n[" + sixteen +
              "s \"x\"]\n[Z \"\"]",
          "1:TA=a | 2:TEighteen=8 | 3:TNineLette=9 | 4:T" + sixteen + "=x | 5:T" + sixteen +
              "s=x | 6:TZ=");
    for (const std::string end : {"\n", "\r\n", "\r", "\n\n", "\n ", " \n", ""})
        CHECK(tokens_of("[A \"a\"]" + end + "[B \"b\"]" + end +
                            "[C \"a longer value than 16 bytes\"]" + end,
                        By::PlainWords) ==
              tokens_of("[A \"a\"]" + end + "[B \"b\"]" + end +
                            "[C \"a longer value than 16 bytes\"]" + end,
                        By::Tokens));
    check("[A \"a\"]\n[B1 \"b\"]\n[C@ \"c\"]\n[D\"d\"]\n[E  \"e\"]\n[F_ \"f\"] e4",
          "1:TA=a | 2:TB1=b | 4:TD=d | 5:TE=e | 6:TF_=f | We4");
    check("[A \"a\"]\n[B \"b \"c\"\"]\n[C \"c\\\\\"]\n[D \"d\" ]\n[E \"e\n[F \"f\"]x[G \"g\"]",
          "1:TA=a | 2:TB=b \"c\" | 3:TC=c\\ | 4:TD=d | 5:TE=e | 6:TF=f | Wx");
}

TEST_CASE("PGN tokens: counting line ends finds what a loop finds") {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string text(random.below(300), 'x');
        for (char& c : text)
            if (random.below(20) == 0) c = "\n\r"[random.below(2)];
        const std::size_t from = random.below(text.size() + 1);
        std::uint64_t line_ends = 0;
        for (std::size_t at = from; at < text.size(); ++at)
            line_ends += ends_line(text, at) ? 1U : 0U;
        CHECK(count_line_ends(text, from, text.size()) == line_ends);
    }
}

TEST_CASE("PGN tokens: lines and byte order marks") {
    check("\xef\xbb\xbf[Event \"x\"]\r\re4\r\n\ne5\n\xef\xbb\xbf[Event \"y\"]",
          "1:TEvent=x | 3:We4 | 5:We5 | 6:TEvent=y");
    check("\xef\xbb\xbf%x\ne4", "2:We4");
    check(std::string_view("e4\0e5", 5), "1:We4 | We5");
}

// What looks ahead for an end must not look again from the next token: that would take minutes
// here.
TEST_CASE("PGN tokens: time grows with the text, not with its square") {
    for (const std::string_view part :
         {"1.", "[A \"x\"]", "[A x]", "{{}", "{a{b}", "{\n ", "[x", "0-0", "\xef\xbb\xbf",
          " \xef\xbb\xbf", "\u200b", "x1.", "5254"}) {
        INFO(part);
        for (std::string text : {"", "e4 "}) { // in a header, and among moves
            while (text.size() < 500000)
                text += part;
            Tokenizer tokens(text);
            std::size_t count = 0;
            while (tokens.next().kind != TokenKind::End)
                ++count;
            CHECK(count <= text.size());
        }
    }
}

TEST_CASE("the quick function for words reads moves, marks and castling") {
#ifdef POLYGLOT_SSE2
    for (const std::string_view word : {"Nf3", "e4!", "O-O", "O-O-O+", "exd8Q"}) {
        CAPTURE(word);
        const std::string text = "e4 12. " + std::string(word) + " Nc6 Bb5 a6 Ba4 Nf6 d3 b5";
        Tokenizer tokens(text);
        CHECK(tokens.next().text == "e4");
        CHECK(tokens.next_plain_word() == word);
        CHECK(tokens.next().text == "Nc6");
    }
    for (const std::string_view word : {"e4!?", "{x}", "1-0", "e8=Q", "--"}) {
        CAPTURE(word);
        const std::string text = "e4 12. " + std::string(word) + " Nc6 Bb5 a6 Ba4 Nf6 d3 b5";
        Tokenizer tokens(text);
        CHECK(tokens.next().text == "e4");
        CHECK(tokens.next_plain_word().empty());
    }
#endif
}

} // namespace polyglot::pgn
