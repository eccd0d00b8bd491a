#include "tools/edit_book/options.hpp"

#include "core/chess/fen.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/input_stream.hpp"
#include "tools/books/moves.hpp"
#include "tools/common/command_line.hpp"

#include <filesystem>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage =
    "polyglot edit-book BOOK [-fen FEN] [-line MOVES] [-move MOVE] EDIT... | -from LIST | "
    "-undo | -history";

po::options_description described() {
    const auto word = [](const char* name) { return po::value<std::string>()->value_name(name); };
    po::options_description options("The position and the move that the edits after them are about");
    auto option = options.add_options();
    option("bin", word("BOOK"), "the book (.bin, .abk, .yacb); the option's name may be left out");
    option("fen", word("FEN"), "the position (default: the start position)");
    option("line", word("MOVES"), "the position after these moves: \"e4 c5\", \"1. e4 c5\"");
    option("move", word("MOVE"), "the move: Nf3 or g1f3");
    po::options_description edits("Edits");
    auto edit = edits.add_options();
    edit("weight", word("N"), "weight 0 to 65535");
    edit("share", word("P"), "share in the position, below 100%: 40% or 0.4; the other moves keep their ratios");
    edit("boost", word("X"), "multiply the weight: x1.5");
    edit("priority", word("N"), "of an Arena book (.abk): priority 0 (never played) to 255");
    edit("games", word("N"), "of an Arena book: the number of games");
    edit("forbid", "weight 0: never played, but kept in the book");
    edit("add", "add the move with weight 1 if the book does not have it");
    edit("delete", "delete the move; without -move all moves of the position");
    edit("delete-subtree", "the same, with all positions that are reached through it only");
    edit("copy-from", word("OTHER"),
         "take the move, or all moves of the position, and everything below from another book of any format");
    edit("from", word("LIST"),
         "edits from a CSV or JSON file, as convert-book writes them or by hand; - for standard input");
    po::options_description others("Other options");
    auto other = others.add_options();
    other("dry-run", "show what would change, and write nothing");
    other("undo", "take back the last run, also the one before, and so on");
    other("history", "list the runs that -undo can take back");
    options.add(edits).add(others);
    return options;
}

// Reads the steps one by one: a position and a move hold until the next ones.
class Steps {
  public:
    Steps(EditOptions& options, std::istream& in) : options_(options), in_(in) {}
    Result<void> take(const std::string& name, const std::string& value);
    Result<void> check() const;

  private:
    Result<void> set_place(const std::string& name, const std::string& value);
    Result<void> add_edit(const std::string& name, const std::string& value);
    Result<void> add_list(const std::string& file);
    Error refuse_second_book(const std::string& value) const;

    EditOptions& options_;
    std::istream& in_;
    chess::Position root_ = chess::Position::start();
    chess::Position position_ = root_;
    chess::Move move_{};
    bool place_used_ = true; // by an edit
};

bool is_place(std::string_view name) {
    return name == "fen" || name == "line" || name == "move";
}

Result<void> Steps::set_place(const std::string& name, const std::string& value) {
    if (name == "move") {
        const auto move = parse_any_move(position_, value);
        if (!move) return move.error();
        move_ = *move;
        return {};
    }
    move_ = {};
    if (name == "fen") {
        const auto parsed = chess::parse_fen(value);
        if (!parsed) return parsed.error();
        position_ = root_ = *parsed;
        return {};
    }
    const auto played = play_line(root_, value);
    if (!played) return played.error();
    position_ = *played;
    return {};
}

Result<void> Steps::add_edit(const std::string& name, const std::string& value) {
    if (!is_edit(name)) return {};
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

Error Steps::refuse_second_book(const std::string& value) const {
    std::error_code error;
    const bool is_file = std::filesystem::exists(to_path(value), error);
    return make_error(is_file ? "one book is edited at a time: " + options_.book
                              : "the book is " + options_.book + "; if " + text::quote(value) +
                                    " is a move, write -move " + value);
}

Result<void> Steps::take(const std::string& name, const std::string& value) {
    if (name == "bin") {
        if (!options_.book.empty()) return refuse_second_book(value);
        options_.book = value;
        return {};
    }
    if (name == "dry-run") options_.dry_run = true;
    if (name == "undo") options_.action = EditOptions::Action::Undo;
    if (name == "history") options_.action = EditOptions::Action::History;
    if (name == "dry-run" || name == "undo" || name == "history") return {};
    const bool quoted = value.empty() || value.find_first_of(" \t'\"") != std::string::npos;
    options_.command += (options_.command.empty() ? "-" : " -") + name;
    const bool has_value = is_place(name) || name == "from" || name == "weight" || name == "share" || name == "boost" ||
                           name == "priority" || name == "games" || name == "copy-from";
    if (has_value) options_.command += ' ' + (quoted ? text::quote(value) : value);
    if (is_place(name)) {
        place_used_ = false;
        return set_place(name, value);
    }
    return name == "from" ? add_list(value) : add_edit(name, value);
}

Result<void> Steps::check() const {
    if (options_.book.empty()) return make_error("no book is named");
    const bool edits = !options_.command.empty();
    if (options_.action != EditOptions::Action::Edit && edits)
        return make_error("-undo and -history stand without edits");
    if (options_.action == EditOptions::Action::Edit && !place_used_)
        return make_error(
            "no edit is given: -weight, -share, -boost, -priority, -games, -forbid, -add, -delete, -delete-subtree or "
            "-copy-from");
    if (options_.action == EditOptions::Action::Edit && options_.edits.empty())
        return make_error(edits ? "the list has no edit" : "no edit is given");
    return {};
}

} // namespace

std::variant<EditOptions, int> read_edit_options(Arguments args, std::istream& in, std::ostream& out,
                                                 std::ostream& err) {
    std::vector<po::option> given;
    if (const auto over = read_steps(args, described(), given, usage, out, err, "bin")) return *over;
    EditOptions options;
    Steps steps(options, in);
    for (const po::option& option : given) {
        const std::string value = option.value.empty() ? "" : option.value.front();
        const auto taken = steps.take(option.string_key, value);
        if (taken) continue;
        const std::string name = '-' + option.string_key;
        if (value.empty() || option.string_key == "bin") {
            err << name << ": " << taken.error().message << "\nusage: " << usage << '\n';
        } else {
            show_error(err, name, taken.error().message, value, taken.error().offset);
        }
        return exit_bad_usage;
    }
    if (const auto fine = steps.check(); !fine) {
        err << fine.error().message << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    return options;
}

} // namespace polyglot::tools
