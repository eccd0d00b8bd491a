// What an engine is called before it has said its name.
#pragma once
#include "adapter/engine/engine_process.hpp"

#include <string>

namespace polyglot::tools::engine_test {

// The file name of the program; of an interpreter or a starter (python3, java, nice, wine …) that
// of the script or the program that it runs, as far as its arguments show it.
std::string launch_name(const io::EngineLaunch& launch);

} // namespace polyglot::tools::engine_test
