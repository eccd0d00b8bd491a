// Answers the requests of one page: its files, and its questions in JSON. Each command that has a
// page derives its site from this one. Tests: site_test.cpp of explore and of setup.
#pragma once
#include "core/result.hpp"
#include "tools/pages/guard.hpp"
#include "tools/pages/http.hpp"
#include "tools/pages/page.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class PageSite {
  public:
    PageSite(Guard guard, std::span<const PageFile> files)
        : guard_(std::move(guard)), files_(files) {}
    virtual ~PageSite() = default;
    PageSite(const PageSite&) = delete;
    PageSite& operator=(const PageSite&) = delete;

    // Returns the answer to a request that is refused, or nullopt. Judges by the header, so that
    // the body of a refused request need not be read.
    std::optional<HttpResponse> refuse(const HttpRequest& request) {
        return guard_.refuse(request);
    }
    HttpResponse answer(const HttpRequest& request);
    const Guard& guard() const { return guard_; }

  protected:
    // Returns the path of the file that is sent as the page.
    virtual std::string_view page() const = 0;
    // Answers a question that the guard has accepted.
    virtual HttpResponse ask(std::string_view path, const boost::json::object& question) = 0;

  private:
    HttpResponse send_page(const HttpRequest& request);
    HttpResponse send_file(std::string_view path) const;

    Guard guard_;
    std::span<const PageFile> files_;
};

HttpResponse json_response(const boost::json::object& answer);
// The message is shown to the user.
HttpResponse json_error(unsigned status, std::string_view message);

// Calls a member function, with the question if it takes one.
template <auto Member, class Answers>
Result<boost::json::object> ask_member(Answers& answers, const boost::json::object& question) {
    if constexpr (std::is_invocable_v<decltype(Member), Answers&, const boost::json::object&>)
        return (answers.*Member)(question);
    else
        return (answers.*Member)();
}

// Answers by the row of the table that has this path: its `answer` gets `answers` and the question.
template <class Table, class Answers>
HttpResponse ask_by_table(const Table& table, std::string_view path, Answers& answers,
                          const boost::json::object& question) {
    const auto row =
        std::ranges::find_if(table, [path](const auto& one) { return one.path == path; });
    if (row == table.end()) return json_error(404, "there is nothing at " + std::string(path));
    const Result<boost::json::object> answered = row->answer(answers, question);
    return answered ? json_response(*answered) : json_error(400, answered.error().message);
}

} // namespace polyglot::tools
