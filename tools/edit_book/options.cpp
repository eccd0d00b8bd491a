#include "tools/edit_book/options.hpp"

#include "core/book/variants/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/input_stream.hpp"
#include "storage/files/shared_file.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot edit-book BOOK [-variant NAME] [-fen FEN] [-line MOVES] [-move MOVE] EDIT... | "
    "-from LIST | -undo | -history";

// A position and a move apply until the next ones.
template <class AnyPosition, class AnyMove>
struct Cursor {
    explicit Cursor(const AnyPosition& start) : root(start), position(start) {}

    Result<void> set_root(const Result<AnyPosition>& parsed) {
        if (!parsed) return parsed.error();
        move.reset();
        position = root = *parsed;
        return {};
    }
    Result<void> set_line(const std::string& moves) {
        const auto played = play_line(root, moves);
        if (!played) return played.error();
        move.reset();
        position = *played;
        return {};
    }
    Result<void> set_move(const std::string& text) {
        const auto parsed = parse_any_move(position, text);
        if (!parsed) return parsed.error();
        move = *parsed;
        return {};
    }

    AnyPosition root, position;
    std::optional<AnyMove> move;
};

// Collects the options, and processes them one by one when the book, and so its variant, is known.
class Steps {
  public:
    Steps(EditOptions& options, std::istream& in) : options_(options), in_(in) {}
    void add_places(OptionTable& option);
    void add_edits(OptionTable& option);
    void take_all();

  private:
    using Step = Result<void> (Steps::*)(const std::string& value);

    void set_book(const std::string& file);
    Result<void> set_root(const std::string& fen);
    Result<void> set_line(const std::string& moves) {
        return of_variant_ ? of_variant_->set_line(moves) : of_chess_.set_line(moves);
    }
    Result<void> set_move(const std::string& text) {
        return of_variant_ ? of_variant_->set_move(text) : of_chess_.set_move(text);
    }
    Result<void> add_edit(const std::string& name, const std::string& value);
    Result<void> add_list(const std::string& file);
    void check() const;
    void log(const std::string& option, const std::string& value);
    OptionValue place(Step step);
    OptionValue edit();
    void edit_without_value(OptionTable::Option& option);

    EditOptions& options_;
    std::istream& in_;
    std::vector<std::function<void()>> steps_;
    Cursor<chess::Position, chess::Move> of_chess_{chess::Position::start()};
    // nullopt: of chess
    std::optional<Cursor<chess::VariantPosition, chess::VariantMove>> of_variant_;
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
    return of_variant_
               ? of_variant_->set_root(chess::parse_variant_fen(of_variant_->root.variant(), fen))
               : of_chess_.set_root(chess::parse_fen(fen));
}

Result<void> Steps::add_edit(const std::string& name, const std::string& value) {
    const bool has_move = of_variant_ ? of_variant_->move.has_value() : of_chess_.move.has_value();
    if (!has_move && edit_needs_move(name))
        return make_error("-move names the move that is edited");
    auto edit = parse_edit(name, value);
    if (!edit) return edit.error();
    edit->position = of_chess_.position;
    edit->move = of_chess_.move.value_or(chess::Move());
    if (of_variant_) edit->variant = Edit::VariantPlace{of_variant_->position, of_variant_->move};
    options_.edits.push_back(*std::move(edit));
    place_used_ = true;
    return {};
}

Result<void> Steps::add_list(const std::string& file) {
    std::optional<io::InputStream> stream;
    if (file != "-" && !stream.emplace(to_path(file))) return make_error("cannot be opened");
    auto edits =
        read_edit_list(stream ? *stream : in_, file == "-" ? "standard input" : file,
                       of_variant_ ? &of_variant_->root.variant() : nullptr, &options_.warnings);
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
        steps_.emplace_back([this, step, option, value] {
            place_used_ = false;
            take((this->*step)(value), option, value);
        });
    };
    return {set, true};
}

OptionValue Steps::edit() {
    const auto add = [this](const std::string& option, const std::string& value) {
        log(option, value);
        steps_.emplace_back(
            [this, option, value] { take(add_edit(option.substr(1), value), option, value); });
    };
    return {add, true};
}

void Steps::edit_without_value(OptionTable::Option& option) {
    option.repeats().then([this](const std::string& name) {
        options_.command += (options_.command.empty() ? "" : " ") + name;
        steps_.emplace_back([this, name] { take(add_edit(name.substr(1), ""), name, ""); });
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
    option("move", "MOVE", place(&Steps::set_move), "the move: Nf3 or g1f3, a drop P@h3");
    add_variant_option(option, options_.variant, book_variant_help);
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
        steps_.emplace_back([this, name, file] { take(add_list(file), name, file); });
    };
    option("from", "LIST", {add, true},
           "edits from a CSV or JSON file, as convert-book writes them or by hand; - for standard "
           "input");
}

// The book is opened for editing, not as an input: no command may overwrite an input.
const chess::Variant* variant_of(const EditOptions& options) {
    if (options.variant) return options.variant;
    const auto file = io::open_shared_file(to_path(options.book));
    if (!file) return nullptr; // reported later
    const auto book = book::PolyglotBook::open(*file);
    const auto named = book ? book::find_named_variant(*book) : std::nullopt;
    return named ? named->variant : nullptr;
}

void Steps::take_all() {
    if (options_.book.empty()) refuse("no book is named");
    if (const auto* const variant = variant_of(options_))
        of_variant_.emplace(chess::VariantPosition::start(*variant));
    for (const auto& step : steps_)
        step();
    check();
}

void Steps::check() const {
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
    if (const auto over = option.read(args, out, err, [&] { steps.take_all(); })) return *over;
    return options;
}

} // namespace polyglot::tools
