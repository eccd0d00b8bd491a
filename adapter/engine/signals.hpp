// What signals do to us: those that the process that started us wants to be ignored, as nohup does, stay ignored, for
// us and for the engine.
#pragma once
#include <boost/asio/signal_set.hpp>

namespace polyglot::io {

// Adds SIGINT, SIGTERM and SIGHUP (where there is one), each unless it was ignored when we were started.
void watch_ends(boost::asio::signal_set& signals);

// Ignores a signal until the end of the process.
void ignore_signal(int signal);
// ignore_signal() has changed what the signal does. May be called between fork and exec.
bool is_ignored_by_us(int signal);

} // namespace polyglot::io
