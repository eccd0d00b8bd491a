#include "tools/make_config/options.hpp"

#include "config/schema.hpp"
#include "core/result.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string_view>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;
using Texts = std::vector<std::string>;
using Pair = std::pair<std::string, std::string>;

constexpr std::string_view usage = "polyglot make-config ENGINE... [-book BOOK] [-store FILE] [-dir DIR]\n"
                                   "       [-runner cutechess|fastchess] [OPTION]...";

po::options_description described_options() {
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    const auto texts = [](const char* name) { return po::value<Texts>()->value_name(name)->composing(); };
    po::options_description described("options");
    auto option = described.add_options();
    option("engine", texts("ENGINE"),
           "an engine and its arguments, in one argument; the option's name may be left out");
    option("book", text("BOOK"), "all engines play from this book");
    option("store", text("FILE"), "and learn from their results, which are kept in this file (BookLearnFile)");
    option("dir", text("DIR"), "write the files to this folder, which is made if missing (default: this one)");
    option("runner", text("NAME"), "print the command line of cutechess (cutechess-cli, default) or fastchess");
    option("tc", text("TC"), "its time control (default: 10+0.1)");
    option("rounds", po::value<int>()->value_name("N"), "each pair plays 2 games N times (default: 1)");
    option("concurrency", po::value<int>()->value_name("N"), "N games at once (default: 1)");
    option("pg", texts("NAME=VALUE"), "an option of [PolyGlot] for all engines; may be repeated");
    option("uci", texts("NAME=VALUE"), "an option for all engines that have it, as Hash=64; may be repeated");
    option("log", "each process writes a log, in the folder logs of DIR");
    option("force", "replace files that exist");
    return described;
}

Result<Pair> parse_pair(const std::string& text, std::string_view option) {
    const std::size_t equals = text.find('=');
    Pair pair(text::trim(std::string_view(text).substr(0, equals)),
              equals == std::string::npos ? std::string() : text::trim(std::string_view(text).substr(equals + 1)));
    if (equals == std::string::npos || pair.first.empty() || text.find_first_of("\r\n") != std::string::npos)
        return make_error('-' + std::string(option) + ' ' + text::quote(text) + ": write -" + std::string(option) +
                          " NAME=VALUE");
    return pair;
}

Result<Pair> parse_polyglot_option(const std::string& text) {
    auto pair = parse_pair(text, "pg");
    if (!pair) return pair;
    const config::Option* option = config::find_option(pair->first);
    if (option == nullptr) {
        const std::string_view nearest = config::nearest_option(pair->first);
        return make_error("-pg " + text + ": polyglot has no option " + pair->first +
                          (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + '?'));
    }
    config::Settings settings;
    if (const auto set = config::set_option(settings, *option, pair->second); !set)
        return make_error("-pg " + text + ": " + set.error().message);
    pair->first = option->name;
    return pair;
}

// "10", "0.1": digits with at most one point among them.
bool is_seconds(std::string_view text) {
    const auto points = std::count(text.begin(), text.end(), '.');
    const auto digits = std::count_if(text.begin(), text.end(), text::is_digit);
    return digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == text.size();
}

bool is_positive(std::string_view text) {
    return text.find_first_of("123456789") != std::string_view::npos;
}

// [MOVES/][MINUTES:]SECONDS[+INCREMENT], as both runners read it, or inf.
bool is_time_control(std::string_view text) {
    if (text == "inf") return true;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        if (text::parse_int<int>(text.substr(0, slash)).value_or(0) < 1) return false;
        text.remove_prefix(slash + 1);
    }
    if (!is_positive(text)) return false;
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        if (!is_seconds(text.substr(plus + 1))) return false;
        text = text.substr(0, plus);
    }
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        if (text::parse_int<int>(text.substr(0, colon)).value_or(-1) < 0) return false;
        text.remove_prefix(colon + 1);
    }
    return is_seconds(text);
}

class Reader {
  public:
    Reader(const po::variables_map& values, const std::filesystem::path& directory)
        : values_(values), directory_(directory) {}

    Result<MakeConfigOptions> read() {
        MakeConfigOptions options;
        options.engines = texts("engine");
        if (options.engines.empty()) return make_error("no engine is named");
        options.folder = (directory_ / to_path(text("dir", "."))).lexically_normal();
        options.book = text("book", "");
        options.store = text("store", "");
        if (!options.store.empty() && options.book.empty()) return make_error("-store needs -book: moves are learnt");
        const std::string runner = text("runner", "cutechess");
        if (runner != "cutechess" && runner != "cutechess-cli" && runner != "fastchess")
            return make_error("-runner " + runner + ": it is cutechess or fastchess");
        options.runner = runner == "fastchess" ? Runner::Fastchess : Runner::CutechessCli;
        options.time_control = text("tc", options.time_control);
        if (!is_time_control(options.time_control))
            return make_error("-tc " + text::quote(options.time_control) +
                              " is no time control: it is [MOVES/][MINUTES:]SECONDS[+INCREMENT], as 40/1:30+0.5");
        options.log = values_.count("log") > 0;
        options.force = values_.count("force") > 0;
        if (const auto wrong = number("rounds", options.rounds); !wrong) return wrong.error();
        if (const auto wrong = number("concurrency", options.concurrency); !wrong) return wrong.error();
        for (const std::string& given : texts("pg")) {
            auto pair = parse_polyglot_option(given);
            if (!pair) return pair.error();
            options.polyglot_options.push_back(*std::move(pair));
        }
        for (const std::string& given : texts("uci")) {
            auto pair = parse_pair(given, "uci");
            if (!pair) return pair.error();
            options.engine_options.push_back(*std::move(pair));
        }
        return options;
    }

  private:
    Texts texts(const char* name) const { return values_.count(name) ? values_[name].as<Texts>() : Texts(); }
    std::string text(const char* name, const std::string& otherwise) const {
        return values_.count(name) ? values_[name].as<std::string>() : otherwise;
    }
    Result<void> number(const char* name, int& target) const {
        constexpr int most = 100'000;
        if (!values_.count(name)) return {};
        target = values_[name].as<int>();
        if (target >= 1 && target <= most) return {};
        return make_error('-' + std::string(name) + ' ' + std::to_string(target) + " is outside 1 to " +
                          std::to_string(most));
    }

    const po::variables_map& values_;
    const std::filesystem::path& directory_;
};

} // namespace

std::variant<int, MakeConfigOptions> read_make_config_options(Arguments args, const std::filesystem::path& directory,
                                                              std::ostream& out, std::ostream& err) {
    po::variables_map values;
    if (const auto over = read_options(args, described_options(), values, usage, out, err, "engine")) return *over;
    auto options = Reader(values, directory).read();
    if (options) return *std::move(options);
    err << options.error().message << "\nusage: " << usage << '\n';
    return exit_bad_usage;
}

} // namespace polyglot::tools
