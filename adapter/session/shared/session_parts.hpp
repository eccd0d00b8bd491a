// The parts of a session besides its state. Only the Session has all of them; every other class is
// given the SessionContext, and in its constructor each part that it may change.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "adapter/session/books/learner.hpp"
#include "adapter/session/books/opening.hpp"
#include "adapter/session/books/program_books.hpp"
#include "adapter/session/shared/engine_lag.hpp"
#include "adapter/session/shared/engine_options.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/shared/supervisor.hpp"
#include "config/settings.hpp"
#include "core/random.hpp"

#include <utility>

namespace polyglot::session {

// The functions and objects that the session may call, besides taking events.
struct Environment {
    BookOpener open_book;
    Random& random;
    Log& log;
    // Called once, when the engine has sent its name; may be empty.
    SettingsRecaller recall_settings = nullptr;
    LearnStoreOpener open_learn_store = nullptr; // if empty, no results are learnt
    BookStamper stamp_book = nullptr;            // if empty, a changed book file is not noticed
};

struct SessionParts {
    // Moves the functions for books and stores out of the environment.
    SessionParts(config::Settings initial, Environment& environment)
        : settings(std::move(initial)),
          learner(std::move(environment.open_learn_store)),
          book(programs.around(std::move(environment.open_book)), std::move(environment.stamp_book),
               learner, environment.random),
          engine_options(settings.engine_options, settings.block_options),
          supervisor(settings),
          lag(settings) {}
    SessionParts(const SessionParts&) = delete;
    SessionParts& operator=(const SessionParts&) = delete;

    config::Settings settings; // in force
    Learner learner;
    ProgramBooks programs;
    BookPlayer book;
    EngineOptions engine_options;
    Supervisor supervisor;
    EngineLag lag;
};

} // namespace polyglot::session
