#include "core/text/json.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>
#include <utility>

namespace polyglot::text {
namespace {

constexpr int most_depth = 16;

void append_utf8(std::string& text, std::uint32_t code) {
    const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

// After a fault every function returns, and the first fault counts.
class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    Result<JsonValue> read() {
        JsonValue value;
        read_value(value, 0);
        skip_blanks();
        if (fault_.empty() && at_ < text_.size()) fail("there is more after the value");
        if (!fault_.empty()) return make_error(fault_, fault_at_);
        return value;
    }

  private:
    bool fail(std::string fault) {
        if (fault_.empty()) {
            fault_ = std::move(fault);
            fault_at_ = at_;
        }
        return false;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks() {
        while (is_one_of(peek(), " \t\r\n") && at_ < text_.size())
            ++at_;
    }
    bool take(char wanted) {
        skip_blanks();
        if (at_ >= text_.size() || peek() != wanted) return false;
        ++at_;
        return true;
    }

    bool read_value(JsonValue& value, int depth) {
        using Kind = JsonValue::Kind;
        if (depth > most_depth) return fail("values are nested too deep");
        if (take('{')) return read_object(value, depth);
        if (take('[')) return read_array(value, depth);
        if (peek() == '"') {
            value.kind = Kind::String;
            return read_string(value.text);
        }
        if (read_word("true") || read_word("false")) {
            value.kind = Kind::Bool;
            value.text = word_;
            return true;
        }
        if (read_word("null")) return true;
        return read_number(value);
    }

    bool read_word(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        word_ = word;
        return true;
    }

    bool read_number(JsonValue& value) {
        const std::size_t begin = at_;
        const auto skip_digits = [this] {
            const std::size_t first = at_;
            while (is_digit(peek()))
                ++at_;
            return at_ > first;
        };
        if (peek() == '-') ++at_;
        if (!skip_digits()) return fail("a value is expected");
        if (peek() == '.') {
            ++at_;
            if (!skip_digits()) return fail("a digit is expected");
        }
        if (is_one_of(peek(), "eE")) {
            ++at_;
            if (is_one_of(peek(), "+-")) ++at_;
            if (!skip_digits()) return fail("a digit is expected");
        }
        value.kind = JsonValue::Kind::Number;
        value.text = text_.substr(begin, at_ - begin);
        return true;
    }

    bool read_array(JsonValue& value, int depth) {
        value.kind = JsonValue::Kind::Array;
        if (take(']')) return true;
        do {
            if (!read_value(value.items.emplace_back(), depth + 1)) return false;
        } while (take(','));
        return take(']') || fail("a , or ] is expected");
    }

    bool read_object(JsonValue& value, int depth) {
        value.kind = JsonValue::Kind::Object;
        if (take('}')) return true;
        do {
            skip_blanks();
            if (!read_string(value.names.emplace_back())) return false;
            if (!take(':')) return fail("a : is expected");
            if (!read_value(value.items.emplace_back(), depth + 1)) return false;
        } while (take(','));
        return take('}') || fail("a , or } is expected");
    }

    bool read_string(std::string& into) {
        if (!take('"')) return fail("a \" is expected");
        while (at_ < text_.size() && peek() != '"') {
            const char c = text_[at_];
            if (static_cast<unsigned char>(c) < 0x20) return fail("a control character");
            ++at_;
            if (c != '\\')
                into += c;
            else if (!read_escape(into))
                return false;
        }
        return take('"') || fail("a \" is missing");
    }

    bool read_escape(std::string& into) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
        const char c = peek();
        ++at_;
        if (const std::size_t index = letters.find(c); index != std::string_view::npos) {
            into += meant[index];
            return true;
        }
        if (c != 'u') return fail("an unknown escape");
        std::uint32_t code = 0;
        if (!read_hex(code)) return false;
        const bool is_high = code >= 0xd800 && code < 0xdc00;
        if (is_high && text_.substr(at_).starts_with("\\u")) {
            at_ += 2;
            std::uint32_t low = 0;
            if (!read_hex(low)) return false;
            code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        }
        append_utf8(into, code);
        return true;
    }

    bool read_hex(std::uint32_t& code) {
        const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc{} || digits.size() != 4 || end != digits.data() + 4)
            return fail("four hexadecimal digits are expected");
        at_ += 4;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string_view word_;
    std::string fault_;
    std::size_t fault_at_ = 0;
};

} // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
    for (std::size_t i = names.size(); i > 0; --i)
        if (names[i - 1] == name) return &items[i - 1];
    return nullptr;
}

std::optional<std::int64_t> JsonValue::integer() const {
    constexpr double most = 9e15; // below, a double has every whole number
    if (kind != Kind::Number) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (!(std::abs(value) < most) || std::trunc(value) != value) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

Result<JsonValue> parse_json(std::string_view text) {
    return Reader(text).read();
}

std::string format_json_string(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            (quoted += '\\') += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            quoted += "\\u00";
            quoted += hex[byte >> 4];
            quoted += hex[byte & 15];
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

} // namespace polyglot::text
