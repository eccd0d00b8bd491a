// Defines the options of a command. Each is one statement with its name, its argument, its help and
// the field that it fills:
//
//     OptionTable option("polyglot perft [N] [-divide]");
//     option("max-depth", "N", within(depth, 1, 64), "count to depth N").takes_words();
//     option("divide", divide, "list the count after each move");
//     if (const auto over = option.read(args, out, err)) return *over;
//
// Names are in PolyGlot's style: long, with one dash (two are accepted as well). An error message
// about a value names the option, and the usage follows it. Test: option_table_test.cpp.
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

// End OptionTable::read() because the command line is wrong. The first form shows the message and
// the usage, the last one shows the text with a caret and no usage.
[[noreturn]] void refuse(const std::string& message);
[[noreturn]] void refuse(); // the error has been shown already
[[noreturn]] void refuse(const std::string& option, const Error& error, const std::string& text);
// Refuses the options in `given`, if there are any: "-nodes is for an engine".
void refuse_any(const std::vector<std::string>& given, std::string_view why);

// Refuses with "-n 'x' is not a whole number".
[[noreturn]] void refuse_number(const std::string& option, const std::string& text, bool is_whole);

// Converts the value of an option; `option` is its name with the dash, "-n". It refuses invalid
// values.
struct OptionValue {
    std::function<void(const std::string& option, const std::string& text)> take;
    bool repeats = false; // the option may be given several times
};

// Describes what a field holds. An optional tells whether the option was given; a list receives the
// values of all occurrences.
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

// Reads a word, a path or a number.
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

// Accepts a number from `least` to `most`.
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

// Accepts a number of seconds for a field of milliseconds.
template <class Field>
OptionValue seconds(Field& field, double least, double most) {
    return {[&field, least, most](const std::string& option, const std::string& text) {
        field = std::chrono::milliseconds(
            std::llround(read_within<double>(option, text, least, most) * 1000));
    }};
}

// Accepts 0 to 100 for a field of 0 to 1.
inline OptionValue per_cent(double& field) {
    return {[&field](const std::string& option, const std::string& text) {
        field = read_within<double>(option, text, 0, 100) / 100;
    }};
}

// Joins the words as "a, b or c".
std::string list_words(const std::vector<std::string_view>& words);

// Accepts one of these words. The message names only the first word of each value.
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

// Accepts what parse(text) accepts. If parse returns a Result, its error is shown with the text; if
// it returns an optional, the message is the option's name and `must_be`.
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
        // Words without an option's name become values of this option.
        Option& takes_words() { return takes_words_ = true, *this; }
        // The same for names of files, which may be patterns (file_patterns.hpp).
        Option& takes_files() { return takes_files_ = true, takes_words(); }
        // Lets the option be given several times although it does not fill a list.
        Option& repeats() { return value_.repeats = true, *this; }
        // Lets this word follow an option that has no value, and sets the field if it does.
        Option& may_be(std::string_view word, bool& field) {
            word_ = word;
            word_field_ = &field;
            return *this;
        }
        // Adds an effect of giving the option ("-n"), which takes place before its value is read.
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
        bool is_required_ = false, takes_words_ = false, takes_files_ = false;
        std::string word_;
        bool* word_field_ = nullptr;
        bool is_of_each_ = false;
    };

    // usage is the first line of the help, for example "polyglot key [-fen FEN]". title is the
    // heading of the options up to the next title().
    explicit OptionTable(std::string_view usage, const char* title = "options") : usage_(usage) {
        this->title(title);
    }
    void title(const char* title) { groups_.emplace_back(title); }

    // From here on, the names of the options that are given are added to this list; nullptr ends
    // that.
    void note(std::vector<std::string>* given) { noted_in_ = given; }
    // Returns the names of all options that were given.
    const std::vector<std::string>& given() const { return given_; }

    // Add an option without argument, with an argument for a field, and with an argument that has
    // rules. An argument that ends in "..." may be several words.
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

    // Supports commands with several things that options belong to, such as engines. The options
    // between begin_each() and end_each() fill `one`. The first of them names a thing. The others
    // belong
    // - to the thing that they follow;
    // - to all things if they stand before the first one;
    // - to the only thing, wherever they stand, if there is just one.
    // Each thing is added to `all`, in the order of the command line. If no thing is named, `one`
    // receives the options that were given.
    template <class T>
    void begin_each(T& one, std::vector<T>& all) {
        begin_one_ = [&one, initial = one] { one = initial; };
        end_one_ = [&one, &all] { all.push_back(one); };
        first_of_each_ = options_.size();
        is_in_each_ = true;
    }
    void end_each() { is_in_each_ = false; }

    // Starts a command: files that it opens for reading from here on cannot be its outputs
    // (storage/files/overwrite_guard.hpp). Fills the fields and then calls check(), which may
    // refuse. Returns an exit status if the command is already over: after -help, which is added
    // here, or if the options are wrong (reported on err).
    std::optional<int> read(Arguments args, std::ostream& out, std::ostream& err,
                            const std::function<void()>& check = nullptr);
    // Reports a wrong command line in the way of read() and returns the exit status.
    int show_usage(std::ostream& err, const std::string& message) const;
    // Returns whether the option of this name takes a value, or nullopt if there is no such option.
    // -help is included.
    std::optional<bool> takes_value(std::string_view name) const;

  private:
    using Given = std::vector<boost::program_options::option>;

    Option& add(const char* name, const char* argument, OptionValue value, const char* help);
    boost::program_options::options_description all() const;
    Option* find(std::string_view name);
    Given parse(Arguments args, const boost::program_options::options_description& described);
    std::vector<std::string> take_following_words(std::vector<std::string> line);
    void take_each(const Given& given);
    void take(const Given& given);
    void show_help(std::ostream& out,
                   const boost::program_options::options_description& described) const;

    std::string usage_;
    std::vector<boost::program_options::options_description> groups_;
    std::deque<Option> options_; // a deque keeps their addresses valid
    std::function<void()> begin_one_, end_one_;
    std::vector<std::string>* noted_in_ = nullptr;
    std::vector<std::string> given_;
    std::size_t first_of_each_ = 0; // index into options_
    bool is_in_each_ = false;
};

} // namespace polyglot::tools
