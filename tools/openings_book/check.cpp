// `polyglot openings-book -check` checks a list against the rules and with an engine.
#include "core/chess/fen.hpp"
#include "core/text/figures.hpp"
#include "core/text/utf8.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/command_messages.hpp"
#include "tools/common/text_file.hpp"
#include "tools/openings_book/list.hpp"
#include "tools/openings_book/openings_book.hpp"
#include "tools/openings_book/values.hpp"

#include <ostream>
#include <vector>

namespace polyglot::tools {
namespace {

class Checker {
  public:
    Checker(const StartOptions& options, const CancelFlag& is_cancelled, std::ostream& out,
            std::ostream& err)
        : options_(options),
          is_cancelled_(is_cancelled),
          out_(out),
          err_(err),
          messages_(err, "openings-book") {}

    int run(std::istream& in);

  private:
    Result<void> read(std::istream& in);
    void show(const std::vector<ListFault>& faults);
    Result<void> ask();
    void show_values();
    void summarize();

    const StartOptions& options_;
    const CancelFlag& is_cancelled_;
    std::ostream& out_;
    std::ostream& err_;
    CommandMessages messages_;
    StartList list_;
    ListProof proof_;
    EngineAnswers answers_;
    std::vector<ListFault> outside_;
};

int Checker::run(std::istream& in) {
    if (const auto done = read(in); !done)
        return fail(err_, "openings-book: -check " + done.error().message);
    if (list_.starts.empty() && list_.unreadable.empty())
        return fail(err_, "openings-book: " + options_.check + ": has no position");
    proof_ = prove_list(list_, options_.given_ply, options_.chess960);
    if (options_.judge) {
        const auto asked = ask();
        messages_.clear();
        if (is_cancelled_()) {
            err_ << "openings-book: stopped\n";
            return exit_interrupted;
        }
        if (!asked) {
            err_ << "openings-book: the engine does not start: " << asked.error().message << '\n';
            return exit_no_engine;
        }
        show_values();
    }
    show(list_.unreadable);
    show(proof_.duplicates);
    show(proof_.wrong_side);
    show(proof_.chess960);
    show(outside_);
    summarize();
    const bool clean = list_.unreadable.empty() && proof_.duplicates.empty() &&
                       proof_.wrong_side.empty() && proof_.chess960.empty() && outside_.empty();
    return clean ? exit_done : exit_bad_input;
}

// Reads the first text of an archive only, because lines are counted in one list.
Result<void> Checker::read(std::istream& in) {
    std::size_t texts = 0;
    auto done = visit_texts(options_.check, in, [&](std::istream& text, const std::string& name) {
        if (texts++ == 0) list_ = read_start_list(text, name);
    });
    if (done && texts > 1)
        return make_error(options_.check + ": holds " + std::to_string(texts) +
                          " files, and one list is proved at a time");
    return done;
}

void Checker::show(const std::vector<ListFault>& faults) {
    for (const ListFault& fault : faults)
        out_ << options_.check << ':' << fault.line << ": " << text::shown_text(fault.message)
             << '\n';
}

Result<void> Checker::ask() {
    std::vector<chess::Position> positions;
    for (const ListedStart& start : list_.starts)
        positions.push_back(start.position);
    answers_ =
        ask_engine({.engines = options_.judge->engines,
                    .limits = options_.judge->limits,
                    .keep_on = [this] { return !is_cancelled_(); },
                    .on_progress =
                        [&](std::size_t done) {
                            messages_.show(std::to_string(done) + '/' +
                                           std::to_string(positions.size()) + " positions");
                        },
                    .on_warning = [this](const std::string& message) { messages_.warn(message); }},
                   positions);
    if (!answers_.failure.empty()) return make_error(answers_.failure);
    return {};
}

void Checker::show_values() {
    for (std::size_t i = 0; i < answers_.values.size(); ++i) {
        const EngineValue& value = answers_.values[i];
        if (value.cp && options_.judge->window.contains(*value.cp)) continue;
        outside_.push_back(
            {list_.starts[i].line, (value.cp ? format_pawns(*value.cp) : value.note) + "  (" +
                                       chess::format_fen(list_.starts[i].position) + ")"});
    }
}

void Checker::summarize() {
    const std::size_t all = list_.starts.size();
    if (!out_) return;
    out_ << text::counted(all, "position") << ", " << proof_.white_to_move
         << " with White to move and " << all - proof_.white_to_move << " with Black to move; "
         << list_.unreadable.size() << " unreadable or over, " << proof_.duplicates.size()
         << " twice, " << proof_.wrong_side.size() << " with the wrong side to move";
    if (!proof_.chess960.empty())
        out_ << ", " << proof_.chess960.size() << " spelt as Chess960 without need";
    out_ << '\n';
    if (!options_.judge) return;
    out_ << answers_.engine << ": " << outside_.size() << " outside "
         << format_pawns(options_.judge->window.low) << " to "
         << format_pawns(options_.judge->window.high);
    out_ << describe_values(answers_.values) << '\n';
}

} // namespace

int check_starts(const StartOptions& options, const CancelFlag& is_cancelled, std::istream& in,
                 std::ostream& out, std::ostream& err) {
    Checker checker(options, is_cancelled, out, err);
    return checker.run(in);
}

} // namespace polyglot::tools
