// `polyglot replay` plays the input in a log through the session and shows the first line that
// differs.
#include "adapter/replay/minimise.hpp"
#include "config/native.hpp"
#include "core/text/path_text.hpp"
#include "core/text/shell_words.hpp"
#include "core/text/text.hpp"
#include "storage/files/input_stream.hpp"
#include "storage/files/output_file.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "version.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

namespace polyglot::tools {
namespace {

using Kind = Difference::Kind;

struct Options {
    std::string file;
    std::optional<long> pid;
    bool minimise = false;
    std::string output;
};

std::optional<int> read(Arguments args, Options& options, std::ostream& out, std::ostream& err) {
    std::vector<std::string> files;
    OptionTable option("polyglot replay LOGFILE [-pid N] [-minimise [-output FILE]]");
    option("log", "LOGFILE", files, "the log, or a transcript").takes_files();
    option("pid", "N", options.pid, "the process to play (default: the last one in the log)");
    option("minimise", options.minimise,
           "shorten a differing log to the lines that reproduce the difference, and write them");
    option("output", "FILE", options.output, "where -minimise writes (default: standard output)");
    return option.read(args, out, err, [&] {
        if (files.empty()) refuse("there is no log to play");
        if (files.size() > 1) refuse("one log at a time");
        options.file = files.front();
        if (!options.output.empty() && !options.minimise) refuse("-output goes with -minimise");
    });
}

// Formats a line for a terminal: replaces control characters and cuts excess length.
std::string shown(std::string_view line) {
    constexpr std::size_t longest = 300; // bytes
    std::string text(line.substr(0, longest));
    std::ranges::replace_if(text, text::is_control, '?');
    return line.size() > longest ? text + "… (" + std::to_string(line.size()) + " bytes)" : text;
}

class Replayer {
  public:
    Replayer(Options options, std::ostream& out, std::ostream& err)
        : options_(std::move(options)), out_(out), err_(err) {}

    int run() {
        io::InputStream file(to_path(options_.file));
        if (!file || file.peek() == std::istream::traits_type::eof()) {
            complain(file ? "there is nothing in it" : "cannot be read");
            return exit_bad_usage;
        }
        try {
            const ReadLog log = read_log(file);
            for (const std::string& remark : log.remarks)
                complain(remark);
            const LoggedSession* session = choose(log);
            if (session == nullptr || !can_be_played(*session)) return exit_bad_usage;
            return play(*session);
        } catch (const BadStep& error) {
            complain(error.what());
            return exit_bad_usage;
        }
    }

  private:
    void complain(std::string_view what) { err_ << options_.file << ": " << shown(what) << '\n'; }

    const LoggedSession* choose(const ReadLog& log) {
        const LoggedSession* chosen = nullptr;
        std::string known;
        for (const LoggedSession& session : log.sessions) {
            known += (known.empty() ? "" : ", ") + std::to_string(session.pid);
            if (!options_.pid || *options_.pid == session.pid) chosen = &session;
        }
        if (chosen == nullptr)
            complain(log.sessions.empty() ? "it has no line of a log"
                                          : "there is no process " + std::to_string(*options_.pid) +
                                                ", but " + known);
        else if (!options_.pid && log.sessions.size() > 1)
            complain("it is of processes " + known +
                     ": the last one is played, -pid N plays another");
        return chosen;
    }

    bool can_be_played(const LoggedSession& session) {
        if (session.steps.empty() || !session.has_beginning) {
            const bool switched_on =
                !session.steps.empty() && session.steps.front().text == "? log on";
            complain(process(session) + "begins in the middle of the session and cannot be played" +
                     (switched_on ? ": the log was switched on there" : where_beginning_may_be()));
            return false;
        }
        if (!session.holed.empty())
            complain(process(session) + session.holed + ", and played up to there");
        if (!session.version.empty() && session.version != POLYGLOT_VERSION)
            complain("written by polyglot " + session.version + ", this is " POLYGLOT_VERSION);
        return true;
    }

    // Returns a hint where the beginning of the log may be. The name that it proposes for the whole
    // log belongs to no file, in particular not to one that is read.
    std::string where_beginning_may_be() const {
        const std::string before = options_.file + ".1";
        std::error_code error;
        if (!std::filesystem::exists(to_path(before), error))
            return ": its beginning is not in this log, and there is no " + before;
        std::string whole = "whole.log";
        for (int number = 2; std::filesystem::exists(to_path(whole), error); ++number)
            whole = "whole-" + std::to_string(number) + ".log";
        const auto quoting = config::native_dialect().quoting;
        const auto word = [&](const std::string& name) {
            return text::join_words(std::array{name}, quoting);
        };
        const bool posix = quoting == text::Quoting::Posix;
        return "; when the beginning is in the log before this one: " +
               std::string(posix ? "cat " : "copy /b ") + word(before) + (posix ? " " : "+") +
               word(options_.file) + (posix ? " > " : " ") + whole;
    }

