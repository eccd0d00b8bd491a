#include "tools/edit_book/saving.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace polyglot::tools {
namespace {

// What adapters would record between our reading and our writing would be lost. They wait and record it in the new
// file. An adapter holds its locks for microseconds.
Result<void> lock(io::SharedFile& file, const std::string& name) {
    constexpr int most_tries = 200;
    for (int i = 0; i < most_tries; ++i) {
        const auto locked = file.try_lock(0, file.size());
        if (!locked) return locked.error();
        if (*locked) return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return make_error(name + ": is kept locked by another program");
}

} // namespace

Result<std::shared_ptr<const book::ByteReader>> lock_book(const std::filesystem::path& file, const std::string& name) {
    const auto shared = io::open_shared_file(file);
    if (!shared) return shared.error();
    if (auto locked = lock(**shared, name); !locked) return locked.error();
    const auto current = (*shared)->is_current();
    if (!current) return current.error();
    if (!*current) return make_error(name + ": is being replaced by another program");
    return std::shared_ptr<const book::ByteReader>(*shared);
}

Result<io::OutputFile> write_beside(const EditedBook& book, const std::filesystem::path& path,
                                    const std::string& name) {
    auto file = io::OutputFile::open(path);
    if (!file) return file.error();
    const auto moves = book.write([&file](std::string_view bytes) { file->write(bytes); });
    if (!moves) return make_error(name + ": cannot be read to its end");
    if (*moves == 0) return make_error(name + ": no move would be left; nothing is written");
    return file;
}

Result<void> save_edits(const EditedBook& book, const std::filesystem::path& path, const std::string& name,
                        EditHistory& history, const std::string& command, std::string& remark) {
    auto file = write_beside(book, path, name);
    if (!file) return file.error();
    // First the history: should we be ended in between, -undo finds that the book is as before.
    if (auto added = history.add(command, book.record()); !added) return added;
    auto replaced = file->commit();
    if (!replaced) {
        if (const auto removed = history.remove_last(); !removed) remark = removed.error().message;
    }
    return replaced;
}

} // namespace polyglot::tools
