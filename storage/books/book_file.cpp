#include "storage/books/book_file.hpp"

#include "core/openings/starter.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"

#include <array>
#include <new>
#include <utility>

namespace polyglot::io {
namespace {

using Bytes = std::shared_ptr<const book::ByteReader>;

Bytes open_beside(const std::string& name, std::string_view ending) {
    auto file = open_random_access_file(to_path(name).replace_extension(to_path(ending)));
    return file ? *std::move(file) : nullptr;
}

// The bytes that could be read. size() is that of the file.
class HeldBytes final : public book::ByteReader {
  public:
    HeldBytes(std::vector<std::byte> bytes, std::uint64_t size)
        : bytes_(std::move(bytes)), size_(size) {}
    std::uint64_t size() const override { return size_; }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        return book::SpanReader(bytes_).read_at(offset, into);
    }
    std::span<const std::byte> held() const override {
        return bytes_.size() == size_ ? std::span<const std::byte>(bytes_)
                                      : std::span<const std::byte>();
    }

  private:
    std::vector<std::byte> bytes_;
    std::uint64_t size_;
};

Result<OpenedBook> open_by_content(Bytes bytes, const std::string& name, BookUse use) {
    if (use == BookUse::Walk) bytes = hold_in_memory(std::move(bytes));
    std::array<std::byte, 4096> buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes->read_at(0, buffer));
    const book::FormatInfo* const found = book::detect_format(head, bytes->size());
    // A format that only commands read is refused by PolyGlot's reader, which names it.
    const book::FormatInfo& format =
        found != nullptr && found->open != nullptr ? *found : book::polyglot_format;
    auto opened = format.open(
        {std::move(bytes), use, [&name](auto ending) { return open_beside(name, ending); }});
    if (opened) opened->format = format.name;
    return opened;
}

} // namespace

Result<OpenedBook> open_book(Bytes bytes, const std::string& name, BookUse use) {
    // A tree of moves is held in memory. There may be no room if a larger file has replaced it
    // during a match.
    const auto open = [&]() -> Result<OpenedBook> {
        try {
            return open_by_content(std::move(bytes), name, use);
        } catch (const std::bad_alloc&) {
            return make_error("there is not enough memory for this book");
        }
    };
    auto opened = open();
    if (!opened) return make_error(name + ": " + opened.error().message, opened.error().offset);
    return opened;
}

Bytes hold_in_memory(Bytes bytes) {
    const std::uint64_t size = bytes->size();
    if (size > most_walked_bytes || !bytes->held().empty()) return bytes;
    try {
        std::vector<std::byte> held(static_cast<std::size_t>(size));
        held.resize(bytes->read_at(0, held));
        return std::make_shared<const HeldBytes>(std::move(held), size);
    } catch (const std::bad_alloc&) {
        return bytes;
    }
}

std::filesystem::path book_path(const std::filesystem::path& folder, const std::string& name) {
    return name == openings::starter_name ? to_path(name) : absolute_path(folder, to_path(name));
}

bool is_starter(const std::filesystem::path& path) {
    return path == to_path(openings::starter_name);
}

Result<Bytes> open_book_bytes(const std::filesystem::path& path, Access access) {
    if (is_starter(path)) return openings::starter_book();
    auto file = open_random_access_file(path, access);
    if (!file) return file.error();
    return Bytes(*std::move(file));
}

Result<OpenedBook> open_book(const std::filesystem::path& path, BookUse use) {
    auto file = open_book_bytes(path);
    if (!file) return file.error();
    return open_book(*std::move(file), to_text(path), use);
}

} // namespace polyglot::io
