#include "tools/common/flush_output.hpp"

#include "tools/common/command_line.hpp"

#include <ostream>

namespace polyglot::tools {

int flush_output(std::ostream& out, std::ostream& err, int status) {
    if (out.flush()) return status;
    err << "polyglot: standard output cannot be written\n";
    return status == exit_done ? exit_bad_input : status;
}

} // namespace polyglot::tools
