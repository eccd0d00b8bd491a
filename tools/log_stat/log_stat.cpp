// `polyglot log-stat` is implemented here. See docs/log-stat.md.
#include "tools/logs/log_stat.hpp"

#include "core/text/utf8.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/log_stat/report.hpp"
#include "tools/logs/reader.hpp"

#include <ostream>

namespace polyglot::tools {

int run_log_stat(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    std::vector<std::string> files;
    bool as_json = false;
    OptionTable option("polyglot log-stat LOG|FOLDER... [-json]");
    option("log", "LOG", files,
           "a log, with LOG.1 before it if that is there, or a folder with logs; the option's name "
           "may be left out")
        .takes_files();
    option("json", as_json, "write JSON");
    const auto check = [&] {
        if (files.empty()) refuse("no log is named");
    };
    if (const auto over = option.read(args, out, err, check)) return *over;
    const auto logs = find_logs(files);
    if (!logs) return fail(err, text::shown_text(logs.error().message));
    LogStat stat;
    bool good = true;
    const CancelFlag is_cancelled;
    for (const LogParts& parts : *logs) {
        if (const auto read = read_log_parts(parts, stat, is_cancelled); !read) {
            err << text::shown_text(read.error().message) << '\n';
            good = false;
        }
        if (is_cancelled()) {
            err << "log-stat: stopped\n";
            return exit_interrupted;
        }
    }
    if (as_json)
        out << format_json(stat) << '\n';
    else
        write_text(out, stat);
    return good && stat.processes > 0 ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
