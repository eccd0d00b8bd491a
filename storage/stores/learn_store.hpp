// The two places where results are kept: docs/learning.md.
#pragma once
#include "config/settings.hpp"
#include "core/book/learn_store.hpp"
#include "core/book/learning.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

// The learn fields of a PolyGlot book: each entry changed by one write of four aligned bytes under a lock on these
// bytes, so that any number of adapters may learn in one file. force: even if the fields mean something else. The error
// names the file and the reason: not writable, fields of another dialect …
Result<std::shared_ptr<book::LearnStore>> open_learn_fields(const std::filesystem::path& book, bool force);

// An SQLite file in WAL mode (learn_db.hpp), made when it is not there. One that others keep locked is opened later.
Result<std::shared_ptr<book::LearnStore>> open_learn_db(const std::filesystem::path& file);

// What the settings ask for; see session::LearnStoreOpener. Files are relative to start_directory (absolute).
book::OpenedLearnStore open_learn_store(const config::Settings& settings, const std::filesystem::path& start_directory);
// Where results would go by the settings: a file, or "the learn fields of" one, and what waits in the file beside it;
// empty if they ask for none. Nothing is made or changed. The error says why none could be kept.
Result<std::string> find_learn_store(const config::Settings& settings, const std::filesystem::path& start_directory);

} // namespace polyglot::io
