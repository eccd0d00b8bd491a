// A request to `polyglot explore`: the first line is the path, then follow lines for Host, Origin,
// Cookie, Sec-Fetch-Site and Content-Type, the rest is the body. Only who has the token is served;
// every answer to a question is a JSON object. The page's own question is also put to a small book
// that may be edited, and that is on disk.
#include "core/book/entry_table.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/starter.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/explore/site.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

namespace fs = std::filesystem;
namespace tools = polyglot::tools;
using polyglot::fuzz::require;

namespace {

const std::string token = "0123456789abcdef";

tools::Shelf starter_alone() {
    tools::Shelf shelf(5, nullptr);
    require(shelf.add(std::string(polyglot::openings::starter_name)).has_value(),
            "the starter book can be shown");
    require(shelf.add(std::string(polyglot::openings::starter_name)).has_value(),
            "it can be shown twice");
    return shelf;
}

// A folder of this process with book.bin: 1. e4 and 1. d4. Gone with the process.
class Workspace {
  public:
    Workspace() { fs::create_directories(folder_); }
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    // The book as it was at first, and nothing beside it.
    std::string clear() const {
        for (const auto& file : fs::directory_iterator(folder_))
            fs::remove(file);
        const polyglot::chess::Position& start = polyglot::chess::Position::start();
        std::string bytes;
        for (const char* const move : {"e2e4", "d2d4"}) {
            const auto parsed = polyglot::chess::parse_uci_move(start, move);
            const polyglot::book::RawEntry entry{
                .key = start.key(), .move = polyglot::book::encode_move(*parsed), .weight = 3};
            polyglot::book::append_entries(bytes, {&entry, 1});
        }
        const fs::path book = folder_ / "book.bin";
        std::ofstream(book, std::ios::binary) << bytes;
        return book.string();
    }

  private:
    static std::string process() {
#ifdef _WIN32
        return std::to_string(_getpid());
#else
        return std::to_string(getpid());
#endif
    }
    fs::path folder_ = fs::temp_directory_path() / ("polyglot-fuzz-explore-" + process());
};

bool is_json_object(const std::string& text) {
    boost::json::error_code failed;
    const boost::json::value value = boost::json::parse(text, failed);
    return !failed && value.is_object();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static tools::Shelf shelf = starter_alone();
    static tools::Answers answers(shelf);
    static tools::Site site(
        tools::Guard("explore", {.token = "once", .cookie = token, .key = token}, 8000), answers,
        {}, [] {});

    polyglot::fuzz::Bytes bytes(polyglot::fuzz::text_of(data, size));
    tools::HttpRequest request;
    request.method = "POST";
    request.path = bytes.line();
    request.host = bytes.line();
    request.origin = bytes.line();
    request.cookie = bytes.line();
    request.fetch_site = bytes.line();
    request.content_type = bytes.line();
    request.key = token;
    request.body = bytes.rest();
    const unsigned given = site.answer(request).status;
    require(given == 403 || request.cookie.find("polyglot-8000=" + token) != std::string::npos ||
                (request.path == "/" && request.query.find(token) != std::string::npos),
            "only who has the token is served", request.cookie);
    require(given == 403 || request.host.ends_with(":8000"), "only our own names are served",
            request.host);

    // The same question by the page itself.
    request.host = "127.0.0.1:8000";
    request.origin = request.fetch_site = "";
    request.cookie = "polyglot-8000=" + token;
    request.content_type = "application/json";
    const tools::HttpResponse response = site.answer(request);
    require(response.status == 200 || response.status == 400 || response.status == 404,
            "a question has an answer", std::to_string(response.status));
    require(is_json_object(response.body), "an answer is a JSON object", response.body);

    static const Workspace workspace;
    tools::Shelf edited(5, nullptr);
    require(edited.add(workspace.clear()).has_value() && edited.edit_first().has_value(),
            "the book can be edited");
    tools::Answers editor(edited);
    tools::Site desk_site(
        tools::Guard("explore", {.token = "once", .cookie = token, .key = token}, 8000), editor, {},
        [] {});
    const tools::HttpResponse done = desk_site.answer(request);
    require(done.status == 200 || done.status == 400 || done.status == 404 || done.status == 409,
            "an edit has an answer", std::to_string(done.status));
    require(is_json_object(done.body), "an answer is a JSON object", done.body);
    const tools::Editing& editing = *edited.editing();
    require(editing.unsaved() == 0 || !editing.journal_file().empty(),
            "what is not saved is in the journal");
    editor.forget_unsaved();
    return 0;
}
