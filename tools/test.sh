#!/usr/bin/env bash
# All tests: first the release build, warnings as errors, every test; then the quick tests once more
# under the address and undefined-behaviour sanitizers.
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

echo "== asan+ubsan: the quick tests"
cmake --preset asan "${launcher[@]}"
cmake --build build-asan -j"$jobs"
# One process per folder: starting one per test would take longer than the tests.
find build-asan -maxdepth 1 -name 'test_*' -type f -executable -print0 |
  xargs -0 -P "$jobs" -I{} sh -c '{} --gtest_brief=1 > {}.log 2>&1 || { cat {}.log; exit 255; }'

echo "== all tests passed"
