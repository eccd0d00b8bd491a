// Games from files, folders and archives; the packed ones are made here, with libarchive's other
// half.
#include "storage/games/game_files.hpp"
#include "storage/games/game_files_content.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

using Members = std::vector<std::pair<std::string, std::string>>; // names and contents

using test::Folder;

// A hundred kilobytes that do not pack away to nothing.
std::string some_games(unsigned seed) {
    std::mt19937 random(seed);
    std::string text;
    for (int i = 0; i < 5'000; ++i)
        text += "[Round \"" + std::to_string(random()) + "\"]\n";
    return text;
}

using Choose = int (*)(archive*);

std::string pack(Choose format, Choose filter, const Members& members,
                 const char* options = nullptr) {
    std::string bytes(500'000, '\0');
    std::size_t used = 0;
    archive* const out = archive_write_new();
    REQUIRE(format(out) >= ARCHIVE_WARN);
    if (filter != nullptr) REQUIRE(filter(out) >= ARCHIVE_WARN);
    if (options != nullptr) {
        REQUIRE(archive_write_set_options(out, options) == ARCHIVE_OK);
        REQUIRE(archive_write_set_passphrase(out, "secret") == ARCHIVE_OK);
    }
    REQUIRE(archive_write_open_memory(out, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
    for (const auto& [name, content] : members) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_entry_set_filetype(entry, name.back() == '/' ? AE_IFDIR : AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        REQUIRE(archive_write_header(out, entry) >= ARCHIVE_WARN);
        REQUIRE(archive_write_data(out, content.data(), content.size()) ==
                static_cast<la_ssize_t>(content.size()));
        archive_entry_free(entry);
    }
    REQUIRE(archive_write_close(out) == ARCHIVE_OK);
    archive_write_free(out);
    bytes.resize(used);
    return bytes;
}

std::string packed(Choose filter, const std::string& content) {
    return pack(archive_write_set_format_raw, filter, {{"data", content}});
}
std::string zip(const Members& members) {
    return pack(archive_write_set_format_zip, nullptr, members);
}

struct Contents {
    Members texts;
    std::string problem;
    std::uint64_t read = 0, total = 0;
};

Contents contents_of(const fs::path& file, std::istream& in) {
    Contents contents;
    auto opened = GameFile::open(file, in);
    if (!opened) {
        contents.problem = opened.error().message;
        return contents;
    }
    GameFile& games = **opened;
    while (std::istream* const stream = games.next()) {
        std::string text;
        std::array<char, 10'007> block{}; // divides no other buffer size
        do {
            stream->read(block.data(), block.size());
            text.append(block.data(), static_cast<std::size_t>(stream->gcount()));
        } while (*stream);
        contents.texts.emplace_back(games.name(), text);
    }
    contents.problem = games.problem();
    contents.read = games.bytes_read();
    contents.total = games.bytes_total();
    return contents;
}

Contents contents_of(const fs::path& file) {
    std::istringstream nothing;
    return contents_of(file, nothing);
}

Contents contents_of_pipe(const std::string& bytes) {
    std::istringstream in(bytes);
    return contents_of("-", in);
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const std::array filters{std::pair{"gz", Choose(archive_write_add_filter_gzip)},
                         std::pair{"bz2", Choose(archive_write_add_filter_bzip2)},
                         std::pair{"xz", Choose(archive_write_add_filter_xz)},
                         std::pair{"lzma", Choose(archive_write_add_filter_lzma)},
                         std::pair{"lz", Choose(archive_write_add_filter_lzip)},
                         std::pair{"zst", Choose(archive_write_add_filter_zstd)},
                         std::pair{"lz4", Choose(archive_write_add_filter_lz4)},
                         std::pair{"Z", Choose(archive_write_add_filter_compress)}};
const std::array formats{std::pair{"zip", Choose(archive_write_set_format_zip)},
                         std::pair{"7z", Choose(archive_write_set_format_7zip)},
                         std::pair{"tar", Choose(archive_write_set_format_pax_restricted)},
                         std::pair{"gnu", Choose(archive_write_set_format_gnutar)},
                         std::pair{"ustar", Choose(archive_write_set_format_ustar)}};

} // namespace

TEST_CASE("game files: bzip2 of every level, by its first bytes") {
    const std::string block = "1AY&SY";
    const std::string end = "\x17\x72\x45\x38\x50\x90";
    for (char level = '1'; level <= '9'; ++level)
        for (const std::string& after : {block, end})
            CHECK(is_packed(std::string("BZh") + level + after));
    for (const char level : {'0', ':', 'a', '\0'})
        for (const std::string& after : {block, end})
            CHECK_FALSE(is_packed(std::string("BZh") + level + after));
    CHECK_FALSE(is_packed("BZh91AY&S"));
    CHECK_FALSE(is_packed("BZh91AY&S!"));
}

TEST_CASE("game files: the dictionary that a packed file states, and a limit on it") {
    const auto xz = [](const std::string& block_header) {
        return "\xFD"
               "7zXZ\0\0\4abcd"s +
               block_header;
    };
    constexpr std::uint64_t mib = 1U << 20U;
    struct Row {
        std::string beginning;
        std::uint64_t bytes;
    };
    const std::array rows{Row{xz("\2\0\x21\1\x16"s), 8 * mib},                 // xz -6
                          Row{xz("\2\0\x21\1\x1C"s), 64 * mib},                // xz -9
                          Row{xz("\2\0\x21\1\x1E"s), 128 * mib},               //
                          Row{xz("\2\0\x21\1\x1F"s), 192 * mib},               //
                          Row{xz("\2\0\x21\1\x28"s), 0xffffffff},              //
                          Row{xz("\3\xC0\x80\1\x81\2\x21\1\x1F"s), 192 * mib}, // after both sizes
                          // After a filter without properties
                          Row{xz("\3\1\4\0\x21\1\x1F"s), 192 * mib},
                          // … and with a byte of them
                          Row{xz("\3\1\3\1\0\x21\1\x1F"s), 192 * mib},
                          Row{xz("\0\0\x21\1\x1F"s), 0}, // no block
                          Row{xz("\2\0\x21"s), 0},       // cut off
                          Row{xz("\2\0"
                                 "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s),
                              0},                            // no number
                          Row{"\x5D\0\0\x80\0"s, 8 * mib},   // lzma
                          Row{"\x5D\0\0\0\x10"s, 256 * mib}, //
                          Row{"LZIP\1\x17"s, 8 * mib},       //
                          Row{"LZIP\1\x1D"s, 512 * mib},     //
                          Row{"LZIP\1\x3D"s, 480 * mib},     // a sixteenth less
                          Row{"[Event \"?\"]"s, 0},          //
                          Row{""s, 0}};
    for (const Row& row : rows) {
        CAPTURE(row.beginning);
        CHECK(stated_dictionary(row.beginning) == row.bytes);
    }

    const Folder folder;
    std::istringstream nothing;
    for (const Row& row : rows) {
        if (row.bytes == 0) continue;
        const auto opened = GameFile::open(folder.write("a.pgn.xz", row.beginning), nothing);
        CHECK(opened.has_value() == (row.bytes <= 128 * mib));
        if (!opened)
            CHECK(opened.error().message.find("a dictionary of more than 128 MiB") !=
                  std::string::npos);
    }
}

TEST_CASE("game files: plain") {
    const Folder folder;
    const std::string games = some_games(1);
    const auto check = [&](const std::string& bytes) {
        const fs::path file = folder.write("a.txt", bytes);
        const Contents contents = contents_of(file);
        CHECK(contents.texts == Members{{file.string(), bytes}});
        CHECK(contents.problem.empty());
        CHECK(contents.read == bytes.size());
        CHECK(contents.total == bytes.size());
        CHECK(contents_of_pipe(bytes).texts == Members{{"standard input", bytes}});
    };
    check(games);
    check("");
    check("[");
    check(std::string(telling_bytes, 'x'));
    check("\xEF\xBB\xBF[Event \"?\"]\n\n1. e4 *\n");
    check(std::string(3, '\0') + games); // dirt, not UTF-16
    check("#mtree\n./file type=file\n"); // libarchive would know these
    check("begin 644 games.pgn\n#0V%T\n`\nend\n");
    check("MZ is how some comment may begin");
    check("PK, 7z and BZh1 are not archives");
}

TEST_CASE("game files: a plain file can be read from any place") {
    const Folder folder;
    const std::string games = some_games(1);
    std::istringstream nothing;
    const auto opened = GameFile::open(folder.write("a.pgn", games), nothing);
    REQUIRE(opened.has_value());
    std::istream* const stream = (*opened)->next();
    REQUIRE(stream != nullptr);
    for (const std::size_t place : {100'000UL, 0UL, 7UL, 511UL, 512UL, 70'000UL}) {
        stream->seekg(static_cast<std::streamoff>(place));
        CHECK(stream->get() == games[place]);
        std::string text(1000, ' ');
        stream->read(text.data(), 1000);
        CHECK(text == games.substr(place + 1, 1000));
    }
}

TEST_CASE("game files: packed in each way, whole, several times over, and cut off") {
    const Folder folder;
    const std::string games = some_games(1);
    const std::string more = some_games(2);
    for (const auto& each : filters) {
        const auto& name = each.first;
        const auto& filter = each.second;
        CAPTURE(std::string(name));
        const std::string bytes = packed(filter, games);
        const fs::path file = folder.write("no ending", bytes);
        const Contents contents = contents_of(file);
        CHECK(contents.texts == Members{{file.string(), games}});
        CHECK(contents.problem.empty());
        CHECK(contents.total == bytes.size());
        CHECK(contents_of_pipe(bytes).texts == Members{{"standard input", games}});
        if (name != "lz4"s && name != "Z"s) { // with these libarchive 3.6 cannot write nothing
            const Contents empty = contents_of_pipe(packed(filter, ""));
            CHECK((empty.texts.empty() || empty.texts.front().second.empty()));
            CHECK(empty.problem == "");
        }

        const bool joins = name != "Z"s && name != "lzma"s; // formats without an end of their own
        if (joins)
            CHECK(contents_of_pipe(bytes + packed(filter, more)).texts ==
                  Members{{"standard input", games + more}});

        const Contents cut = contents_of_pipe(bytes.substr(0, bytes.size() / 2));
        if (joins) CHECK(contains(cut.problem, "standard input: "));
        for (const auto& [where, text] : cut.texts)
            CHECK(games.starts_with(text));
    }
}

TEST_CASE("game files: archives of each kind") {
    const Folder folder;
    const Members members{{"1990/", ""},
                          {"1990/linares.pgn", some_games(1)},
                          {"readme.txt", "no games"},
                          {"__MACOSX/._b.pgn", "no games"},
                          {"B.PGN", some_games(2)},
                          {"empty.pgn", ""}};
    for (const auto& each : formats) {
        const auto& name = each.first;
        const auto& format = each.second;
        CAPTURE(std::string(name));
        const std::string bytes = pack(format, nullptr, members);
        const fs::path file = folder.write("games", bytes);
        const std::string prefix = file.string() + "/";
        const Contents contents = contents_of(file);
        CHECK(contents.problem.empty());
        Members expected{{prefix + "1990/linares.pgn", some_games(1)},
                         {prefix + "B.PGN", some_games(2)},
                         {prefix + "empty.pgn", ""}};
        Members texts = contents.texts; // 7z moves members without contents to the end
        std::sort(texts.begin(), texts.end());
        std::sort(expected.begin(), expected.end());
        CHECK(texts == expected);
    }
    const Members other{{"games.txt", "1. e4 *"}, {"more", "1. d4 *"}};
    const fs::path file = folder.write("other.zip", zip(other));
    CHECK(contents_of(file).texts ==
          Members{{file.string() + "/games.txt", "1. e4 *"}, {file.string() + "/more", "1. d4 *"}});
    CHECK(contents_of(folder.write("none.zip", zip({}))).texts.empty());
}

TEST_CASE("game files: tar within a packing, and archives from a pipe") {
    const Members members{{"a.pgn", some_games(1)}, {"note", "x"}, {"b.pgn", some_games(2)}};
    const Members expected{{"standard input/a.pgn", some_games(1)},
                           {"standard input/b.pgn", some_games(2)}};
    for (const auto& each : filters) {
        const auto& name = each.first;
        const auto& filter = each.second;
        CAPTURE(std::string(name));
        CHECK(contents_of_pipe(pack(archive_write_set_format_pax_restricted, filter, members))
                  .texts == expected);
    }
    CHECK(contents_of_pipe(zip(members)).texts == expected);
    const Contents seven = contents_of_pipe(pack(archive_write_set_format_7zip, nullptr, members));
    CHECK(seven.texts.empty());
    CHECK(contains(seven.problem, "give a file instead of a pipe"));
    CHECK(contains(contents_of_pipe(zip({{"a.txt", "1. e4 *"}})).problem,
                   "give a file instead of a pipe"));
}

TEST_CASE("game files: damaged and unreadable files") {
    const Folder folder;
    const auto check = [&](const std::string& bytes, std::string_view problem, std::size_t texts) {
        const Contents contents = contents_of(folder.write("x", bytes));
        CAPTURE(contents.problem);
        CHECK(contains(contents.problem, problem));
        CHECK(contents.texts.size() == texts);
    };
    const Members members{{"a.pgn", some_games(1)}, {"b.pgn", some_games(2)}};
    for (const auto& each : formats) {
        const auto& name = each.first;
        const auto& format = each.second;
        CAPTURE(std::string(name));
        const std::string bytes = pack(format, nullptr, members);
        for (const std::size_t size : {bytes.size() / 8, bytes.size() / 2}) {
            const Contents cut = contents_of(folder.write("x", bytes.substr(0, size)));
            CHECK_FALSE(cut.problem.empty());
            CHECK(cut.texts.size() <= 2);
        }
        std::string zeros = bytes;
        std::fill(zeros.begin() + 1000, zeros.begin() + 3000, '\0');
        const Contents holed = contents_of(folder.write("x", zeros));
        // A tar has no checksum of contents
        if (name == "zip"s || name == "7z"s) CHECK_FALSE(holed.problem.empty());
    }
    check("\x1F\x8B\x08"s, "begins like an archive, but is damaged", 0);
    check("PK\3\4"s, "x: ", 0);
    check(pack(archive_write_set_format_zip, nullptr, members, "zip:encryption=zipcrypt"),
          "a.pgn: is encrypted", 0);
    check(zip({{"old.pgn.gz", packed(archive_write_add_filter_gzip, "x")}, {"a.pgn", "1. e4 *"}}),
          "old.pgn.gz: is packed once more", 1);
    check(zip({{"old.pgn", zip(members)}, {"a.pgn", "1. e4 *"}}), "old.pgn: is packed once more",
          1);
    check(zip({{"a.zip", "x"}, {"b.zip", "x"}}), "(and 1 more in this file)", 0);
    check("\xFF\xFE[\0E\0"s, "is UTF-16 text", 0);
    check("\0[\0E"s, "is UTF-16 text", 0);
    check("\xFF\xFE\0\0[\0\0\0"s, "is UTF-32 text", 0);
    check(packed(archive_write_add_filter_gzip, "\xFE\xFF\0["s), "is UTF-16 text", 0);
    check(zip({{"16.pgn", "\xFE\xFF\0["s}, {"8.pgn", "1. e4 *"}}), "16.pgn: is UTF-16 text", 1);
}

TEST_CASE("game files: standard input that breaks off is an error, named once") {
    // Gives the bytes, and then an error.
    class Breaking final : public std::stringbuf {
      public:
        using std::stringbuf::stringbuf;

      protected:
        int_type underflow() override {
            const int_type next = std::stringbuf::underflow();
            if (next == traits_type::eof()) throw std::ios::failure("broken");
            return next;
        }
    };
    const std::string games = some_games(1);
    for (const std::string& bytes :
         {games, packed(archive_write_add_filter_gzip, games),
          pack(archive_write_set_format_pax_restricted, nullptr, {{"a.pgn", games}})}) {
        for (const std::size_t size : {std::size_t{5}, telling_bytes, bytes.size() / 2}) {
            CAPTURE(size);
            Breaking buffer(bytes.substr(0, size));
            std::istream in(&buffer);
            const Contents contents = contents_of("-", in);
            CAPTURE(contents.problem);
            CHECK(contains(contents.problem, "cannot be read"));
            CHECK_FALSE(contains(contents.problem, "more in this file"));
        }
    }
}

TEST_CASE("game files: names of members") {
    const Folder folder;
    const auto name_in = [&](Choose format, const std::string& name) {
        const fs::path file = folder.write("x", pack(format, nullptr, {{name, "1. e4 *"}}));
        const Contents contents = contents_of(file);
        REQUIRE(contents.texts.size() == 1);
        return contents.texts.front().first.substr(file.string().size() + 1);
    };
    for (const Choose format : {archive_write_set_format_zip, archive_write_set_format_ustar}) {
        CHECK(name_in(format, "Mecking-Jan\xC3\xA1\xC4\x8D.pgn") ==
              "Mecking-Jan\xC3\xA1\xC4\x8D.pgn");
        CHECK(name_in(format, "K\xF6ln.pgn") == "K\xC3\xB6ln.pgn");
        CHECK(name_in(format, "a\x1B[2J\n.pgn") == "a?[2J?.pgn");
    }
}

TEST_CASE("game files: after any damage reading ends, with an error or with some games") {
    const Folder folder;
    std::mt19937 random(20261121);
    const Members members{{"a.pgn", std::string(3000, 'a')},
                          {"b.pgn", some_games(2).substr(0, 5000)}};
    for (int round = 0; round < 20; ++round) {
        for (const auto& [name, format] : formats) {
            std::string bytes = pack(format,
                                     round % 2 == 0 || name == "zip"s || name == "7z"s
                                         ? nullptr
                                         : archive_write_add_filter_gzip,
                                     members);
            for (int hit = 0; hit < 3; ++hit)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            const Contents contents = contents_of(folder.write("x", bytes));
            CHECK(contents.texts.size() <= 2 + 1);
        }
    }
}

} // namespace polyglot::io
