// An engine of either protocol that records its arguments and every line that it reads, for the
// tests of docs/security.md.
//
// Environment:
//   TEST_FOLDER: the folder for `argv`, with one argument per line in hexadecimal, and `record`,
//   with the lines as received.
//   TEST_NAME: its name in UCI.
//   TEST_WORDY: reads `setoption` like Stockfish, which skips the next word unread; treats every
//   word as a command, like engines that read words instead of lines; and has a command that writes
//   a file.
//                writes a file
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tests/support/engines/engine_system.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using polyglot::text::next_word;

std::string variable(const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

void say(std::string text) {
    polyglot::test::write_all(polyglot::test::Stream::Out, text += '\n');
}

class Engine {
  public:
    void record_words(int argc, char** argv) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string words;
        for (int i = 1; i < argc; ++i) {
            for (const char* c = argv[i]; *c != '\0'; ++c)
                words += {digits[static_cast<unsigned char>(*c) >> 4U],
                          digits[static_cast<unsigned char>(*c) & 15U]};
            words += '\n';
        }
        std::filesystem::remove(polyglot::to_path(file("argv")));
        polyglot::test::append_to_file(file("argv"), words);
    }
    bool answer(std::string line); // returns false if the engine must exit

  private:
    std::string file(std::string_view name) const { return folder_ + '/' + std::string(name); }
    void make(std::string_view name) const { polyglot::test::append_to_file(file(name), ""); }
    void set_option(std::string_view words) const;
    bool answer_word(std::string_view word, std::string_view rest) const;

    std::string folder_ = variable("TEST_FOLDER", ".");
    std::string name_ = variable("TEST_NAME", "Toy");
    bool wordy_ = !variable("TEST_WORDY", "").empty();
};

// words is the text after `setoption` and the skipped word.
void Engine::set_option(std::string_view words) const {
    constexpr std::string_view option = "Debug Log File value ";
    if (words.starts_with(option)) make(words.substr(option.size()));
}

bool Engine::answer_word(std::string_view word, std::string_view rest) const {
    if (word == "quit") return false;
    if (word == "uci")
        say("id name " + name_ +
            "\noption name Hash type spin default 16 min 1 max 1024\noption name Debug Log File "
            "type string default "
            "<empty>\noption name Style type string default calm\nuciok");
    else if (word == "isready")
        say("readyok");
    else if (word == "echo")
        say("info string " + std::string(rest));
    else if (word == "go")
        say("bestmove e2e4");
    else if (word == "protover")
        say("feature ping=1 setboard=1 usermove=1 debug=1 colors=0 sigint=0 sigterm=0 "
            "myname=\"%n%s%n\" option=\"Text "
            "-string x\" done=1");
    else if (word == "ping")
        say("pong " + std::string(rest));
    else if (word == "option")
        say("# option " + std::string(rest));
    return true;
}

bool Engine::answer(std::string line) {
    polyglot::test::append_to_file(file("record"), line + '\n');
    if (!wordy_) {
        std::string_view rest = line;
        const std::string_view word = next_word(rest);
        return answer_word(word, rest.starts_with(' ') ? rest.substr(1) : rest);
    }
    std::string_view rest = polyglot::text::trim(line);
    while (!rest.empty()) {
        const std::string_view word = next_word(rest);
        std::string_view after = rest;
        if (word == "setoption") {
            next_word(after);
            set_option(polyglot::text::trim(after));
        } else if (word == "export_net") {
            make(next_word(after));
        } else if (!answer_word(word, "")) {
            return false;
        }
        rest = polyglot::text::trim(rest);
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    polyglot::test::begin(argc, argv);
    Engine engine;
    engine.record_words(argc, argv);
    std::array<char, 1 << 16> buffer{};
    std::string line;
    while (const std::size_t size = polyglot::test::read_input(buffer))
        for (const char c : std::string_view(buffer.data(), size)) {
            if (c != '\n') {
                line += c;
                continue;
            }
            if (!engine.answer(std::move(line))) return 0;
            line.clear();
        }
}
