// The edits of `polyglot explore -edit`: step by step, over saves and over the end of the process.
#include "core/book/arena/abk.hpp"
#include "core/book/walk/walk.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/edit/editing.hpp"
#include "tools/explore/edit/journal.hpp"

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using test::raw_move;

std::string polyglot_bytes() {
    const test::Bytes bytes =
        test::to_bytes(std::vector<book::RawEntry>{{after("").key(), raw_move("e2e4"), 3, 4, 5},
                                                   {after("").key(), raw_move("d2d4"), 1, 0, 0}});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string arena_bytes() {
    book::AbkTree tree = test::abk_tree({test::abk_move("e2e4", 901, 902), test::abk_move("e7e5"),
                                         test::abk_move("d2d4", 903), test::abk_move("d7d5")});
    tree.records[0].games = 30;
    tree.header.importance_of_games = 3;
    return book::encode_abk(tree) + "!";
}

json::object question(const char* edit, const char* value, std::initializer_list<const char*> line,
                      const char* move) {
    json::array moves;
    for (const char* const one : line)
        moves.push_back(json::string(one));
    json::object asked{{"edit", edit}, {"value", value}, {"line", std::move(moves)}};
    if (*move != '\0') asked["move"] = move;
    return asked;
}

std::string bytes_of(const Editing& editing) {
    std::string bytes;
    CHECK(editing.book()->write([&bytes](std::string_view part) { bytes += part; }).has_value());
    return bytes;
}

// A book of its own, and an explorer that edits it.
struct Edited {
    BookFolder folder;
    std::string file;
    std::optional<Editing> editing;

    explicit Edited(std::string_view bytes, std::string_view name = "book.bin")
        : file(folder.write(name, test::to_bytes(bytes))) {
        begin();
    }
    Edited(const Edited&) = delete;
    Edited& operator=(const Edited&) = delete;
    ~Edited() { io::end_command(); }

    void begin() {
        editing.reset(); // as a kill does: what is not saved is in the journal alone
        auto opened = Editing::open(file);
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        editing = *std::move(opened);
    }
    Result<void> apply(const json::object& asked) {
        auto step = read_step(question_of_step(asked, ""));
        return step ? editing->apply(*std::move(step)) : Result<void>(step.error());
    }
    void weigh(const char* weight, const char* move = "e2e4") {
        REQUIRE(apply(question("weight", weight, {}, move)).has_value());
    }
    std::string weights() const {
        std::string text;
        for (const book::Entry& entry : editing->book()->find(chess::Position::start()))
            text += (text.empty() ? "" : " ") + chess::format_uci_move(entry.move) + ' ' +
                    std::to_string(entry.weight);
        return text;
    }
    Ran edit_book(std::vector<std::string> words) const {
        words.insert(words.begin(), file);
        return run(run_edit_book, words);
    }
    std::string bytes() const {
        return folder.read(std::filesystem::path(file).filename().string());
    }
};

std::vector<json::object> questions_of(std::string_view name) {
    std::vector<json::object> all{
        question("add", "", {}, "c2c4"),
        question("add", "", {"c2c4"}, "e7e5"),
        question("add", "", {"e2e4"}, "c7c5"),
        question("delete", "", {}, "e2e4"),
        question("delete-subtree", "", {}, "d2d4"),
        question("delete-subtree", "", {}, "c2c4"),
        {{"text", "1. e4 e6 2. d4 (2. Nf3 c5) d5 *"}, {"variations", true}},
        {{"text", "1. c4 c5 2. Nc3 *"}}};
    if (name == "book.yacb") return all;
    all.push_back(question("weight", "17", {}, "e2e4"));
    all.push_back(question("boost", "x3", {}, "d2d4"));
    all.push_back(question("share", "30%", {}, "e2e4"));
    all.push_back(question("forbid", "", {}, "c2c4"));
    return all;
}

// What a book says. Of an .abk its moves, for a move that is deleted and added again has another
// record than before, and a save, which makes what has changed in the file as it is, need not write
// it; of other books all bytes.
std::string content_of(std::string_view name, const std::string& bytes) {
    if (name != "book.abk") return bytes;
    const auto read = book::AbkBook::open(book::SpanReader(std::as_bytes(std::span(bytes))));
    REQUIRE(read.has_value());
    std::set<std::string> lines;
    book::explore(*read, {&chess::Position::start(), 1}, {},
                  [&lines](const chess::Position& position, const auto& entries) {
                      for (const book::Entry& entry : entries)
                          lines.insert(std::to_string(position.key()) + ' ' +
                                       chess::format_uci_move(entry.move) + ' ' +
                                       std::to_string(entry.weight) + ' ' +
                                       std::to_string(entry.priority.value_or(0)) + ' ' +
                                       (entry.games
                                            ? std::to_string(entry.games->games) + ' ' +
                                                  std::to_string(entry.games->white_wins) + ' ' +
                                                  std::to_string(entry.games->white_losses)
                                            : ""));
                  });
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

// Each state that was left is found again: by undo and redo, over saves and kills. Returns the
// number of kills.
std::size_t wander(std::string_view name, std::string_view bytes, std::uint64_t seed) {
    CAPTURE(name);
    Random random(seed);
    Edited world(bytes, name);
    const std::vector<json::object> questions = questions_of(name);
    std::vector<std::string> done{bytes_of(*world.editing)};
    std::vector<std::string> undone;
    std::size_t kills = 0;
    for (int i = 0; i < 60; ++i) {
        switch (random.below(8)) {
        case 0:
        case 1: {
            CHECK(world.editing->undo().has_value() == (done.size() > 1));
            if (done.size() == 1) break;
            undone.push_back(std::move(done.back()));
            done.pop_back();
            break;
        }
        case 2: {
            CHECK(world.editing->redo().has_value() == !undone.empty());
            if (undone.empty()) break;
            done.push_back(std::move(undone.back()));
            undone.pop_back();
            break;
        }
        case 3: {
            if (!world.editing->save()) break; // nothing to save, or no move would be left
            CHECK(world.editing->unsaved() == 0);
            CHECK(content_of(name, world.bytes()) == content_of(name, done.back()));
            break;
        }
        case 4: {
            // Without it a new process knows nothing of the steps
            if (world.editing->unsaved() == 0) break;
            const std::size_t steps = world.editing->unsaved();
            world.begin();
            REQUIRE(world.editing->left() != nullptr);
            CHECK(world.editing->left_edits() == steps);
            const auto taken = world.editing->take_up_left();
            REQUIRE_MESSAGE(taken.has_value(), taken.error().message);
            CHECK(*taken == "");
            ++kills;
            break;
        }
        default: {
            if (!world.apply(questions[random.below(questions.size())])) break;
            done.push_back(bytes_of(*world.editing));
            undone.clear();
        }
        }
        CHECK(world.editing->done() == done.size() - 1);
        CHECK(world.editing->undone() == undone.size());
        CHECK(content_of(name, bytes_of(*world.editing)) == content_of(name, done.back()));
    }
    while (world.editing->undo()) {
    }
    CHECK(bytes_of(*world.editing) == bytes);
    if (world.editing->unsaved() > 0) CHECK(world.editing->save().has_value());
    CHECK(world.bytes() == bytes);
    CHECK_FALSE(std::filesystem::exists(world.file + ".unsaved"));
    return kills;
}

TEST_CASE("explore, edits: undo and redo find every state again, over saves and kills") {
    std::size_t kills = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        CAPTURE(seed);
        kills += wander("book.bin", polyglot_bytes(), seed);
        kills += wander("book.abk", arena_bytes(), seed);
        kills += wander("book.yacb", yacb_bytes({{"", "e2e4", 33}}), seed);
    }
    CHECK(kills > 0);
}

TEST_CASE("explore, edits: each change of the book has a revision of its own") {
    Edited world(polyglot_bytes());
    std::set<std::uint64_t> seen{world.editing->revision()};
    const auto is_new = [&] { return seen.insert(world.editing->revision()).second; };
    world.weigh("7");
    CHECK(is_new());
    REQUIRE(world.editing->undo().has_value());
    CHECK(is_new());
    REQUIRE(world.editing->redo().has_value());
    CHECK(is_new());
    REQUIRE(world.editing->discard().has_value());
    CHECK(is_new());
    world.weigh("7");
    CHECK(is_new());
    world.begin(); // with the first revision
    seen = {world.editing->revision()};
    REQUIRE(world.editing->take_up_left().has_value());
    CHECK(is_new());
    REQUIRE(world.editing->save().has_value());
    CHECK(is_new());
}

TEST_CASE("explore, journal: edits whose book cannot be read are not taken up, and stay") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    world.begin();
    world.folder.write("book.bin", test::to_bytes(std::string_view("no book")));
    for (int i = 0; i < 2; ++i) {
        const auto taken = world.editing->take_up_left();
        REQUIRE_FALSE(taken.has_value());
        CHECK(taken.error().message.starts_with(world.file + ": "));
        CHECK(world.editing->done() == 0);
        REQUIRE(world.editing->left() != nullptr);
        CHECK(std::filesystem::exists(world.file + ".unsaved"));
    }
    world.folder.write("book.bin", test::to_bytes(polyglot_bytes()));
    CHECK(world.editing->take_up_left().has_value());
    CHECK(world.weights() == "e2e4 7 d2d4 1");
    CHECK(world.editing->take_up_left().error().message == "there are no edits to take up");
    CHECK(world.editing->delete_left().error().message == "there are no edits to delete");
    CHECK(world.editing->discard().has_value());
}

