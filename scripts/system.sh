# What the set-up asks of the operating system. Functions only; sourced by scripts/setup and its test.
# shellcheck shell=bash

MINIMUM_PYTHON=3.11

# Print an interpreter that is new enough, or fail.
find_python() {
    local candidate
    for candidate in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python3.14; do
        if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

is_new_enough() {
    "$1" -c "import sys; sys.exit(sys.version_info < tuple(map(int, '$MINIMUM_PYTHON'.split('.'))))" 2>/dev/null
}

# Debian's python3 comes without ensurepip until python3-venv is installed.
can_make_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

has_working_venv() {
    [[ -x $1/bin/python ]] && is_new_enough "$1/bin/python" && "$1/bin/python" -m pip --version >/dev/null 2>&1
}

has_library() {
    ldconfig -p 2>/dev/null | grep -q "$1" || PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q "$1"
}

has_espeak() {
    command -v espeak-ng >/dev/null 2>&1
}

has_portaudio() {
    has_library 'libportaudio\.so\.2'
}

has_player() {
    local program
    for program in aplay paplay pw-play play; do
        command -v "$program" >/dev/null 2>&1 && return 0
    done
    return 1
}

# Print the missing packages that only sound needs.
missing_sound_packages() {
    local list=()
    # Elsewhere the voice and the sound come with the system and the Python packages.
    [[ $(uname -s) == Linux ]] || return 0
    has_espeak || list+=(espeak-ng)
    has_portaudio || list+=(libportaudio2)
    has_player || list+=(alsa-utils)
    printf '%s' "${list[*]-}"
}

# Print every missing package for the interpreter $1.
missing_packages() {
    local list
    list=$(missing_sound_packages)
    if ! can_make_venv "$1" && ! has_working_venv .venv; then
        list="$(venv_package "$1")${list:+ $list}"
    fi
    printf '%s' "$list"
}

# Debian names the package of each Python version; python3-venv is that of the default one.
venv_package() {
    "$1" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])'
}

can_install() {
    [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null 2>&1
}

# Install quietly; show what apt-get said only when it fails.
install_packages() {
    local log
    log=$(mktemp)
    if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
        >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f -- "$log"
        return 1
    fi
    rm -f -- "$log"
}

install_line() {
    if command -v apt-get >/dev/null 2>&1; then
        printf 'sudo apt-get install -y %s' "$1"
    else
        printf 'install with your package manager: %s' "$1"
    fi
}

# Changes when the packages have to be installed again.
fingerprint() {
    cksum pyproject.toml
}
