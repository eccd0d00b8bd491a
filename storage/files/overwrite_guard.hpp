// Prevents a command from overwriting its input, or a file that it has just written, by whatever
// name or link. Functions that open files for reading call note_input(), and OutputFile calls
// why_not_to_write(), so that commands need no code for this. Test: overwrite_guard_test.cpp.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace polyglot::io {

// A command begins. It may write the files that earlier commands of this process have read and
// written. Before the first call nothing is noted or refused, because the adapter may replace its
// settings file repeatedly.
void begin_command();
// Ends noting and refusing. A command need not call it; tests do, because their process continues.
void end_command();

// The command reads this file, or will read it. May be called by several threads. Files that do not
// exist are compared by name.
void note_input(const std::filesystem::path& file);
// The command writes this file.
void note_output(const std::filesystem::path& file);
// The command does not write this file after all, or is about to write it again. An input stays
// noted.
void forget_output(const std::filesystem::path& file);

// Returns why the file must not be written: it is an input, or an output other than `own`. Nullopt
// if it may be written.
std::optional<std::string> why_not_to_write(const std::filesystem::path& file,
                                            const std::filesystem::path& own = {});

} // namespace polyglot::io