TEST_CASE("explore, edits: a step of which one edit cannot be made leaves nothing of itself") {
    Edited world(polyglot_bytes());
    auto step = read_step(question("weight", "7", {}, "e2e4"));
    const auto impossible = read_step(question("weight", "7", {}, "a2a3"));
    REQUIRE(impossible.has_value());
    step->edits.push_back(impossible->edits.front());
    const std::uint64_t revision = world.editing->revision();
    CHECK_FALSE(world.editing->apply(*step).has_value());
    CHECK(world.weights() == "e2e4 3 d2d4 1");
    CHECK(world.editing->done() == 0);
    CHECK(world.editing->unsaved() == 0);
    CHECK(world.editing->revision() != revision);
    CHECK_FALSE(std::filesystem::exists(world.file + ".unsaved"));
}

TEST_CASE(
    "explore, edits: after a save each step is still undone, and the undo file has both runs") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    world.weigh("8");
    REQUIRE(world.editing->save().has_value());
    REQUIRE(world.editing->undo().has_value());
    CHECK(world.weights() == "e2e4 7 d2d4 1");
    CHECK(world.editing->unsaved() == 1);
    REQUIRE(world.editing->save().has_value());
    REQUIRE(world.editing->redo().has_value());
    CHECK(world.weights() == "e2e4 8 d2d4 1");
    REQUIRE(world.editing->discard().has_value());
    CHECK(world.weights() == "e2e4 7 d2d4 1");
    const std::string history = world.edit_book({"-history"}).out;
    CHECK(history.find("-move e2e4 -weight 7 -move e2e4 -weight 8\n") != std::string::npos);
    CHECK(history.find("  -undo -move e2e4 -weight 7\n") != std::string::npos);
    CHECK(world.edit_book({"-undo"}).status == 0);
    CHECK(world.edit_book({"-undo"}).status == 0);
    CHECK(world.bytes() == polyglot_bytes());
}

