// The options of a command. Each is one statement with its name, its argument, its help and the
// field that it fills:
//
//     OptionTable option("polyglot perft [N] [-divide]");
//     option("max-depth", "N", within(depth, 1, 64), "count to depth N").takes_words();
//     option("divide", divide, "list the count after each move");
//     if (const auto over = option.read(args, out, err)) return *over;
//
// Names are in PolyGlot's style: long, with one dash (two are fine as well). What is wrong with a
// value names the option, and is shown with the usage.
#pragma once
#include "core/result.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/common/commands.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/lexical_cast/try_lexical_convert.hpp>
#include <boost/program_options/option.hpp>
#include <boost/program_options/options_description.hpp>

namespace polyglot::tools {

// Ends OptionTable::read(): the command is used wrongly. The last form shows the text with a caret,
// not the usage.
[[noreturn]] void refuse(const std::string& message);
[[noreturn]] void refuse(); // what is wrong has been shown
[[noreturn]] void refuse(const std::string& option, const Error& error, const std::string& text);
// The same for an option that stands among `given`: "-nodes is for an engine".
void refuse_any(const std::vector<std::string>& given, std::string_view why);

// "-n 'x' is not a whole number"
[[noreturn]] void refuse_number(const std::string& option, const std::string& text, bool is_whole);

// Takes a value of the option with this name, "-n". Refuses what is wrong.
struct OptionValue {
    std::function<void(const std::string& option, const std::string& text)> take;
    bool repeats = false; // may be given several times
};

// What a field holds: an optional says whether the option was given, a list gets the values of each
// time.
template <class T>
struct FieldOf {
    using Value = T;
    static constexpr bool repeats = false;
};
template <class T>
struct FieldOf<std::optional<T>> : FieldOf<T> {};
template <class T>
struct FieldOf<std::vector<T>> {
    using Value = T;
    static constexpr bool repeats = true;
};

template <class Field, class Value>
void put(Field& field, Value value) {
    if constexpr (FieldOf<Field>::repeats)
        field.push_back(std::move(value));
    else
        field = std::move(value);
}

// A word, a path or a number.
template <class Value>
Value read_value(const std::string& option, const std::string& text) {
    if constexpr (std::is_same_v<Value, std::string>) {
        return text;
    } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
        return to_path(text);
    } else if constexpr (std::is_integral_v<Value>) {
        if (const auto value = text::parse_int<Value>(text)) return *value;
    } else if (Value value{}; boost::conversion::try_lexical_convert(text, value)) {
        return value;
    }
    refuse_number(option, text, std::is_integral_v<Value>);
}

template <class Value>
Value read_within(const std::string& option, const std::string& text, Value least, Value most) {
    const auto value = read_value<Value>(option, text);
    if (value >= least && value <= most) return value;
    std::ostringstream message;
    message.precision(15); // 31622400, not 3.16224e+07
    message << option << ' ' << text << " is outside " << least << " to " << most;
    refuse(message.str());
}

// A number from `least` to `most`.
template <class Field>
OptionValue within(Field& field, double least,
                   double most) requires std::is_floating_point_v<typename FieldOf<Field>::Value> {
    return {[&field, least, most](const std::string& option, const std::string& text) {
                put(field, read_within<double>(option, text, least, most));
            },
            FieldOf<Field>::repeats};
}
template <class Field>
OptionValue within(Field& field, std::int64_t least,
                   std::int64_t most) requires std::is_integral_v<typename FieldOf<Field>::Value> {
    return {[&field, least, most](const std::string& option, const std::string& text) {
                put(field, static_cast<typename FieldOf<Field>::Value>(
                               read_within<std::int64_t>(option, text, least, most)));
            },
            FieldOf<Field>::repeats};
}

// A number of seconds, for a field of milliseconds.
template <class Field>
OptionValue seconds(Field& field, double least, double most) {
    return {[&field, least, most](const std::string& option, const std::string& text) {
        field = std::chrono::milliseconds(
            std::llround(read_within<double>(option, text, least, most) * 1000));
    }};
}

// 0 to 100, for a field of 0 to 1.
inline OptionValue per_cent(double& field) {
    return {[&field](const std::string& option, const std::string& text) {
        field = read_within<double>(option, text, 0, 100) / 100;
    }};
}

// "a, b or c"
std::string list_words(const std::vector<std::string_view>& words);

// One of these words. A further word for a value is not mentioned in the message.
template <class Field, class Value = typename FieldOf<Field>::Value>
OptionValue one_of(Field& field,
                   std::type_identity_t<std::vector<std::pair<std::string_view, Value>>> words) {
    return {[&field, words = std::move(words)](const std::string& option, const std::string& text) {
        std::vector<std::string_view> named;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i].first == text) return put(field, words[i].second);
            const auto is_same = [&](const auto& word) { return word.second == words[i].second; };
            if (!std::any_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i),
                             is_same))
                named.push_back(words[i].first);
        }
        refuse(option + " is " + list_words(named));
    }};
}

