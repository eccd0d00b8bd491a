#include "config/load.hpp"

#include "config/book_program.hpp"
#include "config/ini.hpp"
#include "config/ini_line.hpp"
#include "config/learn_server.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace polyglot::config {
namespace {

Diagnostic at(const IniPlace& place, const std::string& file, Severity severity,
              std::string message, std::string hint) {
    return {severity,
            file,
            place.line,
            place.column + 1,
            place.length,
            std::move(message),
            std::string(place.text),
            std::move(hint)};
}

std::string did_you_mean(std::string_view nearest) {
    return nearest.empty() ? std::string() : "did you mean " + std::string(nearest) + '?';
}

// The effect of a refused value. Files that PolyGlot accepts must continue to work, so a number out
// of range becomes the nearest one in it, and any other value leaves the setting unchanged.
struct Refusal {
    Severity severity;
    std::string message;
    bool is_secret = false; // the line must not be shown
};
template <typename Of>
Refusal refuse(Of& settings, const OptionOf<Of>& option, std::string_view value,
               const Error& error) {
    if (const std::optional<std::string> nearest = nearest_value(option, value)) {
        if (set_option(settings, option, *nearest).has_value())
            return {Severity::Warning, error.message + "; using " + *nearest};
    }
    if (option.type == OptionType::Button) return {Severity::Error, error.message};
    const std::string kept = format_option(settings, option);
    return {Severity::Error, error.message + "; " + (kept.empty() ? "ignored" : "using " + kept)};
}

// Returns the value with the variables of a path replaced.
template <typename Of>
Result<std::string> expand(const Configuration& configuration, const OptionOf<Of>& option,
                           std::string_view value) {
    const bool has_variables =
        option.type == OptionType::Path && !is_program(value) && !is_learn_server(value);
    if (!has_variables || !configuration.environment) return std::string(value);
    auto expanded = expand_variables(value, configuration.environment);
    if (!expanded) return make_error(std::string(option.name) + ": " + expanded.error().message);
    return expanded;
}

// Stores the value, or its replacement. An EngineDir whose variables cannot be expanded is
// fatal, because otherwise the engine of another folder would be started.
template <typename Of>
std::optional<Refusal> set_or_refuse(const Configuration& configuration, Of& settings,
                                     const OptionOf<Of>& option, std::string_view value) {
    const Result<std::string> expanded = expand(configuration, option, value);
    if (option.name == "BookLearnFile") // which a variable may name, too
        if (const auto why = why_not_learn_server(expanded ? *expanded : value))
            return Refusal{Severity::Error, "BookLearnFile: " + *why, true};
    const Result<void> set =
        expanded ? set_option(settings, option, *expanded) : Result<void>(expanded.error());
    if (set) return std::nullopt;
    Refusal refusal = refuse(settings, option, value, set.error());
    if (!expanded && option.name == "EngineDir") refusal = {Severity::Fatal, set.error().message};
    return refusal;
}

BookSettings* find_book(Settings& settings, std::string_view name) {
    const auto is_it = [name](const BookSettings& book) {
        return text::equal_ignoring_case(book.name, name);
    };
    const auto found = std::ranges::find_if(settings.books, is_it);
    return found == settings.books.end() ? nullptr : &*found;
}

bool is_section_of_options(std::string_view name) {
    return text::equal_ignoring_case(name, "PolyGlot") || text::equal_ignoring_case(name, "Engine");
}

// Returns "[Book b]" for "Bok b": the section whose first word differs from the given one by at
// most one letter in three; otherwise empty.
std::string nearest_section(std::string_view name) {
    std::string_view rest = name;
    const std::string_view word = text::next_word(rest);
    rest = text::trim(rest);
    const auto is_near = [word](std::string_view known) {
        return text::edit_distance(known, word) <= std::max<std::size_t>(1, known.size() / 3);
    };
    if (is_near("Book")) return "[Book " + (rest.empty() ? "NAME" : std::string(rest)) + ']';
    for (const std::string_view known : {"PolyGlot", "Engine"})
        if (rest.empty() && is_near(known)) return '[' + std::string(known) + ']';
    return {};
}

bool is_nearly_include(std::string_view name) {
    return name.size() < 16 && text::edit_distance("include", name) <= 2;
}

// A limit above any realistic number, because each one is compared with all others.
constexpr std::size_t most_of_a_kind = 1000;

class Loader {
  public:
    explicit Loader(Configuration& configuration) : configuration_(configuration) {}

    void load(std::string_view text, const std::string& file) {
        const auto sources =
            gather_ini(text, file, configuration_.read_included, configuration_.environment);
        for (const auto& source : sources)
            load(*source);
        for (const auto& [book, begun] : begun_) {
            source_ = begun.source;
            finish_book(book, begun.place);
        }
        // Problems of several passes are sorted by their place in each file.
        for (const auto& source : sources)
            report(*source);
        const std::vector<std::string> included = included_files(sources);
        configuration_.included.insert(configuration_.included.end(), included.begin(),
                                       included.end());
    }

