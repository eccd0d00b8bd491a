#include "tools/explore/editing.hpp"

#include "core/chess/fen.hpp"
#include "core/pgn/reader.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/random_access_file.hpp"
#include "tools/convert_book/table.hpp"
#include "tools/edit_book/saving.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

namespace polyglot::tools {
namespace {

Result<std::shared_ptr<EditedBook>> open_edited(std::shared_ptr<const book::ByteReader> bytes,
                                                const std::string& name) {
    auto book = EditedBook::open(std::move(bytes), [] { return true; });
    if (!book) return make_error(name + ": " + book.error().message);
    return std::shared_ptr<EditedBook>(*std::move(book));
}

// What the steps have found: shares and weights before them.
bool began_alike(const std::vector<ShownChange>& a, const std::vector<ShownChange>& b) {
    const auto same_move = [](const ShownMove& x, const ShownMove& y) {
        return x.name == y.name && x.before == y.before;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const ShownChange& x, const ShownChange& y) {
        return x.position == y.position &&
               std::equal(x.moves.begin(), x.moves.end(), y.moves.begin(), y.moves.end(), same_move);
    });
}

std::vector<Edit> edits_of(const TableBook& table, const std::string& name) {
    std::vector<Edit> edits;
    for (const TableBook::Place& place : table.places())
        for (const TableBook::Row& row : place.rows)
            if (row.entry.move)
                edits.push_back({.place = name,
                                 .position = place.position,
                                 .move = row.entry.move,
                                 .kind = Edit::Kind::Weight,
                                 .value = static_cast<double>(row.entry.weight),
                                 .other = {},
                                 .adds = true});
    return edits;
}

Result<std::vector<Edit>> edits_of_games(const std::string& text, const std::string& name) {
    std::vector<Edit> edits;
    std::istringstream in(text);
    pgn::Reader reader(in);
    while (const auto game = reader.next()) {
        if (!game->problem.empty())
            return make_error(name + ':' + std::to_string(game->problem_line) + ": " + game->problem);
        chess::Position position = game->game.start();
        for (const chess::Move move : game->game.moves()) {
            edits.push_back({.place = name + ':' + std::to_string(game->line),
                             .position = position,
                             .move = move,
                             .kind = Edit::Kind::Add,
                             .other = {}});
            position.make(move);
        }
    }
    if (edits.empty()) return make_error(name + ": neither a table nor a PGN with moves");
    return edits;
}

} // namespace

Result<std::vector<Edit>> read_edits(const std::string& text, const std::string& name) {
    const auto format = detect_text_format(std::as_bytes(std::span(text)));
    if (format && *format != TextFormat::Pgn) {
        std::istringstream in(text);
        auto edits = read_edit_list(in, name);
        if (edits && edits->empty()) return make_error(name + ": has no edit");
        return edits;
    }
    std::istringstream in(text);
    if (const auto table = TableBook::read(in, name, TextFormat::Pgn)) return edits_of(**table, name);
    return edits_of_games(text, name);
}

Result<Editing> Editing::open(const std::string& name) {
    Editing editing(name);
    auto file = io::follow_links(to_path(name));
    if (!file) return file.error();
    editing.file_ = *std::move(file);
    if (auto opened = editing.reopen(); !opened) return opened.error();
    return editing;
}

Result<void> Editing::reopen() {
    auto bytes = io::open_random_access_file(file_);
    if (!bytes) return bytes.error();
    auto book = open_edited(*std::move(bytes), name_);
    if (!book) return book.error();
    for (const Step& step : done_)
        for (const Edit& edit : step.edits)
            if (auto applied = (*book)->apply(edit); !applied) return applied;
    book_ = *std::move(book);
    ++revision_;
    return {};
}

Result<void> Editing::apply(std::vector<Edit> edits, std::string words) {
    for (const Edit& edit : edits) {
        auto applied = book_->apply(edit);
        if (applied) continue;
        if (auto reopened = reopen(); !reopened) return reopened; // without the part of it that was made
        return applied;
    }
    done_.push_back({std::move(edits), std::move(words)});
    undone_.clear();
    ++revision_;
    return {};
}

Result<void> Editing::undo() {
    if (done_.empty()) return make_error("there is nothing to undo");
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    if (auto reopened = reopen(); !reopened) {
        done_.push_back(std::move(undone_.back()));
        undone_.pop_back();
        return reopened;
    }
    return {};
}

Result<void> Editing::redo() {
    if (undone_.empty()) return make_error("there is nothing to redo");
    Step step = std::move(undone_.back());
    undone_.pop_back();
    std::vector<Step> others = std::exchange(undone_, {});
    auto applied = apply(step.edits, step.words);
    undone_ = std::move(others);
    if (!applied) undone_.push_back(std::move(step));
    return applied;
}

Result<void> Editing::discard() {
    std::vector<Step> steps = std::exchange(done_, {});
    if (auto reopened = reopen(); !reopened) {
        done_ = std::move(steps);
        return reopened;
    }
    undone_.clear();
    return {};
}

Result<void> Editing::save() {
    if (done_.empty()) return make_error("there is nothing to save");
    auto bytes = lock_book(file_, name_);
    if (!bytes) return bytes.error();
    auto book = open_edited(*std::move(bytes), name_);
    if (!book) return book.error();
    std::string words;
    for (const Step& step : done_) {
        words += (words.empty() ? "" : " ") + step.words;
        for (const Edit& edit : step.edits)
            if (auto applied = (*book)->apply(edit); !applied) return applied;
    }
    const std::vector<ShownChange> changes = (*book)->changes();
    if (!began_alike(changes, book_->changes()))
        return make_error(name_ + ": another program has changed what you have edited; nothing is written. Undo these "
                                  "edits, or discard all of them to see the book as it is now");
    if (!changes.empty()) {
        auto history = EditHistory::load(file_);
        if (!history) return history.error();
        io::begin_command(); // a run of its own: it may write the book that is shown
        std::string remark;
        if (auto saved = save_edits(**book, file_, name_, *history, words, remark); !saved)
            return remark.empty() ? saved : make_error(saved.error().message + "; " + remark);
    }
    book->reset(); // and with it the lock
    done_.clear();
    undone_.clear();
    return reopen();
}

} // namespace polyglot::tools
