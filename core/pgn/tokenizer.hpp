// PGN text in pieces (Portable Game Notation Specification, 1994, sections 7 and 8), without any knowledge of chess:
// any bytes give tokens, and no token needs more than a fixed amount of memory.
#pragma once
#include "core/pgn/byte_window.hpp"

#include <cstdint>
#include <istream>
#include <string_view>

namespace polyglot::pgn {

enum class TokenKind : std::uint8_t {
    Tag,            // text: its name; value: as written between the quotes (unescape_tag_value)
    Word,           // what should be a move, with its marks (Nf3+!?, --, Z0), or is no PGN at all
    Nag,            // $13, or a glyph that stands alone: !?, +-, =
    Comment,        // {…} or ;… without the marks. One of more than max_piece bytes comes in pieces
    Unclosed,       // behind a comment, with the line where that began: a header or the end came before its brace
    VariationBegin, // (
    VariationEnd,   // )
    Result,         // 1-0 0-1 1/2-1/2 1/2 *
    End,            // again and again
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::uint64_t line = 1; // where it begins, from 1; LF, CRLF and CR end a line
    std::string_view text;  // valid until the next token
    std::string_view value;
};

// Passed over in silence: move numbers with their dots, glued to the move or not; lines that begin with %; byte order
// marks; what stands in other brackets ([%clk 1:00] outside a comment); stray , " < > ] }.
//
// A line that begins with [Name " is a tag wherever it stands, in an open comment too: that is where reading starts
// anew after damage. Elsewhere in a line, tags are read only before a game's first word.
//
// Comments do not nest in the standard, but do in files. A brace inside one counts if braces come out even before the
// next header and within max_piece bytes; else the first closing brace ends the comment.
class Tokenizer {
  public:
    static constexpr std::size_t default_piece = 65536;

    // The stream must outlive the tokenizer. An error while reading it is the end; in.bad() tells.
    // max_piece: how many bytes a comment's piece, a word's piece or a tag may have, at least 1; the rest of a longer
    // tag's line is left out. Memory is eight times that.
    explicit Tokenizer(std::istream& in, std::size_t max_piece = default_piece)
        : window_(in, 2 * max_piece), max_piece_(max_piece) {}
    Token next();

  private:
    enum class Inside : std::uint8_t { Text, BraceComment, LineComment, SkippedLine };

    void skip_blanks();
    void skip_line();
    Token brace_comment();
    Token line_comment();
    std::size_t balanced_brace(std::string_view ahead, std::size_t open);
    bool read_text(Token& token);
    bool read_bracket(Token& token);
    bool read_word(Token& token);
    void consume(std::size_t bytes);

    std::size_t piece_of(std::string_view ahead) const;
    std::size_t line_length(std::string_view ahead) const;
    std::size_t word_length(std::string_view ahead) const;

    ByteWindow window_;
    std::size_t max_piece_;
    std::uint64_t line_ = 1;
    std::uint64_t comment_line_ = 1;
    std::uint64_t flat_until_ = 0; // offset: braces in comments before it are known not to come out even
    Inside inside_ = Inside::Text;
    bool first_column_ = true; // nothing of this line has been read
    bool first_word_ = true;   // nothing but blanks
    bool in_header_ = true;    // no word since the last tag, result or beginning
};

} // namespace polyglot::pgn
