#!/bin/sh
# Makes .venv with the locked packages and Parlour itself; does nothing when all is in place.
# `install.sh play` leaves out what only tests, benchmarks and builds need.
set -eu
cd "$(dirname "$0")/.."

what=${1:-everything}
venv=.venv
stamp=$venv/.installed
tools=.venv-tools

# The user's Python and pip settings must not redirect what goes into .venv.
unset PYTHONHOME PYTHONPATH PIP_TARGET PIP_PREFIX
export PYTHONNOUSERSITE=1 PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_DISABLE_PIP_VERSION_CHECK=1

log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Runs a command silently; its output is kept to be shown if it fails.
quietly() { "$@" >>"$log" 2>&1; }

version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# The command itself, or what lies beneath it if it is that of an activated .venv, which is about to go.
beneath() {
    "$1" -c 'import os, sys
own = os.path.realpath(sys.prefix) == os.path.realpath(".venv")
print(sys._base_executable if own else sys.executable)'
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        new_enough "$PYTHON" || fail "PYTHON is set to $PYTHON, which is not a working Python 3.11 or newer."
        python=$(beneath "$PYTHON")
        return
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then
            python=$(beneath "$candidate")
            return
        fi
    done
    fail "Parlour needs Python 3.11 or newer: please install one, or name it with PYTHON=/path/to/python3."
}

# True if .venv runs, has pip, and is of the Python asked for (if one was).
venv_works() {
    new_enough "$venv/bin/python" && "$venv/bin/python" -c 'import pip' >/dev/null 2>&1 || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version "$PYTHON")" = "$(version "$venv/bin/python")" ]
}

# The content of the stamp: the folder, because a moved .venv still points to its old place; what is installed; and from which files.
fingerprint() { pwd && echo "$1" && cksum pyproject.toml requirements.lock requirements-dev.lock scripts/install.sh; }
stamped() { [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$1")" ]; }

plain_venv() { rm -rf "$venv" && quietly "$python" -m venv "$venv" && venv_works; }

# Debian and related systems keep the needed part of Python in a separate package.
debian_venv() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    package=python$(version "$python")-venv
    say "Python lacks its venv module: installing $package with apt-get."
    export DEBIAN_FRONTEND=noninteractive
    quietly apt-get update || say "apt-get update failed: trying with the package lists at hand."
    quietly apt-get install -y --no-install-recommends "$package" && plain_venv
}

virtualenv_venv() {
    rm -rf "$venv"
    quietly "$python" -m virtualenv "$venv" && venv_works && return
    quietly "$python" -m pip --version || return 1
    say "Python lacks its venv module: fetching virtualenv into $tools."
    rm -rf "$venv" "$tools"
    quietly "$python" -m pip install --target "$tools" virtualenv==21.15.6 &&
        quietly env PYTHONPATH="$tools" "$python" -m virtualenv "$venv" && venv_works
}

make_venv() {
    find_python
    say "Making $venv with Python $(version "$python")."
    plain_venv || debian_venv || virtualenv_venv && return
    rm -rf "$venv"
    fail "Could not make $venv: please install python$(version "$python")-venv (or virtualenv) and run make install" \
        "again (the last error was: $(tail -n 1 "$log"))."
}

case "$what" in
    everything | play) ;;
    *) fail "Usage: install.sh, or install.sh play." ;;
esac

if venv_works; then
    if stamped everything || stamped "$what"; then exit 0; fi
    if [ ! -f "$stamp" ] || [ "$(head -n 1 "$stamp")" != "$(pwd)" ]; then
        make_venv # a .venv without a stamp, or from another folder, has unknown content
    elif [ "$(sed -n 2p "$stamp")" = everything ]; then
        what=everything # nothing is taken away, and all of it stays up to date
    fi
else
    make_venv
fi

say "Installing Parlour and its packages into $venv."
rm -f "$stamp"
locks="-r requirements.lock"
[ "$what" = play ] || locks="$locks -r requirements-dev.lock"

# The value of a setting of pip, from its variables or files.
pip_setting() { "$venv/bin/python" -m pip config list 2>/dev/null | sed -n "s/^[^=]*\.$1='\(.*\)'\$/\1/p" | head -n 1; }

# uv takes a fraction of pip's processor time: it compiles nothing to bytecode. It reads no settings of pip, so those that say where
# packages come from are handed over. If it fails for any reason, pip does the work.
by_uv() {
    quietly "$venv/bin/python" -m pip install "$(grep '^uv==' requirements-dev.lock)" || return 1
    from="--index-strategy unsafe-best-match"
    for pair in index-url:--default-index extra-index-url:--index find-links:--find-links; do
        for value in $(pip_setting "${pair%%:*}"); do from="$from ${pair#*:} $value"; done
    done
    # shellcheck disable=SC2086  # several words on purpose
    quietly "$venv/bin/uv" pip install --python "$venv/bin/python" $from $locks
}

by_pip() {
    # shellcheck disable=SC2086  # several words on purpose
    "$venv/bin/python" -m pip install -qq $locks
}

by_uv || by_pip
"$venv/bin/python" -m pip install -qq --no-deps --no-build-isolation -e .
fingerprint "$what" >"$stamp"
