// Text cut into chunks: where, and that nothing depends on it.
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

std::vector<std::string> chunks_of(const std::string& text, std::size_t size) {
    std::istringstream in(text);
    Chunks chunks(in, size);
    Chunk chunk;
    std::vector<std::string> all;
    std::uint64_t offset = 0;
    while (chunks.next(chunk)) {
        CHECK(chunk.offset == offset);
        CHECK_FALSE(chunk.cut_short);
        CHECK(chunk.skipped_lines == 0);
        offset += chunk.text.size();
        CHECK(chunks.offset() == offset);
        all.emplace_back(chunk.view());
    }
    CHECK(offset == text.size());
    return all;
}

// Everything that a visitor receives.
class Record : public GameVisitor {
  public:
    std::size_t begin_game(const Tags& tags, const chess::Position& start,
                           std::uint64_t line) override {
        text << "game " << lines_before + line << ' ' << start.key();
        for (const Tags::Tag& tag : tags.all())
            text << '[' << tag.name << ' ' << tag.value << ']';
        return all_plies;
    }
    void on_move(const chess::Position& before, chess::Move, std::size_t ply,
                 std::size_t variation) override {
        text << ' ' << variation << '.' << ply << ' ' << before.key();
    }
    void end_game(Outcome outcome, std::size_t plies, const Problem& problem) override {
        text << " end " << static_cast<int>(outcome) << ' ' << plies << ' ' << problem.message;
        if (problem) text << " in " << lines_before + problem.line;
        text << '\n';
    }
    std::ostringstream text;
    std::uint64_t lines_before = 0;
};

std::string record_of(const std::string& text, std::size_t size,
                      std::size_t largest = Chunks::max_game) {
    std::istringstream in(text);
    Chunks chunks(in, size, largest);
    Chunk chunk;
    Record record;
    while (chunks.next(chunk))
        record.lines_before +=
            scan_games(chunk.view(), {true, false, chunk.cut_short}, record).lines +
            chunk.skipped_lines;
    record.text << record.lines_before << " lines\n";
    return record.text.str();
}

// All cuts that are allowed.
std::vector<std::string> all_cuts(std::string text) {
    std::vector<std::string> parts;
    for (std::size_t cut = last_cut(text); cut > 0; cut = last_cut(text)) {
        parts.insert(parts.begin(), text.substr(cut));
        text.resize(cut);
    }
    parts.insert(parts.begin(), text);
    return parts;
}

void check(const std::vector<std::string>& expected) {
    std::string text;
    for (const std::string& part : expected)
        text += part;
    INFO(text);
    CHECK(all_cuts(text) == expected);
    CHECK(chunks_of(text, text.size() + 1) == std::vector<std::string>{text});
    for (std::size_t size = 1; size < text.size(); ++size)
        CHECK(record_of(text, size) == record_of(text, text.size() + 1));
}

} // namespace

TEST_CASE("PGN chunks: where text is cut") {
    CHECK(chunks_of("", 1).empty());
    CHECK(chunks_of("[Event \"a\"]\n*\n[Event \"b\"]\n*\n", 27) ==
          std::vector<std::string>{"[Event \"a\"]\n*\n", "[Event \"b\"]\n*\n"});
    check({"[Event \"a\"]\n[Site \"s\"]\n\ne4 1-0\n\n", " \t[Event \"b\"]\r\nd4 *\r\n",
           "[Event \"c\"]\n"});
    check({"e4 e5 1-0 d4\n", "[Event \"b\"]\n"});
    check({"[Event \"a\"]\re4\r\r", "[Event \"b\"]\rd4\r"});
    // Not inside a header, whatever stands there.
    check({"[Event \"a\"]\n\n[Site \"s\"]\n; one\n% two\n{three\n}\n[Date \"d\"]\n\xef\xbb\xbf\n N "
           "$1 !? ) [Round "
           "1]\n[White \"w\"]\ne4\n"});
    check({"\xef\xbb\xbf[Event \"a\"]\n[Site \"s\"]\n(\n", "[Event \"b\"]\n[x y]\n[Site \"s\"]\n"});
    // A header line ends whatever is open.
    check({"[Event \"a\"]\n{open\n", "[Event \"b\"]\n e4 {e5} ; 1-0\n",
           "[Event \"c\"]\n% e4\n[Site \"s\"]\n {open {}{\n", "[Event \"d\"]\n"});
}

