// `polyglot verify-book` finds the faults of books. See docs/verify-book.md.
#include "tools/verify_book/verify_book.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/json.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

struct NamedFile {
    std::string name;
    const chess::Variant* variant = nullptr; // the given one, or the one that the book names
};

struct Options {
    std::vector<NamedFile> books;
    std::vector<Position> roots;
    std::vector<chess::VariantPosition> variant_roots; // empty: the start position
    bool strict = false;
    bool json = false;
};

bool is_error(Severity severity, bool strict) {
    return strict || severity == Severity::Error;
}

void report_unopened(const std::string& message, const std::string& file, bool json,
                     std::ostream& out, std::ostream& err) {
    if (json) {
        out << boost::json::serialize(
                   boost::json::object{{"file", json_of(file)}, {"error", json_of(message)}})
            << '\n';
    } else {
        err << message << '\n';
    }
}

// Reads the positions where games begin, which belong to one variant if they are given.
void read_all_roots(Options& options, const RootOptions& where, std::istream& in,
                    std::ostream& err) {
    const chess::Variant* const first = options.books.front().variant;
    const bool is_mixed = std::ranges::any_of(
        options.books, [first](const NamedFile& book) { return book.variant != first; });
    if (is_mixed && where.given()) refuse("-fen and -chess960 go with books of one variant");
    if (is_mixed || !first) options.roots = read_roots(where, in, err);
    if (!is_mixed && first && where.given())
        options.variant_roots = read_variant_roots(*first, where, in, err);
}

constexpr std::array checks{&polyglot_check, &arena_check,      &yacb_check,
                            &sftt_check,     &experience_check, &chessbase_check};

// Returns whether the file is a book without errors.
bool verify_file(const NamedFile& named, const Options& options, std::ostream& out,
                 std::ostream& err) {
    const std::string& file = named.name;
    auto bytes = io::open_book_bytes(to_path(file));
    if (!bytes) {
        report_unopened(bytes.error().message, file, options.json, out, err);
        return false;
    }
    *bytes = io::hold_in_memory(*bytes);
    const auto opened = io::open_book(*bytes, file, io::BookUse::Walk);
    if (!opened) {
        report_unopened(opened.error().message, file, options.json, out, err);
        return false;
    }
    const Result<Verification> result =
        named.variant
            ? verify_variant_book(file, **bytes, *opened, *named.variant, options.variant_roots)
            : verify_book(file, **bytes, *opened, options.roots);
    if (!result) {
        report_unopened(file + ": " + result.error().message, file, options.json, out, err);
        return false;
    }
    (options.json ? print_json : print_text)(*result, options.strict, out);
    return result->findings.count(Severity::Error) == 0 &&
           !(options.strict && result->findings.count(Severity::Remark) > 0);
}

} // namespace

Finding& Findings::of_kind(Severity severity, std::string_view kind, std::string_view what) {
    const auto found = std::ranges::find(findings_, kind, &Finding::kind);
    if (found != findings_.end()) return *found;
    return findings_.emplace_back(Finding{severity, kind, std::string(what), 0, {}});
}

bool Findings::excuse(std::string_view kind, std::string_view what) {
    const auto found = std::ranges::find(findings_, kind, &Finding::kind);
    if (found == findings_.end()) return false;
    found->severity = Severity::Remark;
    found->what = what;
    return true;
}

std::uint64_t Findings::count(Severity severity) const {
    std::uint64_t sum = 0;
    for (const Finding& finding : findings_)
        if (finding.severity == severity) sum += finding.count;
    return sum;
}

std::string format_place(std::uint64_t entry, std::uint64_t first_byte, std::uint64_t entry_bytes) {
    return "entry " + std::to_string(entry) + " (byte " +
           std::to_string(first_byte + entry * entry_bytes) + ")";
}

