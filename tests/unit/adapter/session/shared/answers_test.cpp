// What the log has of the world outside: each answer once, unless it changes.
#include "adapter/session/shared/answer_lines.hpp"
#include "adapter/session/shared/answers.hpp"
#include "core/book/byte_reader.hpp"
#include "core/chess/variants/variant.hpp"
#include "storage/stores/memory_store.hpp"
#include "tests/unit/adapter/session/books/book_table.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using Lines = std::vector<std::string>;

class AnswerLog final : public Log {
  public:
    AnswerLog() : Log(true) {}
    Lines take() { return std::exchange(lines_, {}); }
    void set(bool on) { enable(on); }

  private:
    void append(Channel channel, std::string_view line) override {
        if (channel == Channel::Answer) lines_.emplace_back(line);
    }
    Lines lines_;
};

// A store that answers as a test says.
class SaidStore final : public tools::MemoryStore {
  public:
    Result<std::size_t> record(const book::LearntGame& game) override {
        asked_with = patience();
        if (!error.empty()) return make_error(error);
        return MemoryStore::record(game);
    }
    Result<std::string> keep(const std::vector<book::LearntGame>&) override {
        asked_with = patience();
        return std::string("waiting");
    }
    Result<book::TakenIn> take_in(std::size_t) override {
        asked_with = patience();
        return book::TakenIn{.games = 2, .moves = 9};
    }
    std::size_t written() const override { return 7; }
    bool may_try_again() const override { return error == "busy"; }
    bool has_kept() const override { return kept; }
    bool is_asking() const override { return asking; }
    void forget_answers() override { ++forgets; }

    std::string error;
    bool kept = false, asking = false;
    int forgets = 0;
    std::chrono::milliseconds asked_with{-1};
};

class KnowingBook final : public book::Book {
  public:
    std::vector<book::Entry> find(const chess::Position&) const override { return entries; }
    bool knows(const chess::Position&) const override { return is_known; }
    std::string_view refuses(const chess::Position&) const override { return reason; }

    std::vector<book::Entry> entries{};
    bool is_known = false;
    std::string reason{};
};

struct World {
    AnswerLog log;
    Random random{1};
    std::shared_ptr<SaidStore> store = std::make_shared<SaidStore>();
    std::shared_ptr<KnowingBook> book = std::make_shared<KnowingBook>();
    std::string store_warning;
    std::optional<book::BookStamp> stamp = book::BookStamp{.size = 16, .identity = 1};
    Environment logged = with_logged_answers(
        {.open_book = [this](const std::string& path) -> Result<OpenedBook> {
             if (path == "gone") return make_error("no such\tfile");
             return OpenedBook{book, "is a book", path == "empty" ? "no moves" : ""};
         },
         .random = random,
         .log = log,
         .recall_settings =
             [](const std::string& engine) {
                 RecalledSettings recalled{.settings = {}, .notes = {"of " + engine}};
                 recalled.settings.book = true;
                 return recalled;
             },
         .open_learn_store =
             [this](const config::Settings&) {
                 return book::OpenedLearnStore{store, {}, store_warning};
             },
         .stamp_book = [this](const std::string&) { return stamp; }});

    std::shared_ptr<book::LearnStore> opened() {
        auto whole = logged.open_learn_store({});
        log.take();
        return whole.store;
    }
};

const std::string place = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

chess::Move e2e4() {
    return *chess::parse_uci_move(chess::Position::start(), "e2e4");
}

} // namespace

TEST_CASE("answers: what the outside does not answer is not asked with a log either") {
    AnswerLog log;
    Random random(1);
    const Environment environment =
        with_logged_answers({.open_book = nullptr, .random = random, .log = log});
    CHECK_FALSE(environment.open_book);
    CHECK_FALSE(environment.stamp_book);
    CHECK_FALSE(environment.open_learn_store);
    CHECK_FALSE(environment.recall_settings);
}

TEST_CASE("answers: books have numbers in the order of opening, and a reason if they have none") {
    World world;
    CHECK(world.logged.open_book("a").has_value());
    CHECK(world.logged.open_book("empty").has_value());
    CHECK_FALSE(world.logged.open_book("gone").has_value());
    CHECK(world.logged.open_book("a").has_value());
    CHECK(world.log.take() == Lines{R"(open "a" 1)", R"(open "empty" 2 but no moves)",
                                    R"(open "gone" failed no such file)", R"(open "a" 3)"});
}

TEST_CASE("answers: what a book has for a position is a line if it is new") {
    World world;
    const auto opened = world.logged.open_book("a");
    const auto find = [&] {
        world.log.take();
        static_cast<void>(opened->book->find(chess::Position::start()));
        return world.log.take();
    };
    CHECK(find().empty()); // nothing needs no line
    world.book->is_known = true;
    CHECK(find() == Lines{"book 1 " + place + ": knows"});
    CHECK(find().empty());
    world.book->entries = {{.move = e2e4(), .weight = 3}};
    CHECK(find() == Lines{"book 1 " + place + ": e2e4 3"});
    CHECK(find().empty());
    world.log.set(false);
    world.book->entries.clear();
    CHECK(find().empty());
    world.log.set(true);
    world.book->is_known = false;
    CHECK(find() == Lines{"book 1 " + place + ": "}); // it had an answer before
    CHECK(opened->book->refuses(chess::Position::start()).empty());
    CHECK(world.log.take().empty());
    world.book->reason = "no games";
    CHECK(opened->book->refuses(chess::Position::start()) == "no games");
    CHECK(world.log.take() == Lines{"book 1 " + place + ": refuses no games"});
    CHECK(opened->book->read_by({}) == nullptr);
}

TEST_CASE("answers: what a book says of variants") {
    World world;
    const auto opened = world.logged.open_book("a");
    world.log.take();
    CHECK(opened->variants->stated().empty());
    CHECK(world.log.take().empty());
    const std::string why = opened->variants->why_not(chess::atomic);
    CHECK(world.log.take() == Lines{"book 1 variant atomic: refuses " + why});
    CHECK(opened->variants->find(chess::VariantPosition::start(chess::atomic)).empty());
    CHECK(world.log.take().empty());
}

TEST_CASE("answers: what a book has for a position of a variant is a line if it is new") {
    class OneMove final : public VariantSource {
        std::string stated() const override { return "atomic"; }
        std::string why_not(const chess::Variant& /*variant*/) const override { return {}; }
        std::vector<book::Entry> find(const chess::VariantPosition& position) const override {
            return parse_variant_entries(position, "e2e4 60").value();
        }
    };
    AnswerLog log;
    Random random(1);
    const Environment logged =
        with_logged_answers({.open_book = [](const std::string& path) -> Result<OpenedBook> {
                                 OpenedBook opened{std::make_shared<FakeBook>(), path};
                                 opened.variants = std::make_shared<OneMove>();
                                 return opened;
                             },
                             .random = random,
                             .log = log});
    const auto opened = logged.open_book("a");
    const auto start = chess::VariantPosition::start(chess::atomic);
    log.take();
    CHECK(opened->variants->stated() == "atomic");
    CHECK(log.take() == Lines{"book 1 variant: atomic"});
    CHECK(opened->variants->why_not(chess::atomic).empty());
    CHECK(log.take().empty());
    CHECK(opened->variants->find(start).size() == 1);
    CHECK(log.take() == Lines{"book 1 " + place_of(start) + ": e2e4 60"});
    CHECK(opened->variants->find(start).size() == 1);
    CHECK(log.take().empty());
}

TEST_CASE("answers: a file's stamp is a line when it changes") {
    World world;
    const auto look = [&world] {
        CHECK(world.logged.stamp_book("a.bin") == world.stamp);
        return world.log.take();
    };
    CHECK(look() == Lines{R"(file "a.bin" 16 1 0)"});
    CHECK(look().empty());
    world.stamp->size = 32;
    CHECK(look() == Lines{R"(file "a.bin" 32 1 0)"});
    world.stamp.reset();
    CHECK(look() == Lines{R"(file "a.bin" none)"});
    world.log.set(false);
    CHECK(look().empty());
    world.log.set(true); // a log that begins anew has it
    CHECK(look() == Lines{R"(file "a.bin" none)"});
}

