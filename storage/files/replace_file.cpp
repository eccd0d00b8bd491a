#include "storage/files/replace_file.hpp"

#include "storage/files/output_file.hpp"

namespace polyglot::io {

Result<void> replace_file(const FileAt& file, std::string_view bytes) {
    auto output = OutputFile::open(file);
    if (output.has_error()) return output.error();
    output->write(bytes);
    return output->commit();
}

} // namespace polyglot::io
