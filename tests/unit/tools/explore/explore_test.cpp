// The command line of the explorer, up to what it refuses.
#include "core/chess/variants/variant.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/common/command_line.hpp"
#include "tools/pages/server.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// What the command says when it shows nothing. Its port is taken, so that nothing is served.
class Refused {
  public:
    Refused() : other_(*Server::listen(context_, 0)) {}
    std::string operator()(std::vector<std::string> words) const {
        io::end_command();
        words.insert(words.end(), {"-no-open", "-port", std::to_string(other_->port())});
        const Ran ran = run(run_explore, words);
        CHECK(ran.out.empty());
        if (ran.status == exit_bad_usage) return "usage";
        CHECK(ran.status == exit_bad_input);
        const std::size_t last = ran.err.rfind("explore: ", ran.err.size() - 1);
        const std::string why = ran.err.substr(last + std::string_view("explore: ").size());
        // Without Node.js the program has no page, and no port is tried.
        const bool is_served = why.find("another program uses it") != std::string::npos ||
                               why.find("the page is not part of this program") == 0;
        return ran.err.substr(0, last) + (is_served ? "served" : why);
    }

  private:
    boost::asio::io_context context_;
    std::unique_ptr<Server> other_;
};

std::string text_file(const BookFolder& folder, std::string_view name, std::string_view text) {
    return folder.write(name, test::to_bytes(text));
}

TEST_CASE("explore: what is shown has to be there") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    const std::string none = folder / "none.db";
    const Refused refused;
    CHECK(refused({book}) == "served");
    CHECK(refused({book, book}) == "served");
    CHECK(refused({book, book, book}) == "usage");
    CHECK(refused({none}).starts_with(none + ": "));
    CHECK(refused({book, "-stats", none}).starts_with(none + ": "));
    CHECK(refused({book, "-store", none}).starts_with(none + ": "));
    CHECK(refused({book, "-config", none}).find("none.db") != std::string::npos);
    CHECK(refused({book, "-pgn", none}).find("none.db") != std::string::npos);
    CHECK(refused({book, "-pgn", "-"}) ==
          "standard input: its games could not be opened; name a file\n");
    for (const std::string threshold : {"0", "1000"})
        CHECK(refused({book, "-threshold", threshold}) == "served");
    CHECK(refused({book, "-threshold", "1001"}) == "usage");
    for (const std::string port : {"1023", "65536"})
        CHECK(run(run_explore, {book, "-port", port}).status == exit_bad_usage);
}

TEST_CASE("explore: without a book, what else is named is shown, or book.bin") {
    const BookFolder folder;
    const std::string games = text_file(folder, "a.pgn", "1. e4 e5 1-0\n");
    const std::string log = text_file(folder, "a.log", "");
    const std::string stats = folder / "s.pgstats";
    io::end_command();
    REQUIRE(run(run_make_book, {"-pgn", games, "-stats", stats}).status == 0);
    const Refused refused;
    const std::string book_bin = "book.bin: ";
    CHECK(refused({}).starts_with(book_bin));
    CHECK(refused({"-edit"}).starts_with(book_bin));
    CHECK(refused({games}) == "served");
    CHECK(refused({"-pgn", games}) == "served");
    CHECK(refused({"-pgn", games, "-edit"}).starts_with(book_bin));
    CHECK(refused({"-watch", log}) == "served");
    CHECK(refused({"-watch", log, "-edit"}).starts_with(book_bin));
    CHECK(refused({"-stats", stats}) == "served");
    CHECK(refused({"-stats", stats, "-edit"}).starts_with(stats + ": not a PolyGlot book: "));
    // The books of an adapter: the first two of three.
    const std::string a = write_book(folder, "a.bin", sample);
    const std::string b = write_book(folder, "b.bin", sample);
    const std::string ini = "[PolyGlot]\nEngineCommand = engine\nBook = true\nBookFile = " + a +
                            "\n[Book b]\nFile = " + b + "\n[Book c]\nFile = ";
    CHECK(refused({"-config", text_file(folder, "a.ini", ini + b + '\n')}) == "served");
    const std::string missing =
        refused({"-config", text_file(folder, "b.ini", ini + (folder / "none.bin") + '\n')});
    CHECK(missing.find("none.bin") != std::string::npos); // a warning
    CHECK(missing.ends_with("served"));
}

