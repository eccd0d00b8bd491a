// Answers the explorer's requests with the page or with JSON. Test: site_test.cpp.
#pragma once
#include "tools/explore/answers.hpp"
#include "tools/explore/guard.hpp"
#include "tools/explore/http.hpp"
#include "tools/explore/page.hpp"

#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace polyglot::tools {

class Site {
  public:
    // on_quit is called when the user ends the explorer in the page.
    Site(Guard guard, Answers& answers, std::span<const PageFile> page,
         std::function<void()> on_quit)
        : guard_(std::move(guard)), answers_(answers), page_(page), on_quit_(std::move(on_quit)) {}

    // Returns the answer to a request that is refused, or nullopt. Judges by the header, so that
    // the body of a refused request need not be read.
    std::optional<HttpResponse> refuse(const HttpRequest& request) {
        return guard_.refuse(request);
    }
    HttpResponse answer(const HttpRequest& request);
    const Guard& guard() const { return guard_; }

  private:
    HttpResponse send_page(const HttpRequest& request);
    HttpResponse send_file(std::string_view path) const;
    HttpResponse ask(const HttpRequest& request);
    HttpResponse quit(const Answers::Question& question);

    Guard guard_;
    Answers& answers_;
    std::span<const PageFile> page_;
    std::function<void()> on_quit_;
};

} // namespace polyglot::tools
