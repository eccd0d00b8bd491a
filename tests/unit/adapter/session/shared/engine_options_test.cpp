#include "adapter/session/shared/engine_options.hpp"

#include <doctest/doctest.h>

using namespace polyglot::session;
using Wanted = EngineOptions::Wanted;

namespace {

class Notes final : public Log {
  public:
    Notes() : Log(true) {}
    std::string text;

  private:
    void append(Channel, std::string_view line) override { text += std::string(line) + '\n'; }
};

std::vector<std::string> initial(const EngineOptions& options, Log& log) {
    std::vector<std::string> settings;
    for (const auto& setting : options.initial_settings(log))
        settings.push_back(setting.name + '=' + setting.value);
    return settings;
}

} // namespace

TEST_CASE(
    "the value in force is the default, then the value set, also after a second declaration") {
    const Wanted wanted{{"Hash", "64"}, {"Book File", ""}};
    EngineOptions options(wanted);
    CHECK(options.on_declared("option name Hash type spin default 16 min 1 max 99") ==
          "option name Hash type spin default 64 min 1 max 99");
    options.on_declared("option name OwnBook type check default 1");
    options.on_declared("option name Book File type string default x y");
    options.on_declared("option name Empty type string default <empty>");
    options.on_declared("option name Go type button default q");
    CHECK(options.find("hash")->value == "16"); // [Engine] is only sent after uciok
    CHECK(options.find("OwnBook")->value == "true");
    CHECK(options.find("Empty")->value.empty());
    CHECK(options.find("Go")->value.empty());
    CHECK(options.all().size() == 5);
    CHECK(!options.has("Ponder"));

    Notes notes;
    CHECK(initial(options, notes) == std::vector<std::string>{"Hash=64", "Book File=<empty>"});
    CHECK(notes.text.empty());
    options.on_set("Hash", "64");
    options.on_set("book file", "<empty>");
    options.on_set("OWNBOOK", "0");
    options.on_set("Lacking", "0");
    CHECK(options.find("Hash")->value == "64");
    CHECK(options.find("Book File")->value.empty());
    CHECK(options.find("OwnBook")->value == "false");

    options.on_declared("option name Hash type spin default 32 min 1 max 80");
    CHECK(options.find("Hash")->value == "64");
    CHECK(options.find("Hash")->declared.max == 80);
    options.on_declared("option name Hash type spin default 32 min 1 max 50");
    CHECK(options.find("Hash")->value == "32"); // 64 is no more
    options.on_declared("option name Empty type string default now");
    CHECK(options.find("Empty")->value == "now");
    CHECK(options.all().size() == 5);
}

TEST_CASE("the engine's name") {
    const Wanted wanted;
    EngineOptions options(wanted);
    CHECK(options.engine_name().empty());
    options.on_id(" name  Stockfish 16 ");
    options.on_id("author Nobody");
    CHECK(options.engine_name() == "Stockfish 16");
}

TEST_CASE("what Save writes") {
    const Wanted wanted{{"Clear Hash", "true"},
                        {"Hash", "64"},
                        {"Lacking", "7"},
                        {"UCI_Opponent", "none none human Me"}};
    EngineOptions options(wanted);
    for (const char* line :
         {"option name Hash type spin default 16 min 1 max 99",
          "option name Clear Hash type button", "option name OwnBook type check default true",
          "option name Path type string default x", "option name UCI_Opponent type string",
          "option name UCI_AnalyseMode type check default false",
          "option name Ponder type check default false"})
        options.on_declared(line);
    for (const auto& [name, value] : wanted)
        options.on_set(name, value);
    options.on_set("Hash", "16");
    options.on_set("Path", "");
    options.on_set("Ponder", "true");
    options.on_set("UCI_AnalyseMode", "true");
    options.on_set("UCI_Opponent", "GM 2800 human Other");
    CHECK(options.changed() == Wanted{{"Path", ""},
                                      {"Clear Hash", "true"},
                                      {"Lacking", "7"},
                                      {"UCI_Opponent", "none none human Me"}});
}
