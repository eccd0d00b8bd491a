#include "tools/setup/setup_answers.hpp"

#include "config/file_name.hpp"
#include "config/native.hpp"
#include "core/openings/starter.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/search_path.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_store.hpp"
#include "tools/common/json.hpp"
#include "tools/engines/engine_ini.hpp"
#include "tools/setup/folder_list.hpp"
#include "tools/setup/ini_text.hpp"
#include "tools/setup/own_thread.hpp"
#include "tools/setup/question.hpp"
#include "tools/setup/written_files.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <system_error>
#include <utility>

#include <boost/asio/post.hpp>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using protocol::OptionDeclaration;

json::string json_of_lines(std::string_view text) {
    json::string lines(text::shown_lines(text));
    return lines;
}

// As the page's field shows it: an engine may declare "True", or a choice in another case.
std::string_view default_of(const OptionDeclaration& option) {
    if (option.default_value == "<empty>") return {};
    return protocol::canonical_option_value(option, option.default_value);
}

json::object json_of(const OptionDeclaration& option) {
    constexpr std::array<std::string_view, 6> types{"check",  "spin",   "combo",
                                                    "button", "string", "string"};
    json::object one{{"name", tools::json_of(option.name)},
                     {"type", types[static_cast<std::size_t>(option.type)]},
                     {"default", tools::json_of(default_of(option))},
                     {"values", tools::json_of(describe_values(option))},
                     {"own_book", turns_own_book_on(option)}};
    if (option.min) one["min"] = *option.min;
    if (option.max) one["max"] = *option.max;
    if (!option.choices.empty()) one["choices"] = tools::json_of(option.choices);
    return one;
}

json::array json_of(const std::vector<HostEntry>& hosts) {
    json::array all;
    for (const HostEntry& host : hosts) {
        json::array fields;
        for (const HostField& field : host.fields)
            fields.push_back(
                json::object{{"label", field.label}, {"text", json_of_lines(field.text)}});
        json::object one{{"name", host.name}, {"steps", host.steps}};
        one["fields"] = std::move(fields);
        all.push_back(std::move(one));
    }
    return all;
}

// A folder of a network may answer after minutes, or never.
constexpr std::chrono::seconds longest_look{3};
constexpr const char* no_answer = " does not answer within 3 s; it may be on a network";

Wanted wanted_of(std::string_view word) {
    if (word == "programs") return Wanted::Programs;
    return word == "books" ? Wanted::Books : Wanted::Nothing;
}

text::Quoting quoting() {
    return config::native_dialect().quoting;
}

std::string name_of(const ChosenEngine& engine) {
    return engine.answer.name.empty() ? to_text(to_path(engine.words.front()).stem())
                                      : engine.answer.name;
}

} // namespace

SetupAnswers::SetupAnswers(boost::asio::io_context& context, fs::path polyglot,
                           fs::path start_directory, fs::path wanted_ini)
    : context_(context),
      polyglot_(std::move(polyglot)),
      start_directory_(std::move(start_directory)),
      wanted_ini_(std::move(wanted_ini)) {}

SetupAnswers::Answer SetupAnswers::about() const {
    return json::object{{"folder", tools::json_of(to_text(start_directory_))},
                        {"starter", openings::starter_name},
                        {"windows", quoting() == text::Quoting::Windows}};
}

std::vector<EngineFolder> SetupAnswers::engine_folders() const {
    std::vector<EngineFolder> folders{{start_directory_, false, 1},
                                      {polyglot_.parent_path(), false, 1}};
    if (!wanted_ini_.empty()) folders.push_back({wanted_ini_.parent_path(), false, 1});
    for (fs::path& one : folders_of_search_path(io::environment_variable("PATH").value_or("")))
        folders.push_back({std::move(one)});
    for (EngineFolder& one : usual_engine_folders())
        folders.push_back(std::move(one));
    return folders;
}

SetupAnswers::Answer SetupAnswers::engines(const Question& question) {
    if (is_true(question, "again") || !search_.has_begun()) search_.begin(engine_folders());
    json::array engines, waiting;
    for (const fs::path& folder : search_.waiting()) // first: what answers now is found below
        waiting.push_back(tools::json_of(to_text(folder)));
    for (const fs::path& path : search_.found())
        engines.push_back(json::object{{"path", tools::json_of(to_text(path))},
                                       {"name", tools::json_of(to_text(path.filename()))}});
    json::object answer;
    answer["engines"] = std::move(engines);
    answer["waiting"] = std::move(waiting);
    return answer;
}

