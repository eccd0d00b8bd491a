// `polyglot setup` makes one engine ready in the browser. See docs/setup.md.
#include "adapter/engine/end_signals.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/own_program.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/option_table.hpp"
#include "tools/pages/serve_page.hpp"
#include "tools/setup/setup_site.hpp"

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {
namespace {

constexpr std::string_view setup_usage = "polyglot setup [INI] [-port N] [-no-open]";
constexpr int least_port = 1024; // below it, a browser may leave the port out of its requests
constexpr int most_port = 65'535;

struct SetupOptions {
    std::string ini;
    std::uint16_t port = 0;
    bool opens_browser = true;
};

std::optional<int> read_setup_options(Arguments args, SetupOptions& options, std::ostream& out,
                                      std::ostream& err) {
    OptionTable option(setup_usage);
    option("ini", "INI", options.ini,
           "the file to write (default: the engine's name, in this folder); the page can choose "
           "another one; the option's name may be left out")
        .takes_words();
    option("port", "N", within(options.port, least_port, most_port),
           "the port, 1024 to 65535 (default: one that is free)");
    option("no-open", "do not open the browser: only print the address")
        .sets(options.opens_browser, false);
    return option.read(args, out, err, [] {});
}

int refuse_setup(std::ostream& err, const std::string& why) {
    return fail(err, "setup: " + why);
}

int serve_setup(const SetupOptions& options, const std::filesystem::path& program,
                std::ostream& out, std::ostream& err) {
    std::error_code error;
    const std::filesystem::path start = std::filesystem::current_path(error);
    if (error) return refuse_setup(err, "the current folder does not exist");
    boost::asio::io_context context(1);
    auto server = Server::listen(context, options.port);
    if (!server) return refuse_setup(err, server.error().message);
    SetupAnswers answers(context, program, start,
                         options.ini.empty()
                             ? std::filesystem::path()
                             : normal_path(absolute_path(start, to_path(options.ini))));
    std::optional<io::EndSignals> signals;
    signals.emplace(context);
    signals->watch();
    signals->async_wait([&](io::EndSignals::Kind) {
        answers.end();
        signals->clear(); // from now on signals end the program as usual
        (*server)->stop();
    });
    SetupSite site(Guard("setup", new_secrets(), (*server)->port()), answers, page_files(), [&] {
        answers.end();
        (*server)->stop();
        signals.reset(); // otherwise the context would wait for a signal
    });
    return serve_page(context, **server, site,
                      {.command = "setup",
                       .announcement = "The set-up is at",
                       .opens_browser = options.opens_browser},
                      out, err);
}

} // namespace

int run_setup(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    SetupOptions options;
    if (const auto over = read_setup_options(args, options, out, err)) return *over;
    if (page_files().empty())
        return refuse_setup(
            err, "the page is not part of this program: Node.js was missing when it was built "
                 "(scripts/setup build installs it)");
    const auto program = io::own_program();
    if (!program) return refuse_setup(err, program.error().message);
    return serve_setup(options, *program, out, err);
}

} // namespace polyglot::tools
