// Tests the handshake of an xboard engine and its options.
#include "core/text/text.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace polyglot::tools::engine_test {

namespace {

using protocol::XboardOption;
using protocol::XboardReply;

void survives_the_first_words(XboardTester& t) {
    t.connect();
    t.measured(t.is_version_1() ? "protocol version 1" : "protocol version 2");
}

bool is_late(const XboardTester& t, const XboardTester::Handshake& said) {
    if (!t.has_features()) return !t.is_version_1();
    return said.probed || (said.took > t.limits().handshake && !said.asked_for_time);
}

std::string lateness(const XboardTester& t, const XboardTester::Handshake& said) {
    if (!t.has_features())
        return "no features within " + format_ms(t.limits().start) + ", although it has some";
    std::string text = "features came " + format_ms(said.first);
    if (said.took > said.first) text += " to " + format_ms(said.took);
    text += " after protover";
    if (said.asked_again)
        text += ", when protover had been sent again";
    else if (said.probed && said.first - *said.probed < t.limits().quiet)
        text += ", right after the next command";
    return text;
}

void says_its_features(XboardTester& t) {
    const auto& said = t.connect();
    if (is_late(t, said)) {
        t.remark(lateness(t, said) + ": the handshake was tried once more");
        t.connect(); // a second try, because the machine may have been busy
        if (is_late(t, said))
            t.fault(lateness(t, said) + ": a GUI waits " + format_ms(t.limits().handshake) +
                        ", then " +
                        (said.probed || !t.has_features()
                             ? "takes the engine for one of protocol version 1"
                             : "goes on without the later ones; done=0 asks for more time"),
                    said.first_lines);
    }
    if (!t.has_features()) {
        t.measured(t.is_version_1() ? "no features: protocol version 1" : "no features");
        return;
    }
    t.measured(std::to_string(said.pairs.size()) + " features in " + format_ms(said.took));
    if (!said.done)
        t.fault("features, but no done=1: a GUI waits " + (said.asked_for_time
                                                               ? "up to an hour after done=0"
                                                               : format_ms(t.limits().handshake)));
}

void says_good_features(XboardTester& t) {
    const auto& said = t.connect();
    if (!t.has_features())
        t.skip(t.is_version_1() ? "protocol version 1 has no features" : "no features");
    std::set<std::string> options;
    for (const std::string& line : said.feature_lines)
        if (std::ranges::count(line, '"') % 2 != 0)
            t.fault("a quote is not closed: feature " + line);
    for (const auto& [name, value] : said.pairs) {
        if (const std::string fault = fault_of_feature(name, value); !fault.empty()) t.fault(fault);
        const auto option = name == "option" ? protocol::parse_xboard_option(value) : std::nullopt;
        if (option && !options.insert(std::string(option->name)).second)
            t.fault("two options named " + std::string(option->name));
    }
    if (t.features().myname.empty()) t.remark("no myname");
    t.remark_variants();
    t.measured(std::to_string(options.size()) + " options");
}

void lives_with_rejected(XboardTester& t) {
    constexpr std::array<std::string_view, 13> dispensable{
        "debug", "ics",     "name", "pause",  "nps",      "memory",  "smp",
        "egt",   "exclude", "draw", "option", "setscore", "variants"};
    int refused = 0;
    t.connect([&](std::string_view feature) {
        const bool refuse = std::ranges::find(dispensable, feature) != dispensable.end();
        refused += refuse ? 1 : 0;
        return refuse;
    });
    if (refused == 0) t.skip("no feature that could be refused");
    t.new_game();
    t.think_if_chess();
    t.measured(std::to_string(refused) + " features refused");
    t.tell_refusal("rejected");
    t.tell_refusal("accepted");
    t.connect(); // this process accepts the feature again
}

void answers_pings(XboardTester& t) {
    t.connect();
    if (!t.features().ping) t.skip("no feature ping");
    for (const int number : {1, 7, 7654321}) {
        t.wire().send("ping " + std::to_string(number));
        std::string others;
        auto pong = t.hear(XboardReply::Pong, t.limits().reply);
        for (; pong && *pong != std::to_string(number);
             pong = t.hear(XboardReply::Pong, t.limits().reply))
            others += " pong " + *pong;
        if (!pong)
            t.fail("no pong " + std::to_string(number) + " within " + format_ms(t.limits().reply) +
                   (others.empty() ? "" : ", but" + others));
    }
}

void answers_each_ping_once(XboardTester& t) {
    t.connect();
    if (!t.features().ping) t.skip("no feature ping");
    t.sync("at the start");
    if (const auto more = t.hear(XboardReply::Pong, t.limits().quiet))
        t.fault("a pong too many: " + *more);
}

std::vector<std::string> values_to_try(const XboardOption& option) {
    using Type = XboardOption::Type;
    std::string_view rest = option.value;
    switch (option.type) {
    case Type::Check: return {"1", "0", std::string(option.value)};
    case Type::Spin: {
        const std::string value(text::next_word(rest));
        const std::string min(text::next_word(rest));
        const std::string max(text::next_word(rest));
        const std::string lower = text::lower(option.name);
        // These options would use the machine's memory and processors without testing the engine.
        const bool greedy =
            lower.find("hash") != std::string::npos || lower.find("cache") != std::string::npos ||
            lower.find("thread") != std::string::npos || lower.find("cores") != std::string::npos;
        return greedy ? std::vector{min, value} : std::vector{min, max, value};
    }
    case Type::Combo: {
        std::vector<std::string> values;
        std::string initial;
        for (std::string_view word = text::next_word(rest); !word.empty();
             word = text::next_word(rest)) {
            std::string choice(word);
            while (!rest.empty() && !text::trim_left(rest).starts_with("///"))
                (choice += ' ') += text::next_word(rest);
            text::next_word(rest); // "///"
            if (choice.front() == '*') initial = choice.erase(0, 1);
            values.push_back(std::move(choice));
        }
        if (!initial.empty()) values.push_back(initial);
        return values;
    }
    case Type::String:
    case Type::Button: return {}; // file names, and actions with an immediate effect
    }
    return {};
}

void takes_all_values(XboardTester& t) {
    // The options are copied, because a restart announces them again.
    const std::vector<std::string> options = t.features().options.all();
    if (options.empty()) t.skip("the engine has no options");
    int set = 0;
    for (const std::string& text : options) {
        const auto option = protocol::parse_xboard_option(text);
        // Fairy-Max plays another variant after such an option.
        if (!option || text::lower(option->name).find("variant") != std::string::npos) continue;
        std::string tried;
        try {
            for (const std::string& value : values_to_try(*option)) {
                tried = value;
                t.wire().send("option " + std::string(option->name) + "=" + value);
                t.sync("after option");
                ++set;
            }
        } catch (const StepOver& over) {
            if (over.verdict != Verdict::Failed) throw;
            t.fault(std::string(option->name) + "=" + tried + ": " + over.message);
            t.connect();
            t.new_game();
        }
    }
    t.measured(std::to_string(set) + " values of " + std::to_string(options.size()) + " options");
    t.tell_refusal("option");
    if (t.features().reuse) t.new_game(); // a new process would lose the values
    t.think_if_chess();
    t.connect(); // values left set must not affect the other steps
}

void takes_memory_and_cores(XboardTester& t) {
    if (!t.features().memory && !t.features().smp) t.skip("neither memory nor smp");
    if (t.features().memory) t.wire().send("memory 16");
    if (t.features().smp) t.wire().send("cores 1");
    t.sync("after memory and cores");
    if (t.features().reuse) t.new_game();
    t.think_if_chess();
    t.tell_refusal("memory");
    t.tell_refusal("cores");
}

constexpr XboardStep handshake_steps[] = {
    {"handshake/xboard", "",
     "xboard and protover 2 are survived by engines of any age. (CECP 2, \"xboard\")",
     survives_the_first_words, Begin::Process},
    {"handshake/features", "handshake/xboard",
     "protover 2 is answered by features that end with done=1 within 2 seconds, or done=0 asks for "
     "more. (CECP 2, "
     "section 8)",
     says_its_features, Begin::Process},
    {"handshake/feature-list", "handshake/xboard",
     "Features read NAME=VALUE with closed quotes and values of their kind; options have a type "
     "and its numbers. (CECP "
     "2, section 8)",
     says_good_features, Begin::Process},
    {"handshake/ping", "handshake/xboard", "ping N gets pong N, in order. (CECP 2, \"ping\")",
     answers_pings, Begin::Process},
    {"handshake/one-pong", "handshake/ping", "Each ping gets one pong. (CECP 2, \"ping\")",
     answers_each_ping_once, Begin::Process},
};
constexpr XboardStep option_steps[] = {
    {"handshake/rejected", "play/white",
     "An engine lives with rejected features. (CECP 2, \"rejected\")", lives_with_rejected,
     Begin::Process},
    {"options/values", "play/white",
     "Every option takes every value between its limits, and the engine plays on. (CECP 2, "
     "\"option\")",
     takes_all_values, Begin::AnyGame},
    {"options/memory", "play/white",
     "memory and cores are taken if the features say so. (CECP 2, \"memory\", \"smp\")",
     takes_memory_and_cores, Begin::AnyGame},
};

} // namespace

constinit const XboardSteps xboard_handshake_steps = handshake_steps;
constinit const XboardSteps xboard_option_steps = option_steps;

} // namespace polyglot::tools::engine_test
