#include "config/ini.hpp"

#include "config/ini_line.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

#include <ini.h>

namespace polyglot::config {
namespace {

constexpr std::string_view hex_digits = "0123456789ABCDEF";

// Returns true for bytes that are never special to inih. All others are encoded as %XX: its
// separators and comment characters, control characters, and blanks, which it would trim where a
// long value is cut.
bool is_plain(char c) {
    return !text::is_control(c) && std::string_view(" %=:;#[]").find(c) == std::string_view::npos;
}

std::string encode(std::string_view text) {
    std::string code;
    code.reserve(text.size());
    for (const char c : text) {
        if (is_plain(c)) {
            code += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        code += {'%', hex_digits[byte >> 4U], hex_digits[byte & 15U]};
    }
    return code;
}

std::string decode(std::string_view code) {
    std::string text;
    text.reserve(code.size());
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] == '%' && i + 2 < code.size()) {
            text +=
                static_cast<char>(hex_digits.find(code[i + 1]) * 16 + hex_digits.find(code[i + 2]));
            i += 2;
        } else {
            text += code[i];
        }
    }
    return text;
}

// Returns how many bytes of code fit into room without cutting a %XX.
std::size_t piece_length(std::string_view code, std::size_t room) {
    if (code.size() <= room) return code.size();
    const std::size_t percent = code.find('%', room - 2);
    return percent < room ? percent : room;
}

// Feeds inih line by line and collects the results. inih calls the handler before it asks for the
// next line, so the line being read is always the one that a call of the handler belongs to.
class Feeder {
  public:
    explicit Feeder(std::string_view bytes) : lines_(bytes) {}

    IniFile parse() {
        // The result is not used: it is the number of the first bad line as inih counts;
        // finish_line() knows the line of the file.
        ini_parse_stream(&Feeder::read, this, &Feeder::handle, this);
        return std::move(file_);
    }

  private:
    static char* read(char* buffer, int size, void* self) {
        return static_cast<Feeder*>(self)->next(buffer, static_cast<std::size_t>(size));
    }
    static int handle(void* self, const char* /*section*/, const char* name, const char* value) {
        static_cast<Feeder*>(self)->on_pair(name, value);
        return 1;
    }

    // Fills the buffer with the next line for inih: the rest of a long value (which it takes for a
    // continuation because of the leading blank), else the next line of the file. Null at the end.
    char* next(char* buffer, std::size_t size) {
        std::string out;
        const std::size_t room = size - 3; // leading blank, line end, NUL
        if (sent_ < rest_.size()) {
            out = ' ';
            append_piece(out, room);
        } else {
            finish_line();
            do {
                if (!lines_.next(line_)) return nullptr;
            } while (!start_line(out, room));
        }
        std::ranges::copy(out, buffer);
        buffer[out.size()] = '\n';
        buffer[out.size() + 1] = '\0';
        return buffer;
    }

    // Encodes the current line for inih; returns false if it is empty.
    bool start_line(std::string& out, std::size_t room) {
        scan_ = scan_line(line_.text);
        for (auto& [message, hint, column, length] : scan_.remarks)
            report(IniProblem::Kind::Suspicious, message, hint, column, length);
        if (scan_.kind == LineKind::Empty) return false;
        if (scan_.kind == LineKind::Section) {
            // inih keeps 49 bytes of a section's name; section_ has the whole name, since those of
            // books may be longer.
            section_ = scan_.name;
            file_.sections.push_back({section_, place(scan_.name_column, scan_.name_length + 1)});
            const std::string name = encode(scan_.name);
            out =
                '[' + name.substr(0, piece_length(name, std::min<std::size_t>(room - 1, 48))) + ']';
            return true;
        }
        const std::string name = encode(scan_.name);
        if (scan_.kind == LineKind::Pair && name.size() + 1 > room) {
            report(IniProblem::Kind::Suspicious, "the name is too long and the line is ignored", "",
                   scan_.name_column, scan_.name_length);
            return false;
        }
        owed_ = true; // inih calls back for a pair, unless the line is bad
        out = name.substr(0, room);
        if (scan_.kind == LineKind::Pair) {
            out += '=';
            rest_ = encode(scan_.value);
            sent_ = 0;
            // Otherwise all of it goes into continuations.
            if (out.size() + 3 <= room) append_piece(out, room - out.size());
        }
        return true;
    }

    // Appends as much of the value as fits; room is at least 3, one %XX.
    void append_piece(std::string& out, std::size_t room) {
        const std::string_view rest = std::string_view(rest_).substr(sent_);
        const std::size_t length = piece_length(rest, room);
        out += rest.substr(0, length);
        sent_ += length;
    }

    // The first call for a line has the name; for further pieces inih repeats its first 49 bytes.
    void on_pair(const char* name, const char* value) {
        if (owed_) {
            owed_ = false;
            open_ = true;
            name_ = decode(name);
            code_.clear();
        }
        code_ += value;
    }

    // inih has made all calls for a line when it asks for the next one.
    void finish_line() {
        if (owed_) {
            owed_ = false;
            const bool section = scan_.kind == LineKind::OpenSection;
            report(IniProblem::Kind::Syntax,
                   section ? "the section is not closed by ']'" : "'=' is missing",
                   section ? "" : "a line is: name = value", scan_.name_column, scan_.name_length);
        }
        if (!open_) return;
        open_ = false;
        if (name_.empty()) {
            report(IniProblem::Kind::Syntax, "no name before '='", "a line is: name = value",
                   scan_.name_column, 1);
            return;
        }
        file_.entries.push_back({section_, std::move(name_), decode(code_), scan_.quoted,
                                 place(scan_.name_column, scan_.name_length),
                                 place(scan_.value_column, scan_.value_length)});
    }

    IniPlace place(std::size_t column, std::size_t length) const {
        return {line_.number, line_.text, column, length};
    }
    void report(IniProblem::Kind kind, std::string message, std::string hint, std::size_t column,
                std::size_t length) {
        file_.problems.push_back(
            {kind, std::move(message), std::move(hint), place(column, length)});
    }

    LineCutter lines_;
    IniFile file_;
    SourceLine line_; // the current line
    LineScan scan_;
    std::string rest_;     // its value, encoded for inih
    std::size_t sent_ = 0; // the number of bytes of rest_ that inih has got
    bool owed_ = false;    // inih has the line, and has not called back yet
    bool open_ = false;    // inih has called back; more pieces may follow
    std::string section_, name_, code_;
};

} // namespace

IniFile parse_ini(std::string_view bytes) {
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) {
        IniFile file;
        file.problems.push_back({IniProblem::Kind::Syntax,
                                 "this is UTF-16 text",
                                 "save the file as UTF-8",
                                 {1, {}, 0, 0}});
        return file;
    }
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    return Feeder(bytes).parse();
}

} // namespace polyglot::config
