// Formats the report as a page with boards: one file that needs no scripts and loads nothing.
#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/html.hpp"
#include "tools/rate_book/report.hpp"

#include <array>
#include <string_view>

namespace polyglot::tools {
namespace {

constexpr std::string_view report_style = R"(
h2 { font-size: 1em; margin: 0; }
.faint { color: var(--faint); }
.moves { display: grid; grid-template-columns: repeat(auto-fill, minmax(17em, 1fr)); gap: 1.5em; }
.moves section { border-top: 1px solid var(--rule); padding-top: .5em; }
.board { border-collapse: collapse; margin: .5em 0; }
.board td { width: 1.9em; height: 1.9em; padding: 0; text-align: center; font-size: 1.05em; color: #000; }
.board .l { background: #eeddc0; }
.board .d { background: #c09a70; }
.board .move { background: #e08060; }
.board .best { background: #80b870; }
)";

// White's signs are outlines, Black's are solid.
std::string_view sign_of(chess::Piece piece) {
    using Signs = std::array<std::string_view, 6>;
    constexpr Signs white{"&#9817;", "&#9816;", "&#9815;", "&#9814;", "&#9813;", "&#9812;"};
    constexpr Signs black{"&#9823;", "&#9822;", "&#9821;", "&#9820;", "&#9819;", "&#9818;"};
    if (!piece) return {};
    const auto type = static_cast<std::size_t>(piece.type);
    return piece.color == chess::Color::White ? white[type] : black[type];
}

// Shows the board as the side to move sees it, with the squares of both moves coloured.
std::string board_of(const DescribedMove& words) {
    const bool from_white = words.before.side_to_move() == chess::Color::White;
    std::string text = "<table class=\"board\">";
    for (int row = 0; row < 8; ++row) {
        text += "<tr>";
        for (int column = 0; column < 8; ++column) {
            const auto square = from_white ? chess::make_square(column, 7 - row)
                                           : chess::make_square(7 - column, row);
            const auto is_of = [square](const EpdMove& move) {
                if (move.of_variant)
                    return move.of_variant->from == square || move.of_variant->to == square;
                return move && (move.of_chess.from() == square || move.of_chess.to() == square);
            };
            const bool is_dark = (chess::file_of(square) + chess::rank_of(square)) % 2 == 0;
            text += std::string("<td class=\"") + (is_dark ? 'd' : 'l');
            if (is_of(words.move))
                text += " move";
            else if (is_of(words.best))
                text += " best";
            text += "\">" + std::string(sign_of(words.before.piece_at(square))) + "</td>";
        }
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

// Names what the board does not show: the pieces in the pockets, and the checks that are left.
std::string beside_board(const GrowPosition& position) {
    if (!position.of_variant()) return {};
    const chess::Variant& variant = *position.variant();
    const chess::VariantBoard& board = position.of_variant()->board();
    std::string text;
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        const std::size_t side = chess::index_of(color);
        std::string facts;
        for (std::size_t type = 0; variant.has_pockets && type < board.pockets[side].size(); ++type)
            for (int left = board.pockets[side][type]; left > 0; --left)
                facts += sign_of({static_cast<chess::PieceType>(type), color});
        if (!facts.empty()) facts = " has in hand " + facts;
        if (variant.checks_to_win > 0)
            facts = ' ' + text::counted(board.checks_left[side], "check") + " left";
        if (facts.empty()) continue;
        text += (text.empty() ? "" : "; ") +
                std::string(color == chess::Color::White ? "White" : "Black") + facts;
    }
    return text.empty() ? text : "<p class=\"faint\">" + text + "</p>\n";
}

std::string section_of(const RatingReport& report, const RatedMove& move) {
    const DescribedMove words = describe_move(report, move);
    std::string text = "<section>\n<h2>" + html_escaped(words.line) + "</h2>\n" + board_of(words) +
                       beside_board(words.before);
    text += "<p>" + html_escaped(words.san) + " loses " + (move.is_exact ? "" : "at least ") +
            std::to_string(move.loss_cp) + " cp in " + text::per_cent(move.reach) +
            " of the games: " + text::fixed(move.cost_cp, 2) + " cp a game<br>value " +
            html_escaped(words.value) + " for White";
    if (words.best && words.best != words.move)
        text += "; best is " + html_escaped(words.best_san) + ", " + html_escaped(words.best_value);
    return text + "</p>\n</section>\n";
}

} // namespace

std::string format_report_html(const RatingReport& report) {
    std::string text = html_page_begin(text::shown_line(report.book), report_style);
    for (const std::string& fact : summarize(report))
        text += "<p class=\"faint\">" + html_escaped(fact) + "</p>\n";
    text += "<div class=\"moves\">\n";
    for (const RatedMove& move : report.worst)
        text += section_of(report, move);
    text += "</div>\n";
    if (report.not_shown > 0)
        text += "<p class=\"faint\">and " +
                text::counted(report.not_shown, "further move that loses something",
                              "further moves that lose something") +
                "</p>\n";
    text += html_page_end;
    return text;
}

} // namespace polyglot::tools