Verification verify_book(std::string file, const book::ByteReader& bytes,
                         const io::OpenedBook& opened, std::vector<Position> roots) {
    const book::Book& book = *opened.book;
    Verification result{.file = std::move(file),
                        .format = std::string(book.format().name),
                        .entries = 0,
                        .positions = 0,
                        .reached = 0,
                        .deletable = 0};
    const auto* const row = std::ranges::find_if(
        checks, [&](const FormatCheck* check) { return &check->format == &book.format(); });
    const FormatCheck* const check = row != checks.end() ? *row : nullptr;
    if (check != nullptr) {
        result.cures = check->cures;
        check->check(bytes, book, result);
    } else {
        result.entries = opened.entries;
        for (const std::string& warning : opened.warnings)
            result.findings.add(Severity::Error, "file", "the file is not as it should be",
                                [&] { return warning; });
    }
    if (result.positions == 0) result.positions = book.count_positions();
    if (check != nullptr && check->follow != nullptr) {
        check->follow(book, roots, result);
        return result;
    }
    if (const auto named = book.roots()) roots.insert(roots.end(), named->begin(), named->end());
    verify_moves(opened.book, roots, check != nullptr ? check->illegal : Severity::Error, result);
    return result;
}

void print_text(const Verification& result, bool strict, std::ostream& out) {
    std::uint64_t errors = result.findings.count(Severity::Error);
    std::uint64_t remarks = result.findings.count(Severity::Remark);
    if (strict) errors += std::exchange(remarks, 0);
    out << result.file << ": " << result.format << ", "
        << text::counted(result.entries, "entry", "entries") << ", "
        << text::counted(result.positions, "position") << ", " << text::grouped(result.reached)
        << " reached; ";
    if (errors + remarks == 0) {
        out << "nothing wrong\n";
        return;
    }
    out << text::counted(errors, "error") << ", " << text::counted(remarks, "remark") << '\n';
    for (const Finding& finding : result.findings.all()) {
        out << (is_error(finding.severity, strict) ? "  error: " : "  remark: ")
            << text::shown_line(finding.what);
        if (finding.count > 1) out << " (" << text::grouped(finding.count) << " times)";
        out << '\n';
        for (const std::string& place : finding.places)
            out << "    " << text::shown_line(place) << '\n';
        if (!finding.places.empty() && finding.count > finding.places.size())
            out << "    and " << text::grouped(finding.count - finding.places.size()) << " more\n";
        if (const std::string cure = cure_of(finding.kind, result); !cure.empty())
            out << "    cure: " << cure << '\n';
    }
}

void print_json(const Verification& result, bool strict, std::ostream& out) {
    boost::json::array findings;
    for (const Finding& finding : result.findings.all()) {
        findings.push_back({{"severity", is_error(finding.severity, strict) ? "error" : "remark"},
                            {"kind", finding.kind},
                            {"what", json_of(finding.what)},
                            {"count", finding.count},
                            {"cure", cure_of(finding.kind, result)},
                            {"places", json_of(finding.places)}});
    }
    const boost::json::object object{
        {"file", json_of(result.file)}, {"format", result.format},
        {"entries", result.entries},    {"positions", result.positions},
        {"reached", result.reached},    {"findings", std::move(findings)}};
    out << boost::json::serialize(object) << '\n';
}

int run_verify_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    Options options;
    std::vector<std::string> files;
    const chess::Variant* variant = nullptr;
    RootOptions where;
    OptionTable option(
        "polyglot verify-book FILE... [-fen FEN]... [-chess960] [-variant NAME] [-strict] [-json]");
    option("bin", "FILE", files, "a book, of any format; the option's name may be left out")
        .takes_files();
    add_root_options(option, where);
    add_variant_option(option, variant, book_variant_help);
    option("strict", options.strict, "treat remarks as errors");
    option("json", options.json, "print one JSON object per line for each book");
    const auto check = [&] {
        if (files.empty()) refuse("no book is given");
        for (const std::string& file : files)
            options.books.push_back({file, variant_of_book(file, variant)});
        read_all_roots(options, where, in, err);
    };
    if (const auto over = option.read(args, out, err, check)) return *over;

    bool good = true;
    for (const NamedFile& file : options.books)
        good &= verify_file(file, options, out, err);
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
