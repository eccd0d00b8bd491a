#include "core/pgn/chunks.hpp"

#include "core/pgn/lines.hpp"
#include "core/pgn/tag.hpp"
#include "core/pgn/tokenizer.hpp"

#include <algorithm>

namespace polyglot::pgn {
namespace {

std::string_view view(const std::vector<char>& text) {
    return {text.data(), text.size()};
}

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Returns the last header line (a line that begins with a tag) before a position; npos if the text
// has no such line.
std::size_t header_line_before(std::string_view text, std::size_t place) {
    while (place > 0) {
        const std::size_t bracket = text.rfind('[', place - 1);
        if (bracket == npos) return npos;
        if (const std::size_t line = header_line(text, bracket); line != npos) return line;
        place = bracket;
    }
    return npos;
}

// Returns the first header line of a text, npos if there is none. in_line: the text begins inside a
// line, so that a tag at its beginning is not a header line.
std::size_t first_header_line(std::string_view text, bool in_line) {
    for (std::size_t at = text.find('['); at != npos; at = text.find('[', at + 1))
        if (const std::size_t line = header_line(text, at); line != npos && !(in_line && line == 0))
            return line;
    return npos;
}

// Returns whether a tag right after this text would begin a new game, which is the case if the text
// does not end inside a header.
bool ends_with_moves(std::string_view text) {
    Tokenizer tokens(text);
    bool in_header = false;
    for (;;) {
        const Token& token = tokens.next();
        switch (token.kind) {
        case TokenKind::Tag: in_header = true; break;
        case TokenKind::Word: in_header = in_header && is_remark(token.text); break;
        case TokenKind::VariationBegin:
        case TokenKind::Result:
        case TokenKind::Unclosed: in_header = false; break;
        case TokenKind::VariationEnd:
        case TokenKind::Comment:
        case TokenKind::Nag: break;
        case TokenKind::End: return !in_header;
        }
    }
}

} // namespace

// A header line is read as a tag in any context. The text before a header line therefore influences
// the reading after it in one respect only: whether the header line begins a new game. The text
// from the previous header line on decides this.
std::size_t last_cut(std::string_view text) {
    std::size_t line = header_line_before(text, text.size());
    while (line != npos && line > 0) {
        const std::size_t before = header_line_before(text, line);
        const std::size_t from = before == npos ? 0 : before;
        if (ends_with_moves(text.substr(from, line - from))) return line;
        line = before;
    }
    return 0;
}

namespace {

// The part of a stream that next_cut() searches.
class CutSearch {
  public:
    explicit CutSearch(std::istream& in) : in_(in) {}

    std::uint64_t run() {
        for (bool more = true; more;) {
            more = read_more();
            if (in_line_ && !leave_line()) continue;
            if (const std::size_t cut = find(); cut != npos) return dropped_ + cut;
            if (more) forget();
        }
        return dropped_ + text_.size();
    }

  private:
    bool read_more() {
        const std::size_t had = text_.size(), step = std::max(first_step, had);
        text_.resize(had + step);
        in_.read(text_.data() + had, static_cast<std::streamsize>(step));
        text_.resize(had + static_cast<std::size_t>(in_.gcount()));
        return text_.size() == had + step;
    }
    void drop(std::size_t count) {
        text_.erase(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(count));
        dropped_ += count;
        scanned_ -= std::min(scanned_, count);
        if (header_ != npos) header_ -= count;
    }
    // Skips the rest of the line in which the stream may have begun, since nothing there is a
    // header line. False if the line does not end yet.
    bool leave_line() {
        for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
            if (!ends_line(view(text_), i)) continue;
            drop(i + 1);
            in_line_ = false;
            return true;
        }
        if (text_.size() > 1) drop(text_.size() - 1); // its last byte may be the CR of CR LF
        return false;
    }
    // Returns the first header line with moves between it and the header line before it; npos if
    // none has been read yet.
    std::size_t find() {
        const std::string_view text = view(text_);
        for (std::size_t at = text.find('[', scanned_); at != npos; at = text.find('[', at + 1)) {
            const std::size_t line = header_line(text, at);
            if (line == npos || line == header_) continue;
            if (header_ != npos && line - header_ <= Chunks::max_game &&
                ends_with_moves(text.substr(header_, line - header_)))
                return line;
            header_ = line;
        }
        return npos;
    }
    // Drops the text before the last header line, and marks as scanned the text before the last
    // line, which may be incomplete.
    void forget() {
        const std::string_view text = view(text_);
        const std::size_t end = text.substr(0, text.size() - 1).find_last_of("\r\n");
        scanned_ = end == npos ? 0 : end + 1;
        if (scanned_ == 0 && text.size() > Chunks::max_game) {
            header_ = npos;
            in_line_ = true;
            drop(text.size() - 1);
        } else if (header_ != npos && text.size() - header_ > 2 * Chunks::max_game) {
            header_ = npos;
        }
        drop(std::min(header_, scanned_));
    }

    static constexpr std::size_t first_step = 16U << 10U; // bytes
    std::istream& in_;
    std::vector<char> text_;
    std::uint64_t dropped_ = 0;
    std::size_t header_ = npos; // the last header line found in text_
    std::size_t scanned_ = 0;   // all header lines before this place have been found
    bool in_line_ = true;
};

} // namespace

std::uint64_t next_cut(std::istream& in) {
    return CutSearch(in).run();
}

