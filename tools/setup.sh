#!/usr/bin/env bash
# Installs what liefmu needs from Debian's packages (12 or later), and only what is missing.
# Needs root only when something is missing. `tools/setup.sh --test` adds the browser that the tests
# open pages in, `tools/setup.sh --dev` that and the developer's tools.
set -euo pipefail

packages=(
  g++ cmake make binutils git ca-certificates
  libeigen3-dev libsundials-dev nlohmann-json3-dev libpugixml-dev zlib1g-dev libzip-dev
  libcli11-dev libfmt-dev libgtest-dev
)
test_packages=(chromium)
developer_packages=(clang-format-14 clang-tidy-14 valgrind ccache)
case "${1:-}" in
  --test) packages+=("${test_packages[@]}") ;;
  --dev) packages+=("${test_packages[@]}" "${developer_packages[@]}") ;;
esac

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

echo "Installing: ${missing[*]}"
if [ "$(id -u)" -ne 0 ]; then
  echo "tools/setup.sh: run it as root, or install these packages yourself: ${missing[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends "${missing[@]}"
