// What our code says about a book. book_probe BOOK: for each FEN of standard input one line of "move share playable"
// triples in file order, share in 1/10000, "-" for a move that is not legal, an empty line for a position not in the
// book. book_probe BOOK -bench N: nanoseconds of N probes, positions of the book and others, and resident memory.
#include "adapter/io/book_file.hpp"
#include "core/book/selection.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace polyglot;

void answer(const book::Book& book, const std::string& fen) {
    const auto position = chess::parse_fen(fen);
    if (!position) {
        std::cout << "error: " << position.error().message << '\n';
        return;
    }
    const char* separator = "";
    for (const book::Candidate& c : book::rate(book.find(*position), {.threshold_per_mil = 0})) {
        std::cout << separator << (c.move ? chess::format_uci_move(c.move) : "-") << ' ' << c.share << ' '
                  << c.playable;
        separator = " ";
    }
    std::cout << '\n';
}

// Half of them on lines of the book, as far as it goes, half from random games that leave it.
std::vector<chess::Position> probe_positions(const book::Book& book, std::size_t count) {
    Random random(1);
    std::vector<chess::Position> positions;
    while (positions.size() < count) {
        chess::Position position = chess::Position::start();
        for (int ply = 0; ply < 40 && positions.size() < count; ++ply) {
            positions.push_back(position);
            const auto candidates = book::rate(book.find(position), {});
            const auto from_book = ply % 2 == 0 ? book::choose(candidates, {}, random) : std::nullopt;
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            position.make(from_book ? *from_book : moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
    return positions;
}

void print_resident() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmRSS", 0) == 0 || line.rfind("RssFile", 0) == 0) std::cout << line << '\n';
}

void bench(const book::Book& book, std::size_t count) {
    const auto positions = probe_positions(book, 1000);
    std::size_t found = 0;
    for (const char* turn : {"first time", "warm"}) {
        std::size_t probes = 0;
        found = 0;
        const auto start = std::chrono::steady_clock::now();
        while (probes < count)
            for (const auto& position : positions) {
                found += book.find(position).empty() ? 0U : 1U;
                ++probes;
            }
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
        std::printf("%s: %zu probes, %zu hits, %.0f ns each\n", turn, probes, found,
                    spent.count() / static_cast<double>(probes));
    }
    std::fflush(stdout);
    print_resident();
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 4) {
        std::cerr << "usage: book_probe BOOK [-bench N]\n";
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto opened = io::open_book(argv[1]);
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    if (!opened) {
        std::cerr << opened.error().message << '\n';
        return 1;
    }
    if (argc == 4) {
        std::printf("opened in %.0f us\n", spent.count());
        bench(*opened->book, text::parse_int<std::size_t>(argv[3]).value_or(100'000));
        return 0;
    }
    for (const std::string& warning : opened->warnings)
        std::cerr << "warning: " << warning << '\n';
    for (std::string fen; std::getline(std::cin, fen);)
        answer(*opened->book, fen);
    return 0;
}
