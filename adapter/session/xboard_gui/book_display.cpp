#include "adapter/session/xboard_gui/book_display.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

std::string format_move(const BookGame& game, chess::Move move,
                        const std::vector<chess::Move>& excluded) {
    const bool is_excluded = std::find(excluded.begin(), excluded.end(), move) != excluded.end();
    const std::string san = game.format_san(move);
    const std::string indent(san.size() < 5 ? 5 - san.size() : 0, ' ');
    return (is_excluded ? " *" : "  ") + indent + san;
}

std::string format_heading(const BookView& book) {
    if (!book.not_asked.empty()) return " " + book.name + ": not asked, " + book.not_asked;
    return " " + book.name + (book.candidates.empty() ? ": nothing" : ":");
}

std::string format_candidate(const BookView& book, const book::Candidate& candidate) {
    std::string text = "  " + book::format_share(candidate.share);
    if (const std::string results = book::format_results(candidate); !results.empty())
        text += "  (" + results + ")";
    const auto is_it = [&](const DrawingMove& drawing) { return drawing.move == candidate.move; };
    const auto drawing = std::find_if(book.drawing.begin(), book.drawing.end(), is_it);
    if (drawing != book.drawing.end())
        text += " not played: " + std::string(drawing->reason);
    else if (!candidate.playable)
        text += " not played";
    return text;
}

} // namespace

std::vector<std::string> format_book(const std::vector<BookView>& books, const BookGame& game,
                                     const std::vector<chess::Move>& excluded) {
    std::vector<std::string> lines;
    for (const BookView& book : books) {
        if (books.size() > 1) lines.push_back(format_heading(book));
        for (const book::Candidate& candidate : book.candidates)
            if (candidate.move)
                lines.push_back(format_move(game, candidate.move, excluded) +
                                format_candidate(book, candidate));
    }
    return lines;
}

std::vector<std::string> format_legal_moves(const BookGame& game,
                                            const std::vector<chess::Move>& excluded) {
    std::vector<std::string> lines;
    for (const chess::Move move : game.legal_moves())
        lines.push_back(format_move(game, move, excluded));
    return lines;
}

} // namespace polyglot::session
