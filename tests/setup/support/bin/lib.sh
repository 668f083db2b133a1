# Common to the stand-ins. MACHINE is the folder that plays the machine, JOURNAL the record of
# what was called, KILL_AT one of its steps ("tar#3 middle"): there the whole process group dies.
# Tests run this hundreds of times: the shell does what it can without starting programs.
set -eu

# step KIND: runs half_KIND, then KIND itself, and dies where the test says so.
step() {
  kind=$1
  shift
  echo "command $kind" >>"$JOURNAL"
  count=0
  while read -r line; do
    [ "$line" != "command $kind" ] || count=$((count + 1))
  done <"$JOURNAL"
  here="$kind#$count"
  [ "${KILL_AT:-}" != "$here before" ] || kill -9 0
  if [ "${KILL_AT:-}" = "$here middle" ]; then
    "half_$kind" "$@"
    kill -9 0
  fi
  "whole_$kind" "$@"
  [ "${KILL_AT:-}" != "$here after" ] || kill -9 0
}

