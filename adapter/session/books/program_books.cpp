#include "adapter/session/books/program_books.hpp"

#include "adapter/session/books/book_time.hpp"
#include "adapter/session/books/program_lines.hpp"
#include "config/book_program.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::session {
namespace {

using std::chrono::milliseconds;

std::string title(int number, const std::string& command) {
    return "book program " + std::to_string(number) + " (" + command + ")";
}

} // namespace

BookOpener ProgramBooks::around(BookOpener open_file) {
    return [this, open_file = std::move(open_file)](const std::string& path) -> Result<OpenedBook> {
        if (config::is_program(path)) return open(path);
        if (!open_file) return make_error(path + ": no files");
        return open_file(path);
    };
}

// Two sections with one command share the program and its answers.
Result<OpenedBook> ProgramBooks::open(const std::string& command) {
    if (auto words = config::program_words(command); !words) return words.error();
    const auto opened = [](const std::shared_ptr<ProgramBook>& book, int number) {
        OpenedBook whole{.book = book,
                         .description = "is program " + std::to_string(number),
                         .problem = {},
                         .variants = book,
                         .program = book};
        return whole;
    };
    for (const Program& program : programs_)
        if (auto known = program.book.lock(); known && program.command == command)
            return opened(known, program.number);
    const auto book = std::make_shared<ProgramBook>();
    programs_.push_back({.number = ++last_number_, .command = command, .book = book});
    return opened(book, last_number_);
}

void ProgramBooks::on_books_changed(ProgramContext& context) {
    for (Program& program : programs_)
        if (program.book.expired()) {
            if (program.runs) context.stop_program(program.number);
        } else if (!program.runs && !program.start_at) {
            start(program, context);
        }
    std::erase_if(programs_, [](const Program& program) { return program.book.expired(); });
}

void ProgramBooks::on_new_game() {
    for (Program& program : programs_) {
        if (const auto book = program.book.lock()) book->clear();
        // Their answers will be right, but are not needed any more.
        program.outdated += program.questions.size();
        program.last_outdated = last_id_;
        program.questions.clear();
    }
}

void ProgramBooks::stop_all(ProgramContext& context) {
    for (Program& program : programs_) {
        if (program.runs) context.stop_program(program.number);
        program.runs = false;
        program.start_at.reset();
        program.questions.clear();
    }
}

void ProgramBooks::start(Program& program, ProgramContext& context) {
    program.runs = true;
    program.start_at.reset();
    program.missed = program.unasked = 0;
    program.outdated = 0;
    if (const auto book = program.book.lock()) book->set_why_silent("it has not answered");
    context.start_program(program.number, program.command);
}

void ProgramBooks::fail(Program& program, std::string_view how, ProgramContext& context) {
    const std::string text = title(program.number, program.command) + ' ' + std::string(how);
    context.stop_program(program.number);
    program.runs = false;
    program.questions.clear();
    program.start_at = context.now() + program.pause;
    context.note(text + "; it is started again in " +
                 text::format_seconds(static_cast<int>(program.pause.count())));
    program.pause = std::min(2 * program.pause, longest_pause);
    if (const auto book = program.book.lock())
        book->set_why_silent("it does not run: it " + std::string(how));
    if (!std::exchange(program.is_reported, true)) context.warn(text);
}

bool ProgramBooks::ask(const ProgramBook& book, const BookQuestion& question,
                       const Patience& patience, ProgramContext& context) {
    const auto program = std::ranges::find_if(
        programs_, [&book](const Program& known) { return known.book.lock().get() == &book; });
    if (program == programs_.end() || !program->runs) return false;
    const std::string place = program_place(question.game);
    for (const Question& asked : program->questions)
        if (asked.place == place) return !asked.is_missed;
    // A host that gives up each move at once must not fill the memory.
    if (program->questions.size() >= most_questions) return false;
    const milliseconds time = longest_wait(question, patience.timeout) - patience.waited;
    if (time.count() <= 0) return false;
    program->questions.push_back({.id = ++last_id_, .place = place, .due = context.now() + time});
    Question& asked = program->questions.back();
    if (const chess::VariantGame* game = question.game.variant_game())
        asked.variant_game = *game;
    else
        asked.game = *question.game.chess();
    context.to_program(program->number, format_program_question(asked.id, question, time));
    return true;
}

