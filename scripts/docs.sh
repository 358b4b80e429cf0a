#!/bin/sh
# Builds the documentation site into build/docs/site. Its tools have a .venv-docs of their own, so that `make test` doesn't have to fetch them.
set -eu
cd "$(dirname "$0")/.."

venv=.venv-docs
stamp=$venv/.installed

fingerprint() { pwd && .venv/bin/python --version && cksum requirements-docs.lock; }

[ -x .venv/bin/python ] || { printf '%s\n' "There is no .venv: run make install first." >&2; exit 1; }
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$(fingerprint)" ]; then
    printf '%s\n' "Installing the documentation tools into $venv."
    rm -rf "$venv"
    # Without pip, which some systems keep in a separate package: the pip of .venv does the installing.
    .venv/bin/python -m venv --without-pip "$venv"
    .venv/bin/python -m pip --disable-pip-version-check --python "$venv/bin/python" install -qq -r requirements-docs.lock
    fingerprint >"$stamp"
fi
.venv/bin/python scripts/docs.py
