// The one place that knows where Boost has Process v1. Everywhere else it is polyglot::io::bp.
//
// Up to 1.87 v1 is what <boost/process.hpp> brings, in boost::process; from 1.88 that header is v2,
// and v1 lives on under <boost/process/v1/>, in boost::process::v1 (1.88 lacks the convenience
// header <boost/process/v1.hpp>). v1 is used because v2 of 1.81 re-registers every descriptor at
// fork and throws in the child when standard input is a file, and does not compile with mingw-w64.
#pragma once

// std::filesystem is used instead of Boost.Filesystem, which would have to be linked.
#ifndef BOOST_PROCESS_USE_STD_FS
#define BOOST_PROCESS_USE_STD_FS
#endif

#include <boost/version.hpp>
#if BOOST_VERSION < 108100
#error "Boost 1.81 or newer is needed (scripts/setup installs it)"
#elif BOOST_VERSION < 108800
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#else
#include <boost/process/v1/args.hpp>
#include <boost/process/v1/async_pipe.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/env.hpp>
#include <boost/process/v1/environment.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/exe.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/group.hpp>
#include <boost/process/v1/io.hpp>
#include <boost/process/v1/pipe.hpp>
#include <boost/process/v1/search_path.hpp>
#include <boost/process/v1/start_dir.hpp>
#endif

namespace polyglot::io {

#if BOOST_VERSION < 108800
namespace bp = boost::process;
#else
namespace bp = boost::process::v1;
#endif

} // namespace polyglot::io