ProgramBooks::Program* ProgramBooks::find(int number) {
    const auto known = std::ranges::find(programs_, number, &Program::number);
    return known == programs_.end() ? nullptr : &*known;
}

bool ProgramBooks::runs(int number) const {
    const auto known = std::ranges::find(programs_, number, &Program::number);
    return known != programs_.end() && known->runs;
}

void ProgramBooks::on_line(int number, std::string_view line, ProgramContext& context) {
    Program* const program = find(number);
    if (program == nullptr || !program->runs) return;
    take(*program, text::trim(line), context);
    if (program->unasked >= most_unasked)
        fail(*program, "floods: " + std::to_string(most_unasked) + " lines answer no question",
             context);
}

void ProgramBooks::take(Program& program, std::string_view line, ProgramContext& context) {
    const Result<ProgramLine> read = parse_program_line(line);
    if (!read) {
        refuse(program, line, read.error().message, context);
        return;
    }
    const auto asked = std::ranges::find(program.questions, read->id, &Question::id);
    if (asked == program.questions.end()) {
        if (is_outdated(program, read->id)) return;
        refuse(program, line, "no question with this id is open", context);
        return;
    }
    program.unasked = 0;
    if (!asked->is_missed) { // one that is always late would cost its time at every move
        program.missed = 0;
        program.pause = first_pause;
    }
    std::vector<std::string> left_out;
    if (!read->error.empty()) left_out.push_back("the program says: " + read->error);
    const BookGame game = asked->game ? BookGame(*asked->game) : BookGame(*asked->variant_game);
    ProgramAnswer answer = read_program_moves(read->moves, game, left_out);
    for (const std::string& why : left_out)
        context.note(title(program.number, program.command) + ": left out of " +
                     text::quote(line.substr(0, 200)) + ": " + why);
    if (asked->is_missed)
        context.note(title(program.number, program.command) + " answers too late: kept");
    if (const auto book = program.book.lock()) book->add(asked->place, std::move(answer));
    program.questions.erase(asked);
}

// Each of these questions has one answer, so that no flood passes for their answers.
bool ProgramBooks::is_outdated(Program& program, std::int64_t id) {
    if (program.outdated == 0 || id <= 0 || id > program.last_outdated) return false;
    --program.outdated;
    return true;
}

void ProgramBooks::refuse(Program& program, std::string_view line, std::string_view why,
                          ProgramContext& context) {
    ++program.unasked;
    context.note(title(program.number, program.command) + ": skipped " +
                 text::quote(line.substr(0, 200)) + ": " + std::string(why));
}

void ProgramBooks::on_ended(int number, std::string_view how, ProgramContext& context) {
    Program* const program = find(number);
    if (program != nullptr && program->runs) fail(*program, how, context);
}

std::optional<ProgramBooks::TimePoint> ProgramBooks::deadline() const {
    std::optional<TimePoint> due;
    const auto consider = [&due](TimePoint when) { due = due ? std::min(*due, when) : when; };
    for (const Program& program : programs_) {
        if (program.start_at) consider(*program.start_at);
        for (const Question& question : program.questions)
            if (!question.is_missed) consider(question.due);
    }
    return due;
}

void ProgramBooks::on_timeout(ProgramContext& context) {
    for (Program& program : programs_) {
        if (program.start_at && context.now() >= *program.start_at)
            start(program, context);
        else
            miss_due(program, context);
    }
}

void ProgramBooks::miss_due(Program& program, ProgramContext& context) {
    for (Question& question : program.questions) {
        if (question.is_missed || context.now() < question.due) continue;
        question.is_missed = true;
        ++program.missed;
        context.note(title(program.number, program.command) + " has not answered question " +
                     std::to_string(question.id) + " in time");
    }
    if (program.missed >= most_missed)
        fail(program,
             "has not answered " + std::to_string(most_missed) + " questions in a row in time",
             context);
}

} // namespace polyglot::session
