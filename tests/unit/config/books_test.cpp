// Sections [Book NAME]: what they come to, what is said about them, and what becomes of them in a
// saved file.
#include "config/load.hpp"
#include "config/saved_settings.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace polyglot::config;

namespace {

Configuration load(const std::string& text) {
    Configuration configuration;
    load_ini(configuration, text, "/p.ini");
    settle_books(configuration);
    return configuration;
}

std::string messages(const Configuration& configuration) {
    std::string out;
    for (const Diagnostic& diagnostic : configuration.diagnostics)
        out += render(diagnostic) + '\n';
    return out;
}

// "NAME: Key = value, Key = value\n" for each book, of what is not at its default.
std::string books(const Configuration& configuration) {
    std::string out;
    for (const BookSettings& book : configuration.settings.books) {
        out += book.name + ':';
        for (const BookOption& option : book_schema())
            if (const std::string value = format_option(book, option);
                value != default_value(option))
                out += ' ' + std::string(option.name) + '=' + value;
        out += '\n';
    }
    return out;
}

} // namespace

TEST_CASE("sections of books, in the order of the file") {
    const Configuration c =
        load("[Book White]\nFile=w.abk\nColor=WHITE\nDepth=12\n"
             "[PolyGlot]\nEngineCommand=sf\n"
             "[BOOK  Gambits; against ]\nfile=\"g;1.bin\"\nVariant=Chess960\nMinPly=4\nMaxPly=20\n"
             "Random=no\nTreshold=7\nTopN=3\nVariety=75\nMinElo=2400\nStop=yes\n"
             "Opponent=*bot*, !GnuBot\nTimeControl=Blitz, rapid\n");
    CHECK(messages(c).empty());
    CHECK(books(c) == "White: File=w.abk Color=white Depth=12\n"
                      "Gambits; against: File=g;1.bin Variant=Chess960 MinPly=4 MaxPly=20 "
                      "Random=false Threshold=7 "
                      "TopN=3 Variety=75 MinElo=2400 Stop=true Opponent=*bot*, !GnuBot "
                      "TimeControl=Blitz, rapid\n");
    const auto origin = [&](std::string_view book, std::string_view key) {
        return describe(c.provenance.of_book_option(book, *find_book_option(key)));
    };
    CHECK(origin("white", "Depth") == "/p.ini:4");
    CHECK(origin("White", "Random") == "default");
    CHECK(origin("gambits; against", "TopN") == "/p.ini:14");
}

TEST_CASE("two sections of one name are one book, where the first stands") {
    const Configuration c =
        load("[Book A]\nFile=a.bin\nDepth=3\n[Book b]\nFile=b.bin\n[book a]\nDepth=5\nTopN=\n");
    CHECK(messages(c).empty());
    CHECK(books(c) == "A: File=a.bin Depth=5\nb: File=b.bin\n");
}

TEST_CASE("names longer than inih keeps are distinguished") {
    const std::string name(60, 'x');
    const Configuration c = load("[Book " + name + "1]\nFile=1\n[Book " + name + "2]\nFile=2\n[" +
                                 name + "]\nFile=3\n");
    CHECK(books(c) == name + "1: File=1\n" + name + "2: File=2\n");
    CHECK(c.diagnostics.size() == 1); // the third is another program's
}

