#!/bin/sh
# Builds a static site with a house in it into build/site: pages, Python for browsers, Parlour, and kernels.
# Does nothing when it is built and nothing has changed.
set -eu
cd "$(dirname "$0")/.."

out=build/site
stamp=$out/.built
log=$(mktemp)
trap 'rm -f "$log"' EXIT

sources() {
    find web src/parlour scripts/offline.* -path web/node_modules -prune -o -path web/tests -prune -o -path src/parlour/server/pages/app -prune \
        -o -path src/parlour/server/pages/offline -prune -o -name __pycache__ -prune -o -type f -print | LC_ALL=C sort
}
fingerprint() { sources | tr '\n' '\0' | xargs -0 cksum && cksum requirements.lock scripts/site.sh; }

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; then exit 0; fi
PATH=$PWD/.venv/bin:$PATH
export PATH NODE_ENV= NO_UPDATE_NOTIFIER=1
.venv/bin/python scripts/offline.py >"$log" 2>&1 || {
    tail -n 15 "$log" >&2
    echo "The house for browsers could not be built: the lines above say why." >&2
    exit 1
}
grep "no kernel" "$log" >&2 || true
sh scripts/web.sh # tests use both
(cd web && npm run build -- --mode site) >"$log" 2>&1 || {
    tail -n 25 "$log" >&2
    echo "The pages could not be built: the lines above say why." >&2
    exit 1
}
cp src/parlour/server/pages/icon.svg src/parlour/server/pages/icon-turn.svg $out
cp -r src/parlour/server/pages/offline $out/offline
find $out -name '*.gz' -delete
fingerprint >"$stamp"
echo "The site is in $out: serve this folder with any web server."
