#include "adapter/session/desk.hpp"

#include "adapter/session/xboard_driver.hpp"

namespace polyglot::session {

Desk::Desk(config::Settings initial, Environment environment)
    : settings(std::move(initial)),
      log(environment.log),
      recall_settings(std::move(environment.recall_settings)),
      book(std::move(environment.open_book), environment.random),
      engine_options(settings.engine_options) {}

Desk::~Desk() = default;

void Desk::to_engine(std::string_view line) {
    if (driver)
        driver->on_uci_line(line);
    else
        to_wire(line);
}

bool Desk::to_xboard_engine(std::string_view line) {
    return driver && driver->on_xboard_line(line);
}

} // namespace polyglot::session
