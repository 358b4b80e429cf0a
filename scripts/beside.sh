#!/bin/sh
# Makes an environment beside .venv with other packages: `beside.sh NAME WHAT…` installs WHAT into .venv-NAME with uv.
set -eu
cd "$(dirname "$0")/.."

name=$1
shift
[ -x ".venv-$name/bin/python" ] || .venv/bin/uv venv -q --python .venv/bin/python ".venv-$name"
.venv/bin/uv pip install -q --python ".venv-$name/bin/python" "$@"
