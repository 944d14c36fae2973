import { shellQuote } from '@hermes/safety'

export interface HoldScriptOptions {
  /** Empty folder in which the view is assembled. Must not contain anything that commands may see. */
  readonly stage: string
  readonly user: number
  readonly group: number
  /**
   * Program that installs the system call filter before the command: `[program, ...arguments]`. Empty for no filter.
   */
  readonly filterLoader: readonly string[]
  /** Program that mounts symbolic links: `[program, ...arguments]`. Empty when there is none. */
  readonly linkMounter: readonly string[]
}

/**
 * Returns a script that accepts the bubblewrap arguments used here and needs only a shell and util-linux.
 *
 * The script runs twice: first to create or join namespaces, and then inside them, to assemble the view below `stage`,
 * make it the root, and unmount the old one. Finally, each mount is verified. When a link was put in its way, the
 * command does not run.
 */
export function holdScript(options: HoldScriptOptions): string {
  return `#!/bin/sh
PATH=/usr/sbin:/usr/bin:/sbin:/bin
stage=${shellQuote(options.stage)}
fail() { printf 'unshare: %s\\n' "$1" >&2; exit 1; }
${outside}
${roots}
${mounts}
${within(options)}
case $1 in
  inside) shift; inside "$@" ;;
  *) outside "$@" ;;
esac
`
}

const outside = `
outside() {
  users= joined= spaces= init= network=
  for word; do
    if [ "$network" = next ]; then joined="$joined --net=$word" network=; continue; fi
    case $word in
      --unshare-user) users='--user --map-root-user' ;;
      --unshare-pid) init='--pid --fork --kill-child=KILL' ;;
      --unshare-net) spaces="$spaces --net" ;;
      --unshare-ipc) spaces="$spaces --ipc" ;;
      --unshare-uts) spaces="$spaces --uts" ;;
      --unshare-cgroup-try) [ ! -e /proc/self/ns/cgroup ] || spaces="$spaces --cgroup" ;;
      --userns) joined="--preserve-credentials --user=/proc/self/fd/8 $joined" ;;
      --pidns) joined="$joined --pid=/proc/self/fd/9 --no-fork" ;;
      --netns) network=next; continue ;;
      --) break ;;
    esac
  done
  [ -z "$joined" ] || joined="nsenter $joined"
  exec $joined unshare $users --mount $spaces $init --propagation private /bin/sh "$0" inside "$@"
}`

const roots = `
# Mounts the whole system read-only, except for parts with their own mounts.
bind_root() {
  mount -c --rbind / "$stage" || fail 'the system could not be mounted'
  read_only_below "$stage" "$stage/dev" "$stage/proc"
}
# Creates an empty root.
bare_root() {
  mount -c -t tmpfs -o mode=755,nosuid,nodev tmpfs "$stage" || fail 'no root could be mounted'
  mkdir "$stage/.old" "$stage/proc"
  # umount reads the list of mounts from there.
  mount -c -t proc -o ro,nosuid,nodev,noexec proc "$stage/proc" || fail 'proc could not be mounted'
}
devices() {
  mount -c -t tmpfs -o mode=755,nosuid tmpfs "$stage$1" || fail 'devices could not be mounted'
  mkdir "$stage$1/.old" "$stage$1/shm" "$stage$1/pts"
  for device in null zero full random urandom tty; do
    : > "$stage$1/$device"
    mount -c --bind "/dev/$device" "$stage$1/$device" || fail "the device $device could not be mounted"
  done
  ln -s /proc/self/fd "$stage$1/fd"
  ln -s /proc/self/fd/0 "$stage$1/stdin"
  ln -s /proc/self/fd/1 "$stage$1/stdout"
  ln -s /proc/self/fd/2 "$stage$1/stderr"
  ln -s pts/ptmx "$stage$1/ptmx"
  mount -c -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts "$stage$1/pts" || fail 'terminals could not be mounted'
  if [ -t 4 ] && console=$(tty <&4) && [ -e "$console" ]; then
    : > "$stage$1/console"
    mount -c --bind "$console" "$stage$1/console" || fail 'the terminal could not be mounted'
  fi
}`

