// The page of `polyglot setup` and its questions. Test: setup_site_test.cpp.
#pragma once
#include "tools/pages/page_site.hpp"
#include "tools/setup/setup_answers.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace polyglot::tools {

class SetupSite final : public PageSite {
  public:
    // on_quit is called when the user ends the command in the page.
    SetupSite(Guard guard, SetupAnswers& answers, std::span<const PageFile> files,
              std::function<void()> on_quit)
        : PageSite(std::move(guard), files), answers_(answers), on_quit_(std::move(on_quit)) {}

  private:
    std::string_view page() const override { return "/setup"; }
    HttpResponse ask(std::string_view path, const boost::json::object& question) override;

    SetupAnswers& answers_;
    std::function<void()> on_quit_;
};

} // namespace polyglot::tools
