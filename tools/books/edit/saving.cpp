#include "tools/books/edit/saving.hpp"

#include "storage/files/patience.hpp"

namespace polyglot::tools {
namespace {

// Opens the current book and locks it. Returns null if another program has the lock or has just
// replaced the file.
Result<std::shared_ptr<io::SharedFile>> try_lock_book(const std::filesystem::path& file) {
    auto shared = io::open_shared_file(file);
    if (!shared) return shared;
    const auto locked = (*shared)->try_lock(0, (*shared)->size());
    if (!locked) return locked.error();
    if (!*locked) return std::shared_ptr<io::SharedFile>();
    const auto current = (*shared)->is_current();
    if (!current) return current.error();
    return *current ? shared : std::shared_ptr<io::SharedFile>();
}

} // namespace

// Without the lock, results that adapters record between our reading and our writing would be lost.
// With it they wait and record them in the new file. An adapter holds its locks for microseconds,
// an edit for as long as writing the book takes. The file is opened for each try, because an edit
// replaces it and because Windows does not replace an open file.
Result<std::shared_ptr<const book::ByteReader>> lock_book(const std::filesystem::path& file,
                                                          const std::string& name,
                                                          std::chrono::milliseconds longest,
                                                          const std::function<bool()>& keep_on) {
    io::Patience patience(longest);
    do {
        const auto locked = try_lock_book(file);
        if (!locked) return locked.error();
        if (*locked) return std::shared_ptr<const book::ByteReader>(*locked);
    } while (keep_on() && patience.pause());
    return make_error(name + ": is kept locked by another program");
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

Result<void> save_edits(const EditedBook& book, const std::filesystem::path& path,
                        const std::string& name, EditHistory& history, const std::string& command,
                        std::string& remark) {
    auto file = write_beside(book, path, name);
    if (!file) return file.error();
    // The history is written first: if the program is ended in between, -undo finds that the book
    // is unchanged.
    if (auto added = history.add(command, book.record()); !added) return added;
    auto replaced = file->commit();
    if (!replaced) {
        if (const auto removed = history.remove_last(); !removed) remark = removed.error().message;
    }
    return replaced;
}

} // namespace polyglot::tools
