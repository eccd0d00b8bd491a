// Made-up books, and the table at which the book player answers from them.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "core/chess/fen.hpp"
#include "storage/stores/memory_store.hpp"

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {

using chess::CastlingStyle;
using config::BookSettings;

inline chess::Game game_of(std::string_view moves,
                           const chess::Position& start = chess::Position::start()) {
    chess::Game game(start);
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;)
        game.push(chess::parse_uci_move(game.position(), word).value());
    return game;
}

class FakeBook final : public book::Book {
  public:
    // "e2e4 60 d2d4 40"; "" knows the position without a move.
    void add(std::string_view moves, const std::string& entries,
             const chess::Position& start = chess::Position::start()) {
        const chess::Position position = game_of(moves, start).position();
        auto& held = entries_[position.key()];
        std::istringstream words(entries);
        std::string move;
        for (std::uint32_t weight = 0; words >> move >> weight;)
            held.push_back({.move = chess::parse_uci_move(position, move).value(),
                            .weight = weight,
                            .learn_count = 9});
    }
    // Moves that are not legal in the position.
    void add_illegal(std::string_view moves, std::size_t count) {
        auto& held = entries_[game_of(moves).position().key()];
        held.insert(held.end(), count, book::Entry{.move = {}, .weight = 1});
    }
    std::vector<book::Entry> find(const chess::Position& position) const override {
        ++asked;
        const auto found = entries_.find(position.key());
        return found == entries_.end() ? std::vector<book::Entry>{} : found->second;
    }
    bool knows(const chess::Position& position) const override {
        return entries_.contains(position.key());
    }

    std::string_view refuses(const chess::Position& position) const override {
        return position.key() == chess::Position::start().key() ? refusal : std::string_view();
    }

    mutable int asked = 0;
    std::string_view refusal; // of the start position

  private:
    std::map<std::uint64_t, std::vector<book::Entry>> entries_;
};

// A book player with its files, its settings and its store of results.
struct Table {
    struct File {
        std::shared_ptr<FakeBook> book = std::make_shared<FakeBook>();
        std::optional<book::BookStamp> stamp =
            book::BookStamp{.size = 1, .identity = 1, .modified_ns = 1};
        std::string problem{};
        int opened = 0;
    };
    std::map<std::string, File> files;
    config::Settings settings;
    std::shared_ptr<tools::MemoryStore> store = std::make_shared<tools::MemoryStore>();
    Learner learner{[this](const config::Settings&) {
        return book::OpenedLearnStore{store, "", ""};
    }};
    Random random{1};
    BookPlayer player{[this](const std::string& path) -> Result<OpenedBook> {
                          File& file = files[path];
                          ++file.opened;
                          if (!file.problem.empty()) return make_error(path + ": " + file.problem);
                          return OpenedBook{file.book, "/" + path};
                      },
                      [this](const std::string& path) { return files[path].stamp; }, learner,
                      random};

    Table() {
        settings.book = true;
        settings.book_file = "first";
        settings.book_random = false;
    }
    FakeBook& first() { return *files["first"].book; }
    // A further book, whose file is called like it.
    FakeBook& add(const BookSettings& rules) {
        settings.books.push_back(rules);
        settings.books.back().file = rules.name;
        settings.books.back().random = false;
        return *files[rules.name].book;
    }
    BookNews apply() {
        BookNews news = player.apply(settings);
        learner.apply(settings);
        return news;
    }

    std::string ask(const chess::Game& game) {
        return ask({.game = game, .castling = CastlingStyle::KingTwoSquares});
    }
    std::string ask(const BookQuestion& question) {
        const auto best = player.best_move(question);
        BookReply reply = player.answer(question);
        remark = reply.remark;
        const std::string move = reply.answer ? reply.answer->move : "";
        // The rules are the same for those who ask without playing.
        CHECK((best ? chess::format_uci_move(*best, question.castling) : "") == move);
        return move;
    }
    std::string remark; // of the last answer
};

inline BookSettings named(std::string name) {
    BookSettings rules;
    rules.name = std::move(name);
    return rules;
}

} // namespace polyglot::session
