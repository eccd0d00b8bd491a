// The books that are programs: what they are sent, their deadlines, and what becomes of one that
// fails. The answers are kept in ProgramBook.
//
// 1. A question is answered until its deadline, or the move is made without the program. An answer
//    that comes later is kept for the next question about this position; a position that was asked
//    once is not asked again in the game.
// 2. A program that ends, closes a stream, floods, or leaves `most_missed` questions in a row
//    without an answer is stopped, and started again after a pause. The pauses double from
//    `first_pause` to `longest_pause`; an answer in time makes the next one short again. Meanwhile
//    no move waits for it.
// 3. What a program writes changes nothing but its own answers. A line that is no answer, or a move
//    that is not legal, is left out with a note. An answer
//    to a question of an earlier game is passed over.
// Transcripts: books/program_*.txt.
#pragma once
#include "adapter/session/books/book_question.hpp"
#include "adapter/session/books/opening.hpp"
#include "adapter/session/books/program_book.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/game.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// What the programs need of the session during an event.
class ProgramContext {
  public:
    virtual ~ProgramContext() = default;
    virtual std::chrono::steady_clock::time_point now() const = 0;
    virtual void note(std::string_view text) = 0; // for the log
    virtual void warn(std::string text) = 0;      // for the GUI's user as well
    // command is the value of BookFile. A program that cannot be started is reported as ended.
    virtual void start_program(int number, const std::string& command) = 0;
    virtual void to_program(int number, std::string_view line) = 0;
    virtual void stop_program(int number) = 0; // it may have ended already

  protected:
    ProgramContext() = default;
    ProgramContext(const ProgramContext&) = default;
    ProgramContext& operator=(const ProgramContext&) = default;
};

class ProgramBooks {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::milliseconds first_pause{1000};
    static constexpr std::chrono::milliseconds longest_pause{300'000};
    static constexpr int most_missed = 3;
    static constexpr std::size_t most_questions = 16; // without an answer
    static constexpr int most_unasked = 100;          // lines in a row that answer no question

    ProgramBooks() = default;
    ProgramBooks(const ProgramBooks&) = delete;
    ProgramBooks& operator=(const ProgramBooks&) = delete;

    // Returns a function that opens programs here and files by the given one.
    BookOpener around(BookOpener open_file);
    // Starts the programs that have been opened, and stops those that are no book any more.
    void on_books_changed(ProgramContext& context);
    void on_new_game();
    void stop_all(ProgramContext& context);

    struct Patience {
        std::chrono::milliseconds timeout; // BookTimeout
        std::chrono::milliseconds waited;  // by this move, for other programs or an earlier process
    };
    // Asks, unless the program does not run or has been asked about the position. Returns true if
    // the answer is to be waited for.
    bool ask(const ProgramBook& book, const BookQuestion& question, const Patience& patience,
             ProgramContext& context);

    bool runs(int number) const;
    void on_line(int number, std::string_view line, ProgramContext& context);
    // how: "exited with status 1", "closed its output" …
    void on_ended(int number, std::string_view how, ProgramContext& context);
    // Returns when on_timeout() is to be called.
    std::optional<TimePoint> deadline() const;
    void on_timeout(ProgramContext& context);

  private:
    struct Question {
        std::int64_t id;
        std::string place;
        // One of them.
        std::optional<chess::Game> game{};
        std::optional<chess::VariantGame> variant_game{};
        TimePoint due{};
        bool is_missed = false; // the deadline has passed
    };
    struct Program {
        int number;
        std::string command;
        std::weak_ptr<ProgramBook> book{};
        bool runs = false;
        std::optional<TimePoint> start_at{}; // if it does not run
        std::chrono::milliseconds pause = first_pause;
        std::vector<Question> questions{}; // without an answer
        int missed = 0;                    // in a row
        int unasked = 0;                   // in a row
        bool is_reported = false;          // the user has been warned
        // Questions of earlier games without an answer, and the id of the last one.
        std::size_t outdated = 0;
        std::int64_t last_outdated = 0;
    };

    Result<OpenedBook> open(const std::string& command);
    Program* find(int number);
    static void start(Program& program, ProgramContext& context);
    static void fail(Program& program, std::string_view how, ProgramContext& context);
    static void take(Program& program, std::string_view line, ProgramContext& context);
    static void refuse(Program& program, std::string_view line, std::string_view why,
                       ProgramContext& context);
    static bool is_outdated(Program& program, std::int64_t id);
    static void miss_due(Program& program, ProgramContext& context);

    std::vector<Program> programs_;
    int last_number_ = 0;
    std::int64_t last_id_ = 0;
};

} // namespace polyglot::session
