// A UCI engine that needs only the C++ library, for every system. It plays random legal moves and
// repeats the value of its option Text byte for byte, and its arguments.
#include "tests/support/engines/random_player.hpp"

#include <iostream>
#include <string>
#include <string_view>

int main(int argc, char** argv) {
    constexpr std::string_view position = "position ";
    constexpr std::string_view text = "setoption name Text value ";
    polyglot::test::RandomPlayer player(1);
    for (std::string line; std::getline(std::cin, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line == "uci") {
            std::cout << "id name Plain Engine\noption name Text type string default <empty>\n";
            for (int i = 1; i < argc; ++i)
                std::cout << "info string argument " << argv[i] << '\n';
            std::cout << "uciok\n";
        }
        if (line == "isready") std::cout << "readyok\n";
        if (line.starts_with(text))
            std::cout << "info string Text is " << line.substr(text.size()) << '\n';
        if (line.starts_with(position))
            player.set_position(std::string_view(line).substr(position.size()));
        if (line.starts_with("go")) std::cout << "bestmove " << player.choose() << '\n';
        if (line == "quit") break;
        std::cout.flush();
    }
    return 0;
}