SetupAnswers::Answer SetupAnswers::folder(const Question& question) const {
    const std::string_view name = text::trim(member_text(question, "folder"));
    const fs::path folder = name.empty()
                                ? start_directory_
                                : normal_path(absolute_path(start_directory_, to_path(name)));
    const auto look = [folder, wanted = wanted_of(member_text(question, "wanted"))] {
        std::error_code error;
        const bool is_file = !fs::is_directory(folder, error) && fs::exists(folder, error);
        return list_folder(is_file ? folder.parent_path() : folder, wanted);
    };
    if (auto listed = call_within(longest_look, look)) return *std::move(listed);
    return make_error("the folder " + to_text(folder) + no_answer);
}

SetupAnswers::Answer SetupAnswers::engine(const Question& question) {
    if (!question.contains("engine")) return describe_engine();
    const std::string typed(member_text(question, "engine"));
    auto looked_for = call_within(longest_look, [typed, start_directory = start_directory_] {
        return find_chosen_engine(typed, start_directory);
    });
    if (!looked_for) return make_error(text::shown_text(text::trim(typed)) + no_answer);
    auto found = *std::move(looked_for);
    if (!found) return found.error();
    if (is_same_file(to_path(found->words.front()), polyglot_))
        return make_error(found->words.front() +
                          " is polyglot itself; choose the engine that it starts");
    test_.cancel();
    trial_.cancel();
    engine_ = *std::move(found);
    is_ready_ = false;
    error_.clear();
    question_ = std::make_unique<EngineQuestion>(context_, settings_of(*engine_), [this] {
        boost::asio::post(context_, [this] { on_asked(); });
    });
    question_->start();
    return describe_engine();
}

// A question that was asked meanwhile has not ended.
void SetupAnswers::on_asked() {
    if (!question_ || !question_->ended()) return;
    auto answer = question_->take();
    question_.reset();
    if (!answer) {
        error_ = answer.error().message;
        return;
    }
    engine_->answer = *std::move(answer);
    is_ready_ = true;
}

json::object SetupAnswers::describe_engine() const {
    if (!engine_) return {{"state", "none"}};
    json::object answer{{"state", is_ready_   ? "ready"
                                  : question_ ? "asking"
                                              : "failed"},
                        {"error", tools::json_of(error_)},
                        {"engine", tools::json_of(engine_->typed)},
                        {"program", tools::json_of(engine_->words.front())}};
    if (!is_ready_) return answer;
    const EngineAnswer& known = engine_->answer;
    const std::string part = config::path_part(name_of(*engine_));
    answer["name"] = tools::json_of(name_of(*engine_));
    answer["author"] = tools::json_of(known.author);
    answer["protocol"] = known.speaks_xboard ? "xboard" : "uci";
    answer["ini"] = tools::json_of(
        to_text(wanted_ini_.empty() ? absolute_path(start_directory_, to_path(part + ".ini"))
                                    : wanted_ini_));
    answer["learn_file"] =
        tools::json_of(to_text(absolute_path(start_directory_, to_path(part + ".results.db"))));
    json::array options;
    for (const OptionDeclaration& option : known.options)
        if (option.type != OptionDeclaration::Type::Button && !is_set_by_polyglot(option.name))
            options.push_back(json_of(option));
    answer["options"] = std::move(options);
    return answer;
}

Result<void> SetupAnswers::check_engine(const Question& question) const {
    if (!engine_ || !is_ready_)
        return make_error("no engine has answered yet: the first step chooses one");
    if (member_text(question, "engine") != engine_->typed)
        return make_error("another tab has chosen another engine, " + engine_->typed +
                          ": load this page again");
    return {};
}

Result<SetupChoices> SetupAnswers::choices_of(const Question& question) const {
    if (const auto known = check_engine(question); !known) return known.error();
    return read_choices(question, *engine_, start_directory_);
}

SetupAnswers::Answer SetupAnswers::test(const Question& question) {
    if (is_true(question, "start")) {
        if (const auto known = check_engine(question); !known) return known.error();
        test_.replace(
            std::make_unique<ShortTest>(context_, polyglot_, engine_->words, engine_->folder));
    }
    return test_.get() != nullptr ? test_.get()->answer() : json::object();
}

SetupAnswers::Answer SetupAnswers::book(const Question& question) {
    auto names = texts_of(question, "books");
    if (!names) return names.error();
    for (std::string& name : *names)
        name = typed_book(name, start_directory_);
    board_.open(*names);
    return board_.answer(member_text(question, "line"));
}

