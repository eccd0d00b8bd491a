#include "tools/make_config/options.hpp"

#include "config/learn_server.hpp"
#include "config/schema.hpp"
#include "core/result.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/variant.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

using Pair = std::pair<std::string, std::string>;

constexpr std::string_view usage =
    "polyglot make-config ENGINE... [-book BOOK] [-store FILE] [-dir DIR]\n"
    "       [-runner cutechess|fastchess] [OPTION]...";

Pair parse_pair(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    Pair pair(text::trim(std::string_view(text).substr(0, equals)),
              equals == std::string::npos ? std::string()
                                          : text::trim(std::string_view(text).substr(equals + 1)));
    if (equals == std::string::npos || pair.first.empty() ||
        text.find_first_of("\r\n") != std::string::npos)
        refuse(option + ' ' + text::quote(text) + ": write " + option + " NAME=VALUE");
    return pair;
}

Pair parse_polyglot_option(const std::string& option, const std::string& text) {
    Pair pair = parse_pair(option, text);
    const config::Option* const known = config::find_option(pair.first);
    if (known == nullptr) {
        const std::string_view nearest = config::nearest_option(pair.first);
        refuse(option + ' ' + text + ": polyglot has no option " + pair.first +
               (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + '?'));
    }
    config::Settings settings;
    if (const auto set = config::set_option(settings, *known, pair.second); !set)
        refuse(option + ' ' + text + ": " + set.error().message);
    pair.first = known->name;
    return pair;
}

OptionValue pairs(std::vector<Pair>& field,
                  Pair (*parse)(const std::string& option, const std::string& text)) {
    return {[&field, parse](const std::string& option, const std::string& text) {
                field.push_back(parse(option, text));
            },
            true};
}

// Accepts digits with at most one point, such as "10" and "0.1".
bool is_seconds(std::string_view text) {
    const auto points = std::ranges::count(text, '.');
    const auto digits = std::ranges::count_if(text, text::is_digit);
    return digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == text.size();
}

bool is_positive(std::string_view text) {
    return text.find_first_of("123456789") != std::string_view::npos;
}

// Accepts [MOVES/][MINUTES:]SECONDS[+INCREMENT], which both runners read, and inf.
bool is_time_control(std::string_view text) {
    if (text == "inf") return true;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        if (text::parse_int<int>(text.substr(0, slash)).value_or(0) < 1) return false;
        text.remove_prefix(slash + 1);
    }
    if (!is_positive(text)) return false;
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        if (!is_seconds(text.substr(plus + 1))) return false;
        text = text.substr(0, plus);
    }
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        if (text::parse_int<int>(text.substr(0, colon)).value_or(-1) < 0) return false;
        text.remove_prefix(colon + 1);
    }
    return is_seconds(text);
}

OptionValue time_control(std::string& field) {
    return {[&field](const std::string& option, const std::string& text) {
        if (!is_time_control(text))
            refuse(
                option + ' ' + text::quote(text) +
                " is no time control: it is [MOVES/][MINUTES:]SECONDS[+INCREMENT], as 40/1:30+0.5");
        field = text;
    }};
}

} // namespace

std::variant<int, MakeConfigOptions>
read_make_config_options(Arguments args, const std::filesystem::path& directory, std::ostream& out,
                         std::ostream& err) {
    constexpr int most = 100'000;
    MakeConfigOptions options;
    OptionTable option(usage);
    option("engine", "ENGINE", options.engines,
           "an engine and its arguments, in one argument; the option's name may be left out")
        .takes_words();
    option("book", "BOOK", options.book, "all engines play from this book");
    add_variant_option(option, options.variant, book_variant_help);
    option("store", "FILE", options.store,
           "and learn from their results, which are kept in this file or server (BookLearnFile)");
    option("dir", "DIR", options.folder,
           "write the files to this folder, which is made if missing (default: this one)");
    option("runner", "NAME",
           one_of(options.runner, {{"cutechess", Runner::CutechessCli},
                                   {"fastchess", Runner::Fastchess},
                                   {"cutechess-cli", Runner::CutechessCli}}),
           "print the command line of cutechess (cutechess-cli, default) or fastchess");
    option("tc", "TC", time_control(options.time_control), "its time control (default: 10+0.1)");
    option("rounds", "N", within(options.rounds, 1, most),
           "each pair plays 2 games N times (default: 1)");
    option("concurrency", "N", within(options.concurrency, 1, most),
           "N games at once (default: 1)");
    option("pg", "NAME=VALUE", pairs(options.polyglot_options, parse_polyglot_option),
           "an option of [PolyGlot] for all engines; may be repeated");
    option("uci", "NAME=VALUE", pairs(options.engine_options, parse_pair),
           "an option for all engines that have it, as Hash=64; may be repeated");
    option("log", options.log, "each process writes a log, in the folder logs of DIR");
    option("force", options.force, "replace files that exist");
    const auto check = [&] {
        if (options.engines.empty()) refuse("no engine is named");
        if (!options.store.empty() && options.book.empty())
            refuse("-store needs -book: moves are learnt");
        if (const auto why = config::why_not_learn_server(options.store)) refuse(*why);
        if (options.variant && options.book.empty()) refuse("-variant needs -book");
        if (!options.book.empty())
            options.variant = variant_of_book(
                to_text(io::book_path(std::filesystem::current_path(), options.book)),
                options.variant);
        if (options.variant && options.runner == Runner::Fastchess)
            refuse("-book " + options.book + ": fastchess does not play " +
                   std::string(options.variant->uci));
        options.folder = normal_path(absolute_path(
            directory, options.folder.empty() ? std::filesystem::path(u8".") : options.folder));
    };
    if (const auto over = option.read(args, out, err, check)) return *over;
    return options;
}

} // namespace polyglot::tools
