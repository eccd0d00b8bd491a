#include "tools/logs/session.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polyglot::tools {

namespace {

// Accepts drops of variants, too.
bool reads_as_move(std::string_view text) {
    return chess::reads_as_uci_move(text) || (text.size() == 4 && text[1] == '@');
}

// Engines end a search of a fixed time some milliseconds late.
constexpr milliseconds move_time_grace{100};
// A larger difference of the two clocks is not lag: a clock was set, or a new time control began.
constexpr milliseconds longest_lag{10'000};

bool take_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 200;
    return text::shown_text(text.substr(0, longest));
}

// Shortens ": a.bin: not asked, BookDepth = 8; b.bin: knows the position, but no move of it may be
// played" to one reason for each book, without names and moves, so that equal reasons are counted
// together.
std::string why_out_of_book(std::string_view remarks) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known{
        {{"the position is not in the book", "the position is not in the book"},
         {"a draw is avoided", "a draw is avoided"},
         {"no move of it may be played", "no move of the position may be played"},
         {"no other is asked", "Stop = true"}}};
    std::string reasons;           // those of books that were asked
    std::string reasons_not_asked; // those of the others; they count if no book was asked
    while (!remarks.empty()) {
        const std::string_view remark = remarks.substr(0, remarks.find("; "));
        remarks.remove_prefix(std::min(remarks.size(), remark.size() + 2));
        std::string reason;
        for (const auto& [part, words] : known)
            if (remark.find(part) != std::string_view::npos) reason = words;
        constexpr std::string_view not_asked = "not asked, ";
        const std::size_t at = remark.find(not_asked);
        if (at != std::string_view::npos) reason = shown(remark.substr(at + not_asked.size()));
        std::string& all = at == std::string_view::npos ? reasons : reasons_not_asked;
        if (!reason.empty() && all.find(reason) == std::string::npos)
            all += (all.empty() ? "" : "; ") + reason;
    }
    if (reasons.empty()) reasons = std::move(reasons_not_asked);
    return reasons.empty() ? "the position is not in the book" : reasons;
}

} // namespace

void LoggedProcess::take(std::string_view text, milliseconds time, const LogPlace& place) {
    now_ = time;
    place_ = place;
    take_line(text);
    if (observer_ != nullptr) observer_->on_line(*this, text, time);
}

// Takes a note such as "book: e2e4 39.4% …", "book gambits: e2e4 …", "out of book: a.bin: not
// asked, BookDepth = 8; …" or "no book move: …".
void LoggedProcess::note_book(std::string_view note) {
    std::string_view rest = note;
    if (take_prefix(rest, "no book is asked: ") || take_prefix(rest, "no book move: ")) {
        why_no_book_ = shown(rest);
    } else if (take_prefix(rest, "out of book")) {
        why_no_book_ = why_out_of_book(rest);
    } else if (const std::size_t colon = note.find(": ");
               note.starts_with("book") && colon != std::string_view::npos) {
        rest = note.substr(colon + 2); // the note on opening a book has a description there
        if (reads_as_move(text::next_word(rest))) from_book_ = true;
    }
}

// An engine that exits at `uci` is started again with the xboard protocol; this is not a failure if
// the next line shows it.
void LoggedProcess::take_left_at_start(std::string_view text) {
    const auto left = std::exchange(left_at_start_, std::nullopt);
    if (left && !text.starts_with("# the engine has left at uci"))
        fail(left->what, {left->file, left->line});
}

void LoggedProcess::take_line(std::string_view text) {
    take_left_at_start(text);
    if (take_prefix(text, "gui> ")) return on_gui(text);
    if (take_prefix(text, "gui< ")) return on_to_gui(text);
    if (take_prefix(text, "engine> ")) return on_engine(text);
    if (text.starts_with("engine< quit")) has_sent_quit_ = true;
    if (text.starts_with("# ")) note_book(text.substr(2));
    if (take_prefix(text, "= learn ")) return on_learnt(text);
    if (take_prefix(text, "! ")) return on_event(text);
    if (take_prefix(text, "# engine failure: ")) return fail(text);
    if (text.starts_with("# not learnt: ") && ended_) count_ended();
    // Before that, restarts are part of the detection of the protocol.
    if (text.starts_with("= restart engine") && has_answered_) ++stat_.restarts;
    if (text.starts_with("= kill engine") && !has_sent_quit_) fail("the engine had to be killed");
    if (text.starts_with("= kill engine") || text.starts_with("= terminate engine"))
        has_sent_quit_ = true;
    if (text.starts_with("= exit")) has_exit_ = true;
}