  private:
    struct Begun {
        IniPlace place;
        const IniSource* source = nullptr;
    };

    void load(const IniSource& source) {
        source_ = &source;
        ignored_.clear();
        find_naming_engines();
        for (const Diagnostic& problem : source.problems)
            found_[source_].push_back(problem);
        for (const IniProblem& problem : source.ini.problems) {
            const bool syntax = problem.kind == IniProblem::Kind::Syntax;
            add(problem.place, syntax ? Severity::Fatal : Severity::Warning, problem.message,
                problem.hint);
        }
        for (const IniSection& section : source.ini.sections)
            begin_section(section);
        for (const IniEntry& entry : source.ini.entries)
            if (!is_include(entry)) apply(entry);
    }

    void report(const IniSource& source) {
        std::vector<Diagnostic>& found = found_[&source];
        std::ranges::stable_sort(found, {}, &Diagnostic::line);
        auto& all = configuration_.diagnostics;
        all.insert(all.end(), found.begin(), found.end());
    }

    void apply(const IniEntry& entry) {
        const bool given = entry.quoted || !entry.value.empty();
        if (text::equal_ignoring_case(entry.section, "PolyGlot"))
            apply_polyglot(entry, given);
        else if (text::equal_ignoring_case(entry.section, "Engine"))
            apply_engine(entry, given);
        else if (const auto book = book_of_section(entry.section))
            apply_book(*book, entry, given);
        else if (entry.section.empty() && ignored_.insert("\n").second)
            add(entry.name_place, Severity::Warning, "lines before the first section are ignored",
                "start with a line [PolyGlot]");
    }

    void begin_section(const IniSection& section) {
        if (const auto book = book_of_section(section.name))
            begin_book(*book, section);
        else if (!is_section_of_options(section.name) &&
                 ignored_.insert(text::lower(section.name)).second)
            ignore_section(section);
    }

    void begin_book(std::string_view book, const IniSection& section) {
        if (book.empty())
            return add(section.place, Severity::Error,
                       "the section [Book] has no name and is ignored",
                       "write [Book NAME], with any name");
        Settings& settings = configuration_.settings;
        if (find_book(settings, book) == nullptr) {
            if (settings.books.size() >= most_of_a_kind) return too_many("books", section.place);
            settings.books.emplace_back().name = book;
        }
        // The first one of several.
        begun_.emplace(text::lower(book), Begun{section.place, source_});
    }

    void finish_book(const std::string& name, const IniPlace& place) {
        std::vector<BookSettings>& books = configuration_.settings.books;
        const BookSettings& book = *find_book(configuration_.settings, name);
        if (book.min_ply > book.max_ply)
            add(place, Severity::Warning,
                "MinPly of [Book " + book.name +
                    "] is above its MaxPly: this book is never consulted",
                "");
        if (!book.file.empty()) return;
        add(place, Severity::Error, "[Book " + book.name + "] has no File and is left out",
            "write File = my.bin");
        books.erase(books.begin() + (&book - books.data()));
    }

    void apply_polyglot(const IniEntry& entry, bool given) {
        const Option* option = find_option(entry.name);
        if (option == nullptr) {
            add(entry.name_place, Severity::Warning,
                "unknown option " + text::quote(entry.name) + " of [PolyGlot] is ignored",
                did_you_mean(is_nearly_include(entry.name) ? "include"
                                                           : nearest_option(entry.name)));
            return;
        }
        if (!given) return;
        // In this option quotes group the words of the command.
        const bool keep_quotes = entry.quoted && option->name == "EngineCommand";
        const std::string value = keep_quotes ? '"' + entry.value + '"' : entry.value;
        if (store(configuration_.settings, *option, value, entry))
            configuration_.provenance.set(*option, origin(entry));
    }

    void apply_book(std::string_view name, const IniEntry& entry, bool given) {
        if (name.empty()) return; // already reported at the section's beginning
        BookSettings* book = find_book(configuration_.settings, name);
        if (book == nullptr) return; // beyond the limit
        const BookOption* option = find_book_option(entry.name);
        if (option == nullptr) {
            add(entry.name_place, Severity::Warning,
                "unknown option " + text::quote(entry.name) + " of [Book " + std::string(name) +
                    "] is ignored",
                text::equal_ignoring_case(entry.name, "include")
                    ? "write include in [PolyGlot], or above the first section"
                    : did_you_mean(nearest_book_option(entry.name)));
            return;
        }
        if (given && store(*book, *option, entry.value, entry))
            configuration_.provenance.set_book_option(name, *option, origin(entry));
    }

