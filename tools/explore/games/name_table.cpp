#include "tools/explore/games/name_table.hpp"

namespace polyglot::tools {

std::uint32_t NameTable::add(std::string_view name) {
    const std::lock_guard lock(mutex_);
    if (const auto known = numbers_.find(name); known != numbers_.end()) return known->second;
    const auto number = static_cast<std::uint32_t>(names_.size());
    numbers_.emplace(names_.emplace_back(name), number);
    return number;
}

void NameTable::finish() {
    const std::lock_guard lock(mutex_);
    numbers_ = {};
}

std::uint64_t NameTable::bytes() const {
    const std::size_t inside = std::string().capacity(); // without memory of its own
    std::uint64_t bytes = names_.size() * sizeof(std::string);
    for (const std::string& name : names_)
        if (name.capacity() > inside) bytes += name.capacity() + 1;
    return bytes;
}

} // namespace polyglot::tools
