#include "adapter/session/books/open_books.hpp"

#include "adapter/session/books/book_wrapper.hpp"
#include "core/book/chessbase/ctg.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {
namespace {

std::vector<config::BookSettings> wanted_books(const config::Settings& settings) {
    std::vector<config::BookSettings> wanted;
    if (!settings.book) return wanted;
    config::BookSettings& first = wanted.emplace_back();
    first.file = settings.book_file;
    first.depth_moves = settings.book_depth_moves;
    first.random = settings.book_random;
    first.threshold_per_mil = settings.book_threshold_per_mil;
    first.top_n = settings.book_top_n;
    first.variety = settings.book_variety;
    first.min_elo = settings.book_min_elo;
    first.min_depth = settings.book_min_depth;
    first.ctg_moves = settings.book_ctg_moves;
    wanted.insert(wanted.end(), settings.books.begin(), settings.books.end());
    std::erase_if(wanted, [](const config::BookSettings& book) { return book.file.empty(); });
    return wanted;
}

// The same book if it is not ChessBase's, or has these moves already.
std::shared_ptr<const book::Book> with_ctg_moves(const std::shared_ptr<const book::Book>& book, book::CtgMoves moves) {
    if (const auto* ctg = dynamic_cast<const book::CtgBook*>(book.get()))
        return ctg->moves() == moves ? book : std::make_shared<const book::CtgBook>(ctg->with_moves(moves));
    if (const auto* wrapper = dynamic_cast<const BookWrapper*>(book.get())) {
        auto inner = with_ctg_moves(wrapper->inner(), moves);
        return inner == wrapper->inner() ? book : wrapper->wrap(std::move(inner));
    }
    return book;
}

void choose_ctg_moves(OpenBook& shelved) {
    const bool all = text::equal_ignoring_case(shelved.rules.ctg_moves, "all");
    shelved.book = with_ctg_moves(shelved.book, all ? book::CtgMoves::All : book::CtgMoves::Green);
}

// One problem is reported once.
void report(OpenBook& shelved, const std::string& problem, BookNews& news) {
    if (!problem.empty() && problem != shelved.problem) news.warnings.push_back(problem);
    shelved.problem = problem;
}

} // namespace

BookNews OpenBooks::apply(const config::Settings& settings) {
    BookNews news;
    std::vector<OpenBook> old = std::exchange(books_, {});
    for (config::BookSettings& rules : wanted_books(settings)) {
        const auto same_name = [&](const OpenBook& other) { return other.rules.name == rules.name; };
        const auto known = std::find_if(old.begin(), old.end(), same_name);
        OpenBook shelved;
        const bool is_open = known != old.end() && known->rules.file == rules.file;
        if (is_open) shelved = std::move(*known);
        if (known != old.end()) old.erase(known);
        shelved.rules = std::move(rules);
        if (is_open)
            choose_ctg_moves(shelved); // its rules may be new
        else
            static_cast<void>(open(shelved, news));
        books_.push_back(std::move(shelved));
    }
    for (const OpenBook& left : old)
        news.notes.push_back(left.title() + " closed");
    return news;
}

BookNews OpenBooks::reopen_changed(bool first_date_counts) {
    BookNews news;
    if (!stamp_) return news;
    for (OpenBook& shelved : books_) {
        std::optional<book::BookStamp> now = stamp(shelved);
        const bool date_counts = first_date_counts || !shelved.is_first();
        if (now && shelved.seen && !date_counts) now->modified_ns = shelved.seen->modified_ns;
        if (shelved.book && now == shelved.seen) continue;
        if (open(shelved, news) && shelved.is_first()) news.first_replaced = true;
    }
    return news;
}

std::optional<book::BookStamp> OpenBooks::stamp(const OpenBook& shelved) const {
    return stamp_ ? stamp_(shelved.rules.file) : std::nullopt;
}

bool OpenBooks::open(OpenBook& shelved, BookNews& news) const {
    shelved.seen = stamp(shelved); // before it is opened: a change in between is seen the next time
    auto opened = open_(shelved.rules.file);
    if (opened) {
        shelved.book = std::move(opened->book);
        choose_ctg_moves(shelved);
        shelved.opened = shelved.seen;
        news.notes.push_back(shelved.title() + (shelved.is_first() ? " " : ": ") + opened->description);
        const std::string problem = opened->problem.empty() ? "" : "no " + shelved.title() + ": " + opened->problem;
        report(shelved, problem, news);
        return true;
    }
    std::string problem = "no " + shelved.title() + ": " + opened.error().message;
    // What was written over in place is gone; a file that has only lost its name is read on.
    if (shelved.seen && shelved.opened && shelved.seen->identity == shelved.opened->identity) shelved.book.reset();
    if (shelved.book)
        problem =
            shelved.title() + " is not opened anew, the one opened before stays in use: " + opened.error().message;
    report(shelved, problem, news);
    return false;
}

} // namespace polyglot::session