    static std::string process(const LoggedSession& session) {
        return session.pid == 0 ? "" : "process " + std::to_string(session.pid) + ": ";
    }

    int play(const LoggedSession& session) {
        const Steps steps = all_of(session.steps);
        const Replayed replayed = replay(steps);
        for (const std::string& remark : replayed.remarks)
            complain(remark);
        if (!replayed.difference) {
            out_ << "no difference: " << replayed.lines_in << " lines in, " << replayed.lines_out
                 << " lines out";
            if (session.pid != 0) out_ << ", of process " << session.pid;
            out_ << '\n';
            if (replayed.unreported > 0)
                complain("it ends without an exit, and " + std::to_string(replayed.unreported) +
                         " lines more came: the process was killed before it could write them");
            if (options_.minimise) complain("there is nothing to minimise");
            return exit_done;
        }
        tell(session, *replayed.difference, options_.minimise ? err_ : out_);
        return options_.minimise ? write_minimised(steps, *replayed.difference) : exit_bad_input;
    }

    void tell(const LoggedSession& session, const Difference& difference, std::ostream& to) const {
        constexpr std::size_t before = 8;
        constexpr std::size_t after = 4;
        const std::vector<Step>& steps = session.steps;
        const std::size_t at = difference.step;
        const auto show = [&](std::size_t i) {
            to << "    " << steps[i].stamp << shown(steps[i].text) << '\n';
        };
        to << options_.file << ':' << steps[at].line << ": " << process(session)
           << headline(difference.kind) << '\n';
        for (std::size_t i = at - std::min(at, before); i < at; ++i)
            show(i);
        if (difference.expected.empty() || difference.kind == Kind::Ignored ||
            difference.kind == Kind::Overdue)
            show(at);
        else
            to << "  expected: " << shown(difference.expected) << '\n';
        if (!difference.came.empty()) to << "  came:     " << shown(difference.came) << '\n';
        for (std::size_t i = at + 1; i < std::min(at + 1 + after, steps.size()); ++i)
            show(i);
        if (difference.notes.empty()) return;
        to << "  the last of what the replay has noted:\n";
        for (std::size_t i = difference.notes.size() - std::min(difference.notes.size(), after);
             i < difference.notes.size(); ++i)
            to << "    # " << shown(difference.notes[i]) << '\n';
    }

    static std::string_view headline(Kind kind) {
        switch (kind) {
        case Kind::Other: return "another line came";
        case Kind::Missing: return "this line did not come";
        case Kind::More: return "after this line came one that is not in the log";
        case Kind::Overdue: return "a deadline passed before this line, and the log has no timeout";
        case Kind::NotDue: return "the log has a timeout, and no deadline has passed";
        case Kind::Ignored:
            return "this line is not taken: the session is over, or has no use for it";
        case Kind::Failed: return "the session failed at this line";
        }
        return "";
    }

    int write_minimised(const Steps& steps, const Difference& difference) {
        const Minimised minimised = minimise(steps, difference, {});
        const std::string& stamp = minimised.steps.front()->stamp;
        const std::string what = std::to_string(minimised.steps.size()) + " of " +
                                 std::to_string(steps.size()) + " lines" +
                                 (minimised.is_smallest ? "" : ", perhaps not the fewest");
        std::string text = stamp + "# minimised by polyglot " POLYGLOT_VERSION ": " + what + "\n";
        for (const Step* step : minimised.steps)
            text += step->stamp + step->text + "\n";
        err_ << what << ", " << minimised.runs << " runs\n";
        if (options_.output.empty()) {
            out_ << text;
            return exit_bad_input;
        }
        auto file = io::OutputFile::open(to_path(options_.output));
        if (file) file->write(text);
        if (const auto written = file ? file->commit() : Result<void>(file.error()); !written) {
            err_ << written.error().message << '\n';
            return exit_bad_usage;
        }
        return exit_bad_input;
    }

    const Options options_;
    std::ostream& out_;
    std::ostream& err_;
};

} // namespace

int run_replay(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    Options options;
    if (const auto over = read(args, options, out, err)) return *over;
    return Replayer(std::move(options), out, err).run();
}

} // namespace polyglot::tools
