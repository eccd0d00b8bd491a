// No command overwrites its input, nor a file that it has just written, by whatever name or link. Functions that open
// files for reading call note_input(), and OutputFile calls why_not_to_write(): commands need no code for this.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace polyglot::io {

// A command begins: it may write what earlier commands of this process have read and written. Before the first call
// nothing is noted or refused: the adapter replaces its own settings file as often as it is asked to.
void begin_command();
// Ends noting and refusing. A command need not call it; tests do, because their process goes on.
void end_command();

// The command reads this file, or is going to. May be called by several threads. Files that do not exist count by their
// name.
void note_input(const std::filesystem::path& file);
// The command writes this file.
void note_output(const std::filesystem::path& file);
// It does not, after all, or it is about to write it once more, as its own. An input stays one.
void forget_output(const std::filesystem::path& file);

// Why the file must not be written: it is one of those noted, another output than `own`. Returns nullopt if it may be.
std::optional<std::string> why_not_to_write(const std::filesystem::path& file, const std::filesystem::path& own = {});

} // namespace polyglot::io
