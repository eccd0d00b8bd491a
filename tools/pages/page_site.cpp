#include "tools/pages/page_site.hpp"

#include "tools/common/json.hpp"

#include <cstddef>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::string_view place_of_key =
    "<meta name=\"key\" content=\""; // as in the pages of web/src

} // namespace

HttpResponse json_response(const json::object& answer) {
    return {.status = 200, .type = "application/json", .body = json::serialize(answer)};
}

HttpResponse json_error(unsigned status, std::string_view message) {
    HttpResponse response = json_response({{"error", tools::json_of(message)}});
    response.status = status;
    return response;
}

// The request is checked again, because the token may have been used since the header was read.
HttpResponse PageSite::answer(const HttpRequest& request) {
    if (auto refused = guard_.refuse(request)) return *std::move(refused);
    if (request.method == "GET")
        return request.path == "/" ? send_page(request) : send_file(request.path);
    if (request.method != "POST") return json_error(405, "only GET and POST are known");
    json::error_code failed;
    const json::value body = json::parse(request.body, failed);
    if (failed || !body.is_object()) return json_error(400, "the body is not a JSON object");
    return ask(request.path, body.get_object());
}

// A client that only has the cookie gets the page without the key.
HttpResponse PageSite::send_page(const HttpRequest& request) {
    HttpResponse response = send_file(page());
    if (response.status != 200 || !guard_.opens(request)) return response;
    if (const std::size_t at = response.body.find(place_of_key); at != std::string::npos)
        response.body.insert(at + place_of_key.size(), guard_.key());
    response.set_cookie = guard_.set_cookie();
    guard_.use_token();
    response.on_lost = [this] { guard_.give_token_back(); };
    return response;
}

HttpResponse PageSite::send_file(std::string_view path) const {
    const auto file = std::ranges::find(files_, path, &PageFile::path);
    if (file == files_.end()) return json_error(404, "there is nothing at " + std::string(path));
    return {.status = 200, .type = file->type, .body = std::string(file->content)};
}

} // namespace polyglot::tools