HostPaths SetupAnswers::paths_of(const SetupChoices& choices) const {
    return {.polyglot = polyglot_,
            .ini = choices.ini,
            .script = choices.has_script ? script_path(choices.ini, quoting()) : fs::path(),
            .name = name_of(*engine_)};
}

SetupAnswers::Answer SetupAnswers::preview(const Question& question) {
    const auto choices = choices_of(question);
    if (!choices) return choices.error();
    const std::string text = format_setup_ini(*engine_, *choices);
    json::object answer{{"text", json_of_lines(text)},
                        {"ini", tools::json_of(to_text(choices->ini))},
                        {"exists", has_other_content(choices->ini, text)}};
    if (const HostPaths paths = paths_of(*choices); choices->has_script) {
        answer["script"] = tools::json_of(to_text(paths.script));
        answer["script_exists"] = has_other_content(paths.script, format_script(paths, quoting()));
    }
    return answer;
}

// The files that are about to be written must not be one of these, by whatever link.
void SetupAnswers::note_inputs(const SetupChoices& choices) const {
    io::note_input(polyglot_);
    for (const std::string& word : engine_->words)
        io::note_input(absolute_path(engine_->folder, to_path(word)));
    for (const std::string& book : choices.books)
        if (book != openings::starter_name) io::note_input(to_path(book));
    if (!choices.learn_file.empty()) io::note_input(to_path(choices.learn_file));
}

Result<void> SetupAnswers::start_trial(const Question& question) {
    const auto choices = choices_of(question);
    if (!choices) return choices.error();
    board_.open(choices->books);
    if (const std::string error = board_.error(); !error.empty()) return make_error(error);
    if (!choices->learn_file.empty()) { // the trial itself gets another file
        config::Settings settings;
        settings.book = settings.book_learn = true;
        settings.book_file = choices->books.front();
        settings.book_learn_file = choices->learn_file;
        if (const auto store = io::find_learn_store(settings, start_directory_); !store)
            return make_error("learn_file: " + store.error().message);
    }
    io::begin_command(); // what earlier trials have written may be written again
    note_inputs(*choices);
    trial_
        .replace(
            std::make_unique<Trial>(context_, TrialPlan{.polyglot = polyglot_,
                                                        .place = choices->ini,
                                                        .ini = format_setup_ini(*engine_, *choices),
                                                        .learns = !choices->learn_file.empty()}))
        .start();
    return {};
}

SetupAnswers::Answer SetupAnswers::trial(const Question& question) {
    if (is_true(question, "start")) {
        if (const auto started = start_trial(question); !started) return started.error();
    } else if (is_true(question, "cancel")) {
        trial_.cancel();
    }
    if (trial_.get() == nullptr) return json::object();
    json::object answer = trial_.get()->answer();
    answer["text"] = json_of_lines(trial_.get()->ini());
    return answer;
}

SetupAnswers::Answer SetupAnswers::write(const Question& question) {
    const auto choices = choices_of(question);
    if (!choices) return choices.error();
    const std::string text = format_setup_ini(*engine_, *choices);
    const Trial* const trial = trial_.get();
    if (trial == nullptr || !trial->has_passed() || trial->ini() != text)
        return make_error("the ten plies have not been played with these choices: play them first");
    io::begin_command(); // writing counts as a separate run, which may write a file once more
    note_inputs(*choices);
    HostPaths paths = paths_of(*choices);
    if (choices->has_script) // before anything is written
        if (const auto fits = check_writable(paths.script); !fits) return fits.error();
    const auto ini = write_kept(choices->ini, text);
    if (!ini) return ini.error();
    json::object answer{{"ini", tools::json_of(to_text(ini->file))},
                        {"kept", tools::json_of(to_text(ini->kept))},
                        {"unchanged", ini->is_unchanged}};
    if (choices->has_script) {
        const auto script =
            write_kept(paths.script, format_script(paths, quoting()), FileMode::Executable);
        if (script) {
            answer["script"] = tools::json_of(to_text(script->file));
            answer["script_kept"] = tools::json_of(to_text(script->kept));
        } else {
            answer["script_error"] = tools::json_of(script.error().message);
            paths.script.clear();
        }
    }
    answer["hosts"] = json_of(describe_hosts(paths, quoting()));
    return answer;
}

void SetupAnswers::end() {
    test_.cancel();
    trial_.cancel();
    if (question_) question_->quit();
}

} // namespace polyglot::tools