    // Returns true if the option has a new value.
    template <typename Of>
    bool store(Of& settings, const OptionOf<Of>& option, std::string_view value,
               const IniEntry& entry) {
        const std::optional<Refusal> refusal =
            set_or_refuse(configuration_, settings, option, value);
        if (!refusal) return true;
        IniPlace place = entry.value_place;
        if (refusal->is_secret) place.text = {};
        add(place, refusal->severity, refusal->message, "");
        return refusal->severity == Severity::Warning;
    }

    void apply_engine(const IniEntry& entry, bool given) {
        if (!given) return;
        if (configuration_.settings.engine_options.size() >= most_of_a_kind)
            return too_many("lines of [Engine]", entry.name_place);
        apply_engine_option(configuration_, entry.name, entry.value, origin(entry));
    }

    void too_many(const std::string& what, const IniPlace& place) {
        if (!ignored_.insert("too many " + what).second) return; // reported once
        add(place, Severity::Error,
            "more than " + std::to_string(most_of_a_kind) + ' ' + what + ": the rest is ignored",
            "");
    }

    void ignore_section(const IniSection& section) {
        const std::string nearest = nearest_section(section.name);
        const bool was_meant =
            nearest.empty() && names_engine(section.name) && !names_engine("PolyGlot");
        const std::string hint =
            was_meant ? "EngineCommand is read in the section [PolyGlot]" : did_you_mean(nearest);
        add(section.place, hint.empty() ? Severity::Note : Severity::Warning,
            "section [" + section.name + "] is not ours and is ignored", hint);
    }

    bool names_engine(std::string_view section) const {
        return naming_engines_.contains(text::lower(section));
    }
    // Finds them once, not for each of very many sections.
    void find_naming_engines() {
        naming_engines_.clear();
        for (const IniEntry& entry : source_->ini.entries)
            if (text::equal_ignoring_case(entry.name, "EngineCommand"))
                naming_engines_.insert(text::lower(entry.section));
    }

    Origin origin(const IniEntry& entry) const {
        return {Origin::Kind::File, source_->file, entry.name_place.line};
    }
    void add(const IniPlace& place, Severity severity, std::string message, std::string hint) {
        found_[source_].push_back(
            at(place, source_->file, severity, std::move(message), std::move(hint)));
    }

    Configuration& configuration_;
    const IniSource* source_ = nullptr; // the source that is applied now
    std::map<const IniSource*, std::vector<Diagnostic>> found_;
    // Sections of this source with an EngineCommand, in lower case.
    std::set<std::string> naming_engines_;
    // Sections that were reported; "\n" means the lines before the first.
    std::set<std::string> ignored_;
    // Where the books of these files begin, by their names in lower case.
    std::map<std::string, Begun> begun_;
};

} // namespace

void settle_books(Configuration& configuration) {
    Settings& settings = configuration.settings;
    const Settings defaults = defaults_beside(settings);
    const auto is_given = [&](std::string_view name) {
        return configuration.provenance.of(*find_option(name)).kind != Origin::Kind::Default;
    };
    if (!is_given("Book")) settings.book = defaults.book;
    if (!is_given("BookFile")) settings.book_file = defaults.book_file;
}

void load_ini(Configuration& configuration, std::string_view text, const std::string& file) {
    Loader(configuration).load(text, file);
}

void apply_option(Configuration& configuration, std::string_view name, std::string_view value,
                  const Origin& origin, const std::string& where) {
    const auto add = [&](Severity severity, std::string message, std::string hint) {
        configuration.diagnostics.push_back(
            {severity, where, 0, 0, 0, std::move(message), "", std::move(hint)});
    };
    const Option* option = find_option(text::trim(name));
    if (option == nullptr) {
        add(Severity::Warning, "unknown option " + text::quote(name) + " is ignored",
            did_you_mean(nearest_option(name)));
        return;
    }
    if (text::trim(value).empty()) return;
    if (auto refusal = set_or_refuse(configuration, configuration.settings, *option, value)) {
        add(refusal->severity, std::move(refusal->message), "");
        if (refusal->severity != Severity::Warning) return;
    }
    configuration.provenance.set(*option, origin);
}

void apply_engine_option(Configuration& configuration, std::string_view name,
                         std::string_view value, Origin origin) {
    name = text::trim(name);
    if (origin.kind == Origin::Kind::CommandLine)
        configuration.settings.engine_options_of_command_line.emplace_back(name);
    configuration.provenance.set_engine_option(name, std::move(origin));
    auto& options = configuration.settings.engine_options;
    const auto same = std::ranges::find_if(
        options, [&](const auto& option) { return text::equal_ignoring_case(option.first, name); });
    if (same != options.end())
        *same = {std::string(name), std::string(value)};
    else
        options.emplace_back(name, value);
}

} // namespace polyglot::config
