#include "adapter/io/learn_store.hpp"

#include "adapter/io/book_file.hpp"

#include <string>
#include <system_error>
#include <utility>

namespace polyglot::io {

session::OpenedLearnStore open_learn_store(const config::Settings& settings,
                                           const std::filesystem::path& start_directory) {
    if (!settings.book || !settings.book_learn) return {};
    const bool beside = !settings.book_learn_file.empty();
    if (settings.book_file.empty() && settings.books.empty()) return {};
    if (settings.book_file.empty() && !beside)
        return {.store = {},
                .description = {},
                .warning = "BookLearn: no results are kept: those of [Book] sections need BookLearnFile"};
    if (!beside && settings.book_read_only)
        return {.store = {},
                .description = {},
                .warning = "BookLearn: no results are kept: BookReadOnly is on, as for every book that a GUI names; "
                           "BookLearnFile keeps results in a file of their own"};
    const std::filesystem::path path = start_directory / (beside ? settings.book_learn_file : settings.book_file);
    auto store = beside ? open_learn_db(path) : open_learn_fields(path, settings.book_learn_force);
    if (store) {
        std::string where = beside ? path.string() : "the learn fields of " + path.string();
        return {.store = *std::move(store), .description = "results go to " + std::move(where), .warning = {}};
    }
    std::string reason = store.error().message;
    if (!beside) {
        const auto opened = open_book(path);
        if (!opened) return {}; // that it cannot be played from has been complained about
        if (opened->book->format() != book::Format::PolyGlot)
            reason = path.string() + ": a book in " + opened->format +
                     "'s format has no place for them; BookLearnFile keeps results in a file of their own";
    }
    return {.store = {}, .description = {}, .warning = "BookLearn: no results are kept: " + reason};
}

} // namespace polyglot::io
