// What is outside of the session in a replay: settings, books, their files and the store of results, as the log has
// them. Nothing is written, and books are read from disk only when the log is of a version that did not write down
// their answers.
#pragma once
#include "adapter/session/shared/answer_lines.hpp"
#include "adapter/session/shared/context.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::tools {

// A book as recorded in a log, or as defined in a transcript: `! book startpos moves e2e4: e7e5 60 c7c5 40`.
class ReplayBook final : public book::Book {
  public:
    void add(std::string_view text); // POSITION: ENTRIES, whatever way leads there
    void answer(const session::BookLine& line);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    bool knows(const chess::Position& position) const override;
    bool gives_moves() const override { return !written_.empty(); } // of a transcript's book
    std::string_view refuses(const chess::Position& position) const override;

  private:
    struct Answer {
        std::vector<book::Entry> entries;
        bool knows = false;
    };
    std::map<std::uint64_t, std::vector<book::Entry>> written_; // by key
    std::map<std::string, Answer> answers_;                     // by place_of()
    std::map<std::string, std::string> refused_;                // … and why
};

class ReplayWorld {
  public:
    // A line that sets something, without its "! "; all of them come before the first environment().
    void set_up(std::string_view setting);
    // "? …" without its "? ", of the whole log and before the first environment(): what the log gives answers to.
    void expect(std::string_view answer);
    // … and of the event about to be fed: the answers that it will get.
    void answer(std::string_view text);
    // `book-file [NAME] …` of a transcript: the file is another one from here on.
    void change_file(std::string_view text);

    config::Settings settings; // at the start
    session::Environment environment(Random& random, session::Log& log);
    const std::set<std::string>& remarks() const { return remarks_; } // what a replay could not know

  private:
    class AnsweringStore;
    // A book in a transcript, and its file as it is now.
    struct WrittenBook {
        std::shared_ptr<ReplayBook> book = std::make_shared<ReplayBook>();
        std::string problem{}; // why it cannot be opened
        std::optional<book::BookStamp> stamp = book::BookStamp{.size = 1};
    };
    struct OpenedFile {
        std::shared_ptr<ReplayBook> book; // null: it cannot be opened
        std::string problem;              // why, or why it plays no move
    };

    WrittenBook* find_written(const std::string& path);
    Result<session::OpenedBook> open_book(const std::string& path);
    std::optional<book::BookStamp> stamp_book(const std::string& path);
    book::OpenedLearnStore open_store();
    ReplayBook& numbered(int number);
    void take(std::monostate /*other*/) {}
    void take(const session::FileAnswer& answer);
    void take(const session::OpenAnswer& answer);
    void take(const session::BookLine& line) { numbered(line.number).answer(line); }
    void take(const session::StoreAnswer& answer);
    void take(const session::LearntLine& answer);

    std::map<std::string, WrittenBook> written_; // by the name of their section; the first one has none
    std::map<std::string, OpenedFile> opened_;   // by path
    std::map<int, std::shared_ptr<ReplayBook>> numbered_;
    std::map<std::string, std::optional<book::BookStamp>> stamps_; // by path
    bool has_books_ = false;                                       // the log says what books, …
    bool has_store_ = false;                                       // … the store of results …
    bool has_recall_ = false;                                      // … and saved settings have answered

    std::optional<book::OpenedLearnStore> store_;            // as the log says
    std::deque<session::StoreAnswer> results_;               // of what the session does to it
    std::deque<bool> has_kept_;                              // games wait beside it, each time that it is opened
    std::map<std::string, std::vector<book::Entry>> learnt_; // by place_of()

    std::optional<config::Settings> recalled_;
    std::set<std::string> remarks_;
};

} // namespace polyglot::tools
