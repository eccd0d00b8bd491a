#include "tools/books/variant_books.hpp"

namespace polyglot::tools {
namespace {

std::string keys_of(const book::NamedVariant& named) {
    return named.keys == chess::VariantKeys::XBoard ? "XBoard's keys" : "plain keys";
}

// Returns nullopt if the books fit together.
std::optional<Error> conflict(const NamedBook& a, const std::optional<book::NamedVariant>& of_a,
                              const NamedBook& b, const std::optional<book::NamedVariant>& of_b) {
    if (!of_a && !of_b) return std::nullopt;
    if (!of_a) return conflict(b, of_b, a, of_a);
    const std::string variant(of_a->variant->uci);
    const std::string begin = a.name + " is of " + variant + ", and " + b.name;
    if (!of_b)
        return make_error(begin + " names no variant; -variant " + variant +
                          " says that it is of it, too");
    if (of_a->variant != of_b->variant)
        return make_error(begin + " of " + std::string(of_b->variant->uci));
    if (of_a->keys != of_b->keys)
        return make_error(a.name + " has " + keys_of(*of_a) + ", and " + b.name + " has " +
                          keys_of(*of_b) + "; convert-book -keys changes them");
    return std::nullopt;
}

} // namespace

Result<std::optional<book::NamedVariant>> common_variant(std::span<const NamedBook> books,
                                                         const chess::Variant* given) {
    std::optional<book::NamedVariant> of_first;
    for (const NamedBook& one : books) {
        const auto opened = book::open_variant(*one.book, given);
        if (!opened) return make_error(one.name + ": " + opened.error().message);
        std::optional<book::NamedVariant> named;
        if (*opened) named = {&(*opened)->variant(), (*opened)->keys()};
        if (&one == &books.front()) of_first = named;
        if (auto error = conflict(books.front(), of_first, one, named)) return *std::move(error);
    }
    return of_first;
}

Result<void> check_is_chess(const NamedBook& book) {
    const auto opened = book::open_variant(*book.book, nullptr);
    if (!opened || !*opened) return {};
    return make_error(book.name + ": the book is of " + std::string((*opened)->variant().uci) +
                      ", and this command reads books of chess");
}

} // namespace polyglot::tools
