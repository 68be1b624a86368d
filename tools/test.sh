#!/usr/bin/env bash
# All tests: first the release build, warnings as errors, every test; then the quick tests of
# what is inside an FMU once more under the address and undefined-behaviour sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh --test
tools/check_includes.sh
jobs=$(nproc)
launcher=()
if command -v ccache > /dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

echo "== release: build and all tests"
cmake --preset release "${launcher[@]}"
cmake --build build -j"$jobs"
ctest --test-dir build -j"$jobs" --output-on-failure --no-tests=error

# The library and the FMI functions, which must survive any input. One process per folder: starting
# one per test would take longer than the tests.
echo "== asan+ubsan: the quick tests of everything inside an FMU"
inside=(test_lie test_solve test_integrate test_model test_simulation test_fmi)
cmake --preset asan "${launcher[@]}"
cmake --build build-asan -j"$jobs" --target "${inside[@]}"
for test in "${inside[@]}"; do "build-asan/$test" --gtest_brief=1; done

echo "== all tests passed"
