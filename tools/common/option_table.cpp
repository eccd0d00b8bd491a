#include "tools/common/option_table.hpp"

#include "core/text/option_names.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/file_patterns.hpp"
#include "tools/common/help_text.hpp"
#include "tools/common/text_style.hpp"

#include <ostream>
#include <set>
#include <stdexcept>

#include <boost/program_options.hpp>

namespace polyglot::tools {

namespace po = boost::program_options;

namespace {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct ShownError {};

struct TextError {
    std::string option, text;
    Error error;
};

// Turns -h and -? into -help, unless the command has an option -h.
std::vector<std::string> to_line(Arguments args, const po::options_description& options) {
    std::vector<std::string> line(args.begin(), args.end());
    for (std::string& word : line)
        if ((word == "-h" || word == "--h" || word == "-?") &&
            options.find_nothrow("h", false) == nullptr)
            word = "-help";
    return line;
}

// Returns "unknown option -fenn: did you mean -fen?".
std::string describe_unknown(std::string_view option, const po::options_description& options) {
    const std::string_view name =
        option.substr(std::min(option.find_first_not_of('-'), option.size()));
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
        return "option -" + few->tokens().substr(few->tokens().find_first_not_of('-')) +
               " needs a value";
    return text::with_one_dash(error.what());
}

// Wraps each line separately, because a command may have several forms of use.
std::string wrap_lines(std::string_view lines, std::size_t column, std::size_t columns) {
    std::string wrapped = text::wrap(lines.substr(0, lines.find('\n')), column, columns);
    if (const std::size_t end = lines.find('\n'); end != std::string_view::npos)
        wrapped +=
            '\n' + std::string(column, ' ') + wrap_lines(lines.substr(end + 1), column, columns);
    return wrapped;
}

} // namespace

void refuse(const std::string& message) {
    throw UsageError(message);
}

void refuse() {
    throw ShownError();
}

void refuse(const std::string& option, const Error& error, const std::string& text) {
    throw TextError{option, text, error};
}

void refuse_number(const std::string& option, const std::string& text, bool is_whole) {
    const std::string_view digits =
        std::string_view(text).substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const bool is_number =
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    refuse(option + ' ' + text::quote(text) +
           (!is_number            ? is_whole ? " is not a whole number" : " is not a number"
            : text.front() == '-' ? " is too small"
                                  : " is too large"));
}

void refuse_any(const std::vector<std::string>& given, std::string_view why) {
    if (!given.empty()) refuse(given.front() + ' ' + std::string(why));
}

std::string list_words(const std::vector<std::string_view>& words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list.append(i == 0 ? "" : i + 1 == words.size() ? " or " : ", ").append(words[i]);
    return list;
}

OptionTable::Option& OptionTable::add(const char* name, const char* argument, OptionValue value,
                                      const char* help) {
    auto described = groups_.back().add_options();
    if (argument == nullptr)
        described(name, help);
    else if (std::string_view(argument).find("...") != std::string_view::npos)
        described(name, po::value<std::vector<std::string>>()->value_name(argument)->multitoken(),
                  help);
    else
        described(name, po::value<std::string>()->value_name(argument), help);
    Option& option = options_.emplace_back();
    option.name_ = name;
    option.value_ = std::move(value);
    option.is_of_each_ = is_in_each_;
    if (noted_in_ != nullptr) option.noted_in(*noted_in_);
    return option;
}

po::options_description OptionTable::all() const {
    po::options_description described = groups_.front();
    for (std::size_t i = 1; i < groups_.size(); ++i)
        described.add(groups_[i]);
    described.add_options()("help", "show this text");
    return described;
}

OptionTable::Option* OptionTable::find(std::string_view name) {
    const auto found = std::ranges::find(options_, name, &Option::name_);
    return found == options_.end() ? nullptr : &*found;
}

std::optional<bool> OptionTable::takes_value(std::string_view name) const {
    if (name == "help" || name == "h") return false;
    const po::options_description described = all();
    const po::option_description* const option = described.find_nothrow(std::string(name), false);
    return option == nullptr ? std::nullopt : std::optional(option->semantic()->max_tokens() > 0);
}

std::vector<std::string> OptionTable::take_following_words(std::vector<std::string> line) {
    for (const Option& option : options_) {
        if (option.word_field_ == nullptr) continue;
        const auto follows = [&option](const std::string& name, const std::string& word) {
            return (name == '-' + option.name_ || name == "--" + option.name_) &&
                   word == option.word_;
        };
        const auto at = std::ranges::adjacent_find(line, follows);
        if (at == line.end()) continue;
        *option.word_field_ = true;
        line.erase(std::next(at));
    }
    return line;
}

OptionTable::Given OptionTable::parse(Arguments args, const po::options_description& described) {
    constexpr int style =
        po::command_line_style::allow_long | po::command_line_style::allow_long_disguise |
        po::command_line_style::long_allow_next | po::command_line_style::long_allow_adjacent;
    po::command_line_parser parser(take_following_words(to_line(args, described)));
    po::positional_options_description words;
    for (const Option& option : options_)
        if (option.takes_words_) parser.positional(words.add(option.name_.c_str(), -1));
    auto given = parser.options(described).style(style).run().options;
    for (const po::option& option : given) {
        if (option.string_key.empty() && option.value.front().starts_with('-'))
            throw po::unknown_option(option.value.front());
        if (option.string_key.empty())
            refuse(text::quote(option.value.front()) + " is not one of the options");
        // An option with many words takes a misspelled name of the next option as a value, and so
        // does an option without a name.
        if (option.position_key < 0 &&
            described.find(option.string_key, false).semantic()->max_tokens() <= 1)
            continue;
        for (const std::string& value : option.value)
            if (value.size() > 1 && value.front() == '-') throw po::unknown_option(value);
    }
    return given;
}

void OptionTable::take(const Given& given) {
    std::set<std::string> seen;
    for (const po::option& option : given) {
        Option& known = *find(option.string_key);
        const std::string name = '-' + known.name_;
        if (!seen.insert(name).second && !known.value_.repeats)
            refuse("option " + name + " can be given once only");
        given_.push_back(name);
        for (const auto& effect : known.effects_)
            effect(name);
        if (!known.value_.take) continue;
        for (const std::string& value : option.value)
            for (const std::string& word :
                 known.takes_files_ ? expand_argument(value) : std::vector{value})
                known.value_.take(name, word);
    }
}

void OptionTable::take_each(const Given& given) {
    Given rest, shared;
    std::vector<Given> each;
    for (const po::option& option : given) {
        const Option* const known = find(option.string_key);
        if (begin_one_ && known == &options_[first_of_each_])
            each.push_back({option});
        else
            (!known->is_of_each_ ? rest : each.empty() ? shared : each.back()).push_back(option);
    }
    if (each.size() < 2) {
        Given& all = each.empty() ? rest : each.front();
        all.insert(all.end(), shared.begin(), shared.end());
        shared.clear();
    }
    take(rest);
    for (const Given& own : each) {
        Given all; // all values of a list count; for other options the thing's own value wins
        for (const po::option& option : shared) {
            const auto is_same = [&option](const po::option& other) {
                return other.string_key == option.string_key;
            };
            if (find(option.string_key)->value_.repeats || std::ranges::none_of(own, is_same))
                all.push_back(option);
        }
        all.insert(all.end(), own.begin(), own.end());
        begin_one_();
        take(all);
        end_one_();
    }
}

void OptionTable::show_help(std::ostream& out, const po::options_description& described) const {
    const TextStyle look = style_of(out);
    constexpr std::string_view head = "usage: ";
    out << head << wrap_lines(usage_, head.size(), look.columns) << '\n'
        << format_options(described, look);
}

std::optional<int> OptionTable::read(Arguments args, std::ostream& out, std::ostream& err,
                                     const std::function<void()>& check) {
    io::begin_command();
    const po::options_description described = all();
    const auto is_given = [](const Given& given, const std::string& name) {
        return std::ranges::any_of(
            given, [&](const po::option& option) { return option.string_key == name; });
    };
    try {
        const Given given = parse(args, described);
        if (is_given(given, "help")) {
            show_help(out, described);
            return exit_done;
        }
        take_each(given);
        for (const Option& option : options_)
            if (option.is_required_ && !is_given(given, option.name_))
                refuse("the option -" + option.name_ + " is required but missing");
        if (check) check();
        return std::nullopt;
    } catch (const TextError& error) {
        if (error.text.empty())
            // There is no text to point at.
            return show_usage(err, error.option + ": " + error.error.message);
        show_error(err, error.option, error.error.message, error.text, error.error.offset);
        return exit_bad_usage;
    } catch (const ShownError&) {
        return exit_bad_usage;
    } catch (const po::unknown_option& error) {
        return show_usage(err, describe_unknown(error.get_option_name(), described));
    } catch (const po::error& error) {
        return show_usage(err, describe(error));
    } catch (const UsageError& error) {
        return show_usage(err, error.what());
    }
}

int OptionTable::show_usage(std::ostream& err, const std::string& message) const {
    err << message << "\nusage: " << usage_ << '\n';
    return exit_bad_usage;
}

} // namespace polyglot::tools
