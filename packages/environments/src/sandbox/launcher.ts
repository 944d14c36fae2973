import { shellQuote } from '@hermes/safety'
import type { CarriedVariables } from './carried-variables.js'
import type { Joined } from './namespaces/joining.js'

/** Files and namespaces that are opened or joined before bubblewrap runs. */
export interface LaunchParts {
  /** Folder in `/proc` with the namespaces to join. */
  readonly namespaces: string
  readonly joined: Joined
  /** Path of the system call filter. */
  readonly filter: string | undefined
  /** Path of the file to which a process writes its id to be counted. */
  readonly membersFile: string | undefined
  readonly maxProcesses: number
  /** Maximum number of times that the program is started until its setup succeeds. */
  readonly attempts: number
  readonly variables: CarriedVariables
  /** Mount arguments for bubblewrap. */
  readonly mounts: readonly string[]
  /** Link arguments, applied over the mounts. Only the program of this project supports them. */
  readonly links: readonly string[]
  /** Program inside, with its arguments, that also installs the filter. Empty when the sandbox program installs it. */
  readonly loader: readonly string[]
}

/** Text that is printed inside before the command starts, which shows that the setup of bubblewrap succeeded. */
const begins = 'the command begins'

/** Numbers of words in bubblewrap's command line before, in and after the mounts. */
interface Words {
  readonly before: number
  readonly mounts: number
  readonly after: number
}

/**
 * Returns the script that runs outside. It waits for bubblewrap and passes on its exit code. It must ignore signals
 * meant for the command, which receives them too.
 *
 * A path to hide or protect may disappear before it is mounted, for example a closed socket, and bubblewrap then fails.
 * It is restarted with the remaining paths as long as the command has not started, so its input is untouched. Paths
 * that reappear are mounted again.
 */
function outerScript(parts: LaunchParts, { before, mounts, after }: Words): string {
  const { membersFile, attempts, joined } = parts
  const start = ['exec', ...joined.prefix.map(shellQuote)].join(' ')
  const opened = redirections(parts)
  return `trap '' HUP INT QUIT TERM
${membersFile === undefined ? '' : `echo $$ > ${shellQuote(membersFile)} || exit`}
present() {
  while shift; [ $# -gt ${mounts + after} ]; do printf '%s\\0' "$1"; done
  while [ $# -gt ${after} ]; do
    case $1 in --bind | --ro-bind) words=3 path=$3 ;; *) words=2 path=$2 ;; esac
    [ ! -e "$path" ] || if [ $words = 3 ]; then printf '%s\\0' "$1" "$2" "$3"; else printf '%s\\0' "$1" "$2"; fi
    shift $words
  done
}
again() {
  present "$@" | { program=$1; shift ${before + mounts}; ${start} "$program" --args 6 "$@" 6<&0 <&3 3<&- ${opened}; }
}
exec 4>&1 5>&2
said=$(${start} "$@" ${opened})
code=$?
attempt=1
until case $said in *${shellQuote(begins)}*) exit $code ;; esac; [ $attempt = ${attempts} ]; do
  said=$(again "$@" 3<&0)
  code=$?
  attempt=$((attempt + 1))
done
printf '%s\\n' "$said" >&2
exit $code`
}

/** Returns redirections that separate bubblewrap's messages from those of the command. Its inputs are reopened for each start. */
function redirections({ filter, joined, namespaces }: LaunchParts): string {
  return [
    '2>&1 >&4 4>&-',
    ...(filter === undefined ? [] : [`7< ${shellQuote(filter)}`]),
    ...(joined.users === undefined ? [] : [`8< ${shellQuote(joined.users)}`]),
    `9< ${shellQuote(`${namespaces}/pid`)}`,
  ].join(' ')
}

/**
 * Returns the script that runs inside. It restores signal handlers, closes inherited descriptors and limits processes.
 * It sets the command's variables last, so that code loaded through them is subject to all limits.
 */
function innerScript({ maxProcesses, variables }: LaunchParts): string {
  const limit = `ulimit -u ${maxProcesses} 2>/dev/null || ulimit -p ${maxProcesses} 2>/dev/null`
  const restore = `echo ${shellQuote(begins)} >&2; exec 2>&5 5>&- 6<&- 8<&- 9<&-`
  return `${restore}; ${limit}
${variables.restoreScript}
exec /usr/bin/env --default-signal=HUP,INT,QUIT,TERM -- "$@"`
}

/** Returns the complete command line: `bubblewrap` with its arguments, and the command. */
export function launcher(parts: LaunchParts, bubblewrap: readonly string[], argv: readonly string[]): string[] {
  const joined = [
    ...(parts.filter === undefined || parts.loader.length > 0 ? [] : ['--seccomp', '7']),
    ...parts.joined.words,
    // A loader enters the user namespace by itself, after its mounts.
    ...(parts.loader.length > 0 ? [] : parts.joined.nested),
    ...parts.links,
  ]
  const inner = [...parts.loader, '/bin/sh', '-c', innerScript(parts), 'sh', ...argv]
  const after = [...joined, '--', ...inner]
  const words = { before: bubblewrap.length, mounts: parts.mounts.length, after: after.length }
  return ['/bin/sh', '-c', outerScript(parts, words), 'sh', ...bubblewrap, ...parts.mounts, ...after]
}
