#include "adapter/shell/settings_file.hpp"

#include "config/include.hpp"
#include "config/ini_file.hpp"
#include "config/native.hpp"
#include "config/saved_settings.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/replace_file.hpp"

#include <string>
#include <system_error>

namespace polyglot::io {

namespace fs = std::filesystem;

namespace {

Error error_at(const fs::path& file, const std::string& reason) {
    return make_error(to_text(file) + ": " + reason);
}

// Keeps the sections of `old` and of the files that it includes, because their settings in force
// are saved and the include line is not. A file that cannot be included was reported at the start.
std::string keep_all_books(const std::string& old, const fs::path& file, std::string saved) {
    const auto read = [](const std::string& included) -> Result<std::string> {
        auto text = read_settings_file(to_path(included));
        if (!text) return text.error();
        return text->value_or(std::string());
    };
    const config::Environment environment = config::native_dialect().variables
                                                ? config::Environment(environment_variable)
                                                : config::Environment();
    for (const auto& source : config::gather_ini(old, to_text(file), read, environment))
        saved = config::keep_books(source->text, std::move(saved));
    return saved;
}

bool has_ini_file(const fs::path& folder) {
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error))
        if (entry->path().extension() == u8".ini") return true;
    return false;
}

} // namespace

Result<std::optional<std::string>> read_settings_file(const fs::path& file) {
    auto text = config::read_ini_file(file);
    if (!text) return error_at(file, text.error().message);
    return text;
}

Result<void> write_settings_file(const fs::path& file, std::string_view text,
                                 const std::optional<fs::path>& config_file) {
    const Result<fs::path> target = follow_links(file); // the place for a copy of the old file
    if (target.has_error()) return target.error();
    const auto bytes = config::read_ini_bytes(*target);
    if (bytes.has_error()) return error_at(*target, bytes.error().message); // it is not overwritten
    const std::string old = config::decode_ini(bytes->value_or(std::string()));
    std::error_code error;
    if (target->has_parent_path()) fs::create_directories(target->parent_path(), error);
    if (error) return error_at(target->parent_path(), system_message(error));
    if (bytes->has_value() && !config::was_saved(old)) {
        const fs::path backup = fs::path(*target) += u8".bak";
        if (fs::is_symlink(fs::symlink_status(backup, error)))
            return error_at(backup, "is a symbolic link");
        if (const auto kept = replace_file(backup, **bytes, *target); !kept) return kept.error();
    }
    // This is the file that has the books in use.
    const fs::path& described = config_file ? *config_file : *target;
    const auto books = config_file ? read_settings_file(*config_file) : std::optional(old);
    if (books.has_error()) return books.error();
    return replace_file(
        *target, keep_all_books(books->value_or(std::string()), described, std::string(text)),
        config_file.value_or(fs::path()));
}

fs::path settings_directory(const config::Settings& settings, const fs::path& start_directory) {
    if (!settings.settings_dir.empty())
        return normal_path(absolute_path(start_directory, to_path(settings.settings_dir)));
    if (!config::native_dialect().saves_at_home) return start_directory / u8"_PG";
    const std::string home = environment_variable("HOME").value_or("");
    return (home.empty() ? start_directory : to_path(home)) / u8".polyglot";
}

config::Configuration recall_settings(config::Configuration configuration,
                                      const std::optional<fs::path>& config_file,
                                      const fs::path& start_directory,
                                      std::string_view engine_name) {
    config::Settings& settings = configuration.settings;
    const config::Option* option = config::find_option("SettingsFile");
    const config::Origin::Kind origin = configuration.provenance.of(*option).kind;
    // A SettingsFile that a file names is written and not read, as in PolyGlot.
    if (origin == config::Origin::Kind::File) return configuration;
    const bool on_command_line = origin == config::Origin::Kind::CommandLine;
    // Settings are saved in the config file, which has been read already.
    if (!on_command_line && !config::saves_per_engine(config_file)) return configuration;
    const std::string_view name =
        settings.engine_name.empty() ? engine_name : std::string_view(settings.engine_name);
    const fs::path file =
        on_command_line
            ? normal_path(absolute_path(start_directory, to_path(settings.settings_file)))
            : settings_directory(settings, start_directory) /
                  to_path(config::saved_settings_name(name));
    settings.settings_file = to_text(file);
    const auto text = read_settings_file(file);
    if (text.has_error())
        configuration.diagnostics.push_back(
            {config::Severity::Error, "", 0, 0, 0, text.error().message, "", ""});
    else if (text->has_value())
        config::load_saved_settings(configuration, **text, to_text(file));
    return configuration;
}

config::Configuration recall_known_settings(config::Configuration configuration,
                                            const std::optional<fs::path>& config_file,
                                            const fs::path& start_directory) {
    const config::Settings& settings = configuration.settings;
    const config::Origin::Kind origin =
        configuration.provenance.of(*config::find_option("SettingsFile")).kind;
    const bool depends_on_name = origin == config::Origin::Kind::Default &&
                                 config::saves_per_engine(config_file) &&
                                 settings.engine_name.empty();
    if (!depends_on_name)
        return recall_settings(std::move(configuration), config_file, start_directory, "");
    const fs::path folder = settings_directory(settings, start_directory);
    if (has_ini_file(folder))
        configuration.diagnostics.push_back(
            {config::Severity::Note, "", 0, 0, 0,
             "if settings are saved for this engine, they are in force and not shown here: their "
             "file in " +
                 to_text(folder) + " is named after the engine, which says its name when it runs",
             "", "SettingsFile = FILE on the command line (-pg) names it"});
    return configuration;
}

} // namespace polyglot::io
