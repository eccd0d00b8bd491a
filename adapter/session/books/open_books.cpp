#include "adapter/session/books/open_books.hpp"

#include "adapter/session/books/variant_fit.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

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
    first.variant = settings.book_variant;
    wanted.insert(wanted.end(), settings.books.begin(), settings.books.end());
    std::erase_if(wanted, [](const config::BookSettings& book) { return book.file.empty(); });
    return wanted;
}

void choose_ctg_moves(OpenBook& open_book) {
    const bool all = text::equal_ignoring_case(open_book.rules.ctg_moves, "all");
    if (auto read = open_book.book->read_by(
            {.ctg_moves = all ? book::CtgMoves::All : book::CtgMoves::Green}))
        open_book.book = std::move(read);
}

// Reports each problem once.
void report(OpenBook& open_book, const std::string& problem, BookNews& news) {
    if (!problem.empty() && problem != open_book.problem) news.warnings.push_back(problem);
    open_book.problem = problem;
}

} // namespace

BookNews OpenBooks::apply(const config::Settings& settings) {
    BookNews news;
    std::vector<OpenBook> old = std::exchange(books_, {});
    for (config::BookSettings& rules : wanted_books(settings)) {
        const auto same_name = [&](const OpenBook& other) {
            return other.rules.name == rules.name;
        };
        const auto known = std::find_if(old.begin(), old.end(), same_name);
        OpenBook open_book;
        const bool is_open = known != old.end() && known->rules.file == rules.file;
        const bool same_moves = is_open && known->rules.ctg_moves == rules.ctg_moves;
        if (is_open) open_book = std::move(*known);
        if (known != old.end()) old.erase(known);
        open_book.rules = std::move(rules);
        if (!is_open)
            static_cast<void>(open(open_book, news));
        else if (open_book.book && !same_moves)
            choose_ctg_moves(open_book);
        fit(open_book);
        books_.push_back(std::move(open_book));
    }
    for (const OpenBook& left : old)
        news.notes.push_back(left.title() + " closed");
    return news;
}

BookNews OpenBooks::reopen_changed(bool first_date_counts) {
    BookNews news;
    if (!stamp_) return news;
    for (OpenBook& open_book : books_) {
        std::optional<book::BookStamp> now = stamp(open_book);
        const bool date_counts = first_date_counts || !open_book.is_first();
        if (now && open_book.seen && !date_counts) now->modified_ns = open_book.seen->modified_ns;
        if (open_book.book && now == open_book.seen) continue;
        if (open(open_book, news) && open_book.is_first()) news.first_replaced = true;
        fit(open_book);
    }
    return news;
}

void OpenBooks::set_variant(const chess::Variant* variant) {
    if (std::exchange(variant_, variant) == variant) return;
    for (OpenBook& open_book : books_)
        fit(open_book);
}

void OpenBooks::fit(OpenBook& open_book) const {
    open_book.other_variant.clear();
    if (!open_book.book) return;
    open_book.other_variant = why_not_of_variant(*open_book.variants, open_book.rules, nullptr);
    open_book.is_of_chess = open_book.other_variant.empty();
    if (variant_ != nullptr)
        open_book.other_variant =
            why_not_of_variant(*open_book.variants, open_book.rules, variant_);
}

std::optional<book::BookStamp> OpenBooks::stamp(const OpenBook& open_book) const {
    return stamp_ ? stamp_(open_book.rules.file) : std::nullopt;
}

bool OpenBooks::open(OpenBook& open_book, BookNews& news) const {
    // Before it is opened, so that a change in between is noticed the next time.
    open_book.seen = stamp(open_book);
    auto opened = open_(open_book.rules.file);
    if (opened) {
        open_book.book = std::move(opened->book);
        open_book.variants =
            opened->variants ? std::move(opened->variants) : variants_of(open_book.book);
        open_book.program = std::move(opened->program);
        choose_ctg_moves(open_book);
        open_book.opened = open_book.seen;
        news.notes.push_back(open_book.title() + (open_book.is_first() ? " " : ": ") +
                             opened->description);
        const std::string problem =
            opened->problem.empty() ? "" : "no " + open_book.title() + ": " + opened->problem;
        report(open_book, problem, news);
        return true;
    }
    std::string problem = "no " + open_book.title() + ": " + opened.error().message;
    // A file that was overwritten in place is lost; one that has only lost its name can still be
    // read.
    if (open_book.seen && open_book.opened &&
        open_book.seen->identity == open_book.opened->identity)
        open_book.book.reset();
    if (open_book.book)
        problem = open_book.title() +
                  " is not reopened, the one opened before stays in use: " + opened.error().message;
    report(open_book, problem, news);
    return false;
}

} // namespace polyglot::session
