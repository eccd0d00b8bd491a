// `polyglot log-stat`: the command. docs/log-stat.md.
#include "tools/logs/log_stat.hpp"

#include "core/text/utf8.hpp"
#include "tools/common/command_line.hpp"
#include "tools/log_stat/report.hpp"
#include "tools/logs/reader.hpp"

#include <ostream>
#include <utility>

namespace polyglot::tools {

int run_log_stat(Arguments args, std::istream& /*in*/, std::ostream& out, std::ostream& err) {
    constexpr std::string_view usage = "polyglot log-stat LOG|FOLDER... [-json]";
    namespace po = boost::program_options;
    using Texts = std::vector<std::string>;
    po::options_description described("options");
    auto option = described.add_options();
    option("log", po::value<Texts>()->value_name("LOG")->composing(),
           "a log, with LOG.1 before it if that is there, or a folder with logs; the option's name may be left out");
    option("json", "write JSON");
    po::variables_map values;
    if (const auto over = read_options(args, described, values, usage, out, err, "log")) return *over;
    if (!values.count("log")) {
        err << "no log is named\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    const auto logs = find_logs(values["log"].as<Texts>());
    if (!logs) {
        err << text::shown_text(logs.error().message) << '\n';
        return exit_bad_input;
    }
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
    if (values.count("json"))
        out << format_json(stat) << '\n';
    else
        write_text(out, stat);
    return good && stat.processes > 0 ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools
