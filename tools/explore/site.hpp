// Answers the explorer's requests with the page or with JSON. Test: site_test.cpp.
#pragma once
#include "tools/explore/answers.hpp"
#include "tools/pages/page_site.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace polyglot::tools {

class Site final : public PageSite {
  public:
    // on_quit is called when the user ends the explorer in the page.
    Site(Guard guard, Answers& answers, std::span<const PageFile> page,
         std::function<void()> on_quit)
        : PageSite(std::move(guard), page), answers_(answers), on_quit_(std::move(on_quit)) {}

  private:
    std::string_view page() const override;
    HttpResponse ask(std::string_view path, const Answers::Question& question) override;
    HttpResponse quit(const Answers::Question& question);

    Answers& answers_;
    std::function<void()> on_quit_;
};

} // namespace polyglot::tools
