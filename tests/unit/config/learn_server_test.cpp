#include "config/learn_server.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"
#include "core/text/text.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::config {

TEST_CASE("a server of results is named by its address") {
    CHECK(is_learn_server("postgresql://me@host/learn"));
    CHECK(is_learn_server(" postgres://host"));
    CHECK(is_learn_server("PostgreSQL://host"));
    CHECK_FALSE(is_learn_server("learn.db"));
    CHECK_FALSE(is_learn_server("postgresql:/learn.db"));
    CHECK_FALSE(is_learn_server(""));
}

TEST_CASE("an address with a password is refused without repeating it") {
    for (const std::string_view good :
         {"postgresql://me@host/learn", "postgresql://host:5432/learn", "postgresql:///learn",
          "postgresql://me@host:5432/learn?sslmode=verify-full&passfile=x", "learn.db",
          "postgresql://[::1]:5432/learn", "C:\\a@b:c", "postgresql://%2Ftmp/learn?user=me",
          "postgresql://host:5432/learn?user=me@realm", "postgresql://me@h:1/d?options=a@b"})
        CHECK_MESSAGE(!why_not_learn_server(good), good);
    for (const std::string_view bad :
         {"postgresql://me:secret@host/learn", "postgresql://me:@host/learn",
          "postgresql://me:se/cret@host/learn", "postgresql://me:s@cret@host/learn",
          "postgresql://me:se?cret@host/learn", "postgresql://me:s/e?cret@host/learn",
          "postgresql://host/learn?password=secret", "postgresql://h/db?scram_client_key=secret",
          "postgresql://h/db?oauth_client_secret=secret",
          "postgresql://host/learn?a=b&pass%77ord=secret",
          "postgresql://host/learn?sslpassword=secret"}) {
        const auto why = why_not_learn_server(bad);
        REQUIRE_MESSAGE(why, bad);
        CHECK(why->find("cret") == std::string::npos);
    }
    CHECK(learn_server_name("postgresql://me:secret@host:5432/learn?sslmode=require")
              .starts_with("learn-me@host_5432_learn-"));
    CHECK(learn_server_name("postgres://%2Ftmp/learn").starts_with("learn-_tmp_learn-"));
    CHECK(learn_server_address(" PostgreSQL://Host/db ") == "postgresql://Host/db");
    CHECK(learn_server_address("learn.db") == "learn.db");
}

TEST_CASE("no two servers have the same name for their files") {
    const std::string host(100, 'h');
    std::set<std::string> names;
    for (const std::string& address :
         {std::string("postgresql:///learn"), std::string("postgresql:///learn?host=/prod"),
          std::string("postgresql:///learn?host=/test"), std::string("postgresql://?service=a"),
          std::string("postgresql://?service=b"), "postgresql://" + host + "/prod",
          "postgresql://" + host + "/test", std::string("postgresql://h/a"),
          std::string("postgresql://h_a"), std::string("postgresql://h/a_b"),
          std::string("postgresql://h/a%2Fb"), std::string("postgresql://h/A")}) {
        const std::string name = text::lower(learn_server_name(address)); // as some systems do
        CHECK(name.size() <= 80);
        CHECK_MESSAGE(names.insert(name).second, name);
        CHECK(learn_server_name(address + (address.find('?') == std::string::npos ? "?" : "&") +
                                "sslmode=require") == learn_server_name(address));
    }
}

TEST_CASE("a config file names a server, and no password of it is shown") {
    Configuration configuration;
    load_ini(configuration, "[PolyGlot]\nBookLearnFile = postgresql://%2Ftmp/learn\n", "a.ini");
    CHECK(configuration.settings.book_learn_file == "postgresql://%2Ftmp/learn");
    CHECK(configuration.diagnostics.empty());
    load_ini(configuration, "[PolyGlot]\nBookLearnFile = postgresql://me:secret@host/db\n",
             "a.ini");
    CHECK(configuration.settings.book_learn_file == "postgresql://%2Ftmp/learn");
    REQUIRE(configuration.diagnostics.size() == 1);
    CHECK(configuration.diagnostics[0].line == 2);
    CHECK(render(configuration.diagnostics[0]).find("secret") == std::string::npos);
    apply_option(configuration, "BookLearnFile", "postgresql://h/db?password=secret", {}, "-pg");
    REQUIRE(configuration.diagnostics.size() == 2);
    CHECK(render(configuration.diagnostics[1]).find("secret") == std::string::npos);
    configuration.environment = [](std::string_view) {
        return std::optional<std::string>("postgresql://me:secret@host/db");
    };
    load_ini(configuration, "[PolyGlot]\nBookLearnFile = %DATABASE_URL%\n", "a.ini");
    CHECK(configuration.settings.book_learn_file == "postgresql://%2Ftmp/learn");
    REQUIRE(configuration.diagnostics.size() == 3);
    CHECK(render(configuration.diagnostics[2]).find("secret") == std::string::npos);
}

TEST_CASE("saved settings name no server but the one in force") {
    Configuration configuration;
    load_ini(configuration, "[PolyGlot]\nBookLearnFile = postgresql://mine/db\n", "a.ini");
    load_saved_settings(configuration, "[PolyGlot]\nBookLearnFile = postgresql://mine/db\n",
                        "saved.ini");
    CHECK(configuration.diagnostics.empty());
    load_saved_settings(configuration, "[PolyGlot]\nBookLearnFile = postgresql://theirs/db\n",
                        "saved.ini");
    CHECK(configuration.settings.book_learn_file == "postgresql://mine/db");
    REQUIRE(configuration.diagnostics.size() == 1);
    CHECK(configuration.diagnostics[0].message == why_no_server_there());
}

} // namespace polyglot::config
