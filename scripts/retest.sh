#!/bin/sh
# Runs pytest with the given arguments. Up to five tests that fail are run once more, each alone in a process of its own: they use
# real servers, browsers and clocks, and a machine that is busy with other work can make one of them miss its moment. A test that
# fails again has failed, and so has one that is skipped then. One that passes is reported as unsteady, so that it can be mended.
# RETEST_PYTEST names another command than the pytest of .venv, RETEST_FAILED the file in which it leaves the names of failures.
set -eu
cd "$(dirname "$0")/.."

python=.venv/bin/python
pytest=${RETEST_PYTEST:-$python -m pytest}
lastfailed=${RETEST_FAILED:-.pytest_cache/v/cache/lastfailed}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

failed() { $python -c 'import json, pathlib, sys
path = pathlib.Path(sys.argv[1])
print(*(json.loads(path.read_text()) if path.exists() else ()), sep="\n")' "$lastfailed"; }

rm -f "$lastfailed"
status=0
$pytest "$@" || status=$?
[ "$status" -eq 1 ] || exit "$status"

names=$(failed)
count=$(printf '%s\n' "$names" | wc -l)
[ -n "$names" ] && [ "$count" -le 5 ] || exit "$status"

again=0
printf 'Run once more, each alone:\n'
while IFS= read -r name; do
    if $pytest -q -p no:xdist -p no:cacheprovider "$name" >"$log" 2>&1 </dev/null && grep -Eq '^1 passed( |$)' "$log"; then
        printf 'unsteady, since it passed only alone: %s\n' "$name"
    else
        cat "$log"
        printf 'failed again: %s\n' "$name"
        again=1
    fi
done <<END
$names
END
exit "$again"
