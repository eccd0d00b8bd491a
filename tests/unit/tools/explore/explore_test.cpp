// The command line of the explorer, up to what it refuses.
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/common/command_line.hpp"
#include "tools/pages/page.hpp"
#include "tools/pages/server.hpp"

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {
namespace {

TEST_CASE("explore: options of an engine, and the engine that they belong to") {
    const BookFolder folder;
    std::vector<std::string> words{folder / "missing.bin", "-ed", ".", "-uci", "Hash=1", "-pg",
                                   "EngineProtocol=uci"};
    const Ran without = run(run_explore, words);
    CHECK(without.status == exit_bad_usage);
    CHECK(without.err.find("-ed, -uci and -pg belong to an engine: -ec is missing") !=
          std::string::npos);
    words.insert(words.end(), {"-ec", "engine"});
    CHECK(run(run_explore, words).status == exit_bad_input); // the book
}

TEST_CASE("explore: statistics that cannot be opened") {
    if (page_files().empty()) return; // built without Node.js: nothing is opened
    const BookFolder folder;
    const std::string book =
        folder.write("a.bin", {{chess::Position::start().key(), test::raw_move("e2e4"), 1, 0, 0}});
    const Ran ran = run(run_explore, {book, "-stats", folder / "none.stats"});
    CHECK(ran.status == exit_bad_input);
    CHECK(ran.err.starts_with("explore: " + (folder / "none.stats") + ": "));
}

TEST_CASE("explore: a book must be one that can be edited with -edit alone") {
    if (page_files().empty()) return;
    const BookFolder folder;
    const std::string book = folder.write("lines", test::to_bytes("e2e4 e7e5\n"));
    boost::asio::io_context context;
    const auto other = Server::listen(context, 0); // so that nothing is served
    REQUIRE(other.has_value());
    std::vector<std::string> words{book, "-port", std::to_string((*other)->port())};
    const auto is_about_port = [&] {
        const Ran ran = run(run_explore, words);
        CHECK(ran.status == exit_bad_input);
        return ran.err.find("another program uses it") != std::string::npos;
    };
    CHECK(is_about_port());
    words.emplace_back("-edit");
    CHECK_FALSE(is_about_port());
}

} // namespace
} // namespace polyglot::tools
