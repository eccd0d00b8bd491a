// Names an engine before it has announced its name. Test: launch_name_test.cpp.
#pragma once
#include "adapter/engine/engine_process.hpp"

#include <string>

namespace polyglot::tools::engine_test {

// Returns the file name of the program. For an interpreter or a starter (python3, java, nice, wine
// …), returns that of the script or program that it runs, as far as its arguments show it.
std::string launch_name(const io::EngineLaunch& launch);

} // namespace polyglot::tools::engine_test