TEST_CASE(
    "explore, edits: a saved step is undone around what others have changed, and not over it") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    REQUIRE(world.editing->save().has_value());
    CHECK(world.edit_book({"-line", "e4", "-move", "c5", "-add"}).status == 0);
    REQUIRE(world.editing->undo().has_value());
    REQUIRE(world.editing->save().has_value());
    CHECK(world.weights() == "e2e4 3 d2d4 1");
    CHECK(world.editing->book()->find(after("e2e4")).size() == 1);
    world.weigh("9");
    REQUIRE(world.editing->save().has_value());
    CHECK(world.edit_book({"-move", "e4", "-weight", "20"}).status == 0);
    const auto undone = world.editing->undo();
    REQUIRE_FALSE(undone.has_value());
    CHECK(undone.error().message.find("changed since by another program") != std::string::npos);
    CHECK(world.editing->done() == 1);
    CHECK(world.editing->undone() == 0);
}

TEST_CASE("explore, journal: there is one only while something is not saved, and a damaged one "
          "gives what it has") {
    Edited world(polyglot_bytes());
    const std::string journal = world.file + ".unsaved";
    world.weigh("7");
    CHECK(std::filesystem::exists(journal));
    REQUIRE(world.editing->undo().has_value());
    CHECK_FALSE(std::filesystem::exists(journal));
    CHECK(world.editing->journal_file().empty());
    REQUIRE(world.editing->redo().has_value());
    world.weigh("8");
    CHECK(world.editing->journal_file() == journal); // which grows
    world.weigh("2", "d2d4");
    const std::string text = world.folder.read("book.bin.unsaved");
    REQUIRE(world.editing->discard().has_value());
    CHECK_FALSE(std::filesystem::exists(journal));

    const std::size_t third = text.rfind("{\"do\"");
    for (const std::size_t end : {text.size() - 1, text.size() - 2, third + 1, third}) {
        CAPTURE(end);
        world.folder.write("book.bin.unsaved",
                           test::to_bytes(std::string_view(text).substr(0, end)));
        world.begin();
        const bool is_whole = end + 1 == text.size();
        REQUIRE(world.editing->left() != nullptr);
        CHECK(world.editing->left_edits() == (is_whole ? 3 : 2));
        CHECK(world.editing->left()->text.damaged == (is_whole || end == third ? 0 : 1));
        const auto taken = world.editing->take_up_left();
        REQUIRE(taken.has_value());
        CHECK(world.weights() == (is_whole ? "e2e4 8 d2d4 2" : "e2e4 8 d2d4 1"));
        CHECK((taken->find("1 damaged line could not be read; ") == 0) ==
              (end == third + 1 || end == text.size() - 2));
        CHECK(std::filesystem::exists(journal) == !taken->empty());
        REQUIRE(world.editing->discard().has_value());
        std::filesystem::remove(journal);
    }
    world.folder.write("book.bin.unsaved", test::to_bytes(std::string_view("no journal\n\xff\n")));
    world.begin();
    CHECK(world.editing->left() == nullptr); // of no version that is known
    CHECK(world.editing->remarks().size() == 1);
    CHECK(std::filesystem::exists(journal));
}

