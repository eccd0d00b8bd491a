#include "tools/setup/book_board.hpp"

#include "config/settings.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/json.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using chess::Position;

json::array moves_of(const book::Book& book, const Position& position) {
    json::array moves;
    const BookFinder finder(book, config::Settings().book_threshold_per_mil);
    for (const FoundMove& found : finder.find(position).moves)
        if (found.why_not.empty())
            moves.push_back(json::object{{"uci", found.name.uci},
                                         {"san", found.name.san},
                                         {"share", found.candidate.share / 10'000.0}});
    return moves;
}

} // namespace

BookBoard::Shown BookBoard::open_one(const std::string& file) {
    Shown shown{.file = file};
    auto opened = io::open_book(to_path(file));
    if (!opened) {
        shown.error = opened.error().message;
        return shown;
    }
    if (const auto fits = book::open_variant(*opened->book, nullptr); !fits) {
        shown.error = file + ": " + fits.error().message;
        return shown;
    }
    shown.book = std::move(opened->book);
    shown.format = std::move(opened->format);
    shown.entries = opened->entries;
    shown.warnings = std::move(opened->warnings);
    return shown;
}

void BookBoard::open(const std::vector<std::string>& files) {
    std::vector<Shown> next;
    for (const std::string& file : files) {
        const auto known = std::ranges::find_if(
            books_, [&](const Shown& one) { return one.file == file && one.book != nullptr; });
        next.push_back(known == books_.end() ? open_one(file) : *known);
    }
    books_ = std::move(next);
}

std::string BookBoard::error() const {
    for (const Shown& one : books_)
        if (!one.error.empty()) return one.error;
    return {};
}

Result<json::object> BookBoard::answer(std::string_view line) const {
    const auto moves = parse_line(Position::start(), line);
    if (!moves) return moves.error();
    Position position = Position::start();
    json::array played;
    for (const chess::Move move : *moves) {
        played.push_back(json::object{{"uci", chess::format_uci_move(move)},
                                      {"san", chess::format_san(position, move)}});
        position.make(move);
    }
    json::array legal, books;
    for (const chess::Move move : position.legal_moves())
        legal.push_back(json::string(chess::format_uci_move(move)));
    for (const Shown& one : books_) {
        json::object shown{{"file", json_of(one.file)},
                           {"format", one.format},
                           {"entries", one.entries},
                           {"warnings", json_of(one.warnings)},
                           {"error", json_of(one.error)}};
        shown["moves"] = one.book ? moves_of(*one.book, position) : json::array();
        books.push_back(std::move(shown));
    }
    return json::object{{"fen", chess::format_fen(position)},
                        {"white", position.side_to_move() == chess::Color::White},
                        {"legal", std::move(legal)},
                        {"line", std::move(played)},
                        {"books", std::move(books)}};
}

} // namespace polyglot::tools
