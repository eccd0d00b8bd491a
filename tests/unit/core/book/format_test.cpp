// The table of formats.
#include "core/book/format.hpp"
#include "core/text/text.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

TEST_CASE("no two formats share a name or an ending") {
    std::set<std::string_view> names, endings;
    for (const FormatInfo* const format : formats()) {
        CHECK_MESSAGE(names.insert(format->name).second, format->name);
        CHECK(!format->file_name.empty());
        CHECK(!format->page.empty());
        std::string_view rest = format->endings;
        for (auto ending = text::next_word(rest); !ending.empty(); ending = text::next_word(rest)) {
            CHECK_MESSAGE(endings.insert(ending).second, ending);
            CHECK(format_of_ending(ending) == format);
        }
    }
    CHECK(formats().front() == &polyglot_format);
    CHECK(format_of_ending(".ABK")->name == "Arena");
    CHECK(format_of_ending("") == nullptr);
    CHECK(format_of_ending(".ini") == nullptr);
}

} // namespace
} // namespace polyglot::book