TEST_CASE("errors in the section of a book") {
    const auto check = [](const std::string& text, const std::string& message,
                          const std::string& left) {
        CAPTURE(text);
        const Configuration c = load(text);
        CHECK(messages(c) == message);
        CHECK(books(c) == left);
        CHECK(!has_fatal(c.diagnostics));
    };
    check("[Book]\nFile=x.bin\n",
          "/p.ini:1:1: error: the section [Book] has no name and is ignored\n"
          "    [Book]\n"
          "    ^~~~~~\n"
          "    hint: write [Book NAME], with any name\n",
          "");
    check("[Book A]\nDepth=3\n[Book B]\nFile=b\n[ Book C ]\nFile=\"\"\n",
          "/p.ini:1:1: error: [Book A] has no File and is left out\n"
          "    [Book A]\n"
          "    ^~~~~~~~\n"
          "    hint: write File = my.bin\n"
          "/p.ini:5:1: error: [Book C] has no File and is left out\n"
          "    [ Book C ]\n"
          "    ^~~~~~~~~\n"
          "    hint: write File = my.bin\n",
          "B: File=b\n");
    check("[Book A]\nFile=a\nBookDepth=3\nColour=white\nHash=1\n",
          "/p.ini:3:1: warning: unknown option 'BookDepth' of [Book A] is ignored\n"
          "    BookDepth=3\n"
          "    ^~~~~~~~~\n"
          "    hint: did you mean Depth?\n"
          "/p.ini:4:1: warning: unknown option 'Colour' of [Book A] is ignored\n"
          "    Colour=white\n"
          "    ^~~~~~\n"
          "    hint: did you mean Color?\n"
          "/p.ini:5:1: warning: unknown option 'Hash' of [Book A] is ignored\n"
          "    Hash=1\n"
          "    ^~~~\n",
          "A: File=a\n");
    check("[Book A]\nFile=a\nVariety = 101\n Color = red\nTimeControl = blits\n",
          "/p.ini:3:11: warning: Variety cannot be '101': it is a number from 0 to 100; using 100\n"
          "    Variety = 101\n"
          "              ^~~\n"
          "/p.ini:4:10: error: Color cannot be 'red': it is white, black or both; using both\n"
          "     Color = red\n"
          "             ^~~\n"
          "/p.ini:5:15: error: TimeControl cannot be 'blits': it is a list of bullet, blitz, "
          "rapid, classical and "
          "unknown; "
          "ignored\n"
          "    TimeControl = blits\n"
          "                  ^~~~~\n",
          "A: File=a Variety=100\n");
    check("[Book A]\nFile=a\nMinPly=9\nMaxPly=8\n",
          "/p.ini:1:1: warning: MinPly of [Book A] is above its MaxPly: this book is never "
          "consulted\n"
          "    [Book A]\n"
          "    ^~~~~~~~\n",
          "A: File=a MinPly=9 MaxPly=8\n");
    check("[Bookkeeping]\nFile=x\n",
          "/p.ini:1:1: note: section [Bookkeeping] is not ours and is ignored\n"
          "    [Bookkeeping]\n"
          "    ^~~~~~~~~~~~~\n",
          "");
}

TEST_CASE("whether books are used, and whether there is a first one") {
    const auto check = [](const std::string& text, bool book, const std::string& file) {
        CAPTURE(text);
        const Configuration c = load(text);
        CHECK(c.settings.book == book);
        CHECK(c.settings.book_file == file);
    };
    check("", false, "book.bin");
    check("[PolyGlot]\nBook=true\n", true, "book.bin");
    check("[Book A]\nFile=a\n", true, "");
    check("[Book A]\nFile=a\n[PolyGlot]\nBook=false\n", false, "");
    check("[PolyGlot]\nBookFile=book.bin\n[Book A]\nFile=a\n", true, "book.bin");
    check("[PolyGlot]\nBook=maybe\n[Book A]\nFile=a\n", true, ""); // not given
    check("[Book A]\n", false, "book.bin");                        // left out: there is none
    check("[Book]\nFile=a\n", false, "book.bin");
    Configuration c = load("[Book A]\nFile=a\n");
    apply_option(c, "Book", "false", {Origin::Kind::CommandLine, {}, 0}, "-pg");
    apply_option(c, "BookFile", "mine.bin", {Origin::Kind::CommandLine, {}, 0}, "-pg");
    settle_books(c);
    CHECK(!c.settings.book);
    CHECK(c.settings.book_file == "mine.bin");
}

TEST_CASE("another default book counts where none is named, and only there") {
    const auto first_book = [](const std::string& text) {
        Configuration c = load(text);
        c.settings.default_book_file = "<starter>";
        settle_books(c);
        return c.settings.book_file;
    };
    CHECK(first_book("") == "<starter>");
    CHECK(first_book("[PolyGlot]\nBook=true\n") == "<starter>");
    CHECK(first_book("[PolyGlot]\nBookFile=book.bin\n") == "book.bin");
    CHECK(first_book("[PolyGlot]\nBookFile=\n") == "<starter>"); // an empty value names none
    CHECK(first_book("[Book A]\nFile=a\n").empty());
    CHECK(load("[PolyGlot]\nBookFile=<starter>\n").settings.book_file == "<starter>");

    // It is not saved as if somebody had chosen it: one day there may be a book.bin.
    Configuration c = load("[PolyGlot]\nBook=true\n");
    c.settings.default_book_file = "<starter>";
    settle_books(c);
    CHECK(format_saved_settings(c.settings, {}).find("BookFile") == std::string::npos);
    c.settings.book_file = "book.bin";
    CHECK(format_saved_settings(c.settings, {}).find("BookFile = book.bin\n") != std::string::npos);
    Configuration named = load("[PolyGlot]\nBookFile=<starter>\n");
    CHECK(format_saved_settings(named.settings, {}).find("BookFile = <starter>\n") !=
          std::string::npos);
    // Settings that are recalled later keep the default that was found.
    load_saved_settings(c, "[PolyGlot]\nBookDepth=3\n", "/s.ini");
    CHECK(c.settings.book_file == "<starter>");
}