// What parse(text) makes of the text. The error of a Result is shown with the text; of an optional,
// "-memory" and what it `must_be`.
template <class Field, class Parse>
OptionValue parsed(Field& field, Parse parse, std::string_view must_be = {}) {
    const auto take = [&field, parse, must_be = std::string(must_be)](const std::string& option,
                                                                      const std::string& text) {
        auto value = parse(text);
        if (value) return put(field, *std::move(value));
        if constexpr (requires { value.error(); })
            refuse(option, value.error(), text);
        else
            refuse(option + ' ' + must_be);
    };
    return {take, FieldOf<Field>::repeats};
}

class OptionTable {
  public:
    class Option {
      public:
        Option& required() { return is_required_ = true, *this; }
        // Words without an option's name are values of this option.
        Option& takes_words() { return takes_words_ = true, *this; }
        // May be given several times, although it fills no list.
        Option& repeats() { return value_.repeats = true, *this; }
        // What else happens when the option, "-n", is given, before its value is taken.
        Option& then(std::function<void(const std::string& option)> effect) {
            effects_.push_back(std::move(effect));
            return *this;
        }
        Option& noted_in(std::vector<std::string>& given) {
            return then([&given](const std::string& option) { given.push_back(option); });
        }
        template <class Field>
        Option& sets(Field& field, std::type_identity_t<Field> value) {
            return then([&field, value = std::move(value)](const std::string&) { field = value; });
        }

      private:
        friend class OptionTable;
        std::string name_;
        OptionValue value_;
        std::vector<std::function<void(const std::string& option)>> effects_;
        bool is_required_ = false, takes_words_ = false;
        bool is_of_each_ = false;
    };

    // usage: the first line of the help, e.g. "polyglot key [-fen FEN]"; title: of the options up
    // to the next title.
    explicit OptionTable(std::string_view usage, const char* title = "options") : usage_(usage) {
        this->title(title);
    }
    void title(const char* title) { groups_.emplace_back(title); }

    // The names of the options from here on are noted in this list, if they are given; nullptr: no
    // longer.
    void note(std::vector<std::string>* given) { noted_in_ = given; }
    // The names of all options that were given.
    const std::vector<std::string>& given() const { return given_; }

    // An option without argument, with one for a field, and with one that has rules. An argument
    // that ends in "..." may be several words.
    Option& operator()(const char* name, const char* help) { return add(name, nullptr, {}, help); }
    Option& operator()(const char* name, bool& field, const char* help) {
        return add(name, nullptr, {}, help).sets(field, true);
    }
    template <class Field>
    Option& operator()(const char* name, const char* argument, Field& field, const char* help) {
        const auto take = [&field](const std::string& option, const std::string& text) {
            put(field, read_value<typename FieldOf<Field>::Value>(option, text));
        };
        return add(name, argument, {take, FieldOf<Field>::repeats}, help);
    }
    Option& operator()(const char* name, const char* argument, OptionValue value,
                       const char* help) {
        return add(name, argument, std::move(value), help);
    }

    // For a command with several things that options belong to, such as engines: the options
    // between begin_each() and end_each() fill `one`. The first of them names a thing. The others
    // belong
    // - to the thing that they follow;
    // - before the first thing: to all of them;
    // - if there is only one thing: to it, wherever they stand.
    // Each thing is added to `all`, in the order of the command line. Without any, `one` has what
    // was given.
    template <class T>
    void begin_each(T& one, std::vector<T>& all) {
        begin_one_ = [&one, initial = one] { one = initial; };
        end_one_ = [&one, &all] { all.push_back(one); };
        first_of_each_ = options_.size();
        is_in_each_ = true;
    }
    void end_each() { is_in_each_ = false; }

    // The beginning of a command: what it opens from here on to read, it cannot write
    // (storage/files/overwrite_guard.hpp). Fills the fields, then calls check(), which may refuse.
    // Returns an exit status if the command is already over: after -help, or if the options are
    // wrong (reported on err). -help is added here.
    std::optional<int> read(Arguments args, std::ostream& out, std::ostream& err,
                            const std::function<void()>& check = nullptr);
    // What read() shows of wrong use, and returns.
    int show_usage(std::ostream& err, const std::string& message) const;
    // Whether an option of this name takes a value; nullopt if there is no such option. -help is
    // one.
    std::optional<bool> takes_value(std::string_view name) const;

  private:
    using Given = std::vector<boost::program_options::option>;

    Option& add(const char* name, const char* argument, OptionValue value, const char* help);
    boost::program_options::options_description all() const;
    Option* find(std::string_view name);
    Given parse(Arguments args, const boost::program_options::options_description& described);
    void take_each(const Given& given);
    void take(const Given& given);
    void show_help(std::ostream& out,
                   const boost::program_options::options_description& described) const;

    std::string usage_;
    std::vector<boost::program_options::options_description> groups_;
    std::deque<Option> options_; // that stay where they are
    std::function<void()> begin_one_, end_one_;
    std::vector<std::string>* noted_in_ = nullptr;
    std::vector<std::string> given_;
    std::size_t first_of_each_ = 0; // index into options_
    bool is_in_each_ = false;
};

} // namespace polyglot::tools
