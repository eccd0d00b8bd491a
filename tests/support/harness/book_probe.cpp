// Prints what our code reads from a book. `book_probe BOOK` prints one line for each FEN of
// standard input: "move share playable" triples in file order, with the share in 1/10000 and "-"
// for a move that is not legal; the line is empty if the position is not in the book. `book_probe
// BOOK -bench N` measures N lookups, each of a new position, as in a game.
#include "core/book/selection.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <sys/resource.h>
#include <unordered_set>
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
        std::cout << separator << (c.move ? chess::format_uci_move(c.move) : "-") << ' ' << c.share
                  << ' ' << c.playable;
        separator = " ";
    }
    std::cout << '\n';
}

// Returns positions of random games, which leave the book soon; finding the place of a missing key
// takes the same reads.
std::vector<chess::Position> different_positions(std::size_t count) {
    Random random(1);
    std::vector<chess::Position> positions;
    std::unordered_set<std::uint64_t> seen;
    while (positions.size() < count) {
        chess::Position position = chess::Position::start();
        for (int ply = 0; ply < 40 && positions.size() < count; ++ply) {
            if (seen.insert(position.key()).second) positions.push_back(position);
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
    return positions;
}

// Returns the part of mapped files that counts as our memory: libraries, and pages of the book if
// any are mapped.
std::string file_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("RssFile:", 0) == 0) return line.substr(line.find_first_not_of(" \t", 8));
    return "unknown";
}

long page_faults() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

void bench(const book::Book& book, std::size_t count) {
    const auto positions = different_positions(count);
    std::size_t found = 0;
    const std::string memory = file_memory();
    const long faults = page_faults();
    const auto start = std::chrono::steady_clock::now();
    for (const auto& position : positions)
        found += book.find(position).empty() ? 0U : 1U;
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    std::printf("%zu probes, %zu hits: %.0f ns and %.3f page faults each; file pages resident: %s "
                "before, %s after\n",
                positions.size(), found, spent.count() / static_cast<double>(positions.size()),
                static_cast<double>(page_faults() - faults) / static_cast<double>(positions.size()),
                memory.c_str(), file_memory().c_str());
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 4) {
        std::cerr << "usage: book_probe BOOK [-bench N]\n";
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto opened = io::open_book(argv[1]);
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
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
