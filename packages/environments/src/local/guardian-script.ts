/**
 * POSIX shell script, run as `sh -c SCRIPT NAME MARK ROUNDS FROM TO`. It reads added and removed process groups, `+ID`
 * and `-ID`, until the pipe closes because the agent is gone. Then it ends the groups, every process whose variables
 * contain the mark or whose memory limit is at least FROM and below TO bytes, and every descendant of such a process.
 * It uses SIGTERM, and SIGKILL after ROUNDS tenths of a second.
 *
 * It starts only `grep` and `sleep`, so that it works even when the resources of the machine are exhausted.
 */
export const guardianScript = `# Ends the remaining processes of an agent, once the agent is gone.
trap '' HUP INT QUIT TERM
mark=$1 rounds=$2 lowest=$3 above=$4 groups=' ' known=' '

while IFS= read -r line; do
  id=" \${line#?} "
  case $line in
    +*) groups="$groups\${line#?} " ;;
    -*) case $groups in *"$id"*) groups="\${groups%%"$id"*} \${groups#*"$id"}" ;; esac ;;
    quit) exit ;;
  esac
done

list_marked() {
  grep -lsF "$mark" /proc/[0-9]*/environ | while IFS=/ read -r _ _ id _; do printf '%s ' "$id"; done
  grep -s '^Max resident set *[0-9]' /proc/[0-9]*/limits | while IFS=/ read -r _ _ id limit; do
    set -- $limit
    [ "$4" -ge "$lowest" ] && [ "$4" -lt "$above" ] && printf '%s ' "$id"
  done
}

# Sets "known" to the running processes of the agent, as ID:START-TIME. The number of passes is limited, because a
# process may spawn children continuously: its parent is found early, and the next round finds the rest.
find_members() {
  marked=" $(list_marked)"
  before=$known members=' ' added=yes passes=0
  while [ "$added" ] && [ "$passes" -lt 5 ]; do
    added= passes=$((passes + 1))
    for file in /proc/[0-9]*/stat; do
      IFS= read -r stat <"$file" || continue
      id=\${stat%% *}
      set -- \${stat##*) }
      [ "$id" = $$ ] || [ "$1" = Z ] && continue
      entry=$id:\${20}
      case $members in *" $entry "*) continue ;; esac
      case "$marked $before" in *" $id "* | *" $entry "*) ;; *)
        case $groups in *" $4 "*) ;; *)
          case $members in *" $2:"*) ;; *) continue ;; esac
        esac
      esac
      members="$members$entry " added=yes
    done
  done
  known=$members
}

signal_members() {
  for entry in $known; do kill -s "$1" "\${entry%:*}"; done
}

is_any_alive() {
  for entry in $known; do kill -s 0 "\${entry%:*}" && return; done
  return 1
}

# Without /proc, only process groups are known.
signal_groups() {
  known=' '
  for id in $groups; do kill -s "$1" -- "-$id" && known=alive; done
}

round=0 silence=0
while [ "$silence" -lt 3 ] && [ "$round" -lt $((rounds + 50)) ]; do
  signal=0
  [ "$round" -eq 0 ] && signal=TERM
  [ "$round" -ge "$rounds" ] && signal=KILL
  if [ ! -e /proc/self/stat ]; then
    signal_groups "$signal"
  elif [ "$signal" != 0 ] || ! is_any_alive; then
    find_members
    signal_members "$signal"
  fi
  silence=$((silence + 1)) round=$((round + 1))
  [ "$known" = ' ' ] || silence=0
  sleep 0.1
done
`