TEST_CASE("explore, journal: edits of another version are kept and not made; those of a living "
          "explorer are its own") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    {
        auto other = Editing::open(world.file);
        REQUIRE(other.has_value());
        CHECK(other->left() == nullptr);
        REQUIRE(other->apply(*read_step(question("weight", "9", {}, "d2d4"))).has_value());
        CHECK(std::filesystem::exists(world.file + ".unsaved2"));
    }
    world.begin();
    CHECK(world.editing->left_edits() == 1); // the first; the second is for the next time
    CHECK(world.editing->remarks().size() == 1);
    REQUIRE(world.editing->delete_left().has_value());
    CHECK(world.edit_book({"-move", "e4", "-weight", "20"}).status == 0);
    world.begin();
    CHECK(world.editing->left() == nullptr);
    REQUIRE(world.editing->remarks().size() == 1);
    CHECK(world.editing->remarks().front().find("book.bin.unsaved2: 1 edit of another version") !=
          std::string::npos);
    world.weigh("21");
    REQUIRE(world.editing->save().has_value());
    CHECK(std::filesystem::exists(world.file + ".unsaved2"));
    CHECK_FALSE(std::filesystem::exists(world.file + ".unsaved"));
}

TEST_CASE("explore, journal: an end right after the book was written leaves nothing to take up") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    const std::string begun = world.folder.read("book.bin.unsaved");
    REQUIRE(world.editing->save().has_value());
    const std::string history = world.folder.read("book.bin.undo");
    const json::object record = json::parse(history).as_object();
    world.folder.write("book.bin.unsaved",
                       test::to_bytes(begun + json::serialize(json::object{{"do", "saving"},
                                                                           {"record", record}})));
    world.begin();
    CHECK(world.editing->left() == nullptr);
    CHECK(world.editing->remarks().empty());
    CHECK_FALSE(std::filesystem::exists(world.file + ".unsaved"));
}

