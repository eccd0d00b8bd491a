// What an adapter with a given ini file would play, by the code that plays.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "config/settings.hpp"
#include "core/random.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class AdapterChoice {
  public:
    // By the ini file's [PolyGlot] and [Book NAME]; no engine is started, and nothing is written.
    // Results count as they would for the engine that EngineName names; without that option those
    // of all engines. The error says what is wrong with the file.
    static Result<std::unique_ptr<AdapterChoice>> open(const std::string& ini_file);
    AdapterChoice(const AdapterChoice&) = delete;
    AdapterChoice& operator=(const AdapterChoice&) = delete;

    const std::string& name() const { return name_; } // of the file
    // In the order in which they are asked
    const std::vector<std::string>& book_files() const { return books_; }
    // Of the file and its books
    const std::vector<std::string>& warnings() const { return warnings_; }
    // "books", in that order: "name", "not_asked" (why, or empty), "answers", "moves" (uci, san,
    // share, playable, "draw" if it is left out as one); "left": why no book is asked any more, or
    // empty; "note": what makes the shares differ from the adapter's, or empty.
    boost::json::object choice(const chess::Game& game, chess::CastlingStyle castling);
    // Of the book that answers: its name as "book", and its moves ("moves", json_of(ChosenMove)) as
    // they would be without results and as they are; "note" as above. Empty if no book answers.
    boost::json::object change(const chess::Game& game, chess::CastlingStyle castling);
    // BookLearnFile; empty if the settings name none, or one for each opponent.
    std::string learn_file() const;

  private:
    AdapterChoice(std::string name, config::Settings settings, std::filesystem::path folder);
    void add_news(const session::BookNews& news);
    std::string_view note() const;

    std::string name_;
    config::Settings settings_;
    // The results of all engines, where the adapter counts those of its own
    bool counts_too_much_ = false;
    std::filesystem::path folder_;
    std::vector<std::string> books_, warnings_;
    Random random_{0}; // is not drawn from: nothing is played
    session::Learner learner_;
    session::BookPlayer player_;
    session::Learner no_learner_; // of the same adapter without BookLearn
    session::BookPlayer unlearnt_player_;
};

} // namespace polyglot::tools
