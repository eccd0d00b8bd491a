// Host program of the build: compiles core/openings/openings.tsv into a C++ file
// (core/openings/compiled.hpp).
//
//     generate_openings TABLE.tsv OUTPUT.cpp
//
// Each row that is wrong is reported as TABLE.tsv:LINE: error: REASON, and no file is written.
#include "core/openings/make/starter.hpp"
#include "core/openings/make/table.hpp"

#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace openings = polyglot::openings;

std::optional<std::string> read_file(const char* name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return std::nullopt;
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad()) return std::nullopt;
    return text;
}

template <class Numbers>
std::string format_array(std::string_view type, std::string_view name, const Numbers& numbers,
                         std::string_view suffix = "") {
    constexpr std::size_t per_line = 24;
    std::string text = "constexpr " + std::string(type) + " " + std::string(name) + "[] = {";
    std::size_t number = 0;
    for (const auto& value : numbers) {
        text += number++ % per_line == 0 ? "\n    " : " ";
        text += std::to_string(value);
        text += suffix;
        text += ',';
    }
    return text + "\n};\n";
}

std::string format_source(const openings::Table& table, const std::string& book) {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> offsets;
    std::string names;
    for (const openings::TableName& name : table.names) {
        keys.push_back(name.key);
        offsets.push_back(static_cast<std::uint32_t>(names.size()));
        names += name.code + name.name;
    }
    offsets.push_back(static_cast<std::uint32_t>(names.size()));
    const auto bytes_of = [](const std::string& text) {
        return std::vector<std::uint8_t>(text.begin(), text.end());
    };
    return "// Made by cmake/openings/generate_openings.cpp from core/openings/openings.tsv.\n"
           "#include \"core/openings/compiled.hpp\"\n\n"
           "namespace polyglot::openings {\nnamespace {\n\n" +
           format_array("std::uint64_t", "keys", keys, "U") +
           format_array("std::uint32_t", "offsets", offsets) +
           format_array("std::uint8_t", "text", bytes_of(names)) +
           format_array("std::uint8_t", "starter", bytes_of(book)) +
           "\n} // namespace\n\n"
           "CompiledNames compiled_names() {\n    return {keys, offsets, {reinterpret_cast<const "
           "char*>(text), sizeof "
           "text}};\n}\n\n"
           "std::span<const std::uint8_t> compiled_starter() {\n    return starter;\n}\n\n"
           "} // namespace polyglot::openings\n";
}

int generate(const char* table_name, const char* output_name) {
    const auto text = read_file(table_name);
    if (!text) {
        std::cerr << table_name << ": error: cannot be read\n";
        return 1;
    }
    openings::Table table = openings::read_table(*text);
    if (table.problems.empty() && table.names.empty())
        table.problems.push_back({1, "no opening in this table"});
    for (const openings::Table::Problem& problem : table.problems)
        std::cerr << table_name << ':' << problem.line << ": error: " << problem.text << '\n';
    if (!table.problems.empty()) return 1;
    const auto book = openings::make_starter(table);
    if (!book) {
        std::cerr << table_name << ": error: " << book.error().message << '\n';
        return 1;
    }
    const std::string source = format_source(table, *book);
    // An unchanged file keeps its date, so that nothing that depends on it is compiled again.
    if (read_file(output_name) == source) return 0;
    std::ofstream file(output_name, std::ios::binary | std::ios::trunc);
    file << source;
    file.close();
    if (file) return 0;
    std::cerr << output_name << ": error: cannot be written\n";
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: generate_openings TABLE.tsv OUTPUT.cpp\n";
        return 2;
    }
    try {
        return generate(argv[1], argv[2]);
    } catch (const std::exception& exception) {
        std::cerr << "generate_openings: " << exception.what() << '\n';
        return 1;
    }
}
