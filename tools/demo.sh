#!/usr/bin/env bash
# Builds everything and does the main job: export the heavy top as an FMU, run that FMU through its
# FMI functions, and leave a table and a page with plots to look at.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh
cmake -S . -B build --log-level=WARNING
cmake --build build -j"$(nproc)" --target liefmu

out=build/demo
mkdir -p "$out"
build/liefmu build heavy_top -o "$out/heavy_top.fmu"
build/liefmu run "$out/heavy_top.fmu" -o "$out/heavy_top.csv" --report "$out/heavy_top.html"

echo
echo "The FMU     $out/heavy_top.fmu   (import it into any FMI 2.0 co-simulation tool)"
echo "Its motion  $out/heavy_top.csv"
echo "The report  $out/heavy_top.html  (open it in a browser)"
