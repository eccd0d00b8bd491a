#include "config/include.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>

namespace polyglot::config {
namespace {

constexpr std::size_t deepest = 8;
constexpr std::size_t most_files = 64; // a file may include another one in each of its lines

class Gatherer {
  public:
    Gatherer(const IniReader& reader, const Environment& environment)
        : reader_(reader), environment_(environment) {}

    void add(std::string text, const std::string& file) {
        auto source = std::make_unique<IniSource>();
        source->file = file;
        source->text = std::move(text);
        source->ini = parse_ini(source->text);
        ++files_;
        // Normal like the names of included files, with which it is compared.
        open_.push_back(to_text(normal_path(to_path(file))));
        for (const IniEntry& entry : source->ini.entries) {
            if (!is_include(entry) || entry.value.empty()) continue;
            if (const Result<void> followed = follow(entry.value); !followed)
                source->problems.push_back(
                    problem(*source, entry.value_place, followed.error().message));
        }
        open_.pop_back();
        sources_.push_back(std::move(source));
    }

    std::vector<std::unique_ptr<const IniSource>> take() { return std::move(sources_); }

  private:
    Result<void> follow(const std::string& value) {
        const auto named =
            environment_ ? expand_variables(value, environment_) : Result<std::string>(value);
        if (!named) return make_error("include: " + named.error().message);
        const std::filesystem::path folder = to_path(open_.back()).parent_path();
        const std::string file = to_text(normal_path(absolute_path(folder, to_path(*named))));
        if (std::ranges::find(open_, file) != open_.end())
            return make_error("this file includes itself: " + chain(file));
        if (open_.size() > deepest)
            return make_error("included files are nested more than " + std::to_string(deepest) +
                              " deep");
        if (files_ >= most_files)
            return make_error("more than " + std::to_string(most_files - 1) +
                              " files are included");
        if (!reader_) return make_error("no file can be included here");
        Result<std::string> text = reader_(file);
        if (!text) return make_error("included file " + file + ' ' + text.error().message);
        add(*std::move(text), file);
        return {};
    }

    // Returns the chain of names: "a.ini -> b.ini -> a.ini".
    std::string chain(const std::string& again) const {
        std::string text;
        for (auto file = std::ranges::find(open_, again); file != open_.end(); ++file)
            text += to_text(to_path(*file).filename()) + " -> ";
        return text + to_text(to_path(again).filename());
    }

    static Diagnostic problem(const IniSource& source, const IniPlace& place, std::string message) {
        return {Severity::Fatal,
                source.file,
                place.line,
                place.column + 1,
                place.length,
                std::move(message),
                std::string(place.text),
                ""};
    }

    const IniReader& reader_;
    const Environment& environment_;
    std::vector<std::unique_ptr<const IniSource>> sources_;
    std::vector<std::string> open_; // from the first file to the one that is read
    std::size_t files_ = 0;
};

} // namespace

bool is_include(const IniEntry& entry) {
    return text::equal_ignoring_case(entry.name, "include") &&
           (entry.section.empty() || text::equal_ignoring_case(entry.section, "PolyGlot"));
}

std::vector<std::unique_ptr<const IniSource>> gather_ini(std::string_view text,
                                                         const std::string& file,
                                                         const IniReader& reader,
                                                         const Environment& environment) {
    Gatherer gatherer(reader, environment);
    gatherer.add(std::string(text), file);
    return gatherer.take();
}

std::vector<std::string>
included_files(const std::vector<std::unique_ptr<const IniSource>>& sources) {
    std::vector<std::string> files;
    for (const auto& source : sources)
        if (source != sources.back()) files.push_back(source->file);
    return files;
}

} // namespace polyglot::config