void LoggedProcess::on_event(std::string_view text) {
    if (text.starts_with("polyglot ")) has_beginning_ = true;
    if (text.starts_with("start ")) has_sent_quit_ = false;
    const bool is_end = text.starts_with("engine exited") || text.starts_with("engine killed") ||
                        text.starts_with("engine crashed");
    if (is_end && !has_sent_quit_ && !has_answered_)
        left_at_start_ = Exit{std::string(text), std::string(place_.file), place_.line};
    else if (text.starts_with("start-failed ") || (is_end && !has_sent_quit_))
        fail(text);
    if (is_end) has_sent_quit_ = true;
}

void LoggedProcess::fail(std::string_view what, const LogPlace& place) {
    ++stat_.failure_count;
    if (stat_.failures.size() < most_listed)
        stat_.failures.push_back(place.text() + ": " + engine_ + ": " + shown(what));
    if (observer_ != nullptr) observer_->on_failure(what, place);
}

void LoggedProcess::on_engine(std::string_view line) {
    std::string_view name;
    if (take_prefix(line, "id name ")) name = text::trim(line);
    const std::size_t mark =
        line.starts_with("feature ") ? line.find("myname=\"") : std::string_view::npos;
    if (mark != std::string_view::npos) {
        line.remove_prefix(mark + 8);
        name = line.substr(0, line.find('"'));
    }
    constexpr std::size_t most_engines = 10'000; // a log may have been made to fill the memory
    if (!name.empty() && stat_.engines.size() < most_engines) engine_ = shown(name);
}

void LoggedProcess::on_gui(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    rest = text::trim(rest);
    if (word == "xboard" || word == "protover") xboard_ = true;
    if (word == "uci") xboard_ = false;
    // This also covers a log whose beginning is missing.
    if (word == "go" || word == "usermove") has_answered_ = true;
    if (word == "result") return on_result(rest);
    if (xboard_)
        on_xboard_line(word, rest);
    else
        on_uci_line(word, rest);
}

void LoggedProcess::on_uci_line(std::string_view word, std::string_view rest) {
    if (word == "ucinewgame" || word == "quit") {
        end_game();
    } else if (word == "setoption") {
        const auto option = protocol::parse_setoption(rest);
        if (option && text::equal_ignoring_case(option->name, "UCI_Variant"))
            on_variant(option->value);
    } else if (word == "position") {
        position_ = protocol::parse_position(rest);
    } else if (word == "go") {
        const protocol::Go go = protocol::parse_go(rest);
        pondering_ = go.ponder;
        from_book_ = false;
        why_no_book_.clear();
        search_.reset();
        if (go.ponder)
            ponder_go_ = go;
        else if (!go.infinite)
            on_go(go);
    } else if (word == "ponderhit" && ponder_go_ && std::exchange(pondering_, false)) {
        on_go(*std::exchange(ponder_go_, std::nullopt));
    }
}

void LoggedProcess::on_variant(std::string_view name) {
    of_chess_ = chess::is_normal_variant(name) || chess::is_chess960_variant(name);
    if (!game_.begun()) game_.set_of_chess(of_chess_);
}

void LoggedProcess::on_go(const protocol::Go& go) {
    if (!game_.follow(position_.start, position_.moves)) {
        end_game();
        game_.follow(position_.start, position_.moves);
    }
    const bool white = game_.white_to_move();
    const auto clock = white ? go.white_time : go.black_time;
    const auto limit = go.move_time ? std::optional(*go.move_time + move_time_grace) : clock;
    begin_search(clock, limit, white ? go.white_increment : go.black_increment);
}

void LoggedProcess::begin_search(std::optional<milliseconds> clock,
                                 std::optional<milliseconds> limit, milliseconds increment) {
    if (last_search_ && last_search_->clock && clock) {
        const milliseconds used = *last_search_->clock + last_search_->increment - *clock;
        const milliseconds lag = used - last_elapsed_;
        if (lag >= milliseconds(0) && lag <= longest_lag)
            stat_.engines[engine_].lag.add(lag, place_);
    }
    last_search_.reset();
    search_ = Search{now_, clock, limit, increment};
}

