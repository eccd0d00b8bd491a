#include "tests/fuzz/stories/xboard_story_engine.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::fuzz {

namespace {

// Phrases of engines that mean nothing to us, and may look like something.
constexpr auto babble_lines = std::to_array<std::string_view>({
    "",
    "# a comment: move e2e4",
    "tellics whisper depth=10; eval=-0.25",
    "tellall hello",
    "Time for move : 25",
    "Warning: move time is short",
    "1 2 3",
    "9 +12 34 5678 Nf3 d5 (e4) <HT>",
    "2 +9999 0 23 Ra8#",
    "stat01: 12 3456 7 20 30 e2e4",
    "Hint: e2e4",
    "White (1) : ",
    "pong 0",
    "offer draw",
    "\t",
});

void announce(Character& character, std::string_view name, bool value) {
    const std::string number = value ? "1" : "0";
    character.feature_lines.push_back("feature " + std::string(name) + "=" + number);
    protocol::take_feature(character.features, name, number);
}

} // namespace

Character draw_character(Bytes& input) {
    Character c;
    const unsigned kind = input.byte();
    const unsigned manners = input.byte();
    const unsigned faults = input.byte();
    const unsigned announced = input.byte() | input.byte() << 8;
    const unsigned values = input.byte() | input.byte() << 8;
    c.version_2 = (kind & 1) != 0 || (kind & 2) != 0;
    c.to_uci = static_cast<Character::Objection>(kind >> 2 & 3);
    c.style = static_cast<Character::Style>((kind >> 4) % 3);
    c.pongs_twice = (manners & 1) != 0;
    c.moves_after_force = (manners & 2) != 0;
    c.analyses = (manners & 4) == 0;
    c.knows_sd = (manners & 8) == 0;
    c.claims = (manners & 16) != 0;
    if ((faults & 1) != 0) { // half of all engines are fair
        c.deaf = (faults & 2) != 0;
        c.ignores_now = (faults & 4) != 0;
        c.undoes = (faults & 8) == 0;
        c.errs = (faults & 16) != 0;
        c.exits = (faults & 0x60) == 0x60;
        c.late = (faults & 128) != 0;
    }
    if (!c.version_2) {
        c.needs_interrupt = (manners & 32) != 0;
        return c;
    }
    if ((manners & 64) != 0) c.feature_lines.emplace_back("feature done=0");
    constexpr auto names = std::to_array<std::string_view>(
        {"ping", "setboard", "san", "usermove", "time", "draw", "sigint", "reuse", "analyze",
         "colors", "nps", "exclude", "memory", "smp", "name", "debug"});
    // Most engines have ping and setboard, and can be used again.
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const bool always = i < 2 && (announced & 0x300) != 0;
            always || (announced >> i & 1) != 0)
            announce(c, names[i], always || (values >> i & 1) != 0);
    c.chess960 = (manners & 128) != 0;
    if (c.chess960) c.feature_lines.emplace_back("feature variants=\"normal,fischerandom\"");
    c.feature_lines.emplace_back(
        (kind & 128) != 0 ? "feature myname=\"GNU Chess 6.2.7\" option=\"Style -spin 1 0 9\""
                          : "feature myname=\"Engine 1\" option=\"Clear -button\"");
    c.feature_lines.emplace_back("feature done=1");
    c.needs_interrupt = c.features.sigint && (manners & 32) != 0;
    if (!c.features.analyze) c.analyses = false;
    return c;
}

std::optional<std::string> CecpEngine::take_line() {
    if (outbox_.empty()) return std::nullopt;
    std::string line = std::move(outbox_.front());
    outbox_.pop_front();
    return line;
}

bool CecpEngine::read() {
    if (gone_ || !unread()) return false;
    const Line line = std::move(inbox_.front());
    inbox_.pop_front();
    if (editor_)
        on_edit_line(line.text);
    else
        obey(line);
    return true;
}

void CecpEngine::obey(const Line& line) {
    std::string_view rest = line.text;
    const std::string_view word = text::next_word(rest);
    const std::string_view arguments = text::trim(rest);
    if (word == "quit") {
        gone_ = told_to_quit_ = true;
        outbox_.clear();
    } else if (word == "uci") {
        on_uci();
    } else if (word == "xboard") {
        if (is_.needs_interrupt) say("Engine 1"); // who has said nothing is not interrupted
    } else if (word == "protover") {
        if (is_.version_2)
            for (const std::string& feature : is_.feature_lines)
                say(feature);
        else if (is_.to_uci == Character::Objection::Error)
            object(line.text);
    } else if (word == "ping") {
        for (int i = 0; i < (is_.pongs_twice ? 2 : 1); ++i)
            say("pong " + std::string(arguments));
    } else {
        obey_in_game(word, arguments, line);
    }
}

