#include "storage/files/replace_file.hpp"

#include "storage/files/output_file.hpp"

namespace polyglot::io {

Result<void> replace_file(const FileAt& file, std::string_view bytes,
                          const std::filesystem::path& contents_of) {
    auto output = OutputFile::open(file, Durability::Synced, contents_of);
    if (output.has_error()) return output.error();
    output->write(bytes);
    return output->commit();
}

} // namespace polyglot::io