TEST_CASE("explore: a folder is named alone") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    const Refused refused;
    CHECK(refused({folder / ""}) == "served");
    CHECK(refused({folder / "", "-edit"}) == "served");
    for (const auto& words : {std::vector{folder / "", book}, std::vector{book, folder / ""}})
        CHECK(refused(words) ==
              (folder / "") +
                  " is a folder: it is named alone, and its books are chosen in the page\n");
}

TEST_CASE("explore: what is of chess is not shown beside a book of a variant") {
    const BookFolder folder;
    const std::string book = folder.write(
        "zh.bin",
        VariantLines(chess::crazyhouse, chess::VariantKeys::Plain).line({"e4", "d5"}).entries());
    const std::string usual = write_book(folder, "a.bin", sample);
    const std::string games = text_file(folder, "a.pgn", "1. e4 e5 1-0\n");
    const std::string stats = folder / "s.pgstats";
    io::end_command();
    REQUIRE(run(run_make_book, {"-pgn", games, "-stats", stats}).status == 0);
    const std::string ini =
        text_file(folder, "a.ini",
                  "[PolyGlot]\nEngineCommand = engine\nBook = true\nBookFile = " + usual + '\n');
    const std::string store = folder / "learn.db";
    REQUIRE(io::LearnDb::open(to_path(store), io::LearnDb::Access::Create).has_value());
    const Refused refused;
    const auto with = [&](const std::string& option, const std::string& value) {
        CHECK(refused({usual, option, value}) == "served");
        return refused({book, "-variant", "crazyhouse", option, value});
    };
    CHECK(refused({book, "-variant", "crazyhouse"}) == "served");
    CHECK(with("-stats", stats) == "-stats: " + stats + " is not of crazyhouse, as the book is\n");
    const std::string of = " is of chess, and the book of crazyhouse\n";
    CHECK(with("-config", ini) == "-config: what is shown of " + ini + of);
    CHECK(with("-store", store) == "-store: what is learnt in " + store + of);
    CHECK(with("-pgn", games) == "-pgn: what is counted of " + games + of);
}

TEST_CASE("explore: the adapter's store of results, which may be missing, unlike the user's own") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    const std::string ini = text_file(
        folder, "a.ini",
        "[PolyGlot]\nEngineCommand = engine\nBook = true\nBookLearn = true\nBookLearnFile = " +
            (folder / "none.db") + "\nBookFile = " + book + '\n');
    const Refused refused;
    CHECK(refused({"-config", ini}).ends_with("served"));
    CHECK(refused({"-config", ini, "-store", folder / "other.db"}).find("other.db: ") !=
          std::string::npos);
}

TEST_CASE("explore: what is odd about a book, and edits that were left, are said at the start") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    text_file(folder, "a.bin.unsaved", "no journal\n");
    const Refused refused;
    CHECK(refused({book}) == "served");
    CHECK(refused({book, "-edit"}).starts_with(book + ".unsaved: "));
    const std::uint64_t start = chess::Position::start().key();
    const std::string odd = folder.write("b.bin", {{start, test::raw_move("e2e4"), 1, 0, 0},
                                                   {start - 1, test::raw_move("d2d4"), 1, 0, 0}});
    CHECK(refused({odd}).starts_with(odd + ": "));
}

TEST_CASE("explore: a book must be one that can be edited with -edit alone") {
    const BookFolder folder;
    const std::string book = text_file(folder, "lines", "e2e4 e7e5\n");
    const Refused refused;
    CHECK(refused({book}) == "served");
    CHECK(refused({book, "-edit"}) != "served");
}

} // namespace
} // namespace polyglot::tools
