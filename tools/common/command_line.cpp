#include "tools/common/command_line.hpp"

#include "core/text/option_names.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/help_text.hpp"
#include "tools/common/text_style.hpp"

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

namespace po = boost::program_options;

namespace {

// -h is help where it is not an option's beginning of its own.
std::vector<std::string> to_line(Arguments args, const po::options_description& options) {
    std::vector<std::string> line(args.begin(), args.end());
    for (std::string& word : line)
        if ((word == "-h" || word == "--h" || word == "-?") && options.find_nothrow("h", false) == nullptr)
            word = "-help";
    return line;
}

// "unknown option -fenn: did you mean -fen?"
std::string describe_unknown(std::string_view option, const po::options_description& options) {
    const std::string_view name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::vector<std::string_view> known;
    known.reserve(options.options().size());
    for (const auto& description : options.options())
        known.push_back(description->long_name());
    const std::string_view nearest = text::find_nearest(name.substr(0, name.find('=')), known);
    std::string message = "unknown option -" + std::string(name);
    if (!nearest.empty()) message.append(": did you mean -").append(nearest).append("?");
    return message;
}

std::string describe(const po::error& error) {
    if (const auto* few = dynamic_cast<const po::invalid_command_line_syntax*>(&error);
        few != nullptr && few->kind() == po::invalid_syntax::missing_parameter)
        return "option -" + few->tokens().substr(few->tokens().find_first_not_of('-')) + " needs a value";
    return text::with_one_dash(error.what());
}

// Each line by itself: a command may have several forms of use.
std::string wrap_lines(std::string_view lines, std::size_t column, std::size_t columns) {
    std::string wrapped = text::wrap(lines.substr(0, lines.find('\n')), column, columns);
    if (const std::size_t end = lines.find('\n'); end != std::string_view::npos)
        wrapped += '\n' + std::string(column, ' ') + wrap_lines(lines.substr(end + 1), column, columns);
    return wrapped;
}

// What the words say, and what use makes of it. use may throw po::error.
std::optional<int> parse(Arguments args, po::options_description& options, std::string_view usage, std::ostream& out,
                         std::ostream& err, const char* words, const std::function<void(po::parsed_options&)>& use) {
    io::begin_command();
    options.add_options()("help", "show this text");
    const std::vector<std::string> line = to_line(args, options);
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
            if (option.string_key.empty() && option.value.front().starts_with('-'))
                throw po::unknown_option(option.value.front());
            if (option.string_key.empty())
                throw po::error(text::quote(option.value.front()) + " is not one of the options");
            help = help || option.string_key == "help";
            // An option of many words takes the misspelt name of the next one too, and so does one without a name.
            if (option.position_key < 0 && options.find(option.string_key, false).semantic()->max_tokens() <= 1)
                continue;
            for (const std::string& value : option.value)
                if (value.size() > 1 && value.front() == '-') throw po::unknown_option(value);
        }
        if (help) {
            const TextStyle look = style_of(out);
            constexpr std::string_view head = "usage: ";
            out << head << wrap_lines(usage, head.size(), look.columns) << '\n' << format_options(options, look);
            return exit_done;
        }
        use(parsed);
    } catch (const po::unknown_option& error) {
        err << describe_unknown(error.get_option_name(), options) << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    } catch (const po::multiple_occurrences& error) {
        err << "option -" << error.get_option_name().substr(2) << " can be given once only\nusage: " << usage << '\n';
        return exit_bad_usage;
    } catch (const po::error& error) {
        err << describe(error) << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    }
    return std::nullopt;
}

using Given = std::vector<po::option>;

void append(Given& options, const Given& more) {
    options.insert(options.end(), more.begin(), more.end());
}

void store(const po::parsed_options& parsed, const Given& given, po::variables_map& values) {
    po::parsed_options part(parsed.description, parsed.m_options_prefix);
    part.options = given;
    po::store(part, values);
    po::notify(values);
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

std::optional<int> read_option_groups(Arguments args, po::options_description options, const OptionGroups& groups,
                                      po::variables_map& values, std::vector<po::variables_map>& each,
                                      std::string_view usage, std::ostream& out, std::ostream& err) {
    return parse(args, options, usage, out, err, nullptr, [&](po::parsed_options& parsed) {
        Given rest, shared;
        std::vector<Given> owned;
        for (const po::option& option : parsed.options) {
            if (option.string_key == groups.start)
                owned.push_back({option});
            else if (std::count(groups.owned.begin(), groups.owned.end(), option.string_key) == 0)
                rest.push_back(option);
            else
                (owned.empty() ? shared : owned.back()).push_back(option);
        }
        if (owned.empty()) append(rest, std::exchange(shared, {}));
        if (owned.size() == 1) append(owned.front(), std::exchange(shared, {}));
        store(parsed, rest, values);
        for (const Given& own : owned) {
            Given first, last; // of options with several values all count, of others the first one stored
            for (const po::option& option : shared) {
                const bool adds = parsed.description->find(option.string_key, false).semantic()->is_composing();
                (adds ? first : last).push_back(option);
            }
            append(first, own);
            store(parsed, first, each.emplace_back());
            store(parsed, last, each.back());
        }
    });
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