TEST_CASE("explore, journal: what was copied from a book that is another one by now is not copied, "
          "and said so") {
    Edited world(polyglot_bytes());
    const std::string other = world.folder.write(
        "other.bin", std::vector<book::RawEntry>{{after("").key(), raw_move("c2c4"), 5, 0, 0}});
    auto step = read_step(question_of_step(question("copy-from", "", {}, "c2c4"), other));
    REQUIRE_MESSAGE(step.has_value(), step.error().message);
    REQUIRE(world.editing->apply(*std::move(step)).has_value());
    world.weigh("8");
    world.folder.write("other.bin", std::vector<book::RawEntry>{});
    world.begin();
    const auto taken = world.editing->take_up_left();
    REQUIRE(taken.has_value());
    CHECK(taken->find("1 edit could not be made again: ") == 0);
    CHECK(taken->find("book.bin.unsaved is kept") != std::string::npos);
    CHECK(world.weights() == "e2e4 8 d2d4 1");
    REQUIRE(world.editing->undo().has_value());
    CHECK(world.weights() == "e2e4 3 d2d4 1");
}

TEST_CASE("explore, journal: beside a hundred of them there is none, and the user is told") {
    Edited world(polyglot_bytes());
    for (int number = 1; number <= 100; ++number)
        world.folder.write("book.bin.unsaved" + (number == 1 ? "" : std::to_string(number)),
                           test::to_bytes(std::string_view("{\"do\":\"book\"}\n")));
    world.weigh("7");
    REQUIRE(world.editing->remarks().size() == 1);
    CHECK(world.editing->remarks().front() ==
          "a kill would lose edits that are not saved: " + world.file +
              ".unsaved: there are a hundred of them already");
    CHECK(world.editing->journal_file().empty());
    REQUIRE(world.editing->undo().has_value());
    CHECK(world.editing->remarks().empty()); // nothing could be lost
    REQUIRE(world.editing->redo().has_value());
    CHECK(world.editing->remarks().size() == 1);
    std::filesystem::remove(world.file + ".unsaved100");
    world.weigh("8");
    CHECK(world.editing->remarks().empty());
    CHECK(world.editing->journal_file() == world.file + ".unsaved100");
    // It has all edits, of which the first could not be written.
    CHECK(parse_journal(world.folder.read("book.bin.unsaved100")).events.size() == 4);
}

TEST_CASE("explore, journal: an empty one is about to be written, a link is not followed") {
    Edited world(polyglot_bytes());
    world.weigh("7");
    const std::string text = world.folder.read("book.bin.unsaved");
    REQUIRE(world.editing->discard().has_value());
    world.folder.write("book.bin.unsaved", test::to_bytes(std::string_view()));
    world.begin();
    CHECK(world.editing->left() == nullptr);
    CHECK(std::filesystem::exists(world.file + ".unsaved"));
    world.folder.write("elsewhere", test::to_bytes(text));
    std::filesystem::remove(world.file + ".unsaved");
    std::error_code no_links;
    std::filesystem::create_symlink("elsewhere", world.file + ".unsaved", no_links);
    if (no_links) return;
    world.begin();
    CHECK(world.editing->left() == nullptr);
    CHECK(world.editing->remarks().empty());
}

TEST_CASE("explore, import: variations of a PGN are taken if they are asked for") {
    const std::string text = "[Event \"x\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *\n";
    CHECK(read_edits(text, "t", false)->size() == 3);
    const auto edits = read_edits(text, "t", true);
    REQUIRE(edits.has_value());
    CHECK(edits->size() == 6);
    CHECK(edits->back().place == "t:1");
    CHECK(read_edits("1. e4 e5 2. Ke3 *", "t", true).error().message.starts_with("t:1: "));
}

TEST_CASE("explore, import: a table of actions is a list of edits") {
    const auto edits = read_edits("line,action\ne4,delete-subtree\n", "t", false);
    REQUIRE(edits.has_value());
    REQUIRE(edits->size() == 1);
    CHECK(edits->front().kind == Edit::Kind::DeleteSubtree);
}

TEST_CASE("explore, import: the shares of one position in a table are met together") {
    Edited world(polyglot_bytes());
    const auto step = read_step({{"text", "line,san,share\n,e4,30\n,d4,70\n"}});
    REQUIRE(step.has_value());
    REQUIRE(world.editing->apply(*step).has_value());
    const auto found = world.editing->book()->find(chess::Position::start());
    REQUIRE(found.size() == 2);
    CHECK(7 * found[1].weight == 3 * found[0].weight);
    const auto wrong = read_step({{"text", "line,san,share\n,e4,40\n,d4,70\n"}});
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().message ==
          "the text:2, the text:3: the shares of one position make 110.0%, more than 100%");
}

} // namespace
} // namespace polyglot::tools
