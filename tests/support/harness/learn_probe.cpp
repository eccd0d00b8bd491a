// Prints what our code stores of a game. `learn_probe BOOK STORE record HALF_POINTS[xGAMES] MOVE…`
// records the line from the start position in coordinate notation, whose White moves get the
// result, this many times; it prints "done N" once N moves are written, otherwise "error: …" or
// "warning: …". `learn_probe BOOK STORE keep …` puts the same games into the file next to the store
// and prints "kept N"; `take` writes those in the file and prints "took N". `learn_probe BOOK STORE
// show MOVE…` prints "games/half-points" of each of these moves. STORE is BookLearnFile, or "-" for
// the book itself.
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

struct Games {
    book::LearntGame game;
    int count = 1;
};

Games read_games(const std::vector<std::string>& line, const std::string& result) {
    const std::size_t cross = result.find('x');
    const int half_points = text::parse_int<int>(result.substr(0, cross)).value_or(0);
    const int count =
        cross == std::string::npos ? 1 : text::parse_int<int>(result.substr(cross + 1)).value_or(0);
    return {{moves_of_white(line), half_points, engine, "opponent", {}}, count};
}

int fail(const Error& error) {
    std::cout << "error: " << error.message << std::endl;
    return 1;
}

// Records several games like the adapter, which tries again when the store is busy.
int record(book::LearnStore& store, const Games& games) {
    std::size_t moves = 0;
    for (int left = games.count; left > 0;) {
        const auto done = store.record(games.game);
        if (!done && games.count > 1 && store.may_try_again()) continue;
        if (!done) return fail(done.error());
        moves += *done;
        --left;
    }
    // Flushed, so that it appears before the store is closed.
    std::cout << "done " << moves << std::endl;
    return 0;
}

int keep(book::LearnStore& store, const Games& games) {
    const auto kept = store.keep(std::vector(static_cast<std::size_t>(games.count), games.game));
    if (!kept) return fail(kept.error());
    std::cout << "kept " << games.count << std::endl;
    return 0;
}

int take(book::LearnStore& store) {
    std::size_t games = 0;
    for (;;) {
        const auto step = store.take_in(4);
        if (!step) return fail(step.error());
        games += step->games;
        if (step->has_more) continue;
        std::cout << "took " << games << std::endl;
        return 0;
    }
}

int show(const book::LearnStore& store, const book::Book& book,
         const std::vector<std::string>& line) {
    for (const book::LearntMove& learnt : moves_of_white(line)) {
        const chess::Position& position = learnt.position;
        const chess::Move move = learnt.move;
        auto entries = book.find(position);
        store.recall(position,
                     {.per = book::LearnScope::Per::Engine, .engine = engine, .opponent = {}},
                     entries);
        for (const book::Entry& entry : entries)
            if (entry.move == move)
                std::cout << entry.learn_count << '/' << entry.learn_sum << '\n';
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string action = words.size() > 2 ? words[2] : "";
    const bool has_games = (action == "record" || action == "keep") && words.size() > 4;
    if (!has_games && action != "take" && (action != "show" || words.size() < 4)) {
        std::cerr << "usage: learn_probe BOOK STORE|- record|keep HALF_POINTS MOVE... | take | "
                     "show MOVE...\n";
        return 2;
    }
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = words[0];
    if (words[1] != "-") settings.book_learn_file = words[1];
    const book::OpenedLearnStore opened =
        io::open_learn_store(settings, std::filesystem::current_path());
    const auto book = io::open_book(words[0]);
    if (!opened.store || !book) {
        std::cout << "warning: " << (book ? opened.warning : book.error().message) << std::endl;
        return 1;
    }
    if (action == "take") return take(*opened.store);
    const std::vector<std::string> line(words.begin() + (has_games ? 4 : 3), words.end());
    if (!has_games) return show(*opened.store, *book->book, line);
    const Games games = read_games(line, words[3]);
    return action == "keep" ? keep(*opened.store, games) : record(*opened.store, games);
}
