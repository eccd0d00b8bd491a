#include "tools/common/command_line.hpp"

#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/overwrite_guard.hpp"

#include <algorithm>
#include <functional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <boost/algorithm/string/replace.hpp>

namespace polyglot::tools {

namespace po = boost::program_options;

namespace {

// Boost lists the options with two dashes, PolyGlot's users write one.
std::string with_one_dash(const po::options_description& options) {
    std::ostringstream listed;
    listed << options;
    return boost::replace_all_copy(listed.str(), "  --", "  -");
}

// What the words say, and what use makes of it. use may throw po::error.
std::optional<int> parse(Arguments args, po::options_description& options, std::string_view usage, std::ostream& out,
                         std::ostream& err, const char* words, const std::function<void(po::parsed_options&)>& use) {
    io::begin_command();
    options.add_options()("help", "show this text");
    const std::vector<std::string> line(args.begin(), args.end());
    constexpr int style = po::command_line_style::allow_long | po::command_line_style::allow_long_disguise |
                          po::command_line_style::long_allow_next | po::command_line_style::long_allow_adjacent;
    po::positional_options_description positional;
    if (words) positional.add(words, -1);
    po::command_line_parser parser(line);
    parser.options(options).style(style);
    if (words) parser.positional(positional);
    try {
        auto parsed = parser.run();
        bool help = false;
        for (const auto& option : parsed.options) {
            if (option.string_key.empty())
                throw po::error(text::quote(option.value.front()) + " is not one of the options");
            help = help || option.string_key == "help";
            // An option of many words takes the misspelt name of the next one too.
            if (options.find(option.string_key, false).semantic()->max_tokens() <= 1) continue;
            for (const std::string& value : option.value)
                if (value.size() > 1 && value.front() == '-') throw po::unknown_option(value);
        }
        if (help) {
            out << "usage: " << usage << '\n' << with_one_dash(options);
            return exit_done;
        }
        use(parsed);
    } catch (const po::error& error) {
        err << error.what() << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    return std::nullopt;
}

} // namespace

std::optional<int> read_options(Arguments args, po::options_description options, po::variables_map& values,
                                std::string_view usage, std::ostream& out, std::ostream& err, const char* words) {
    return parse(args, options, usage, out, err, words, [&values](po::parsed_options& parsed) {
        po::store(parsed, values);
        po::notify(values);
    });
}

std::optional<int> read_steps(Arguments args, po::options_description options, std::vector<po::option>& steps,
                              std::string_view usage, std::ostream& out, std::ostream& err, const char* words) {
    return parse(args, options, usage, out, err, words,
                 [&steps](po::parsed_options& parsed) { steps = std::move(parsed.options); });
}

void show_error(std::ostream& err, std::string_view place, std::string_view message, std::string_view text,
                std::size_t offset) {
    constexpr std::size_t shown_bytes = 240;
    err << text::shown_text(place) << ": " << text::shown_text(message) << '\n';
    std::string line(text.substr(0, shown_bytes));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    err << "    " << text::shown_text(line) << '\n';
    if (offset <= line.size()) err << std::string(4 + offset, ' ') << "^\n";
}

} // namespace polyglot::tools