TEST_CASE("answers: whether results have a store") {
    World world;
    CHECK(world.logged.open_learn_store({}).store != nullptr);
    world.store_warning = "read\tonly";
    static_cast<void>(world.logged.open_learn_store({}));
    world.store = nullptr;
    CHECK(world.logged.open_learn_store({}).store == nullptr);
    CHECK(world.log.take() ==
          Lines{"results open", "results open read only", "results none read only"});
}

TEST_CASE("answers: what a store does, with its patience") {
    World world;
    const auto store = world.opened();
    const book::LearntGame game{{{chess::Position::start(), e2e4()}}, 2, {}, {}};
    store->set_patience(std::chrono::milliseconds(5));
    CHECK(store->record(game).has_value());
    CHECK(world.store->asked_with.count() == 5);
    store->set_patience(std::chrono::milliseconds(6));
    CHECK(store->keep({}).has_value());
    CHECK(world.store->asked_with.count() == 6);
    store->set_patience(std::chrono::milliseconds(7));
    CHECK(store->take_in(9).has_value());
    CHECK(world.store->asked_with.count() == 7);
    CHECK(store->forget({}, 0).has_value());
    CHECK(world.log.take() == Lines{"results wrote 1", R"(results kept "waiting")",
                                    "results took 2 moves=9", "results forgot 1"});
    world.store->error = "busy";
    CHECK_FALSE(store->record(game).has_value());
    world.store->error = "the disk\tis full";
    CHECK_FALSE(store->record(game).has_value());
    CHECK(world.log.take() == Lines{"results busy busy", "results failed the disk is full"});
    world.log.set(false);
    CHECK_FALSE(store->record(game).has_value());
    CHECK(world.log.take().empty());
    CHECK(store->written() == 7);
    store->forget_answers();
    CHECK(world.store->forgets == 1);
}

TEST_CASE("answers: a store is asked whether it waits, and a line is written if it does") {
    World world;
    const auto store = world.opened();
    CHECK_FALSE(store->has_kept());
    CHECK_FALSE(store->is_asking());
    CHECK(world.log.take().empty());
    world.store->kept = world.store->asking = true;
    CHECK(store->has_kept());
    CHECK(store->is_asking());
    CHECK(world.log.take() == Lines{"results waiting", "results asking"});
    world.log.set(false);
    CHECK(store->has_kept());
    CHECK(store->is_asking());
    CHECK(world.log.take().empty());
}

TEST_CASE("answers: results of a position are a line if they are new") {
    World world;
    const auto store = world.opened();
    const auto recall = [&] {
        std::vector<book::Entry> entries{{.move = e2e4(), .weight = 3}};
        store->recall(chess::Position::start(), {}, entries);
        return world.log.take();
    };
    CHECK(recall().empty());
    REQUIRE(world.store->record({{{chess::Position::start(), e2e4()}}, 2, {}, {}}).has_value());
    CHECK(recall() == Lines{"results " + place + ": e2e4 3 n=1 s=2"});
    CHECK(recall().empty());
    REQUIRE(world.store->forget({}, 0).has_value());
    CHECK(recall() == Lines{"results " + place + ": e2e4 3"});
    CHECK(recall().empty());
    std::vector<book::Entry> none;
    store->recall_variant(chess::VariantPosition::start(chess::atomic), {}, none);
    CHECK(world.log.take().empty());
}

TEST_CASE("answers: settings as lines, without those that are the default") {
    CHECK(settings_lines({}).empty());
    config::Settings settings;
    settings.book = true;
    settings.book_seed = "7"; // of this process
    settings.books.emplace_back();
    settings.books[0].name = "gambits";
    settings.books[0].file = "g.bin";
    settings.books[0].color = "white";
    settings.engine_options.emplace_back("Hash", "64");
    CHECK(settings_lines(settings) == Lines{"set Book = true", "set [gambits] File = g.bin",
                                            "set [gambits] Color = white",
                                            "engine-option Hash = 64"});
}

TEST_CASE("answers: the settings that were saved for an engine") {
    World world;
    CHECK(world.logged.recall_settings("Toy").settings.book);
    CHECK(world.log.take() == Lines{"settings", "set Book = true"});
    world.log.set(false);
    CHECK(world.logged.recall_settings("Toy").notes == Lines{"of Toy"});
    CHECK(world.log.take().empty());
}

} // namespace polyglot::session
