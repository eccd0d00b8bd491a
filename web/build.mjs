// Bundles the page and writes it as C++: node web/build.mjs OUTPUT.cpp
import {readFile, writeFile} from "node:fs/promises"
import {dirname, join} from "node:path"
import {fileURLToPath} from "node:url"
import {build} from "esbuild"

const here = dirname(fileURLToPath(import.meta.url))
const output = process.argv[2]
const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8"
}

async function bundle(entry) {
    const result = await build({
        entryPoints: [join(here, "src", entry)],
        bundle: true,
        minify: true,
        charset: "utf8",
        format: "iife",
        target: ["es2022"],
        legalComments: "inline",
        loader: {".svg": "text"},
        logLevel: "warning",
        write: false
    })
    return result.outputFiles[0].contents
}

const source = name => readFile(join(here, "src", name), "utf8")

// A page in the frame that all of them have. src/NAME.html is its body, with the place of the brand's icon.
async function page(name, title, style) {
    const icon = (await source("icon.svg")).trim().replace(/ xmlns="[^"]*"/, ' aria-hidden="true"')
    const parts = {title, style, script: `/${name}.js`, body: (await source(`${name}.html`)).trim(), brand: icon}
    let text = await source("frame.html")
    for (const [part, content] of Object.entries(parts)) text = text.replace(`<!--${part}-->`, () => content)
    return Buffer.from(text)
}

// What is compiled in from others, by their own words.
async function licences() {
    const board = join(here, "node_modules/cm-chessboard")
    const pieces = await readFile(join(board, "assets/pieces/standard.svg"), "utf8")
    return Buffer.from("cm-chessboard, the pieces of this page\n\n" + await readFile(join(board, "LICENSE"), "utf8")
        + "\n\nIts pieces\n" + pieces.match(/<!--(.*?)-->/s)[1]
        + "\n\nHeroicons, its icons\n\n" + await readFile(join(here, "node_modules/heroicons/LICENSE"), "utf8")
        + "\n\nuPlot, the chart\n\n" + await readFile(join(here, "node_modules/uplot/LICENSE"), "utf8"))
}

const files = [
    ["/", ".html", await page("page", "polyglot explore", "/page.css")],
    ["/page.js", ".js", await bundle("page.js")],
    ["/page.css", ".css", await bundle("page.css")],
    ["/watch", ".html", await page("watch", "polyglot watch", "/page.css")],
    ["/watch.js", ".js", await bundle("watch.js")],
    ["/setup", ".html", await page("setup", "polyglot setup", "/setup.css")],
    ["/setup.js", ".js", await bundle("setup.js")],
    ["/setup.css", ".css", await bundle("setup.css")],
    ["/icon.svg", ".svg", await readFile(join(here, "src/icon.svg"))],
    ["/licences.txt", ".txt", await licences()]
]

const lines = []
for (const [number, [, , content]] of files.entries()) {
    lines.push(`constexpr unsigned char file_${number}[] = {`)
    for (let at = 0; at < content.length; at += 32) lines.push([...content.subarray(at, at + 32)].join(",") + ",")
    lines.push("};")
}
const table = files.map(([path, type, content], number) =>
    `    PageFile{"${path}", "${types[type]}", text_of(file_${number}, ${content.length})},`)

await writeFile(output, `// Made by web/build.mjs.
#include "tools/pages/page.hpp"

namespace polyglot::tools {
namespace {

${lines.join("\n")}

std::string_view text_of(const unsigned char* bytes, std::size_t size) {
    return {reinterpret_cast<const char*>(bytes), size};
}

} // namespace

std::span<const PageFile> page_files() {
    static const PageFile files[] = {
${table.join("\n")}
    };
    return files;
}

} // namespace polyglot::tools
`)
