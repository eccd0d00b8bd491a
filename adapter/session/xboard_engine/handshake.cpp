#include "adapter/session/xboard_engine/handshake.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

using protocol::UciReply;
using protocol::XboardEngineLine;
using protocol::XboardReply;
using std::chrono::milliseconds;

namespace {

constexpr std::chrono::hours done0_grace{1}; // CECP: `feature done=0` asks for up to an hour
// Of two lines that come together GNU Chess 6.2 reads the second only when more input comes. So
// there is a pause after `xboard`, and then wake_up() until it answers.
constexpr milliseconds greeting_time{30};
constexpr milliseconds nudge_time{100};
constexpr int most_restarts_of_gnuchess = 3;
constexpr int lines_of_a_flood = 300;
constexpr int most_floods = 10; // its input buffer holds a few kilobytes
// The pause between the features of an engine that is known to omit done=1.
constexpr milliseconds known_time{100};
// An engine that has started answers a question at once.
constexpr milliseconds question_time{1'000};
// With the probe time of 2 s an engine that is mute plays after 5 s.
constexpr milliseconds silent_grace{3'000};
constexpr std::size_t most_option_bytes = 1 << 20; // of the option features of one engine
constexpr std::size_t option_cost = 256;           // bytes, for each option in addition to its text

std::size_t bytes_of(const protocol::XboardOptionTexts& options) {
    return options.bytes() + options.all().size() * option_cost;
}

bool objects_to_our_words(const XboardEngineLine& parsed) {
    constexpr std::array<std::string_view, 4> words{"uci", "xboard", "protover", "a1a1"};
    return (parsed.reply == XboardReply::Error || parsed.reply == XboardReply::IllegalMove) &&
           std::any_of(words.begin(), words.end(), [&parsed](std::string_view word) {
               return parsed.arguments.find(word) != std::string_view::npos;
           });
}

bool is_said_by_uci_engine(std::string_view line) {
    const protocol::UciEngineLine uci = protocol::parse_uci_engine_line(line);
    std::string_view rest = uci.arguments;
    const std::string_view about = text::next_word(rest);
    return uci.reply == UciReply::UciOk ||
           (uci.reply == UciReply::Id && (about == "name" || about == "author"));
}

} // namespace

Handshake::Handshake(Connection& connection, Belief belief, std::string_view program)
    : connection_(connection),
      belief_(belief),
      is_gnuchess_(text::lower(program).find("gnuchess") != std::string::npos),
      was_sent_uci_(belief != Belief::Configured) {}

void Handshake::start(milliseconds probe_time, milliseconds start_time) {
    connection_.send("xboard");
    stage_ = Stage::Greeted;
    probe_time_ = probe_time;
    nudge_until_ = connection_.now() + probe_time;
    features_due_ = connection_.now() + (known_version_ == 2 ? start_time : probe_time);
    start_until_ = connection_.now() + start_time;
    silent_until_ = nudge_until_ + silent_grace;
    due_ = connection_.now() + greeting_time;
}

Handshake::Result Handshake::on_line(std::string_view line, const XboardEngineLine& parsed) {
    is_gnuchess_ =
        is_gnuchess_ || text::trim(line) == "Chess" || text::trim(line).starts_with("GNU Chess");
    // From an engine of version 2 the line answers an unnecessary `uci`.
    if (version_ == 1 && !known_version_ && is_said_by_uci_engine(line)) return Result::SpeaksUci;
    if (parsed.reply == XboardReply::Feature) return on_features(parsed.arguments);
    return version_ == 1 && objects_to_our_words(parsed) ? on_objection(parsed) : Result::Pending;
}

// The engine reads its lines in order. So an objection to a line after `protover` shows that no
// features will come; an objection to the `uci` before `xboard` only shows that it reads.
Handshake::Result Handshake::on_objection(const XboardEngineLine& parsed) {
    connection_.on_reaction(parsed, {});
    const bool is_about_uci = parsed.arguments.find("uci") != std::string_view::npos;
    const bool follows_protover = stage_ != Stage::Greeted && (!is_about_uci || greets_again_);
    const Belief before = std::exchange(belief_, Belief::Answered);
    if (follows_protover) {
        announces_nothing_ = true;
        return become_ready();
    }
    if (before != Belief::Silent) return Result::Pending;
    if (is_deaf_after_uci()) {
        connection_.restart("it does not speak UCI");
    } else {
        features_due_ = connection_.now() + probe_time_;
        if (stage_ != Stage::Greeted) due_ = features_due_;
    }
    return Result::Pending;
}

bool Handshake::take_features(std::string_view arguments) {
    const bool are_late = is_over() && version_ == 1;
    version_ = 2;
    if (std::exchange(greets_again_, false)) {
        connection_.send("xboard");
        connection_.send("protover 2");
    }
    protocol::XboardFeatures& features = connection_.features();
    for (const auto& [name, value] : protocol::parse_features(arguments)) {
        const bool too_much =
            name == "option" && bytes_of(features.options) + value.size() > most_option_bytes;
        const bool taken = !too_much && protocol::take_feature(features, name, value);
        connection_.send((taken ? "accepted " : "rejected ") + name);
        if (!taken) connection_.note("unknown feature " + name + "=" + value);
    }
    if (is_over()) {
        known_version_ = version_;
        if (features.done == true) settle_features();
    }
    return are_late;
}

Handshake::Result Handshake::on_features(std::string_view arguments) {
    connection_.on_reaction({.reply = XboardReply::Feature, .arguments = arguments}, {});
    take_features(arguments);
    const std::optional<bool> done = connection_.features().done;
    if (done == true) return become_ready();
    // The probe time begins again with each feature of an engine that is slow to start.
    const milliseconds patience = is_known_without_done_ ? known_time : probe_time_;
    features_due_ = connection_.now() + (done == false ? milliseconds(done0_grace) : patience);
    if (stage_ != Stage::Greeted) due_ = features_due_; // else `protover 2` has not been sent yet
    return Result::Pending;
}

Handshake::Result Handshake::become_ready() {
    const bool was_mute = version_ == 1 && !announces_nothing_; // its features may still come
    if (!was_mute)
        settle_features();
    else if (!known_version_)
        connection_.set_may_start_until(start_until_);
    connection_.set_starts_until(start_until_);
    known_version_ = version_;
    is_known_without_done_ = version_ == 2 && !connection_.features().done;
    stage_ = Stage::Ready;
    due_.reset();
    return Result::Ready;
}

void Handshake::settle_features() {
    if (needs_interrupts(connection_.features()))
        connection_.features().sigint = connection_.features().sigint_known = true;
    connection_.set_features_known();
}

// Sends many lines of `xboard`, which every engine accepts. A thread of GNU Chess waits for the
// lock of standard input, which another thread releases only between two lines: with hundreds of
// lines at once it nearly always gets the lock, with a single line hardly ever.
void Handshake::wake_up() {
    if (is_gnuchess_ && floods_ < most_floods) {
        ++floods_;
        for (int i = 0; i < lines_of_a_flood; ++i)
            connection_.send("");
    }
    connection_.send("xboard");
}

Handshake::Result Handshake::on_timeout() {
    const TimePoint now = connection_.now();
    if (stage_ == Stage::Greeted) {
        connection_.send("protover 2");
        stage_ = Stage::Features;
        if (known_version_ == 1) return become_ready();
        due_ = version_ == 2 ? features_due_ : std::min(features_due_, now + nudge_time);
        return Result::Pending;
    }
    if (version_ == 2) return become_ready(); // without `done`
    if (stage_ == Stage::Features && now < features_due_) {
        if (now < nudge_until_) wake_up();
        due_ = now + nudge_time < nudge_until_ ? std::min(features_due_, now + nudge_time)
                                               : features_due_;
        return Result::Pending;
    }
    return on_no_features();
}

Handshake::Result Handshake::on_start_timeout() {
    return is_over() || connection_.features().done == false ? Result::Pending : become_ready();
}

Handshake::Result Handshake::on_no_features() {
    const TimePoint now = connection_.now();
    // It may not even have announced its name.
    if (is_gnuchess_ && restarts_ < most_restarts_of_gnuchess) {
        ++restarts_;
        connection_.restart("it does not read its input");
    } else if (known_version_ == 2) {
        connection_.recall_features();
        version_ = 2;
        return become_ready();
    } else if (belief_ == Belief::Answered ||
               (belief_ == Belief::Configured && now >= silent_until_)) {
        return become_ready();
    } else if (stage_ == Stage::Features && belief_ == Belief::Configured && may_be_sent_uci_) {
        // A UCI engine answers uciok, an xboard engine of version 1 objects.
        connection_.send("uci");
        was_sent_uci_ = greets_again_ = true;
        stage_ = Stage::AskedUci;
        due_ = now + question_time;
    } else if (stage_ != Stage::AskedMove) {
        connection_.send("a1a1"); // an engine of version 1 answers an illegal move for certain
        stage_ = Stage::AskedMove;
        due_ = belief_ == Belief::Configured ? silent_until_ : now + question_time;
    } else {
        connection_.send("xboard"); // GNU Chess reads a line when another one comes
        due_ = now + question_time;
    }
    return Result::Pending;
}

bool Handshake::on_left() {
    if (is_over() || !was_sent_uci_) return false;
    may_be_sent_uci_ = false;
    return true;
}

void Handshake::forget_process() {
    stage_ = Stage::Greeted;
    due_.reset();
    floods_ = 0;
}

void Handshake::on_new_process() {
    version_ = 1;
    was_sent_uci_ = greets_again_ = false;
    if (belief_ == Belief::Silent) belief_ = Belief::Answered;
}

} // namespace polyglot::session
