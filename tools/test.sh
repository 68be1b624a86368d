#!/usr/bin/env bash
# All tests: first the release build, warnings as errors, every test; then those of the Lie
# groups once more under the address and undefined-behaviour sanitizers.
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

# Building everything a second time would take this run beyond its 15 minutes; tools/pre-push and
# `cmake --preset asan` do it for all quick tests.
echo "== asan+ubsan: the Lie groups"
cmake --preset asan "${launcher[@]}"
cmake --build build-asan -j"$jobs" --target test_lie
build-asan/test_lie --gtest_brief=1

echo "== all tests passed"
