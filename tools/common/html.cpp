#include "tools/common/html.hpp"

namespace polyglot::tools {
namespace {

constexpr std::string_view style_of_pages = R"(
:root { color-scheme: light dark; --faint: #6a6a6a; --rule: #d5d5d5; }
@media (prefers-color-scheme: dark) { :root { --faint: #a0a0a0; --rule: #444; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5em; }
h1 { font-size: 1.3em; margin: 0; })";

} // namespace

std::string html_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    }
    return result;
}

std::string html_page_begin(std::string_view title, std::string_view style) {
    const std::string name = html_escaped(title);
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
           "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
           "<title>" +
           name + "</title>\n<style>" + std::string(style_of_pages) + std::string(style) +
           "</style>\n</head>\n<body>\n<h1>" + name + "</h1>\n";
}

} // namespace polyglot::tools
