// Determines what an adapter with a given ini file would play, by the adapter's own code.
// tests/unit/tools/explore/adapter_choice_test.cpp shows it.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "config/settings.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_db.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class AdapterChoice {
  public:
    // Uses the ini file's [PolyGlot] and [Book NAME]; starts no engine and writes nothing. Results
    // count as they would for the engine in EngineName; without that option, the results of all
    // engines count. The error describes what is wrong with the file.
    static Result<std::unique_ptr<AdapterChoice>> open(const std::string& ini_file);
    AdapterChoice(const AdapterChoice&) = delete;
    AdapterChoice& operator=(const AdapterChoice&) = delete;

    const std::string& name() const { return name_; } // of the file
    // Returns the books in the order in which the adapter asks them.
    const std::vector<std::string>& book_files() const { return books_; }
    // Returns warnings about the file and its books.
    const std::vector<std::string>& warnings() const { return warnings_; }
    // Returns "books" in that order: "name", "not_asked" (the reason, or empty), "answers", "moves"
    // (uci, san, share, playable, "draw" if the move is left out as one). "left" is the reason why
    // no book is asked any more, or empty. "note" says what makes the shares differ from the
    // adapter's, or that the results could not be read, or is empty.
    boost::json::object choice(const chess::Game& game, chess::CastlingStyle castling);
    // Describes the book that answers: its name as "book", and its moves ("moves",
    // json_of(ChosenMove)) without and with results; "note" as above. Returns an empty object if no
    // book answers.
    boost::json::object change(const chess::Game& game, chess::CastlingStyle castling);
    // Returns BookLearnFile, or an empty text if the settings name none or one for each opponent.
    std::string learn_file() const;

  private:
    AdapterChoice(std::string name, config::Settings settings, std::filesystem::path folder);
    void add_news(const session::BookNews& news);
    std::string note() const;

    std::string name_;
    config::Settings settings_;
    // True if the results of all engines are counted where the adapter counts only those of its
    // own.
    bool counts_too_much_ = false;
    std::filesystem::path folder_;
    std::vector<std::string> books_, warnings_;
    Random random_{0};                     // unused, because nothing is played
    std::shared_ptr<io::LearnDb> results_; // of learner_
    session::Learner learner_;
    session::BookPlayer player_;
    session::Learner no_learner_; // for the same adapter without BookLearn
    session::BookPlayer unlearnt_player_;
};

} // namespace polyglot::tools
