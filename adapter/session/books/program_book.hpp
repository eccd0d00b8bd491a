// What a program has answered in this game, as a book. ProgramBooks asks and fills it.
// Transcripts: books/program_*.txt.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/books/variant_source.hpp"
#include "core/book/book.hpp"
#include "core/chess/uci_move.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

// Returns the name of the position: the variant's, and the FEN without the two counters.
std::string program_place(const BookGame& game);

struct ProgramAnswer {
    std::vector<book::Entry> entries; // with moves as in BookGame, all legal
    // Our moves, and the best answer to each as the program has written it.
    std::vector<std::pair<chess::Move, std::string>> replies;
};

class ProgramBook final : public book::Book, public VariantSource {
  public:
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::vector<book::Entry> find(const chess::VariantPosition& position) const override;
    std::string stated() const override { return {}; }
    bool is_of_every_variant() const override { return true; }
    std::string why_not(const chess::Variant& /*variant*/) const override { return {}; }

    // Returns true if the program has answered about the position, perhaps that it has no move.
    bool has_answered(const BookGame& game) const { return answers_.contains(program_place(game)); }
    // Returns the best answer to our move, in this spelling; empty if the program has named none.
    std::string reply(const BookGame& game, chess::Move move, chess::CastlingStyle castling) const;
    // Returns why the program has not answered.
    const std::string& why_silent() const { return why_silent_; }

    void add(const std::string& place, ProgramAnswer answer);
    void clear() { answers_.clear(); }
    void set_why_silent(std::string why) { why_silent_ = std::move(why); }

  private:
    static constexpr std::size_t most_positions = 20'000; // a host may play one game for weeks

    std::vector<book::Entry> find(const std::string& place) const;

    std::map<std::string, ProgramAnswer> answers_; // by program_place()
    std::string why_silent_ = "it has not been asked";
};

} // namespace polyglot::session
