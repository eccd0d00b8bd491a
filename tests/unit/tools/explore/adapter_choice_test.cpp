// What an adapter with an ini file would play, for the explorer.
#include "storage/stores/learn_db.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/explore/adapter_choice.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using test::raw_move;

// Two books for the start position, and an ini file that names them.
class IniFolder {
  public:
    IniFolder() {
        const std::uint64_t key = chess::Position::start().key();
        first = folder.write("first.bin", {{key, raw_move("e2e4"), 60, 0, 0},
                                           {key, raw_move("d2d4"), 39, 0, 0},
                                           {key, raw_move("a2a3"), 1, 0, 0}});
        second = folder.write("second.bin", {{key, raw_move("c2c4"), 1, 0, 0}});
    }

    Result<std::unique_ptr<AdapterChoice>> open(const std::string& settings) const {
        const std::string text = "[PolyGlot]\nEngineCommand = engine\n" + settings;
        folder.write("a.ini",
                     test::Bytes(reinterpret_cast<const std::byte*>(text.data()),
                                 reinterpret_cast<const std::byte*>(text.data()) + text.size()));
        return AdapterChoice::open(folder / "a.ini");
    }

    BookFolder folder;
    std::string first, second;
};

// "e4 60 d4 39 (a3 1)" of each book, the one that answers marked by '*'.
std::string choices(AdapterChoice& choice, const chess::Game& game = chess::Game()) {
    std::string text;
    const json::object answer = choice.choice(game, chess::CastlingStyle::KingTwoSquares);
    for (const json::value& book : answer.at("books").as_array()) {
        text += (text.empty() ? "" : "; ") + std::string(book.at("answers").as_bool() ? "*" : "");
        if (const auto& why = book.at("not_asked").as_string(); !why.empty())
            text += "not asked: " + std::string(why);
        for (const json::value& move : book.at("moves").as_array()) {
            const std::string one = std::string(move.at("san").as_string()) + ' ' +
                                    std::to_string(std::lround(move.at("share").as_double() * 100));
            text += move.at("playable").as_bool() ? one + ' ' : '(' + one + ") ";
        }
    }
    return text;
}

TEST_CASE("explore: the adapter's choice follows the settings of its ini file") {
    const IniFolder ini;
    const auto with = [&](const std::string& settings) {
        auto choice = ini.open("Book = true\nBookFile = " + ini.first + '\n' + settings);
        REQUIRE_MESSAGE(choice.has_value(), choice.error().message);
        return choices(**choice);
    };
    CHECK(with("") == "*e4 60 d4 39 a3 1 ");
    CHECK(with("BookTreshold = 20\n") == "*e4 61 d4 39 (a3 1) ");
    // As drawn; what is left out, as in the book
    CHECK(with("BookTopN = 1\n") == "*e4 100 (d4 39) (a3 1) ");
    CHECK(with("BookDepth = 0\n") == "not asked: BookDepth = 0");
    const std::string second = "[Book second]\nFile = " + ini.second + '\n';
    CHECK(with(second) == "*e4 60 d4 39 a3 1 ; c4 100 ");
    CHECK(with("BookDepth = 0\n" + second) == "not asked: BookDepth = 0; *c4 100 ");
    CHECK(with("BookDepth = 0\n" + second + "Color = black\n") ==
          "not asked: BookDepth = 0; not asked: Color = black");
}

TEST_CASE("explore: the files of the adapter's books, its warnings, and a file that is no use") {
    const IniFolder ini;
    const auto choice = ini.open("Book = true\nBookFile = " + ini.first + "\nBookTopM = 3\n");
    REQUIRE(choice.has_value());
    CHECK((*choice)->book_files() == std::vector<std::string>{ini.first});
    REQUIRE((*choice)->warnings().size() == 1);
    CHECK((*choice)->warnings().front().find("BookTopN") != std::string::npos);
    CHECK(ini.open("Book = false\n")
              .error()
              .message.ends_with("a.ini: Book is off, so no book is asked"));
    CHECK(AdapterChoice::open(ini.folder / "none.ini").has_error());
    const auto missing = ini.open("Book = true\nBookFile = " + (ini.folder / "missing.bin") + '\n');
    REQUIRE(missing.has_value());
    CHECK((*missing)->warnings().front().find("missing.bin") != std::string::npos);
}

