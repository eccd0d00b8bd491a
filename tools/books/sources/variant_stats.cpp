#include "tools/books/sources/variant_stats.hpp"

#include "core/book/entry_table.hpp"
#include "core/book/make/book_rules.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/book/variants/book.hpp"
#include "tools/books/sources/owned_bytes.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace polyglot::tools {

std::string describe_variant(const book::NamedVariant& of) {
    if (!of.variant) return "chess";
    return std::string(of.variant->uci) +
           (of.keys == chess::VariantKeys::XBoard ? " (XBoard's keys)" : "");
}

Result<void> check_variant(const book::NamedVariant& of, const chess::Variant* named) {
    if (!named || named == of.variant) return {};
    return make_error("the statistics are of " + describe_variant(of) + " and not of " +
                      std::string(named->uci));
}

Result<book::NamedVariant> variant_of_stats(std::shared_ptr<const book::ByteReader> bytes) {
    const auto stats = book::StatsDecoder::open(std::move(bytes), book::StatsDecoder::least_buffer);
    if (!stats) return stats.error();
    return (*stats)->info().of;
}

Result<std::shared_ptr<const book::PolyglotBook>>
load_variant_stats(std::shared_ptr<const book::ByteReader> bytes) {
    auto stats = book::StatsDecoder::open(std::move(bytes), std::size_t{1} << 20U);
    if (!stats) return stats.error();
    const book::NamedVariant& of = (*stats)->info().of;
    book::Header header{"1.0", {std::string(of.variant->uci)}, {}};
    if (of.keys == chess::VariantKeys::XBoard) header.comment = book::xboard_keys_line;
    std::string book = book::encode_header(header);
    book::BookRules rules;
    rules.white.min_games = rules.black.min_games = 0;
    rules.keep_losses = true;
    book::BookMaker maker(rules, [&book](std::span<const book::RawEntry> entries) {
        book::append_entries(book, entries);
    });
    std::array<book::MoveStats, 64> moves;
    while (const std::size_t count = (*stats)->read(moves))
        maker.add(std::span(moves).first(count));
    if (const std::string& problem = (*stats)->problem(); !problem.empty())
        return make_error(problem);
    maker.finish();
    auto opened = book::PolyglotBook::open(std::make_shared<const OwnedBytes>(std::move(book)));
    if (!opened) return opened.error();
    return std::make_shared<const book::PolyglotBook>(*std::move(opened));
}

} // namespace polyglot::tools
