#include "storage/files/own_program.hpp"

#include "core/text/system_message.hpp"

#include <system_error>

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/runtime_symbol_info.hpp>

namespace polyglot::io {

Result<std::filesystem::path> own_program() {
    std::error_code error;
    const std::filesystem::path program = boost::dll::program_location(error);
    if (error) return make_error("the path of this program is not known: " + system_message(error));
    const std::filesystem::path whole = std::filesystem::canonical(program, error);
    return error ? program : whole;
}

} // namespace polyglot::io
