// `polyglot make-config` writes the ini files of a tournament and prints its runner's command line.
// See docs/tournaments.md.
#include "adapter/engine/launch_plan.hpp"
#include "config/engine_command.hpp"
#include "config/learn_server.hpp"
#include "config/native.hpp"
#include "config/placeholders.hpp"
#include "core/book/variants/book.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "core/text/system_message.hpp"
#include "core/text/utf8.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/own_program.hpp"
#include "storage/files/whole_path.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/make_config/files.hpp"

#include <ostream>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

struct NewFile {
    std::string name;
    std::string text;
};

class MakeConfig {
  public:
    MakeConfig(const MakeConfigOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}

    int run() {
        const int status = make();
        if (status != exit_done) remove_made_folders();
        return status;
    }

  private:
    int make() {
        if (const auto found = prepare(); !found) return fail(found.error());
        const auto answers = ask_engines(settings_);
        if (!answers) {
            err_ << "make-config: stopped, nothing is written\n";
            return exit_interrupted;
        }
        if (!take(*answers)) return exit_bad_input;
        name_engines(engines_, settings_);
        const auto polyglot = io::own_program();
        if (!polyglot) return fail(polyglot.error());
        if (const auto written = write(*polyglot); !written) return fail(written.error());
        report();
        out_ << format_runner_command(options_, engines_, *polyglot);
        return exit_done;
    }

    Result<void> make_folder(const fs::path& folder) {
        std::error_code error;
        std::vector<fs::path> missing;
        for (fs::path each = folder; each.has_relative_path() && !fs::exists(each, error);
             each = each.parent_path())
            missing.push_back(each);
        error.clear();
        for (; !missing.empty() && !error; missing.pop_back())
            if (fs::create_directory(missing.back(), error))
                made_.insert(made_.begin(), missing.back());
        if (error)
            return make_error("the directory " + to_text(folder) +
                              " cannot be made: " + system_message(error));
        if (!fs::is_directory(folder, error))
            return make_error("the directory " + to_text(folder) +
                              " cannot be made: a file has that name");
        return {};
    }

    // Removes the created folders if they are empty; a file in one of them belongs to the user.
    void remove_made_folders() const {
        std::error_code error;
        for (const fs::path& folder : made_)
            fs::remove(folder, error);
    }

    int fail(const Error& error) {
        return tools::fail(err_, "make-config: " + text::shown_text(error.message));
    }

    // Checks the programs and the book, so that their faults are reported before an engine is
    // started.
    Result<void> prepare() {
        if (!options_.book.empty()) {
            const auto book = io::open_book(io::book_path(fs::current_path(), options_.book));
            if (!book) return make_error("-book " + book.error().message);
            const auto fits = book::open_variant(*book->book, options_.variant);
            if (!fits) return make_error("-book " + options_.book + ": " + fits.error().message);
        }
        for (const std::string& engine : options_.engines)
            if (auto added = add_engine(engine); !added) return added;
        return make_folder(options_.folder); // engines run in it
    }

    // A program with a folder in its name runs in that folder, which contains its networks and
    // books; a program from PATH runs in the current folder. It is queried in the same folder,
    // because its arguments may be files there.
    Result<void> add_engine(const std::string& command) {
        config::Settings settings;
        std::error_code error;
        if (fs::is_regular_file(to_path(command), error)) // whatever blanks the name contains
            settings.engine_argv = {command};
        else
            settings.engine_command = command;
        auto words = config::engine_words(settings);
        if (!words) return make_error(text::shown_text(command) + ": " + words.error().message);
        const bool has_folder = to_path(words->front()).has_parent_path();
        const auto program = io::find_engine(settings, *words, fs::current_path());
        if (!program) return program.error();
        words->front() = to_text(program->executable);
        const fs::path folder = has_folder ? program->executable.parent_path() : options_.folder;
        engines_.push_back({.command = text::join_words(*words, config::native_dialect().quoting),
                            .directory = to_text(folder)});
        settings.engine_command.clear();
        settings.engine_argv = *words;
        settings.engine_dir = to_text(folder);
        settings_.push_back(std::move(settings));
        return {};
    }

    // Returns false if an engine has not answered, because the tournament would lack it.
    bool take(const std::vector<Result<EngineAnswer>>& answers) {
        bool good = true;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (answers[i])
                engines_[i].answer = *answers[i];
            else
                good = fail(make_error(options_.engines[i] + ": " + answers[i].error().message +
                                       " (asked in " + engines_[i].directory +
                                       ", where it will run)")) == exit_done;
        }
        if (!good) err_ << "make-config: nothing is written\n";
        return good;
    }

    std::vector<NewFile> files(const fs::path& polyglot) const {
        std::vector<NewFile> files{{std::string(common_file), format_common_ini(options_)}};
        for (const TournamentEngine& engine : engines_)
            files.push_back({engine.file, format_engine_ini(engine, options_)});
        if (options_.runner == Runner::CutechessCli)
            files.push_back(
                {std::string(json_file), format_engines_json(engines_, polyglot, options_.folder)});
        return files;
    }

    // Creates the folder of the store, because processes cannot open a store in a missing folder.
    // The adapter itself creates folders with placeholders.
    Result<void> make_store_folder() {
        if (options_.store.empty() || config::is_learn_server(options_.store)) return {};
        const std::string store = to_text(normal_path(io::whole_path(to_path(options_.store))));
        const auto above = config::folder_above_placeholders(store);
        const fs::path folder = above ? to_path(*above) : to_path(store).parent_path();
        const auto made = make_folder(to_path(config::fill_placeholders(to_text(folder), {})));
        return made ? made : make_error("-store " + options_.store + ": " + made.error().message);
    }

    Result<void> write(const fs::path& polyglot) {
        const std::vector<NewFile> all = files(polyglot);
        std::error_code error;
        for (const NewFile& file : all)
            if (!options_.force &&
                fs::exists(fs::symlink_status(options_.folder / to_path(file.name), error)))
                return make_error(to_text(options_.folder / to_path(file.name)) +
                                  " exists; nothing is written. -force replaces it");
        if (auto made = make_store_folder(); !made) return made;
        if (options_.log)
            if (auto made = make_folder(options_.folder / u8"logs"); !made) return made;
        std::vector<io::OutputFile> open; // all files are written before the first is renamed
        for (const NewFile& file : all) {
            auto target = io::OutputFile::open(options_.folder / to_path(file.name));
            if (!target) return target.error();
            target->write(file.text);
            open.push_back(*std::move(target));
        }
        for (io::OutputFile& file : open)
            if (auto done = file.commit(); !done) return done;
        return {};
    }

    // The report goes to standard error, because the output is the runner's command line.
    void report() const {
        err_ << to_text(options_.folder) << ": " << common_file;
        if (options_.runner == Runner::CutechessCli) err_ << ", " << json_file;
        err_ << '\n';
        for (const TournamentEngine& engine : engines_)
            err_ << "  " << engine.file << ": " << text::shown_text(engine.name) << ", "
                 << (engine.answer.speaks_xboard ? "xboard" : "uci") << ", "
                 << engine.answer.options.size() << " options\n";
    }

    const MakeConfigOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    std::vector<config::Settings> settings_; // those of the engines, for queries
    std::vector<TournamentEngine> engines_;
    std::vector<fs::path> made_; // created folders, inner ones first
};

} // namespace

int run_make_config(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    const auto read = read_make_config_options(args, std::filesystem::current_path(), out, err);
    if (const int* const over = std::get_if<int>(&read)) return *over;
    return MakeConfig(std::get<MakeConfigOptions>(read), out, err).run();
}

} // namespace polyglot::tools
