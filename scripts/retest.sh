#!/bin/sh
# Runs pytest with the given arguments. Up to five failures are run once more, one at a time: these tests use real servers,
# browsers and clocks, and a machine that is busy with other work can make one of them miss its moment. A test that fails
# again has failed. One that passes then is named as unsteady, so that it can be mended.
set -eu
cd "$(dirname "$0")/.."

python=.venv/bin/python
failed() { $python -c 'import json, pathlib
path = pathlib.Path(".pytest_cache/v/cache/lastfailed")
print(*(json.loads(path.read_text()) if path.exists() else ()), sep="\n")'; }

rm -f .pytest_cache/v/cache/lastfailed
status=0
$python -m pytest "$@" || status=$?
[ "$status" -eq 1 ] || exit "$status"

names=$(failed)
count=$(printf '%s\n' "$names" | wc -l)
[ -n "$names" ] && [ "$count" -le 5 ] || exit "$status"

printf 'Run once more, one at a time:\n%s\n' "$names"
printf '%s\n' "$names" | tr '\n' '\0' | xargs -0 $python -m pytest -q -p no:xdist || exit 1
printf 'Unsteady, since they passed only alone:\n%s\n' "$names"
