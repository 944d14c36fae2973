import { markerName } from '../local/marker.js'

/** Without input for this long, the agent counts as dead even if the connection is still open. */
const silenceSeconds = 300

/**
 * Returns the script of the guardian, which runs on the remote side for as long as the connection. It ends processes on
 * request, and all processes when its input ends, which happens when the agent or the connection ends for any reason.
 *
 * It answers `end <id> <signal> <ticks> <marker> <session>...` with `done <id> <0 or 1>`. Processes that have the
 * marker in their variables or belong to a session receive the signal, and SIGKILL after that many ticks of 50 ms. The
 * leader of a session is the wrapper, which survives to report the exit code. Without `/proc`, the process groups of
 * the sessions are used.
 */
export function guardianScript(mark: string, marker: string, graceTicks: number): string {
  return `unset l
all=${marker} sessions= wait=
if [ -n "$BASH_VERSION" ]; then wait='-t ${silenceSeconds}'; fi

members() {
  tag=$1; shift; pids=
  found=$(grep -lsF "${markerName}=$tag" /proc/[0-9]*/environ)
  if [ $# -gt 0 ]; then
    any=$(IFS='|'; echo "$*")
    found="$found $(grep -lsE "^[0-9]+ \\(.*\\) [^ZX] [0-9]+ [0-9]+ ($any) " /proc/[0-9]*/stat)"
  fi
  for path in $found; do
    pid=\${path#/proc/}; pid=\${pid%%/*}
    case " $* " in *" $pid "*) ;; *) pids="$pids $pid" ;; esac
  done
}
send() { kill -s "$@"; }

if [ ! -r /proc/self/environ ]; then
  members() {
    shift; pids=
    for session in "$@"; do kill -s 0 -- "-$session" && pids="$pids $session"; done
  }
  send() {
    name=$1; shift
    for session in "$@"; do kill -s "$name" -- "-$session"; done
  }
fi

end() {
  first=$1 grace=$2 round=0; shift 2
  while members "$@"; [ -n "$pids" ]; do
    if [ $round -ge $grace ]; then send KILL $pids
    elif [ $round -eq 0 ]; then send $first $pids; fi
    [ $round -ge $((grace + 40)) ] && return 1
    round=$((round + 1))
    sleep 0.05 || sleep 1
  done
}

answer() {
  id=$1; shift
  if end "$@"; then echo "done $id 1"; else echo "done $id 0"; fi
}

forget() {
  rest=
  for session in $sessions; do [ "$session" = "$1" ] || rest="$rest $session"; done
  sessions=$rest
}

leave() {
  trap '' TERM
  end TERM ${graceTicks} $all $sessions
  echo "${mark} end"
  echo "${mark} end" >&9
}

trap '' HUP PIPE
trap 'exit 1' TERM
trap leave EXIT
exec 9>&2 2>/dev/null
echo "${mark} start $HOME"
echo "${mark} start" >&9
while IFS= read -r $wait line; do
  set -f; set -- $line; set +f
  case $1 in
    end) shift; answer "$@" & ;;
    note) sessions="$sessions $2" ;;
    forget) forget "$2" ;;
  esac
done
exit 0
`
}
