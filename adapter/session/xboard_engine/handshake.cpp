#include "adapter/session/xboard_engine/handshake.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <numeric>
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
// Of two lines that come together GNU Chess 6.2 reads the second only when more input comes: hence a pause after
// `xboard`, and then wake_up() until it answers.
constexpr milliseconds greeting_time{30};
constexpr milliseconds nudge_time{100};
constexpr int most_restarts_of_gnuchess = 3;
constexpr int lines_of_a_flood = 300;
constexpr int most_floods = 10;                    // its input buffer holds a few kilobytes
constexpr milliseconds uci_grace{1'000};           // a UCI engine that has started answers `uci` at once
constexpr std::size_t most_option_bytes = 1 << 20; // of the option features of one engine
constexpr std::size_t option_cost = 256;           // bytes, for each option in addition to its text

std::size_t bytes_of(const std::vector<std::string>& options) {
    return std::accumulate(
        options.begin(), options.end(), std::size_t{0},
        [](std::size_t sum, const std::string& option) { return sum + option.size() + option_cost; });
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
    return uci.reply == UciReply::UciOk || (uci.reply == UciReply::Id && (about == "name" || about == "author"));
}

} // namespace

Handshake::Handshake(Connection& connection, Belief belief, std::string_view program)
    : connection_(connection),
      belief_(belief),
      is_gnuchess_(text::lower(program).find("gnuchess") != std::string::npos) {}

void Handshake::start(milliseconds probe_time) {
    connection_.send("xboard");
    stage_ = Stage::Greeted;
    features_due_ = connection_.now() + probe_time;
    due_ = connection_.now() + greeting_time;
}

Handshake::Result Handshake::on_line(std::string_view line, const XboardEngineLine& parsed) {
    is_gnuchess_ = is_gnuchess_ || text::trim(line) == "Chess" || text::trim(line).starts_with("GNU Chess");
    has_spoken_ = true;
    // From an engine of version 2 this answers an unnecessary `uci`.
    if (version_ == 1 && is_said_by_uci_engine(line)) return Result::SpeaksUci;
    if (parsed.reply == XboardReply::Feature) return on_features(parsed.arguments);
    if (belief_ == Belief::Silent && protocol::objects_to_uci(line)) {
        connection_.restart("it does not speak UCI"); // GNU Chess may be deaf after an unknown first line
    } else if (objects_to_our_words(parsed)) {
        belief_ = Belief::Answered;
        connection_.on_reaction(parsed.reply);
        if (stage_ == Stage::Asked) return become_ready();
    }
    return Result::Pending;
}

bool Handshake::take_features(std::string_view arguments) {
    const bool greets_again = std::exchange(has_been_sent_uci_, false);
    if (greets_again) { // it was only slow, and may switch to UCI when it reads that line
        connection_.send("xboard");
        connection_.send("protover 2");
    }
    protocol::XboardFeatures& features = connection_.features();
    for (const auto& [name, value] : protocol::parse_features(arguments)) {
        const bool too_much = name == "option" && bytes_of(features.options) + value.size() > most_option_bytes;
        const bool taken = !too_much && protocol::take_feature(features, name, value);
        connection_.send((taken ? "accepted " : "rejected ") + name);
        if (!taken) connection_.note("unknown feature " + name + "=" + value);
    }
    return greets_again;
}

Handshake::Result Handshake::on_features(std::string_view arguments) {
    version_ = 2;
    belief_ = Belief::Told;
    connection_.on_reaction(XboardReply::Feature);
    take_features(arguments);
    const std::optional<bool> done = connection_.features().done;
    if (done == true) return become_ready();
    if (done == false) {
        features_due_ = connection_.now() + done0_grace;
        if (stage_ != Stage::Greeted) due_ = features_due_; // else `protover 2` has not been sent yet
    }
    return Result::Pending;
}

Handshake::Result Handshake::become_ready() {
    if (needs_interrupts(connection_.features())) connection_.features().sigint = true;
    stage_ = Stage::Ready;
    due_.reset();
    return Result::Ready;
}

// Many lines of `xboard`, which every engine accepts. A thread of GNU Chess waits for the lock of standard input, which
// another thread releases only between two lines: with hundreds of lines at once it nearly always gets the lock, with a
// single line hardly ever.
void Handshake::wake_up() {
    if (is_gnuchess_ && floods_ < most_floods) {
        ++floods_;
        for (int i = 0; i < lines_of_a_flood; ++i)
            connection_.send("");
    }
    connection_.send("xboard");
}

// If GNU Chess has missed the first lines, it stays deaf. It may not even have announced its name.
bool Handshake::is_to_be_restarted() const {
    const int most_restarts = is_gnuchess_                               ? most_restarts_of_gnuchess
                              : has_spoken_ || belief_ == Belief::Silent ? 0
                                                                         : 1;
    return version_ == 1 && restarts_ < most_restarts;
}

Handshake::Result Handshake::on_timeout() {
    const TimePoint now = connection_.now();
    if (stage_ == Stage::Greeted) {
        connection_.send("protover 2");
        stage_ = Stage::Features;
        due_ = version_ == 2 ? features_due_ : std::min(features_due_, now + nudge_time);
    } else if (stage_ == Stage::Features && version_ == 1 && now < features_due_) {
        wake_up();
        due_ = std::min(features_due_, now + nudge_time);
    } else if (is_to_be_restarted()) {
        ++restarts_;
        connection_.restart("it does not read its input");
    } else if (version_ == 2 || belief_ == Belief::Answered || (stage_ == Stage::Asked && belief_ == Belief::Told)) {
        return become_ready();
    } else if (belief_ ==
               Belief::Told) { // a UCI engine answers uciok; an xboard engine of version 1 objects or is silent
        connection_.send("uci");
        has_been_sent_uci_ = true;
        stage_ = Stage::Asked;
        due_ = now + uci_grace;
    } else { // it was sent `uci` already; an engine of version 1 answers for certain only an illegal move
        connection_.send(stage_ == Stage::Asked ? "xboard" : "a1a1");
        stage_ = Stage::Asked;
        due_ = now + nudge_time;
    }
    return Result::Pending;
}

void Handshake::forget_process() {
    stage_ = Stage::Greeted;
    due_.reset();
    floods_ = 0;
}

void Handshake::on_new_process(bool was_used) {
    version_ = 1;
    has_spoken_ = has_been_sent_uci_ = false;
    if (was_used || belief_ == Belief::Silent) belief_ = Belief::Answered;
}

} // namespace polyglot::session
