// The file that explore -edit keeps of edits that are not saved: any text is read without harm,
// every line of it is either read or counted, and what is read comes to a history that can be
// undone to its beginning.
#include "tools/explore/edit/journal.hpp"

#include "tests/fuzz/fuzz.hpp"

namespace tools = polyglot::tools;
using polyglot::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = polyglot::fuzz::text_of(data, size);
    std::size_t lines = 0;
    for (polyglot::fuzz::Bytes rest(text); !rest.empty(); rest.line())
        ++lines;
    const tools::JournalText journal = tools::parse_journal(text);
    const std::size_t read = journal.events.size() + journal.damaged;
    require(read == lines || read + 1 == lines,
            "each line is read or counted, but for the first one");
    tools::Recalled recalled = tools::recall(journal.events);
    require(recalled.timeline.done() + recalled.timeline.undone() <= journal.events.size(),
            "no step is made up");
    require((recalled.unreadable == 0) == recalled.why.empty(), "what cannot be read has a reason");
    while (recalled.timeline.undo()) {
    }
    require(recalled.timeline.done() == 0, "all steps can be undone");
    return 0;
}
