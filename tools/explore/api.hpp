// The questions that a page may ask, in one table: Site looks them up, and api_test writes
// docs/explore.md from it.
#pragma once
#include "tools/explore/answers.hpp"

#include <span>
#include <string_view>

namespace polyglot::tools {

struct ApiQuestion {
    std::string_view path;
    // Null: Site answers itself
    Answers::Answer (*answer)(Answers& answers, const Answers::Question& question);
    std::string_view members; // of the question, in Markdown; empty if it has none
    std::string_view meaning; // of the answer, in Markdown: a sentence, or a list
};

// Every question there is, in the order of the page.
std::span<const ApiQuestion> api_questions();

} // namespace polyglot::tools
