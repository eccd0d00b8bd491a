# Sourced by the scripts in this folder: paths, tools and figures that all of them share.
# shellcheck shell=bash
set -euo pipefail

started_in=$PWD # for file names that a user gives
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Debian installs chess programs in /usr/games, which root's and many services' PATH lacks.
export PATH="$PATH:/usr/games:/usr/local/games"

jobs=$(nproc 2>/dev/null || echo 2)

say() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# The first of the names given that can be run, or nothing.
first_command() {
    local name
    for name in "$@"; do
        if command -v "$name" >/dev/null 2>&1; then printf '%s\n' "$name"; return 0; fi
    done
    return 1
}

# C++20 as we use it needs g++ 12; older distributions keep newer compilers beside their default one.
pick_compiler() {
    local candidate major
    for candidate in g++ g++-14 g++-13 g++-12; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        major=$("$candidate" -dumpversion 2>/dev/null | cut -d. -f1)
        if [ "${major:-0}" -ge 12 ]; then printf '%s\n' "$candidate"; return 0; fi
    done
    return 1
}

# ccache takes a precompiled header for what it is made of only with these.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}

# configure PRESET [argument of cmake…]
configure() {
    local preset=$1
    shift
    if [ -z "${CXX:-}" ] && [ "$preset" != asan ]; then
        CXX=$(pick_compiler) || die "no g++ >= 12: run scripts/setup build"
        export CXX
    fi
    if command -v ccache >/dev/null 2>&1; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
    if ! cmake --preset "$preset" "$@" >"build/configure-$preset.log" 2>&1; then
        cat "build/configure-$preset.log" >&2
        die "configuring preset '$preset' failed"
    fi
}

# build PRESET [target…]
build() {
    local preset=$1
    shift
    local targets=()
    if [ $# -gt 0 ]; then targets=(--target "$@"); fi
    cmake --build "build/$preset" -j "$jobs" "${targets[@]}"
}

# configure_and_build PRESET [target…]
configure_and_build() {
    configure "$1"
    build "$@"
}

# Sets POLYGLOT_WINDOWS_PREFIX to ~/windows-libraries if it is not set and this folder has what docs/building.md puts there.
find_windows_libraries() {
    if [ -z "${POLYGLOT_WINDOWS_PREFIX:-}" ] && [ -d "${HOME:-}/windows-libraries/lib" ]; then
        export POLYGLOT_WINDOWS_PREFIX=$HOME/windows-libraries
    fi
}

# Prints which files of the three libraries POLYGLOT_WINDOWS_PREFIX lacks.
missing_windows_libraries() {
    local file missing=()
    for file in include/ini.h include/sqlite3.h lib/libinih.a lib/libsqlite3.a lib/libboost_program_options.a; do
        [ -e "$POLYGLOT_WINDOWS_PREFIX/$file" ] || missing+=("$file")
    done
    printf '%s' "${missing[*]}"
}

# Every C++ file of the project, NUL-separated. Taken from git where there is one, so that build trees stay out.
our_sources() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard -- \
            'main.cpp' 'adapter/*.[ch]pp' 'cluster/*.[ch]pp' 'cmake/*.[ch]pp' 'config/*.[ch]pp' 'core/*.[ch]pp' 'storage/*.[ch]pp' 'tools/*.[ch]pp' 'tests/*.[ch]pp'
    else
        find main.cpp adapter cluster cmake config core storage tools tests -name '*.[ch]pp' -print0 2>/dev/null
    fi
}

# Of the files given, NUL-separated, those that the last 40 commits and the working tree have changed, or whose header they
# have. Commits that only change the layout (.git-blame-ignore-revs) do not count. All files where there is no history of that
# length.
only_changed() {
    if ! git rev-parse --quiet --verify HEAD~40 >/dev/null 2>&1; then cat; return; fi
    local layouts
    layouts=$(cat .git-blame-ignore-revs 2>/dev/null || true)
    grep -zxFf <(
        {
            { git rev-list HEAD~40..HEAD | grep -vxF "${layouts:-none}" || true; } |
                git diff-tree --stdin --cc --no-commit-id --name-only -r
            git diff --name-only HEAD
            git ls-files --others --exclude-standard
        } | sed 's/\.hpp$/.cpp/' | sort -u
    ) || [ $? -eq 1 ] # none of them
}

mkdir -p build

# run_tests PRESET [argument of ctest…]
# More at a time than there are processors: a third of what the tests take is waiting.
run_tests() {
    local preset=$1
    shift
    ctest --preset "$preset" -j $((jobs + jobs / 2)) "$@"
}

# start_wine FOLDER: $wine runs Windows programs, with a configuration in FOLDER, until the script ends.
start_wine() {
    local server
    server=$(first_command wineserver /usr/lib/wine/wineserver) || die "no wineserver: run scripts/setup windows"
    wine=$(first_command wine64 /usr/lib/wine/wine64) || die "no wine64: run scripts/setup windows"
    export WINEPREFIX=$root/$1/wine WINEDEBUG=-all
    export WINEDLLOVERRIDES='winedbg.exe=d;mscoree=;mshtml=' # no debugger for crashes, and no questions for add-ons
    mkdir -p "$WINEPREFIX"
    "$server" -k >/dev/null 2>&1 || true # one that a killed script has left
    # It holds what it inherits open, and outlives the first program under Wine only if it is started by itself.
    "$server" -p </dev/null >/dev/null 2>&1
    # shellcheck disable=SC2064 # the server's name is known now
    trap "'$server' -k >/dev/null 2>&1 || true" EXIT
    "$wine" wineboot --init </dev/null >"$1/wineboot.log" 2>&1 || { cat "$1/wineboot.log"; die "wineboot failed"; }
}
