// Owners and permissions of new files.
#include "storage/files/rights_posix.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

fs::path write_file(const test::Folder& folder, ::mode_t mode) {
    const fs::path file = folder.write("file", "");
    fs::permissions(file, fs::perms(mode));
    return file;
}

} // namespace

TEST_CASE(
    "rights: a file that will hold a copy is made for no user who is shut out of the source") {
    for (const auto& [mode, made] : {std::pair<::mode_t, ::mode_t>{0600, 0600},
                                     {0640, 0600},
                                     {0644, 0644},
                                     {0664, 0644},
                                     {0646, 0644},
                                     {0666, 0666},
                                     {0755, 0644},
                                     {0604, 0600}}) { // not for its group
        const test::Folder folder;
        CHECK(SourceRights(write_file(folder, mode)).mode_to_make() == made);
    }
    CHECK(SourceRights({}).mode_to_make() == 0666);
}

#ifdef O_PATH
// File systems without permissions (FAT, CIFS) refuse fchmod(), as any does for a descriptor of
// this kind.
TEST_CASE("rights: a refused fchmod() is an error only if others may do more than they should") {
    struct Case {
        ::mode_t source, made;
        bool good;
    };
    for (const Case& each : {Case{0644, 0644, true}, Case{0660, 0660, true}, Case{0644, 0600, true},
                             Case{0444, 0755, true}, Case{0640, 0644, false},
                             Case{0600, 0660, false}, Case{0600, 0620, false}}) {
        CAPTURE(each.source);
        CAPTURE(each.made);
        const test::Folder from, to;
        const fs::path source = write_file(from, each.source);
        const int descriptor = ::open(write_file(to, each.made).c_str(), O_PATH);
        REQUIRE(descriptor >= 0);
        CHECK(SourceRights(source).apply(descriptor) == each.good);
        ::close(descriptor);
    }
}
#endif

} // namespace polyglot::io
