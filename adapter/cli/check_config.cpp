#include "adapter/cli/check_config.hpp"

#include "config/engine_command.hpp"
#include "config/ini.hpp"

#include <system_error>

namespace polyglot::cli {
namespace {

namespace fs = std::filesystem;
using config::Diagnostic;
using config::Severity;

class Report {
  public:
    explicit Report(const Invocation& invocation)
        : invocation_(invocation), settings_(invocation.configuration.settings) {}

    ConfigReport write(const Inspectors& inspectors) {
        text_ = version_text();
        fact("config", invocation_.config_file ? invocation_.config_file->string() : "none");
        write_settings();
        write_engine(inspectors);
        write_book(inspectors);
        write_log();
        write_problems();
        return {std::move(text_), fine_};
    }

  private:
    void write_settings() {
        const config::Provenance& provenance = invocation_.configuration.provenance;
        text_ += "\n[PolyGlot]\n";
        for (const config::Option& option : config::schema())
            if (option.type != config::OptionType::Button)
                setting(option.name, config::format_option(settings_, option), provenance.of(option));
        text_ += "\n[Engine]\n";
        for (const auto& [name, value] : settings_.engine_options)
            setting(name, value, provenance.of_engine_option(name));
        text_ += '\n';
    }

    void setting(std::string_view name, const std::string& value, const config::Origin& origin) {
        text_ += std::string(name) + " = " + (value.empty() ? "" : config::format_ini_value(value)) + "  # " +
                 config::describe(origin) + '\n';
    }

    void write_engine(const Inspectors& inspectors) {
        const auto words = config::engine_words(settings_);
        if (words.has_error()) return fact("engine", "none"); // told by parse_command_line
        const Result<fs::path> program = inspectors.find_engine(settings_, *words);
        if (program.has_error()) {
            fact("engine", "not found");
            return problem(program.error().message);
        }
        std::string arguments;
        for (std::size_t i = 1; i < words->size(); ++i)
            arguments += " \"" + (*words)[i] + '"';
        fact("engine", program->string() + arguments);
        fact("engine runs in", absolute(settings_.engine_dir).string());
    }

    void write_book(const Inspectors& inspectors) {
        const fs::path file = absolute(settings_.book_file);
        if (!settings_.book) return fact("book", "off (would be " + file.string() + ')');
        const Result<std::string> book = inspectors.describe_book(file);
        fact("book", file.string() + (book.has_value() ? ": " + *book : std::string()));
        if (book.has_error()) problem("book " + book.error().message); // which names the file
    }

    void write_log() {
        const fs::path file = absolute(settings_.log_file);
        fact("log", settings_.log ? file.string() : "off (would be " + file.string() + ')');
        if (!settings_.log) return;
        std::error_code error;
        if (fs::is_directory(file, error)) return problem("log " + file.string() + " is a directory");
        if (!fs::is_directory(file.parent_path(), error))
            problem("log " + file.string() + ": directory " + file.parent_path().string() + " does not exist");
    }

    void write_problems() {
        std::vector<Diagnostic> all = invocation_.configuration.diagnostics;
        all.insert(all.end(), found_.begin(), found_.end());
        text_ += '\n';
        for (const Diagnostic& diagnostic : all) {
            if (diagnostic.severity == Severity::Error || diagnostic.severity == Severity::Fatal) fine_ = false;
            text_ += config::render(diagnostic) + '\n';
        }
        if (all.empty()) text_ += "Nothing is wrong.\n";
    }

    void fact(std::string_view what, const std::string& value) { text_ += std::string(what) + ": " + value + '\n'; }
    void problem(std::string message) { found_.push_back({Severity::Error, "", 0, 0, 0, std::move(message), "", ""}); }
    fs::path absolute(const std::string& path) const {
        const fs::path whole = (invocation_.start_directory / path).lexically_normal();
        return whole.has_filename() ? whole : whole.parent_path(); // "dir/." became "dir/"
    }

    const Invocation& invocation_;
    const config::Settings& settings_;
    std::string text_;
    std::vector<Diagnostic> found_;
    bool fine_ = true;
};

} // namespace

ConfigReport check_config(const Invocation& invocation, const Inspectors& inspectors) {
    return Report(invocation).write(inspectors);
}

} // namespace polyglot::cli
