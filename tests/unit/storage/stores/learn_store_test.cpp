// Which store of results the settings name.
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

using namespace polyglot;
using namespace learn_fields_test;

TEST_CASE("looking up the store of results creates no file, and finds what opening finds") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = fixture.book.string();
    const auto error_of = [&](const fs::path& file) {
        settings.book_learn_file = file.string();
        const auto found = io::find_learn_store(settings, fs::current_path());
        return found ? "" : found.error().message;
    };
    const fs::path store = fixture.directory / "learn.db";
    CHECK(error_of(store).empty());
    CHECK_FALSE(fs::exists(store));
    const fs::path nowhere = fixture.directory / "no" / "learn.db";
    CHECK(error_of(nowhere) ==
          nowhere.string() + ": there is no directory " + nowhere.parent_path().string());
    CHECK(error_of(fixture.directory) == fixture.directory.string() + ": is a directory");
    CHECK(error_of(fixture.book).find("book.bin") != std::string::npos); // no SQLite file
    Fixture::write(store, {});
    CHECK(error_of(store).empty()); // opening would create tables in it
    CHECK(fs::file_size(store) == 0);
    settings.book_learn_file = store.string();
    CHECK(io::open_learn_store(settings, fs::current_path()).store != nullptr);
    CHECK(error_of(store).empty());
    std::fstream(store, std::ios::in | std::ios::out | std::ios::binary).seekp(68).put('x');
    CHECK(error_of(store) == store.string() + ": is an SQLite file of another program");
    CHECK(std::distance(fs::directory_iterator(fixture.directory), fs::directory_iterator()) == 2);
}

TEST_CASE("the settings choose the store of results") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    config::Settings settings;
    settings.book = true;
    settings.book_learn = true;
    settings.book_file = fixture.book.string();
    const auto check = [&](bool store, std::string_view description, std::string_view warning) {
        // Before opening creates a file
        const auto found = io::find_learn_store(settings, fs::current_path());
        const book::OpenedLearnStore opened = io::open_learn_store(settings, fs::current_path());
        CHECK(found.has_value() == opened.warning.empty());
        if (!found)
            CHECK("BookLearn: no results are kept: " + found.error().message == opened.warning);
        if (found) CHECK((found->empty() ? "" : "results go to " + *found) == description);
        CHECK((opened.store != nullptr) == store);
        CHECK(opened.description == description);
        if (warning.empty()) CHECK_MESSAGE(opened.warning.empty(), opened.warning);
        CHECK_MESSAGE(opened.warning.find(warning) != std::string::npos, opened.warning);
    };
    check(true, "results go to the learn fields of " + fixture.book.string(), "");
    SUBCASE("a path relative to the current directory") {
        const fs::path before = fs::current_path();
        fs::current_path(fixture.directory);
        settings.book_file = "book.bin";
        check(true, "results go to the learn fields of " + fixture.book.string(), "");
        fs::current_path(before);
    }
    SUBCASE("nothing is learnt") {
        settings.book_learn = false;
        check(false, "", "");
    }
    SUBCASE("no book") {
        settings.book = false;
        check(false, "", "");
    }
    SUBCASE("a missing book: the error is reported where it is opened") {
        settings.book_file = (fixture.directory / "missing.bin").string();
        check(false, "", "");
    }
    SUBCASE("a book that may only be read") {
        // More half-points than possible: a reason to refuse that also holds for root, unlike
        // missing permissions.
        Sample other;
        for (RawEntry& entry : other.entries)
            entry.learn_sum = 50000;
        Fixture::write(fixture.book, other.bytes());
        check(false, "",
              "BookLearn: no results are kept: " + fixture.book.string() + ": its learn fields");
        check(false, "", "BookLearnFile");
        settings.book_learn_force = true;
        check(true, "results go to the learn fields of " + fixture.book.string(), "");
    }
    SUBCASE("a file beside the book") {
        const fs::path beside = fixture.directory / "learn.db";
        settings.book_learn_file = beside.string();
        check(true, "results go to " + beside.string(), "");
        CHECK(fixture.bytes() == sample.bytes());
        settings.book_learn_file = (fixture.directory / "no such directory" / "learn.db").string();
        check(false, "", "BookLearn: no results are kept: " + settings.book_learn_file);
    }
}
