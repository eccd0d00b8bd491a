// Opens the two kinds of stores for results (docs/learning.md). Test: learn_store_test.cpp.
#pragma once
#include "config/settings.hpp"
#include "core/book/learn_store.hpp"
#include "core/book/learning.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

// Opens the learn fields of a PolyGlot book. Each entry is changed by one write of four aligned
// bytes under a lock on these bytes, so that any number of adapters may learn in one file. With
// force they are used even if the fields mean something else. The error names the file and the
// reason: it is not writable, its fields are of another dialect …
Result<std::shared_ptr<book::LearnStore>> open_learn_fields(const std::filesystem::path& book,
                                                            bool force);

// Opens an SQLite file in WAL mode (learn_db.hpp), which is created if it does not exist. A locked
// one is opened later.
Result<std::shared_ptr<book::LearnStore>> open_learn_db(const std::filesystem::path& file);

// Opens the store that the settings require (session::LearnStoreOpener). Files are relative to
// start_directory (absolute).
book::OpenedLearnStore open_learn_store(const config::Settings& settings,
                                        const std::filesystem::path& start_directory);
// Returns where results would be kept by the settings: a file, or "the learn fields of" one, and
// what waits in the file beside it; empty if results are not kept. Nothing is created or changed.
// The error says why results cannot be kept.
Result<std::string> find_learn_store(const config::Settings& settings,
                                     const std::filesystem::path& start_directory);

} // namespace polyglot::io
