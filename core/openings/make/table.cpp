#include "core/openings/make/table.hpp"

#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/result.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace polyglot::openings {
namespace {

using chess::Move;
using chess::Position;

std::vector<std::string_view> split_fields(std::string_view row) {
    std::vector<std::string_view> fields;
    for (std::size_t tab = row.find('\t'); tab != std::string_view::npos; tab = row.find('\t')) {
        fields.push_back(row.substr(0, tab));
        row.remove_prefix(tab + 1);
    }
    fields.push_back(row);
    return fields;
}

bool is_code(std::string_view text) {
    return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && text::is_digit(text[1]) &&
           text::is_digit(text[2]);
}

std::string why_bad_name(std::string_view name) {
    if (name.empty()) return "the name is empty";
    if (text::trim(name) != name) return "blanks before or after the name " + text::quote(name);
    if (std::ranges::any_of(name, text::is_control)) return "a control character in the name";
    // Programs read "… (book.bin; B20 Sicilian Defence)" and split it at these characters.
    if (name.find_first_of("();") != std::string_view::npos)
        return "a bracket or semicolon in the name " + text::quote(name);
    if (!text::is_utf8(name)) return "the name " + text::quote(name) + " is not UTF-8";
    return {};
}

// Plays the moves on the board and appends them to the line.
Result<void> play(std::string_view moves, Position& position, std::vector<Move>& line) {
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        Move move;
        if (const auto coordinates = chess::parse_uci_move(position, word)) {
            move = *coordinates;
        } else {
            const auto san = chess::parse_san(position, word);
            if (!san)
                return make_error("ply " + std::to_string(line.size() + 1) + ": " +
                                  san.error().message);
            move = *san;
        }
        position.make(move);
        line.push_back(move);
    }
    return {};
}

class TableReader {
  public:
    Table read(std::string_view text) {
        for (std::size_t line = 1; !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view row = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (row.ends_with('\r')) row.remove_suffix(1);
            if (text::trim(row).empty() || row.starts_with('#')) continue;
            if (const auto added = add(row, line); !added)
                table_.problems.push_back({line, added.error().message});
        }
        std::ranges::sort(table_.names, {}, &TableName::key);
        return std::move(table_);
    }

  private:
    Result<void> add(std::string_view row, std::size_t line) {
        const std::vector<std::string_view> fields = split_fields(row);
        if (fields.size() < 3 || fields.size() > 4)
            return make_error(
                std::to_string(fields.size()) +
                " fields with tabs between them, not 3 or 4: code, name, moves, continuation");
        if (!is_code(fields[0]))
            return make_error(text::quote(fields[0]) + " is no ECO code (A00 to E99)");
        if (std::string why = why_bad_name(fields[1]); !why.empty())
            return make_error(std::move(why));

        Position position = Position::start();
        std::vector<Move> moves;
        if (const auto played = play(fields[2], position, moves); !played)
            return make_error("moves: " + played.error().message);
        if (moves.empty()) return make_error("no moves");
        const std::uint64_t key = position.key();
        const bool in_starter = fields.size() < 4 || text::trim(fields[3]) != "-";
        if (in_starter && fields.size() == 4)
            if (const auto played = play(fields[3], position, moves); !played)
                return make_error("continuation: " + played.error().message);

        const auto [earlier, is_new] = lines_.emplace(key, line);
        if (!is_new)
            return make_error("the position of line " + std::to_string(earlier->second) + " again");
        table_.names.push_back({key, std::string(fields[0]), std::string(fields[1])});
        if (in_starter) table_.starter_lines.push_back(std::move(moves));
        return {};
    }

    Table table_;
    std::map<std::uint64_t, std::size_t> lines_; // line at which each position was named
};

} // namespace

Table read_table(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3); // some editors write a BOM
    return TableReader().read(text);
}

} // namespace polyglot::openings