TEST_CASE("PGN chunks: a text divided anywhere") {
    const std::vector<std::string> texts{
        "",
        "e4 e5 1-0\n",
        "no game at all",
        "[Event \"a\"]\n[Site \"s\"]\n\ne4 1-0\n\n \t[Event \"b\"]\r\nd4 *\r\n[Event "
        "\"c\"]\r\n\r\nc4 e5\r\n",
        "[Event \"a\"]\re4\r\r[Event \"b\"]\rd4\r\r\r[Event \"c\"]\r{ [Event \"d\"]\re5\r",
        "[Event \"a\"]\n{open\n[Event \"b\"]\n e4 {e5} ; 1-0\n[Event \"c\"]\n% e4\n[Site \"s\"]\n "
        "{open {}{\n[Event "
        "\"d\"]\n",
        "e4 e5 1-0 d4\n[Event \"b\"]\nd4 d5 [Event \"in a line\"] 1-0\n[Event \"c\"]\ne4\n[Event "
        "\"d\"]\n"};
    for (const std::string& text : texts) {
        INFO(text);
        std::size_t last = 0;
        for (std::size_t place = 0; place <= text.size(); ++place) {
            std::istringstream rest(text.substr(place));
            const std::size_t cut = place + static_cast<std::size_t>(next_cut(rest));
            REQUIRE(cut >= last);
            REQUIRE(cut <= text.size());
            last = cut;
            Record record;
            record.lines_before +=
                scan_games(text.substr(0, cut), {true, false, false}, record).lines;
            record.lines_before += scan_games(text.substr(cut), {true, false, false}, record).lines;
            record.text << record.lines_before << " lines\n";
            CHECK(record.text.str() == record_of(text, text.size() + 1));
        }
    }
    // Nearly every game of a usual file can be the first of a part, however long the lines and the
    // search.
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "[Event \"" + std::string(static_cast<std::size_t>(i % 7 * 4000), 'x') +
                "\"]\n\ne4 e5 {" + std::string(static_cast<std::size_t>(i % 5 * 9000), 'y') +
                "} 1-0\n\n";
    for (std::size_t place = 1; place < text.size() / 2; place += 9973) {
        std::istringstream rest(text.substr(place));
        const std::size_t cut = place + static_cast<std::size_t>(next_cut(rest));
        CHECK(text.compare(cut, 6, "[Event") == 0);
        const std::size_t header = text.find("\n[Event", place);
        CHECK(cut == text.find("\n[Event", header + 1) + 1);
    }
}

TEST_CASE("PGN chunks: the later part of a text comes with the letters of its beginning") {
    std::string text;
    while (text.size() < PieceLetters::sample_size)
        text += "1. Sf3 *\n";
    const std::size_t sample = text.size();
    text += "1. Nf3 *\n1. Sf3 *\n";
    // A stream that can only be read on.
    struct Forwards : std::stringbuf {
        using std::stringbuf::stringbuf;
        pos_type seekoff(off_type, std::ios::seekdir, std::ios::openmode) override { return -1; }
        pos_type seekpos(pos_type, std::ios::openmode) override { return -1; }
    };
    for (const std::size_t skipped :
         {std::size_t{9}, PieceLetters::sample_size - 1, PieceLetters::sample_size, sample}) {
        std::istringstream seekable(text);
        Forwards buffer(text);
        std::istream forwards(&buffer);
        for (std::istream* const in : {static_cast<std::istream*>(&seekable), &forwards}) {
            Chunks chunks(*in, text.size());
            chunks.skip(skipped);
            Chunk chunk;
            std::string rest;
            for (std::uint64_t offset = skipped; chunks.next(chunk); offset = chunks.offset()) {
                CHECK(chunk.offset == offset);
                rest += chunk.view();
            }
            CHECK(chunks.letters().name() == "German");
            CHECK(rest.size() == text.size() - skipped);
            CHECK(rest.ends_with("1. Nf3 *\n1. Nf3 *\n"));
        }
    }
}

TEST_CASE("PGN chunks: a game that is too large") {
    std::string large = "[Event \"b\"]\n[Result \"1-0\"]\n\n";
    for (int i = 0; i < 20000; ++i)
        large += i % 2 ? "Ng1 Ng8\r\n" : "Nf3 Nf6 [Event \"b\"]\n";
    const std::string before = "[Event \"a\"]\ne4 *\n";
    const std::string next_game = "[Event \"c\"]\nd4 *\n";
    const std::string seen = record_of(before + large + next_game, 64, 4096);
    INFO(seen.substr(0, 100));
    const std::string whole = record_of(before + large + next_game, 64);
    // The same game, lines and tags, but fewer plies and a problem.
    CHECK(seen.find(" the game that begins here is larger than 40") != std::string::npos);
    CHECK(seen.find(" in 3\n") != std::string::npos);
    const std::string last = "game 20006 ";
    REQUIRE(whole.find(last) != std::string::npos);
    REQUIRE(seen.find(last) != std::string::npos);
    CHECK(seen.substr(seen.find(last)) == whole.substr(whole.find(last)));
    CHECK(seen.find("game 1 ") == 0);
    // Nothing but one line, or one word.
    CHECK(record_of("[A \"a\"]\n{" + std::string(100000, 'x') + " \n [A \"b\"]\nd4 *", 64, 1024)
              .find("game 3 ") != std::string::npos);
    CHECK(record_of(std::string(100000, 'x') + " [A \"b\"]\n[A \"b\"]\nd4 *", 64, 1024)
              .find("game 2 ") == 0);
}

TEST_CASE("PGN chunks: games without tags are cut after their markers") {
    std::string text;
    for (int i = 0; i < 16000; ++i)
        text += i % 7 == 0 ? "1. d4 {1-0\n} d5 (2. c4 1/2-1/2\n) *\n" : "1. e4 e5 2. Nf3 Nc6 1-0\n";
    const std::string whole = record_of(text, text.size() + 1);
    CHECK((record_of(text, 150'000, 200'000) == whole));
    CHECK(whole.find("larger") == std::string::npos);
    std::istringstream in(text);
    Chunks chunks(in, 150'000, 200'000);
    Chunk chunk;
    std::size_t count = 0;
    for (; chunks.next(chunk); ++count)
        CHECK(!chunk.cut_short);
    CHECK(count >= 3);
}

TEST_CASE("PGN chunks: files of other parsers' tests") {
    const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "pgn";
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: no ", folder.string());
        return;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".pgn") continue;
        INFO(entry.path().string());
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const std::string whole = record_of(text, text.size() + 1);
        for (const std::size_t size : {std::size_t{1000}, std::size_t{20000}})
            CHECK((record_of(text, size) == whole));
    }
}

} // namespace polyglot::pgn
