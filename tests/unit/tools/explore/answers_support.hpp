// What the tests of the explorer's answers share.
#pragma once
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/answers.hpp"

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {

inline boost::json::object told(const Answers::Answer& answer) {
    REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
    return *answer;
}
inline std::string why_not(const Answers::Answer& answer) {
    return answer ? "it was answered: " + boost::json::serialize(*answer).substr(0, 200)
                  : answer.error().message;
}

// Answers about books.
struct AnswersPage {
    explicit AnswersPage(const std::vector<std::string>& books,
                         const chess::Variant* variant = nullptr)
        : shelf(5, nullptr, variant) {
        for (const std::string& book : books) {
            const auto added = shelf.add(book);
            REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
        }
    }
    boost::json::object first_book(const boost::json::object& question = {}) const {
        return told(answers.position(question)).at("books").at(0).as_object();
    }
    Shelf shelf;
    Answers answers{shelf};
};

} // namespace polyglot::tools