namespace {

// Returns the place at which a text of games without tags can be cut: after the last result that
// ends a line; 0 if there is none. The end of the text is not searched, because the text that
// follows may change how a brace there is read.
std::size_t last_cut_without_tags(std::string_view text) {
    constexpr std::size_t undecided = 128U << 10U; // bytes at the end that are not searched
    Tokenizer tokens(text);
    std::size_t cut = 0;
    for (std::size_t depth = 0;;) {
        const Token& token = tokens.next();
        if (token.kind == TokenKind::End || token.at + undecided > text.size()) return cut;
        if (token.kind == TokenKind::VariationBegin) ++depth;
        if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
        if (token.kind == TokenKind::Tag) depth = 0;
        if (token.kind != TokenKind::Result || depth > 0) continue;
        const std::size_t next = text.find_first_not_of(" \t\r\n", token.at + token.text.size());
        if (next != npos && begins_line(text, next)) cut = next;
    }
}

} // namespace

Chunks::Chunks(std::istream& in, std::size_t size, std::size_t largest)
    : in_(in), size_(size), largest_(std::max(size, largest)) {}

// Reads from the stream until the text has this size; returns false if the stream ends first.
bool Chunks::read(std::vector<char>& text, std::size_t size) {
    const std::size_t had = text.size();
    if (had >= size) return true;
    text.resize(size);
    in_.read(text.data() + had, static_cast<std::streamsize>(size - had));
    text.resize(had + static_cast<std::size_t>(in_.gcount()));
    return text.size() == size;
}

void Chunks::detect_letters() {
    if (knows_letters_) return;
    read(rest_, PieceLetters::sample_size);
    letters_ = PieceLetters::detect(view(rest_));
    knows_letters_ = true;
}

void Chunks::skip(std::uint64_t bytes) {
    detect_letters();
    const auto in_sample =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(bytes, rest_.size()));
    rest_.erase(rest_.begin(), rest_.begin() + in_sample);
    offset_ += bytes;
    const auto left = static_cast<std::streamoff>(bytes) - in_sample;
    if (left == 0 || in_.seekg(static_cast<std::streamoff>(bytes))) return;
    in_.clear(); // a packed file, or a pipe
    in_.ignore(left);
}

bool Chunks::next(Chunk& chunk) {
    detect_letters();
    if (!cut_next(chunk)) return false;
    letters_.to_english(chunk.text);
    return true;
}

bool Chunks::cut_next(Chunk& chunk) {
    chunk.text.clear();
    chunk.offset = offset_;
    chunk.skipped_lines = 0;
    chunk.cut_short = false;
    std::size_t cut = 0;
    for (std::size_t size = size_; cut == 0; size = std::min(2 * size, largest_)) {
        const auto from_rest =
            static_cast<std::ptrdiff_t>(std::min(size - chunk.text.size(), rest_.size()));
        chunk.text.insert(chunk.text.end(), rest_.begin(), rest_.begin() + from_rest);
        rest_.erase(rest_.begin(), rest_.begin() + from_rest);
        if (!read(chunk.text, size)) { // end of the stream
            offset_ += chunk.text.size();
            return !chunk.text.empty();
        }
        cut = last_cut(chunk.view());
        if (cut == 0) cut = last_cut_without_tags(chunk.view());
        if (cut == 0 && size == largest_) {
            cut_short(chunk);
            return true;
        }
    }
    cut_at(chunk, cut);
    return true;
}

// Cuts the chunk; the text after the cut becomes the beginning of the next chunk.
void Chunks::cut_at(Chunk& chunk, std::size_t cut) {
    rest_.insert(rest_.begin(), chunk.text.begin() + static_cast<std::ptrdiff_t>(cut),
                 chunk.text.end());
    chunk.text.resize(cut);
    offset_ += cut;
}

// Cuts the chunk after its last whole word or line, and skips the rest of the game.
void Chunks::cut_short(Chunk& chunk) {
    const std::string_view text = chunk.view();
    std::size_t end = text.size();
    while (end > 0 && !is_blank(text[end - 1]))
        --end;
    if (end > 0 && text[end - 1] != '\n') --end; // a CR may be the first half of CR LF
    if (end == 0) end = text.size();
    const bool in_line = !begins_line(text, end);
    cut_at(chunk, end);
    chunk.cut_short = true;
    chunk.skipped_lines = skip_game(in_line);
}

// Drops the text before the next header line, first from rest_, then from the stream. Returns the
// number of line ends dropped. in_line: rest_ begins inside a line.
std::uint64_t Chunks::skip_game(bool in_line) {
    constexpr std::size_t step = 8192; // bytes; a header line of up to half this size is recognised
    std::uint64_t lines = 0;
    for (bool more = true;;) {
        more = read(rest_, rest_.size() + step);
        const std::string_view text = view(rest_);
        const std::size_t found = first_header_line(text, in_line);
        std::size_t drop = std::min(found, text.size());
        // The unfinished last line may be the beginning of a header line.
        if (found == npos && more) {
            drop = text.find_last_of("\r\n") + 1;
            if (drop == text.size() && drop > 0) --drop; // it may be the CR of CR LF
            if (text.size() - drop > step / 2) {
                in_line = true;
                drop = std::max(text.find_last_not_of(" \t") + 1, text.size() - step / 2);
            } else if (drop > 0) {
                in_line = false;
            }
        }
        lines += count_line_ends(text, 0, drop);
        offset_ += drop;
        rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(drop));
        if (found != npos || !more) return lines;
    }
}

} // namespace polyglot::pgn