void LoggedProcess::on_xboard_line(std::string_view word, std::string_view rest) {
    const std::string text(rest);
    if (word == "new" || word == "quit") {
        end_game();
        on_variant("normal");
    } else if (word == "variant") {
        on_variant(rest);
    } else if (word == "setboard") {
        end_game();
        game_.follow(text, {});
    } else if (word == "usermove") {
        game_.on_gui_move(rest);
        begin_search(xboard_clock_, xboard_move_time_ ? xboard_move_time_ : xboard_clock_,
                     xboard_increment_);
    } else if (word == "go" || word == "playother") {
        begin_search(xboard_clock_, xboard_move_time_ ? xboard_move_time_ : xboard_clock_,
                     xboard_increment_);
    } else if (word == "undo" || word == "remove") {
        game_.take_back(word == "undo" ? 1 : 2);
    } else {
        on_xboard_clock(word, rest);
    }
}

void LoggedProcess::on_xboard_clock(std::string_view word, std::string_view rest) {
    if (word == "time") xboard_clock_ = protocol::parse_centiseconds(rest);
    if (word == "st") {
        xboard_move_time_ = protocol::parse_seconds(rest);
        if (xboard_move_time_) *xboard_move_time_ += move_time_grace;
    }
    if (word != "level") return;
    xboard_move_time_.reset();
    xboard_clock_.reset();
    if (const auto level = protocol::parse_level(rest)) xboard_increment_ = level->increment;
}

void LoggedProcess::on_to_gui(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    if (word == "uciok" || (word == "feature" && rest.find("done=1") != std::string_view::npos))
        has_answered_ = true;
    if (word != "bestmove" && word != "move") return;
    // The bestmove of an analysis is not a move of the game.
    if (word == "bestmove" && (xboard_ || !search_)) return;
    on_answer(text::next_word(rest));
}

void LoggedProcess::on_answer(std::string_view move) {
    const bool from_book = std::exchange(from_book_, false);
    const std::string why = std::exchange(why_no_book_, {});
    if (!reads_as_move(move) || move == "0000") return search_.reset();
    game_.on_our_move(move, from_book,
                      why.empty() ? "the log does not say why" : std::string_view(why));
    EngineTally& engine = stat_.engines[engine_];
    if (const auto search = std::exchange(search_, std::nullopt)) {
        const milliseconds took = std::max(now_ - search->begun, milliseconds(0));
        if (!from_book) engine.thinking.add(took, place_);
        if (!from_book && search->limit && took > *search->limit)
            engine.overrun.add(took - *search->limit, place_);
        last_search_ = search;
        last_elapsed_ = took;
    }
}

// Takes "1-0 {White mates}"; it may follow the end of the game.
void LoggedProcess::on_result(std::string_view result) {
    const int white = result.starts_with("1-0")   ? 2
                      : result.starts_with("0-1") ? 0
                      : result.starts_with("1/2") ? 1
                                                  : -1;
    if (white < 0) return;
    if (const auto we_are_white = game_.we_are_white(); we_are_white && !game_.has_result())
        game_.set_result(*we_are_white ? white : 2 - white);
}

// Takes our half-points of the oldest game whose result is unknown; the adapter logs them when it
// learns from the game.
void LoggedProcess::on_learnt(std::string_view text) {
    // "2: e2e4", "2 in crazyhouse: e2e4"
    const auto half_points = text::parse_int<int>(text.substr(0, text.find_first_of(": ")));
    if (!half_points || *half_points < 0 || *half_points > 2) return;
    if (ended_) {
        ended_->set_result(*half_points);
    } else if (!game_.has_result()) {
        game_.set_result(*half_points);
    }
}

void LoggedProcess::count_ended() {
    if (ended_) count(*ended_);
    ended_.reset();
}

void LoggedProcess::count(LoggedGame& game) {
    game.count(stat_.engines[engine_], stat_.openings);
    if (observer_ != nullptr) observer_->on_result(game);
}

void LoggedProcess::end_game() {
    count_ended();
    if (observer_ != nullptr && game_.we_are_white()) observer_->on_game_end(game_);
    if (game_.has_result())
        count(game_);
    else if (game_.we_are_white())
        ended_ = std::move(game_);
    game_ = LoggedGame();
    game_.set_of_chess(of_chess_);
    last_search_.reset();
    search_.reset();
    ponder_go_.reset();
}

void LoggedProcess::finish() {
    take_left_at_start({});
    end_game();
    end_game();
}

} // namespace polyglot::tools
