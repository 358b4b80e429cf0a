#!/bin/sh
# Builds the pages of the house from web/ into the package; does nothing when they are built and nothing has changed.
# `web.sh check` looks for mistakes in web/ and runs its tests instead; `web.sh modules` only fetches what is needed for either.
set -eu
cd "$(dirname "$0")/.."

venv=$PWD/.venv
out=src/parlour/server/pages/app
stamp=$out/.built
modules=web/node_modules/.installed

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Runs npm in web/ silently; what it says is shown only if it fails.
npm_quietly() { (cd web && "$venv/bin/npm" "$@") >"$log" 2>&1; }

# the games are built into the pages
sources() { find web src/parlour/texts src/parlour/core src/parlour/games src/parlour/server/api scripts/catalogue.py -path web/node_modules -prune -o -path web/tests -prune -o -name __pycache__ -prune -o -type f -print | LC_ALL=C sort; }
fingerprint() { sources | tr '\n' '\0' | xargs -0 cksum && cksum scripts/web.sh; }
locked() { cksum web/package.json web/package-lock.json && "$venv/bin/node" --version; }

what=${1:-build}
if [ "$what" = build ] && [ -f "$stamp" ] && [ -f "$out/index.html" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; then exit 0; fi

[ -x "$venv/bin/npm" ] || fail "There is no Node in .venv: run make install first."
# Tools that npm starts look for node themselves; the user's settings must not send them elsewhere.
PATH=$venv/bin:$PATH
export PATH NODE_ENV= NO_UPDATE_NOTIFIER=1

if [ ! -f "$modules" ] || [ "$(cat "$modules")" != "$(locked)" ]; then
    say "Fetching the packages that build the pages."
    npm_quietly ci --no-audit --no-fund || {
        tail -n 15 "$log" >&2
        fail "The packages for the pages could not be fetched: is there a network? The last lines above say more."
    }
    locked >"$modules"
fi
[ "$what" != modules ] || exit 0

if [ "$what" = check ]; then
    npm_quietly run check || { tail -n 40 "$log" >&2; fail "There are mistakes in web/: the lines above say where."; }
    npm_quietly run test || { tail -n 60 "$log" >&2; fail "Tests of web/ failed: the lines above say which."; }
    say "web/ is clean: $(grep -aoE '[0-9]+ passed' "$log" | tail -n 1)."
    exit 0
fi

say "Building the pages."
rm -f "$stamp"
npm_quietly run build || {
    tail -n 25 "$log" >&2
    fail "The pages could not be built: the lines above say why."
}
fingerprint >"$stamp"
