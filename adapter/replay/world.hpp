// The world outside of the session in a replay: settings, books, their files and the store of
// results, as in the log. Nothing is written, and books are read from disk only if the log is of a
// version that did not record their answers.
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

// What a ReplayBook has for variants.
class ReplayVariants final : public session::VariantSource {
  public:
    // text is "VARIANT POSITION: ENTRIES", or "variant: NAME".
    void add(std::string_view text);
    // Returns false if the line is about chess.
    bool answer(const session::BookLine& line);

    std::string stated() const override { return stated_; }
    std::string why_not(const chess::Variant& variant) const override;
    std::vector<book::Entry> find(const chess::VariantPosition& position) const override;

  private:
    std::string stated_;
    bool is_written_ = false;                                 // in a transcript
    std::map<std::string, std::string> entries_;              // by place_of()
    std::map<std::string, std::string, std::less<>> why_not_; // by the variant's name
};

// A book as recorded in a log, or as defined in a transcript: `! book startpos moves e2e4: e7e5 60
// c7c5 40`.
class ReplayBook final : public book::Book {
  public:
    void add(std::string_view text); // text is "POSITION: ENTRIES"
    void answer(const session::BookLine& line);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    bool knows(const chess::Position& position) const override;
    bool gives_moves() const override {
        return !written_.empty() || has_variants_;
    } // of a transcript's book
    std::string_view refuses(const chess::Position& position) const override;
    std::shared_ptr<const session::VariantSource> variants() const { return variants_; }

  private:
    struct Answer {
        std::vector<book::Entry> entries;
        bool knows = false;
    };
    std::map<std::uint64_t, std::vector<book::Entry>> written_; // by key
    std::map<std::string, Answer> answers_;                     // by place_of()
    std::map<std::string, std::string> refused_;                // by place_of(), with the reason
    std::shared_ptr<ReplayVariants> variants_ = std::make_shared<ReplayVariants>();
    bool has_variants_ = false;
};

class ReplayWorld {
  public:
    // A line that sets something, without its "! "; all of them come before the first
    // environment().
    void set_up(std::string_view setting);
    // Announces an answer of the log, without its "? ". All of them come before the first
    // environment(), which depends on what the log has answers to.
    void expect(std::string_view answer);
    // Adds an answer to the event that is fed next.
    void answer(std::string_view text);
    // Takes `book-file [NAME] …` of a transcript: the file has changed.
    void change_file(std::string_view text);

    config::Settings settings; // at the start
    session::Environment environment(Random& random, session::Log& log);
    // Facts that the replay lacked.
    const std::set<std::string>& remarks() const { return remarks_; }

  private:
    class AnsweringStore;
    // A book in a transcript, and the current state of its file.
    struct WrittenBook {
        std::shared_ptr<ReplayBook> book = std::make_shared<ReplayBook>();
        std::string problem{}; // why it cannot be opened
        std::optional<book::BookStamp> stamp = book::BookStamp{.size = 1};
    };
    struct OpenedFile {
        std::shared_ptr<ReplayBook> book; // null if it cannot be opened
        std::string problem;              // why it cannot be opened, or plays no move
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

    // By the name of their section; empty for the first book.
    std::map<std::string, WrittenBook> written_;
    std::map<std::string, OpenedFile> opened_; // by path
    std::map<int, std::shared_ptr<ReplayBook>> numbered_;
    std::map<std::string, std::optional<book::BookStamp>> stamps_; // by path
    bool has_books_ = false;                                       // the log has answers of books
    // The log has answers of the store of results.
    bool has_store_ = false;
    bool has_recall_ = false; // the log has saved settings

    std::optional<book::OpenedLearnStore> store_; // as in the log
    // The results of the session's calls to the store.
    std::deque<session::StoreAnswer> results_;
    // For each opening of the store, whether games wait beside it.
    std::deque<bool> has_kept_;
    int asking_ = 0; // how often the store is to say that it is asking
    std::map<std::string, std::vector<book::Entry>> learnt_; // by place_of()

    std::optional<config::Settings> recalled_;
    std::set<std::string> remarks_;
};

} // namespace polyglot::tools
