#include "tools/pages/serve_page.hpp"

#include "tools/common/command_line.hpp"
#include "tools/pages/browser.hpp"

#include <ostream>

namespace polyglot::tools {

int serve_page(boost::asio::io_context& context, Server& server, PageSite& site,
               const ServedPage& page, std::ostream& out, std::ostream& err) {
    server.serve({.refuse = [&site](const HttpRequest& request) { return site.refuse(request); },
                  .answer = [&site](const HttpRequest& request) { return site.answer(request); },
                  .warn =
                      [&err, &page](const std::string& what) {
                          err << page.command << ": " << what << '\n' << std::flush;
                      }});
    const std::string address = site.guard().address();
    out << page.announcement << ' ' << address << "\nCtrl-C ends it.\n" << std::flush;
    if (!out) return exit_bad_input; // without the address the page cannot be opened
    if (page.opens_browser && !open_browser(address))
        err << page.command << ": no browser could be opened: open the address above in yours\n";
    context.run();
    return exit_done;
}

} // namespace polyglot::tools
