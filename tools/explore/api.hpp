// The table of the questions that a page may ask. Site looks them up, and api_test writes
// tools/explore/API.md from it. Test: api_test.cpp.
#pragma once
#include "tools/explore/answers.hpp"

#include <span>
#include <string_view>

namespace polyglot::tools {

struct ApiQuestion {
    std::string_view path;
    // Null if Site itself answers.
    Answers::Answer (*answer)(Answers& answers, const Answers::Question& question);
    std::string_view members; // of the question, in Markdown; empty if it has none
    std::string_view meaning; // of the answer, in Markdown: a sentence or a list
};

// Returns all questions in the order of the documentation.
std::span<const ApiQuestion> api_questions();

} // namespace polyglot::tools
