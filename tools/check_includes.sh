#!/usr/bin/env bash
# Knowledge flows one way only (README, "The house"): lie knows Eigen; solve knows Eigen and
# SUNDIALS; model knows lie and the interface of a mechanical system that it implements; integrate
# knows lie and solve; fmi knows the simulation and the variable table, and no Eigen; the tools
# reach an FMU only through its C functions. A third-party library is included in few folders only.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# forbid FOLDER REGEX: no file of the folder may include a header that matches.
forbid() {
  local hits
  hits=$(grep -rnP "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($2)" \
    --include='*.cpp' --include='*.hpp' --include='*.h' "$1" 2>/dev/null || true)
  if [ -n "$hits" ]; then
    echo "$1 must not include $2:"
    echo "$hits"
    failed=1
  fi
}

forbid fmu-src/lie '(solve|model|integrate|fmi)/|simulation|variables'
forbid fmu-src/solve '(lie|model|integrate|fmi)/|simulation|variables'
forbid fmu-src/model '(solve|fmi)/|integrate/(?!mechanical_system|block_operations)|simulation|variables'
forbid fmu-src/integrate '(model|fmi)/|simulation|variables'
forbid fmu-src/fmi '(lie|solve|integrate)/|Eigen|linear_algebra'
forbid modelDescription '(lie|solve|integrate|fmi)/'
forbid tools/report 'Eigen|lie/|solve/|model/|integrate/|fmi'

# tools/bench compares with SUNDIALS.
for folder in fmu-src/lie fmu-src/integrate fmu-src/model fmu-src/fmi modelDescription tools/liefmu \
  tools/report tools/reproduce; do
  forbid "$folder" 'kinsol/|nvector/|sundials/|sunmatrix/|sunlinsol/'
done
for folder in fmu-src/lie fmu-src/solve fmu-src/integrate fmu-src/fmi; do
  forbid "$folder" 'nlohmann/|pugixml|zip\.h|zlib\.h|CLI/|fmt/'
done

exit $failed
