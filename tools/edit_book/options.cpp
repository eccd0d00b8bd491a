#include "tools/edit_book/options.hpp"

#include "core/chess/fen.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/input_stream.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/option_table.hpp"

#include <filesystem>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot edit-book BOOK [-fen FEN] [-line MOVES] [-move MOVE] EDIT... | -from LIST | "
    "-undo | -history";

// Processes the options one by one. A position and a move apply until the next ones.
class Steps {
  public:
    Steps(EditOptions& options, std::istream& in) : options_(options), in_(in) {}
    void add_places(OptionTable& option);
    void add_edits(OptionTable& option);
    void check() const;

  private:
    using Step = Result<void> (Steps::*)(const std::string& value);

    void set_book(const std::string& file);
    Result<void> set_root(const std::string& fen);
    Result<void> set_line(const std::string& moves);
    Result<void> set_move(const std::string& text);
    Result<void> add_edit(const std::string& name, const std::string& value);
    Result<void> add_list(const std::string& file);
    void log(const std::string& option, const std::string& value);
    OptionValue place(Step step);
    OptionValue edit();
    void edit_without_value(OptionTable::Option& option);

    EditOptions& options_;
    std::istream& in_;
    chess::Position root_ = chess::Position::start();
    chess::Position position_ = root_;
    chess::Move move_{};
    bool place_used_ = true; // whether an edit has used the current position
};

void Steps::set_book(const std::string& file) {
    std::string& book = options_.book;
    if (book.empty()) {
        book = file;
        return;
    }
    std::error_code error;
    refuse(std::filesystem::exists(to_path(file), error)
               ? "-bin: one book is edited at a time: " + book
               : "-bin: the book is " + book + "; if " + text::quote(file) +
                     " is a move, write -move " + file);
}

Result<void> Steps::set_root(const std::string& fen) {
    const auto parsed = chess::parse_fen(fen);
    if (!parsed) return parsed.error();
    move_ = {};
    position_ = root_ = *parsed;
    return {};
}

Result<void> Steps::set_line(const std::string& moves) {
    const auto played = play_line(root_, moves);
    if (!played) return played.error();
    move_ = {};
    position_ = *played;
    return {};
}

Result<void> Steps::set_move(const std::string& text) {
    const auto move = parse_any_move(position_, text);
    if (!move) return move.error();
    move_ = *move;
    return {};
}

Result<void> Steps::add_edit(const std::string& name, const std::string& value) {
    if (!move_ && edit_needs_move(name)) return make_error("-move names the move that is edited");
    auto edit = parse_edit(name, value);
    if (!edit) return edit.error();
    edit->position = position_;
    edit->move = move_;
    options_.edits.push_back(*std::move(edit));
    place_used_ = true;
    return {};
}

Result<void> Steps::add_list(const std::string& file) {
    std::optional<io::InputStream> stream;
    if (file != "-" && !stream.emplace(to_path(file))) return make_error("cannot be opened");
    auto edits = read_edit_list(stream ? *stream : in_, file == "-" ? "standard input" : file);
    if (!edits) return edits.error();
    const std::vector<std::string> repeated = repeated_moves(*edits);
    options_.warnings.insert(options_.warnings.end(), repeated.begin(), repeated.end());
    options_.edits.insert(options_.edits.end(), std::make_move_iterator(edits->begin()),
                          std::make_move_iterator(edits->end()));
    return {};
}

// Records the steps as given, for the history.
void Steps::log(const std::string& option, const std::string& value) {
    const bool quoted = value.empty() || value.find_first_of(" \t'\"") != std::string::npos;
    options_.command += (options_.command.empty() ? "" : " ") + option + ' ' +
                        (quoted ? text::quote(value) : value);
}

void take(const Result<void>& done, const std::string& option, const std::string& value) {
    if (!done) refuse(option, done.error(), value);
}

OptionValue Steps::place(Step step) {
    const auto set = [this, step](const std::string& option, const std::string& value) {
        log(option, value);
        place_used_ = false;
        take((this->*step)(value), option, value);
    };
    return {set, true};
}

OptionValue Steps::edit() {
    const auto add = [this](const std::string& option, const std::string& value) {
        log(option, value);
        take(add_edit(option.substr(1), value), option, value);
    };
    return {add, true};
}

void Steps::edit_without_value(OptionTable::Option& option) {
    option.repeats().then([this](const std::string& name) {
        options_.command += (options_.command.empty() ? "" : " ") + name;
        take(add_edit(name.substr(1), ""), name, "");
    });
}

void Steps::add_places(OptionTable& option) {
    option("bin", "BOOK",
           {[this](const std::string&, const std::string& file) { set_book(file); }, true},
           "the book (.bin, .abk, .yacb); the option's name may be left out")
        .takes_words();
    option("fen", "FEN", place(&Steps::set_root), "the position (default: the start position)");
    option("line", "MOVES", place(&Steps::set_line),
           "the position after these moves: \"e4 c5\", \"1. e4 c5\"");
    option("move", "MOVE", place(&Steps::set_move), "the move: Nf3 or g1f3");
}

void Steps::add_edits(OptionTable& option) {
    option.title("Edits");
    option("weight", "N", edit(), "weight 0 to 65535");
    option("share", "P", edit(),
           "share in the position, below 100%: 40% or 0.4; the other moves keep their ratios");
    option("boost", "X", edit(), "multiply the weight: x1.5");
    option("priority", "N", edit(), "of an Arena book (.abk): priority 0 (never played) to 255");
    option("games", "N", edit(), "of an Arena book: the number of games");
    edit_without_value(option("forbid", "weight 0: never played, but kept in the book"));
    edit_without_value(option("add", "add the move with weight 1 if the book does not have it"));
    edit_without_value(
        option("delete", "delete the move; without -move all moves of the position"));
    edit_without_value(
        option("delete-subtree", "the same, with all positions that are reached through it only"));
    option("copy-from", "OTHER", edit(),
           "take the move, or all moves of the position, and everything below from another book of "
           "any format");
    const auto add = [this](const std::string& name, const std::string& file) {
        log(name, file);
        take(add_list(file), name, file);
    };
    option("from", "LIST", {add, true},
           "edits from a CSV or JSON file, as convert-book writes them or by hand; - for standard "
           "input");
}

void Steps::check() const {
    if (options_.book.empty()) refuse("no book is named");
    const bool edits = !options_.command.empty();
    if (options_.action != EditOptions::Action::Edit) {
        if (edits) refuse("-undo and -history stand without edits");
        return;
    }
    if (!place_used_)
        refuse("no edit is given: -weight, -share, -boost, -priority, -games, -forbid, -add, "
               "-delete, -delete-subtree or "
               "-copy-from");
    if (options_.edits.empty()) refuse(edits ? "the list has no edit" : "no edit is given");
}

} // namespace

std::variant<EditOptions, int> read_edit_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err) {
    using Action = EditOptions::Action;
    EditOptions options;
    Steps steps(options, in);
    OptionTable option(usage, "The position and the move that the edits after them are about");
    steps.add_places(option);
    steps.add_edits(option);
    option.title("Other options");
    option("dry-run", options.dry_run, "show what would change, and write nothing").repeats();
    option("undo", "take back the last run, also the one before, and so on")
        .sets(options.action, Action::Undo)
        .repeats();
    option("history", "list the runs that -undo can take back")
        .sets(options.action, Action::History)
        .repeats();
    if (const auto over = option.read(args, out, err, [&] { steps.check(); })) return *over;
    return options;
}

} // namespace polyglot::tools
