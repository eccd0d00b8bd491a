// What our code keeps of a game. learn_probe BOOK STORE record HALF_POINTS[xGAMES] MOVE…: the line from the start
// position in coordinate notation, whose White moves get the result, that many times; "done N" once N moves are
// written, else "error: …" or "warning: …". learn_probe BOOK STORE show MOVE…: "games/half-points" of each of these
// moves. STORE: BookLearnFile, "-" for the book itself.
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/stores/learn_store.hpp"

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace polyglot;

const std::string engine = "engine";

std::vector<book::LearntMove> moves_of_white(const std::vector<std::string>& line) {
    std::vector<book::LearntMove> moves;
    chess::Position position = chess::Position::start();
    for (const std::string& word : line) {
        const auto move = chess::parse_uci_move(position, word);
        if (!move) break;
        if (position.side_to_move() == chess::Color::White) moves.push_back({position, *move});
        position.make(*move);
    }
    return moves;
}

// Several games are recorded as the adapter does: when the store is busy, it tries again.
int record(book::LearnStore& store, const std::vector<std::string>& line, const std::string& result) {
    const std::size_t cross = result.find('x');
    const int half_points = text::parse_int<int>(result.substr(0, cross)).value_or(0);
    const bool is_one = cross == std::string::npos;
    const book::LearntGame game{moves_of_white(line), half_points, engine, "opponent"};
    std::size_t moves = 0;
    for (int left = is_one ? 1 : text::parse_int<int>(result.substr(cross + 1)).value_or(0); left > 0;) {
        const auto done = store.record(game);
        if (!done && !is_one && store.may_try_again()) continue;
        if (!done) {
            std::cout << "error: " << done.error().message << std::endl;
            return 1;
        }
        moves += *done;
        --left;
    }
    std::cout << "done " << moves << std::endl; // flushed: said before the store is closed
    return 0;
}

int show(const book::LearnStore& store, const book::Book& book, const std::vector<std::string>& line) {
    for (const auto& [position, move] : moves_of_white(line)) {
        auto entries = book.find(position);
        store.recall(position, {.per = book::LearnScope::Per::Engine, .engine = engine, .opponent = {}}, entries);
        for (const book::Entry& entry : entries)
            if (entry.move == move) std::cout << entry.learn_count << '/' << entry.learn_sum << '\n';
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool records = words.size() > 4 && words[2] == "record";
    if (!records && (words.size() < 4 || words[2] != "show")) {
        std::cerr << "usage: learn_probe BOOK STORE|- record HALF_POINTS MOVE... | show MOVE...\n";
        return 2;
    }
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = words[0];
    if (words[1] != "-") settings.book_learn_file = words[1];
    const book::OpenedLearnStore opened = io::open_learn_store(settings, std::filesystem::current_path());
    const auto book = io::open_book(words[0]);
    if (!opened.store || !book) {
        std::cout << "warning: " << (book ? opened.warning : book.error().message) << std::endl;
        return 1;
    }
    const std::vector<std::string> line(words.begin() + (records ? 4 : 3), words.end());
    if (!records) return show(*opened.store, *book->book, line);
    return record(*opened.store, line, words[3]);
}
