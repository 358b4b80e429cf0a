#!/bin/sh
# Prints the path of a Chromium for the tests of the pages: the system's own; if there is none, Debian's is installed
# (as root), else Playwright's into .venv. A headless one is preferred: it takes a tenth less processor time. Several may ask at the same time: one installs, the others wait.
set -eu
cd "$(dirname "$0")/.."

own=$PWD/.venv/chromium
lock=$PWD/.venv/chromium.lock
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

fail() { printf '%s\n' "$*" >&2; exit 1; }

# Some systems have a command that only says what to install: a real browser prints its version.
runs() { [ -x "$1" ] && "$1" --version >/dev/null 2>&1; }

candidates() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do command -v "$name" || true; done
    printf '%s\n' "/Applications/Chromium.app/Contents/MacOS/Chromium" "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    [ ! -d "$own" ] || find "$own" -type f \( -name chrome -o -name Chromium -o -name 'Google Chrome for Testing' \)
}

look() {
    candidates | while IFS= read -r path; do
        if runs "$path"; then printf '%s\n' "$path" && break; fi
    done
}

by_apt() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
    export DEBIAN_FRONTEND=noninteractive
    get() { apt-get install -y --no-install-recommends "$1" >>"$log" 2>&1; }
    get chromium-headless-shell || { apt-get update >>"$log" 2>&1 && { get chromium-headless-shell || get chromium; }; }
}

by_playwright() {
    [ -x .venv/bin/playwright ] && PLAYWRIGHT_BROWSERS_PATH=$own .venv/bin/playwright install chromium >>"$log" 2>&1
}

found=$(look)
if [ -z "$found" ]; then
    [ -d .venv ] || fail "There is no .venv: run make install first."
    tries=0
    until mkdir "$lock" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "Another process has been installing Chromium for ten minutes: if it no longer runs, remove $lock."
        sleep 1
    done
    trap 'rm -f "$log"; rmdir "$lock"' EXIT
    found=$(look)
    for way in by_apt by_playwright; do
        if [ -z "$found" ] && $way; then found=$(look); fi
    done
fi
[ -n "$found" ] || {
    tail -n 10 "$log" >&2
    fail "There is no Chromium and none could be installed: install chromium or google-chrome, then try again."
}
printf '%s\n' "$found"
