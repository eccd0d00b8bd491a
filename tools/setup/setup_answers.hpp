// Answers the questions of setup's page. Test: setup_site_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/engines/engine_question.hpp"
#include "tools/setup/book_board.hpp"
#include "tools/setup/choices.hpp"
#include "tools/setup/engine_search.hpp"
#include "tools/setup/hosts.hpp"
#include "tools/setup/latest_run.hpp"
#include "tools/setup/short_test.hpp"
#include "tools/setup/trial.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/json/object.hpp>

namespace polyglot::tools {

// Rules:
// 1. There is one engine, the one that was last asked; a question that names another one is
//    refused, because it comes from a tab that does not show what is known.
// 2. What runs (the question to the engine, the short test, the ten plies) runs on the context; the
//    page asks how far it is.
// 3. Only the text of an ini file with which the ten plies were played is written.
class SetupAnswers {
  public:
    using Question = boost::json::object;
    using Answer = Result<boost::json::object>;

    SetupAnswers(boost::asio::io_context& context, std::filesystem::path polyglot,
                 std::filesystem::path start_directory, std::filesystem::path wanted_ini = {});

    // "folder" (where the command was started), "starter", "windows".
    Answer about() const;
    // "again": true looks anew into the usual places. Returns "engines" ("path", "name") of those
    // that have answered, and the folders that have not: "waiting".
    Answer engines(const Question& question);
    // list_folder() of "folder" (absent: where the command was started), with what is "wanted":
    // programs, books or nothing.
    Answer folder(const Question& question) const;
    // "engine" (a path or a command): starts it and asks for its name and options. Without: how far
    // it is. Returns "state" (none, asking, ready, failed), "error", "engine", "name", "author",
    // "protocol", "program", "options", "ini", "learn_file".
    Answer engine(const Question& question);
    // "start": true begins the short test of the engine. Returns ShortTest::answer(), or {}.
    Answer test(const Question& question);
    // "books" and "line": BookBoard::answer().
    Answer book(const Question& question);
    // The choices: "text" of the ini file, its path "ini", "exists" if it would be replaced;
    // "script" and "script_exists" likewise, if there will be one.
    Answer preview(const Question& question);
    // The choices, with "start": true: plays the ten plies. Without: how far they are; with
    // "cancel": true, ends them. Returns Trial::answer() and the "text" of the ini file, or {}.
    Answer trial(const Question& question);
    // The choices, with which the ten plies were played: writes the files. Returns "ini", "kept",
    // "script", "script_kept", "unchanged", and "hosts" with "name", "steps" and "fields"; if only
    // the script could not be written, "script_error".
    Answer write(const Question& question);
    void end(); // all processes

  private:
    std::vector<EngineFolder> engine_folders() const;
    Result<SetupChoices> choices_of(const Question& question) const;
    Result<void> check_engine(const Question& question) const;
    Result<void> start_trial(const Question& question);
    HostPaths paths_of(const SetupChoices& choices) const;
    void note_inputs(const SetupChoices& choices) const;
    void on_asked();
    boost::json::object describe_engine() const;

    boost::asio::io_context& context_;
    std::filesystem::path polyglot_, start_directory_, wanted_ini_;
    EngineSearch search_;
    BookBoard board_;
    std::optional<ChosenEngine> engine_; // that is asked, or has answered
    std::string error_;                  // why it has not
    bool is_ready_ = false;
    LatestRun<Trial> trial_;
    LatestRun<ShortTest> test_;
    std::unique_ptr<EngineQuestion> question_;
};

} // namespace polyglot::tools
