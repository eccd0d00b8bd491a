#include "storage/stores/learn_store.hpp"

#include "config/book_program.hpp"
#include "config/learn_server.hpp"
#include "core/book/format.hpp"
#include "core/book/grow/grown_book.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/books/describe_file.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/server_store.hpp"
#include "storage/stores/waiting_file.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace polyglot::io {

namespace {

namespace fs = std::filesystem;

struct ResultPlace {
    fs::path path;        // absolute; of a server a name for files beside it
    bool beside;          // true for a separate file, false for the learn fields of a book
    std::string server{}; // its address
    std::string describe() const {
        if (!server.empty()) return server;
        return beside ? to_text(path) : "the learn fields of " + to_text(path);
    }
};

// Returns nullopt if the settings require no store.
Result<std::optional<ResultPlace>> place_of(const config::Settings& settings,
                                            const fs::path& start_directory) {
    if (!settings.book || !settings.book_learn) return std::optional<ResultPlace>();
    const bool beside = !settings.book_learn_file.empty();
    if (settings.book_file.empty() && settings.books.empty()) return std::optional<ResultPlace>();
    if (settings.book_file.empty() && !beside)
        return make_error("those of [Book] sections need BookLearnFile");
    if (!beside && settings.book_read_only)
        return make_error("BookReadOnly is on, as for every book that a GUI names; BookLearnFile "
                          "keeps results in a file "
                          "of their own");
    if (const std::string& address = settings.book_learn_file; config::is_learn_server(address)) {
        if (const auto why = config::why_not_learn_server(address)) return make_error(*why);
        return std::optional(ResultPlace{place_of_server(address, start_directory), true, address});
    }
    if (beside)
        return std::optional(
            ResultPlace{absolute_path(start_directory, to_path(settings.book_learn_file)), true});
    if (config::is_program(settings.book_file))
        return make_error("the book is a program; BookLearnFile keeps results in a file of their "
                          "own");
    const fs::path book = book_path(start_directory, settings.book_file);
    if (is_starter(book))
        return make_error("the starter book is part of the program; BookLearnFile keeps results in "
                          "a file of their own");
    return std::optional(ResultPlace{book, false});
}

// Explains why a book takes no results to a user who does not know that it has no learn fields.
Error why_not(const fs::path& file, const book::Book& book, Error error) {
    if (&book.format() == &book::polyglot_format) return error;
    return make_error(
        to_text(file) + ": is " + std::string(book.format().file_name) +
        ", which has no place for them; BookLearnFile keeps results in a file of their own");
}

// Checks SQLite's mark in the first bytes of its format, and the application id of learn stores
// (docs/formats/learn-db.md). SQLite is not used for this, because it creates files beside one that
// it reads.
Result<void> check_header(const fs::path& file) {
    std::array<char, 100> head{};
    std::ifstream in(file, std::ios::binary);
    if (!in.read(head.data(), head.size()) ||
        !std::string_view(head.data(), head.size()).starts_with("SQLite format 3"))
        return make_error(to_text(file) + ": is not an SQLite file" + but_it_is(file));
    if (book::grown_format.recognises(std::as_bytes(std::span(head)), head.size()))
        return make_error(to_text(file) + ": is " + std::string(book::grown_format.file_name));
    if (std::string_view(head.data() + 68, 4) != "PgLR")
        return make_error(to_text(file) + ": is an SQLite file of another program");
    return {};
}

// Returns whether the store could be opened, or created, for games.
Result<void> check_learn_db(const fs::path& file) {
    if (const auto target = follow_links(file); !target) return target.error();
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::is_regular_file(status)) {
        // The file can be written.
        if (const auto opened = open_shared_file(file); !opened) return opened.error();
        // Tables will be created in it.
        const bool empty = fs::file_size(file, error) == 0;
        return empty ? Result<void>() : check_header(file);
    }
    if (fs::is_directory(status)) return make_error(to_text(file) + ": is a directory");
    if (fs::exists(status)) return make_error(to_text(file) + ": is not a regular file");
    const fs::path folder = file.parent_path();
    if (!fs::is_directory(folder, error))
        return make_error(to_text(file) + ": there is no directory " + to_text(folder));
    if (!may_make_files_in(folder))
        return make_error(to_text(file) + ": no file can be made in " + to_text(folder));
    return {};
}

// Connects, as play would in the background. Games that the server cannot take wait in a file.
Result<std::string> describe_server(const std::string& address, const fs::path& place,
                                    const std::string& waiting) {
    const std::string also = waiting.empty() ? "" : "; " + waiting;
    const auto server = LearnServer::open(address, time_by_system_clock, {});
    if (!server) return make_error(server.error().message + also);
    const auto found = (*server)->describe();
    if (!found) return make_error(found.error().message + also);
    if (const auto may_wait = check_waiting_place(place); !may_wait)
        return make_error(may_wait.error().message + also);
    return address + ": " + *found + also;
}

} // namespace

book::OpenedLearnStore open_learn_store(const config::Settings& settings,
                                        const fs::path& start_directory) {
    const auto refused = [](const Error& error) {
        return book::OpenedLearnStore{.store = {},
                                      .description = {},
                                      .warning =
                                          "BookLearn: no results are kept: " + error.message};
    };
    const auto place = place_of(settings, start_directory);
    if (!place) return refused(place.error());
    if (!*place) return {};
    const auto& [path, beside, server] = **place;
    auto store = !server.empty() ? open_server_store(server, start_directory)
                 : beside        ? open_learn_db(path)
                                 : open_learn_fields(path, settings.book_learn_force);
    if (store)
        return {.store = *std::move(store),
                .description = "results go to " + (*place)->describe(),
                .warning = {}};
    if (beside) return refused(store.error());
    const auto opened = open_book(path);
    if (!opened) return {}; // the book's error has been reported already
    return refused(why_not(path, *opened->book, store.error()));
}

Result<std::string> find_learn_store(const config::Settings& settings,
                                     const fs::path& start_directory) {
    const auto place = place_of(settings, start_directory);
    if (!place) return place.error();
    if (!*place) return std::string();
    const auto& [path, beside, server] = **place;
    const std::string waiting = describe_waiting(path);
    const auto refused = [&waiting](Error error) {
        if (!waiting.empty()) error.message += "; " + waiting;
        return error;
    };
    if (!server.empty()) return describe_server(server, path, waiting);
    if (beside) {
        if (const auto good = check_learn_db(path); !good) return refused(good.error());
    } else if (const auto fields = open_learn_fields(path, settings.book_learn_force); !fields) {
        const auto opened = open_book(path);
        if (!opened) return std::string(); // because of the book's error
        return refused(why_not(path, *opened->book, fields.error()));
    }
    return (*place)->describe() + (waiting.empty() ? "" : " (" + waiting + ')');
}

} // namespace polyglot::io