TEST_CASE("explore: without EngineName the results of all engines count, and the answer says so") {
    const IniFolder ini;
    const auto note_with = [&](const std::string& settings) {
        const auto choice = ini.open("Book = true\nBookFile = " + ini.first + '\n' + settings);
        REQUIRE(choice.has_value());
        const json::object answer =
            (*choice)->choice(chess::Game(), chess::CastlingStyle::KingTwoSquares);
        const json::object change =
            (*choice)->change(chess::Game(), chess::CastlingStyle::KingTwoSquares);
        CHECK(answer.at("note") == change.at("note"));
        return std::string(answer.at("note").as_string());
    };
    const std::string learning =
        "BookLearn = true\nBookLearnFile = " + (ini.folder / "learn.db") + '\n';
    CHECK(note_with(learning).starts_with("The results of all engines count here"));
    CHECK(note_with(learning + "EngineName = Toga\n").empty());
    CHECK(note_with(learning + "BookLearnPer = all\n").empty());
    CHECK(note_with("BookLearn = true\n").empty()); // fields know no names
    CHECK(note_with("").empty());
}

TEST_CASE("explore: learn fields count as the settings say, and nothing is written") {
    const IniFolder ini;
    const std::uint64_t key = chess::Position::start().key();
    const std::string book =
        ini.folder.write("learnt.bin", {{key, raw_move("e2e4"), 50, 100, 10},
                                        {key, raw_move("d2d4"), 50, 100, 190}});
    const std::string before = ini.folder.read("learnt.bin");
    const std::string named = "Book = true\nBookFile = " + book + '\n';
    CHECK(choices(**ini.open(named)) == "*e4 50 d4 50 ");
    const std::string learnt = choices(**ini.open(named + "BookLearn = true\n"));
    CHECK(learnt.find("d4 9") != std::string::npos);
    const auto choice = ini.open(named + "BookLearn = true\n");
    REQUIRE(choice.has_value());
    const json::object change =
        (*choice)->change(chess::Game(), chess::CastlingStyle::KingTwoSquares);
    const json::object first = change.at("moves").as_array()[0].as_object();
    CHECK(first.at("san") == "d4");
    CHECK(first.at("own") == 0.5);
    CHECK(first.at("now").as_double() > 0.9);
    CHECK((*choice)->learn_file().empty()); // in the book
    CHECK(ini.folder.read("learnt.bin") == before);
}

TEST_CASE("explore: after a book with Stop that knows the position, no other answers") {
    const IniFolder ini;
    const std::uint64_t key = chess::Position::start().key();
    const std::string silent = ini.folder.write("silent.bin", {{key, raw_move("b2b3"), 0, 0, 0}});
    for (const bool stops : {false, true}) {
        const auto choice = ini.open("Book = true\n[Book silent]\nFile = " + silent +
                                     "\nStop = " + (stops ? "true" : "false") +
                                     "\n[Book second]\nFile = " + ini.second + '\n');
        REQUIRE(choice.has_value());
        CHECK(choices(**choice) == (stops ? "(b3 0) ; c4 100 " : "(b3 0) ; *c4 100 "));
        CHECK((*choice)->change(chess::Game(), chess::CastlingStyle::KingTwoSquares).empty() ==
              stops);
    }
}

TEST_CASE("explore: results in a file of their own count as the settings say") {
    const IniFolder ini;
    const std::string file = ini.folder / "learn.db";
    const chess::Position start = chess::Position::start();
    {
        const auto results = io::LearnDb::open(file, io::LearnDb::Access::Create);
        REQUIRE(results.has_value());
        for (const auto& [move, half_points] : {std::pair("e2e4", 0), std::pair("d2d4", 2)})
            for (int i = 0; i < 50; ++i) {
                const book::LearntMove learnt{start, *chess::parse_uci_move(start, move)};
                REQUIRE((*results)->record({{learnt}, half_points, "", ""}).has_value());
            }
    }
    const auto choice = ini.open("Book = true\nBookFile = " + ini.first +
                                 "\nBookLearn = true\nBookLearnFile = " + file + '\n');
    REQUIRE(choice.has_value());
    CHECK((*choice)->warnings().empty());
    CHECK((*choice)->learn_file() == file);
    CHECK(choices(**choice) == "*(e4 0) d4 100 (a3 0) ");
}

} // namespace
} // namespace polyglot::tools
