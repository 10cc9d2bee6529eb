#!/bin/sh
# Makes the project's own environment, locked: with uv where it is, else with pip from the same lock.
# usage: scripts/bootstrap.sh FOLDER ; PYTHON names the interpreter to start from, EXTRAS what is not in a default install.
set -eu

venv=$1
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "bootstrap: $1"
    say "  next: $2"
    exit 1
}

usable() { command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in "$python" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if usable "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    fail "no Python 3.11 or newer found (tried $python, python3, python3.11 to python3.14)" \
        "install one and name it: make test PYTHON=/path/to/python3.12"
}

# Debian and Ubuntu ship Python without ensurepip; there `virtualenv` or uv does the job too.
make_venv() {
    if [ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        return
    fi
    rm -rf "$venv"
    if "$1" -c 'import ensurepip' 2>/dev/null; then
        "$1" -m venv "$venv"
    elif "$1" -c 'import virtualenv' 2>/dev/null; then
        "$1" -m virtualenv -q "$venv"
    else
        fail "$1 has neither ensurepip nor virtualenv, so it cannot make an environment" \
            "apt-get install python3-venv (Debian, Ubuntu), or install uv, then run make again"
    fi
}

interpreter=$(find_python)

if uv --version >/dev/null 2>&1; then
    say "bootstrap: $venv with uv and $interpreter"
    UV_PROJECT_ENVIRONMENT=$venv uv sync --quiet --locked ${EXTRAS:+--extra "$EXTRAS"} --python "$interpreter"
else
    say "bootstrap: $venv with venv and pip, $interpreter"
    make_venv "$interpreter"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'uv>=0.9'
    UV_PROJECT_ENVIRONMENT=$venv "$venv/bin/uv" sync --quiet --locked ${EXTRAS:+--extra "$EXTRAS"} --inexact --python "$venv/bin/python"
fi