const mounts = `
newline='
'
expected=
# The options of a mount that a remount must keep.
kept_options() {
  kept=
  for option in nosuid nodev noexec noatime nodiratime relatime; do
    case ,$1, in *,$option,*) kept=$kept,$option ;; esac
  done
}
plain() {
  case $1 in *\\\\*) plain=$(printf '%b.' "$1"); plain=\${plain%.} ;; *) plain=$1 ;; esac
}
# Makes a mount and all mounts below it read-only, except for those below the other paths.
read_only_below() {
  while read -r _ _ _ _ place options _; do
    plain "$place"
    case $plain in "$1" | "$1"/*) ;; *) continue ;; esac
    [ $# -lt 3 ] || case $plain in "$2" | "$2"/* | "$3" | "$3"/*) continue ;; esac
    read_only "$plain" "$options"
  done < /proc/self/mountinfo
}
# A path that disappeared needs no protection, for example a closed socket.
gone() { [ ! -e "$1" ]; }
# Mounts with the arguments, and prints why that failed unless one of the two paths is gone.
mount_unless_gone() {
  source=$1 target=$2
  shift 2
  reason=$(mount -c "$@" 2>&1) || gone "$source" || gone "$target" || { printf '%s\\n' "$reason" >&2; return 1; }
}
read_only() {
  kept_options "$2"
  mount_unless_gone "$1" "$1" -o "remount,bind,ro$kept" none "$1" || fail "$1 could not be made read-only"
}
read_only_at() {
  found=
  while read -r _ _ _ _ place options _; do
    plain "$place"
    if [ "$plain" = "$1" ]; then found=$options; fi
  done < /proc/self/mountinfo
  [ -n "$found" ] || fail "$1 is no mount"
  read_only "$1" "$found"
}
# Records a mount (how, source, target), to mount it again when its target was recreated meanwhile.
expect() {
  case $2$3 in *"$newline"*) fail 'a path has a line break in it' ;; esac
  expected=$expected$1$newline$2$newline$3$newline
}
# Creates a mount point only inside a hidden folder, for a visible path in it.
make_place() {
  [ ! -e "$2" ] || return 0
  [ "$stage$1" = "$2" ] || return 1
  if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "\${2%/*}" && : > "$2"; fi 2>/dev/null
}
bind() {
  [ -e "$2" ] || return 0
  make_place "$2" "$stage$3" || return 0
  mount_unless_gone "$2" "$stage$3" --rbind "$2" "$stage$3" || fail "$3 could not be mounted"
  case $1 in --ro-*) read_only_below "$stage$3" ;; esac
  expect "$1" "$2" "$3"
}
cover() {
  [ -d "$stage$1" ] || return 0
  mount_unless_gone "$stage$1" "$stage$1" -t tmpfs -o "mode=755,nosuid,nodev$2" tmpfs "$stage$1" || fail "$1 could not be hidden"
  expect cover "$2" "$1"
}
look() {
  there=$newline
  while read -r _ _ _ _ place _; do
    plain "$place"
    there=$there$plain$newline
  done < /proc/self/mountinfo
}
check_mounts() {
  round=0
  while [ -n "$expected" ]; do
    look
    round=$((round + 1)) left=$expected expected=
    while [ -n "$left" ]; do
      how=\${left%%"$newline"*} left=\${left#*"$newline"}
      what=\${left%%"$newline"*} left=\${left#*"$newline"}
      where=\${left%%"$newline"*} left=\${left#*"$newline"}
      case $there in *"$newline$stage$where$newline"*) continue ;; esac
      if gone "$stage$where"; then continue; fi
      [ $round -lt 10 ] || fail "a link has come in the way of $where"
      case $how in cover) cover "$where" "$what" ;; *) bind "$how" "$what" "$where" ;; esac
    done
  done
}`

/** Script that enables the loopback interface. In a new network it is down, and no util-linux program can bring it up. */
const loopback = `
loopback() {
  ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || perl -e '
    use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0); my $r = pack("a16s", "lo", 0x41);
    ioctl($s, 0x8914, $r)' 2>/dev/null || :
}`

function within({ user, group, filterLoader, linkMounter }: HoldScriptOptions): string {
  const loader = filterLoader.map(shellQuote).join(' ')
  const mounter = linkMounter.map(shellQuote).join(' ')
  return `${loopback}
inside() {
  umask 022
  read -r own _ < /proc/self/stat
  folder=/ size= facts= filter= network= rights= users= old=.old
  case " $* " in *' --ro-bind / / '*) old=dev/.old ;; *) bare_root ;; esac
  while [ $# -gt 0 ]; do
    case $1 in
      --ro-bind) if [ "$2" = / ]; then bind_root; else bind "$1" "$2" "$3"; fi; shift 3 ;;
      --bind | --ro-bind-try) bind "$1" "$2" "$3"; shift 3 ;;
      --size) size=,size=$2; shift 2 ;;
      --tmpfs) cover "$2" "$size"; size=; shift 2 ;;
      --remount-ro) read_only_at "$stage\${2%/}"; shift 2 ;;
      --dev) devices "$2"; shift 2 ;;
      --proc) mount -c -t proc -o nosuid,nodev,noexec proc "$stage$2" || fail 'proc could not be mounted'; shift 2 ;;
      --chdir) folder=$2; shift 2 ;;
      --info-fd) facts=$2; shift 2 ;;
      --seccomp) filter=$2; shift 2 ;;
      --cap-drop) shift 2 ;;
      --cap-add) rights="$rights,+\${2#CAP_}"; shift 2 ;;
      --userns) users=yes; shift 2 ;;
      --pidns | --netns) shift 2 ;;
      --link) ${mounter === '' ? ':' : `${mounter} "$stage/dev/shm" "$2" "$stage$3"`}; shift 3 ;;
      --unshare-net) network=own; shift ;;
      --die-with-parent | --unshare-*) shift ;;
      --) shift; break ;;
      *) fail "it does not know $1" ;;
    esac
  done
  check_mounts
  [ "$network" != own ] || loopback
  cd "$stage" && pivot_root . "$old" && cd / && umount -l "/$old" || fail 'the root could not be changed'
  if [ "$old" = .old ]; then umount -l /proc || fail 'the root could not be changed'
  fi
  [ "$folder" = / ] || cd "$folder" 2>/dev/null || fail "there is no folder $folder"
  [ -z "$filter" ] || ${loader === '' ? ':' : `set -- ${loader} "$@"`}
  if [ -n "$users" ]; then set -- unshare --user --map-user=${user} --map-group=${group} setpriv --no-new-privs "$@"
  else set -- setpriv --no-new-privs --inh-caps=-all --bounding-set "-all$(printf %s "$rights" | tr A-Z a-z)" "$@"; fi
  if [ -n "$facts" ]; then
    printf '{ "child-pid": %s }\\n' "$own" >&3
    exec "$@" 3>&-
  fi
  "$@"
  exit $?
}`
}
