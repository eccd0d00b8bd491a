// transcript_runner [--sweep | --record] FILE…: plays transcripts (or logs of the adapter) and says
// what differs; cuts them off at every step; or prints what their inputs give.
#include "tests/support/harness/transcript.hpp"

#include <exception>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    bool sweep = false;
    bool record = false;
    int played = 0;
    int failed = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--sweep" || argument == "--record") {
            sweep = sweep || argument == "--sweep";
            record = record || argument == "--record";
            continue;
        }
        std::string wrong;
        try {
            if (record)
                std::cout << polyglot::support::record(argument);
            else
                wrong =
                    sweep ? polyglot::support::sweep(argument) : polyglot::support::play(argument);
        } catch (const std::exception& error) {
            wrong = argument + ": " + error.what();
        }
        ++played;
        if (wrong.empty()) continue;
        ++failed;
        std::cerr << wrong << "\n";
    }
    std::cout << played << " transcripts, " << failed << " failed\n";
    return failed == 0 && played > 0 ? 0 : 1;
}
