// An edited book on its way to the disk: beside the old one, then renamed, with a line in the undo
// file.
#pragma once
#include "core/result.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tools/books/edit/edited_book.hpp"
#include "tools/books/edit/history.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace polyglot::tools {

// Opens the book to write it, locked as a whole against adapters that learn: what they record waits
// for the new file. Waits for them, and for other programs that edit it: what they have written is
// in the book that is opened then. file: links followed; name: for messages; longest: it waits;
// keep_on: asked while it does. The lock lasts as long as the reader.
Result<std::shared_ptr<const book::ByteReader>> lock_book(
    const std::filesystem::path& file, const std::string& name, std::chrono::milliseconds longest,
    const std::function<bool()>& keep_on = [] { return true; });

// The book's bytes in a new file, which takes the old one's place by commit().
Result<io::OutputFile> write_beside(const EditedBook& book, const std::filesystem::path& file,
                                    const std::string& name);

// Writes the book and notes the run. `remark` gets what else went wrong when the error is not the
// first one.
Result<void> save_edits(const EditedBook& book, const std::filesystem::path& file,
                        const std::string& name, EditHistory& history, const std::string& command,
                        std::string& remark);

} // namespace polyglot::tools
