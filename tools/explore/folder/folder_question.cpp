#include "tools/explore/folder/folder_question.hpp"

#include "tools/common/json.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>

namespace polyglot::tools {

namespace json = boost::json;

json::object describe(const BookDirectory& folder, const std::vector<std::string>& open) {
    const BookList list = folder.list();
    json::array files;
    for (const ListedBook& book : list.books) {
        json::object file{{"name", json_of(book.name)},
                          {"format", book.format},
                          {"size", book.size},
                          {"editable", book.is_editable}};
        if (!book.variant.empty()) file["variant"] = book.variant;
        if (const auto known = std::ranges::find(open, folder.path_to(book)); known != open.end())
            file["open"] = known - open.begin();
        files.push_back(std::move(file));
    }
    return {{"folder", json_of(folder.name())},
            {"files", std::move(files)},
            {"skipped", list.skipped},
            {"more", list.has_more}};
}

Result<std::vector<std::string>> wanted_books(const BookDirectory& folder,
                                              const json::object& question) {
    const json::value* const names = question.if_contains("books");
    if (names == nullptr || !names->is_array() || names->get_array().empty() ||
        names->get_array().size() > 2)
        return make_error("books: one or two names of the folder are expected");
    std::vector<std::string> files;
    for (const json::value& name : names->get_array()) {
        if (!name.is_string()) return make_error("books: a name is a text");
        auto file = folder.path_of(name.get_string());
        if (!file) return file.error();
        files.push_back(*std::move(file));
    }
    return files;
}

} // namespace polyglot::tools
