// How every command with a page serves it. Test: tests/e2e/test_explore.py, test_setup.py.
#pragma once
#include "tools/pages/page_site.hpp"
#include "tools/pages/server.hpp"

#include <iosfwd>
#include <string>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

struct ServedPage {
    std::string command;      // "explore", for messages
    std::string announcement; // "The explorer is at", before the address
    bool opens_browser = true;
};

// Prints the address of the site, opens it in the browser if that is wanted, and runs the context
// until the server stops. Returns the exit status of the command.
int serve_page(boost::asio::io_context& context, Server& server, PageSite& site,
               const ServedPage& page, std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
