#!/bin/sh
# Prints the instructions per step of the fast heavy top, h = 1e-3: callgrind's count as the difference of two run
# lengths, so that set-up, start and output do not count.
#
#   tools/bench/instructions.sh [BUILD_DIRECTORY]      (build first: cmake --build build --target benchmarks)
set -eu

program=${1:-build}/steps_heavy_top
short=300
long=800
[ -x "$program" ] || { echo "$program is missing: cmake --build ${1:-build} --target benchmarks" >&2; exit 1; }
command -v valgrind >/dev/null || { echo "valgrind is missing: tools/setup.sh installs it" >&2; exit 1; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT

instructions() { # GROUP METHOD FORMULATION STEPS
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>"$log" >/dev/null || { cat "$log" >&2; exit 1; }
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log"
}

row() { # GROUP METHOD FORMULATION [TARGET]
  a=$(instructions "$1" "$2" "$3" $short)
  b=$(instructions "$1" "$2" "$3" $long)
  printf '| %-5s | %-16s | %-16s | %12d | %6s |\n' "$1" "$2" "$3" $(((b - a) / (long - short))) "${4:-}"
}

echo "| group | method           | formulation      | instr./step  | target |"
echo "|-------|------------------|------------------|-------------:|-------:|"
row r3so3 generalizedAlpha index3 8000
row r3so3 generalizedAlpha stabilizedIndex2 12000
row se3 generalizedAlpha index3
row se3 generalizedAlpha stabilizedIndex2
row so3 generalizedAlpha index3
for group in r3so3 se3; do
  for formulation in index3 stabilizedIndex2; do
    for order in 1 2 3 4 5 6; do
      row $group BLieDF$order $formulation
    done
  done
done