void CecpEngine::obey_in_game(std::string_view word, std::string_view arguments, const Line& line) {
    if (word == "new") {
        on_new();
    } else if (word == "variant") {
        require(is_.chess960 && (arguments == "fischerandom" || arguments == "normal"),
                "a variant that it plays", line.text);
        variant_ = arguments;
    } else if (word == "force") {
        on_force();
    } else if (word == "go") {
        force_ = false;
        plays_ = game_.position().side_to_move();
        begin(Task::Think, line.expected, line.text);
    } else if (word == "white" || word == "black") {
        const bool white = word == "white";
        require(off_ || white == (game_.position().side_to_move() == chess::Color::White),
                "the colour on move is the one on the board", line.text);
        plays_ = white ? chess::Color::Black : chess::Color::White;
    } else if (word == "setboard") {
        const auto position = chess::parse_fen(arguments);
        require(position.has_value(), "a FEN that can be played", line.text);
        require(task_ == Task::None, "no setboard while it is busy", line.text);
        if (position) game_ = chess::Game(*position);
        edited_ = off_ = false;
    } else if (word == "edit") {
        editor_.emplace(game_.position());
    } else if (word == "undo") {
        if (!is_.undoes) {
            object(line.text);
            off_ = true;
            return;
        }
        require(off_ || !game_.moves().empty(), "undo takes back a move", line.text);
        if (!game_.moves().empty()) game_.pop();
    } else if (word == "?") {
        if (task_ == Task::Think && !is_.ignores_now) finish(0);
    } else if (word == "analyze") {
        if (is_.analyses)
            begin(Task::Analyse, line.expected, line.text);
        else
            object(line.text);
    } else if (word == "exit") {
        task_ = Task::None;
    } else if (word == "sd" && !is_.knows_sd) {
        object(line.text);
    } else if (word == "hard" || word == "easy") {
        hard_ = word == "hard";
    } else if (protocol::parse_xboard_gui_line(line.text).command ==
               protocol::XboardCommand::UserMove) {
        on_move(word == "usermove" ? arguments : text::trim(line.text), line);
    }
}

void CecpEngine::object(std::string_view line) {
    say((is_.to_uci == Character::Objection::IllegalMove ? "Illegal move: "
                                                         : "Error (unknown command): ") +
        std::string(line));
}

void CecpEngine::on_uci() {
    if (is_.to_uci != Character::Objection::None) object("uci");
    if (is_.to_uci == Character::Objection::Exit) gone_ = true;
}

void CecpEngine::on_new() {
    ++games_;
    require(games_ == 1 || is_.features.reuse, "one game only without reuse");
    game_ = chess::Game();
    variant_ = "normal";
    plays_ = chess::Color::Black;
    task_ = Task::None;
    started_ = true;
    ponders_ = force_ = edited_ = off_ = false;
}

void CecpEngine::on_force() {
    if (task_ == Task::Think && is_.moves_after_force) finish(0);
    task_ = Task::None;
    ponders_ = false;
    force_ = true;
}

void CecpEngine::on_move(std::string_view text, const Line& line) {
    const auto move = protocol::parse_xboard_move(game_.position(), text);
    if (text == "a1a1") { // a question, when nothing is known yet
        say("Illegal move: a1a1");
        return;
    }
    if (!move) {
        // `edit` cannot express castling rights of Chess960
        off_ = off_ || (edited_ && text.starts_with("O-O"));
        require(off_, "every move is legal on its board", line.text);
        say("Illegal move: " + std::string(text));
        return;
    }
    const std::string right = is_.features.san
                                  ? chess::format_san(game_.position(), *move)
                                  : chess::format_xboard_move(*move, variant_ == "fischerandom");
    require(off_ || text == right, "a move is spelt as it wants to read it", line.text);
    require(task_ == Task::None, "no move while it thinks", line.text);
    if (is_.errs && game_.position().key() % 7 == 0) {
        say("Illegal move: " + std::string(text));
        off_ = true;
        return;
    }
    game_.push(*move);
    if (is_.claims) claim();
    if (!force_ && game_.position().side_to_move() == plays_)
        begin(Task::Think, line.expected, line.text);
}

void CecpEngine::on_edit_line(const std::string& line) {
    const auto state = editor_->on_line(line);
    require(state.has_value(), "the editor reads every line", line);
    if (!state || *state == session::BoardEditor::State::Editing) return;
    const auto position = chess::parse_fen(editor_->fen(game_.position().side_to_move()));
    editor_.reset();
    // A position in which the side that was to move is in check may be illegal for the other side:
    // engines accept it, our Position does not.
    off_ = !position;
    if (position) game_ = chess::Game(*position);
    edited_ = true;
}