TEST_CASE("saved settings include Book, whose default differs with a [Book NAME]") {
    const auto saved = [](const std::string& file, bool book, const std::string& book_file) {
        Configuration c = load(file);
        c.settings.book = book;
        c.settings.book_file = book_file;
        const std::string text = keep_books(file, format_saved_settings(c.settings, {}));
        const Configuration again = load(text);
        CHECK(messages(again).empty());
        CHECK(again.settings.book == book);
        CHECK(again.settings.book_file == book_file);
        CHECK(again.settings.books == c.settings.books);
        return text.substr(text.find("\n[PolyGlot]"));
    };
    const std::string two = "[Book A]\nFile=a\n[Book B]\nFile=b\nColor=black\n";
    const std::string kept = "\n[Engine]\n\n[Book A]\nFile=a\n\n[Book B]\nFile=b\nColor=black\n";
    CHECK(saved(two, true, "") == "\n[PolyGlot]\n" + kept);
    CHECK(saved(two, false, "") == "\n[PolyGlot]\nBook = false\n" + kept);
    CHECK(saved(two, true, "book.bin") == "\n[PolyGlot]\nBookFile = book.bin\n" + kept);
    CHECK(saved("", false, "book.bin") == "\n[PolyGlot]\n\n[Engine]\n");
    CHECK(saved("", true, "book.bin") == "\n[PolyGlot]\nBook = true\n\n[Engine]\n");
}

TEST_CASE("sections of books stay in a file that is saved, word for word and with their comments") {
    const std::string old =
        "# mine\n[PolyGlot]\nBook=true\n# first\n\n; for White\n# only\n[Book W]   # here\n"
        "File = w.abk # the best\r\n\n  # Color = black\nColor=white\n\n\n"
        "# for the engine\n[Engine]\nHash=1\n[Other]\nx=1\n[Book]\ny=2\n[Book B]\nFile=b.bin";
    const std::string books =
        "\n; for White\n# only\n[Book W]   # here\nFile = w.abk # the best\r\n\n"
        "  # Color = black\nColor=white\n\n[Book B]\nFile=b.bin\n";
    CHECK(keep_books(old, "saved\n") == "saved\n" + books);
    CHECK(keep_books("saved\n" + books, "again\n") == "again\n" + books); // any number of times
    CHECK(keep_books("", "saved\n") == "saved\n");
    CHECK(keep_books("[Book A]\rFile=a\r[Engine]\r", "s\n") == "s\n\n[Book A]\nFile=a\n");
    CHECK(keep_books("[PolyGlot]\nBook=true\n# [Book A]\n", "saved\n") == "saved\n");
    CHECK(keep_books("\xef\xbb\xbf[Book A]\nFile=a\n", "s\n").ends_with("[Book A]\nFile=a\n"));
}

TEST_CASE("a saved file with books") {
    Configuration c = load("[PolyGlot]\nEngineCommand=sf\n[Book A]\nFile=a\nDepth=9\n");
    load_saved_settings(c, "[PolyGlot]\nBookDepth=3\n[Book a]\nDepth=4\n[Book B]\nFile=b\n",
                        "/s.ini");
    CHECK(messages(c).empty());
    CHECK(books(c) == "A: File=a Depth=4\nB: File=b\n");
    CHECK(c.settings.book);
    Configuration none = load("[PolyGlot]\nEngineCommand=sf\n");
    load_saved_settings(none, "[Book B]\nFile=b\n", "/s.ini");
    CHECK(none.settings.book);
    CHECK(none.settings.book_file.empty());
}