// The board is to be what the GUI has asked about.
void CecpEngine::begin(Task task, const std::optional<Expected>& expected, std::string_view line) {
    require(task_ == Task::None, "it does not begin to think while it thinks", line);
    require(off_ || expected.has_value(), "it thinks only when it is asked to", line);
    if (!off_) {
        const chess::Position& is = game_.position();
        const chess::Position& asked = expected->position;
        // After a claim it may be given the position without the game, so that it plays on.
        const bool alone = expected->alone || is_.claims || is_.errs;
        bool same = alone ? is.repetition_key() == asked.repetition_key()
                          : is == asked && game_.moves().size() == expected->plies;
        if (edited_) {
            same = is.side_to_move() == asked.side_to_move() && is.occupied() == asked.occupied();
            for (int i = 0; i < 64; ++i)
                same = same && is.piece_at(static_cast<chess::Square>(i)) ==
                                   asked.piece_at(static_cast<chess::Square>(i));
            // Castling rights that `edit` cannot express
            off_ = is.repetition_key() != asked.repetition_key();
        }
        require(same, "it thinks in the position that was asked about",
                std::string(line) + "\nhas:   " + chess::format_fen(is) + " after " +
                    std::to_string(game_.moves().size()) + "\nasked: " + chess::format_fen(asked) +
                    " after " + std::to_string(expected->plies));
    }
    require(off_ || game_.position().legal_move_count() > 0, "it is never asked in a finished game",
            line);
    task_ = task;
    ponders_ = false;
}

std::string CecpEngine::spell(chess::Move move) const {
    const std::string coordinates = chess::format_xboard_move(move, variant_ == "fischerandom");
    const std::string number = std::to_string(game_.moves().size() / 2 + 1) + ". ";
    switch (is_.style) {
    case Character::Style::Move: break;
    case Character::Style::San: return "move " + chess::format_san(game_.position(), move);
    case Character::Style::Numbered:
        return number + (plays_ == chess::Color::Black ? "... " : "") + coordinates;
    }
    return "move " + coordinates;
}

void CecpEngine::tell_thinking(unsigned choice) {
    if (!busy()) return;
    std::string line = std::to_string(choice % 9 + 1) + " " +
                       std::to_string(static_cast<int>(choice) * 3 - 300) + " " +
                       std::to_string(choice) + " " + std::to_string(choice * 100 + 1);
    if (choice % 16 == 15) line = "5 100003 1 2"; // mate in 3
    chess::Position position = game_.position();
    for (unsigned i = 0; i < 1 + choice % 4; ++i) {
        const auto moves = position.legal_moves();
        if (moves.size() == 0) break;
        const chess::Move move = moves[(choice + i * 7) % moves.size()];
        line +=
            " " + (choice % 2 == 0 ? chess::format_san(position, move)
                                   : chess::format_xboard_move(move, variant_ == "fischerandom"));
        position.make(move);
    }
    say(line);
}

void CecpEngine::claim() {
    switch (game_.end()) {
    case chess::GameEnd::None: break;
    case chess::GameEnd::Checkmate:
        say(game_.position().side_to_move() == chess::Color::White ? "0-1 {Black mates}"
                                                                   : "1-0 {White mates}");
        break;
    default: say("1/2-1/2 {Draw}"); break;
    }
}

void CecpEngine::play(chess::Move move) {
    say(spell(move));
    if (is_.style == Character::Style::Numbered)
        say("My move is: " + chess::format_xboard_move(move, variant_ == "fischerandom"));
    game_.push(move);
    ponders_ = hard_ && !force_;
    if (is_.claims) claim();
}

void CecpEngine::finish(unsigned choice) {
    if (task_ != Task::Think) return;
    const auto moves = game_.position().legal_moves();
    task_ = Task::None;
    if (moves.size() == 0) {
        claim();
        return;
    }
    const chess::Move move = moves[choice / 16 % moves.size()];
    if (is_.errs) {
        switch (choice % 16) {
        case 1: say("resign"); return;
        case 2: say("1/2-1/2 {Draw by repetition}"); return;
        case 3: // it may be legal, and is not on its board
            off_ = true;
            say("move e1e5");
            return;
        case 4: say("move a1a9"); return;
        case 5: say("Illegal move: e2e4"); [[fallthrough]];
        case 6: task_ = Task::Think; return; // it goes on
        case 7: say("1-0 {White wins}"); break;
        case 8: say("offer draw"); break;
        default: break;
        }
    }
    if (is_.exits && choice % 8 == 7) gone_ = true;
    play(move);
}

void CecpEngine::babble(unsigned choice) {
    if (!is_.version_2 || started_) say(std::string(babble_lines[choice % babble_lines.size()]));
    if (is_.exits && choice % 32 == 31) gone_ = true;
}

} // namespace polyglot::fuzz
