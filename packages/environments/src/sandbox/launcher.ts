import { shellQuote } from '@hermes/safety'
import type { CarriedVariables } from './carried-variables.js'

/** What is opened or joined before bubblewrap itself runs. */
export interface LaunchParts {
  /** The folder of `/proc` with the namespaces to join. */
  readonly namespaces: string
  /** Whether that of the users is joined, too. */
  readonly ownUsers: boolean
  /** The filter on system calls. */
  readonly filter: string | undefined
  /** Where the process writes its id to, to be counted. */
  readonly membersFile: string | undefined
  readonly maxProcesses: number
  /** How often the program is started until it has set up all that the command needs. */
  readonly attempts: number
  readonly variables: CarriedVariables
  /** As arguments of bubblewrap. */
  readonly mounts: readonly string[]
}

/** Said by what runs inside, before the command: from then on bubblewrap has done its part. */
const begins = 'the command begins'

/** How many words of bubblewrap's command line come before the mounts, are mounts, and come after them. */
interface Words {
  readonly before: number
  readonly mounts: number
  readonly after: number
}

/**
 * Outside. Bubblewrap waits for the command, and tells how it ended: it must not itself end by a signal that was meant
 * for the command, which gets it as well.
 *
 * What was to be hidden or held may be gone by the time it is mounted, a socket that is closed for instance, and bubblewrap
 * then gives up. It is started again with what is still there, for as long as nothing of the command has run: its input is
 * untouched. What is back by then is mounted again.
 */
function outerScript(parts: LaunchParts, { before, mounts, after }: Words): string {
  const { membersFile, attempts } = parts
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
  present "$@" | { program=$1; shift ${before + mounts}; exec "$program" --args 6 "$@" 6<&0 <&3 3<&- ${opened}; }
}
exec 4>&1 5>&2
said=$(exec "$@" ${opened})
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

/** The messages of bubblewrap are kept apart from those of the command; what it reads from is opened anew each time. */
function redirections({ filter, ownUsers, namespaces }: LaunchParts): string {
  return [
    '2>&1 >&4 4>&-',
    ...(filter === undefined ? [] : [`7< ${shellQuote(filter)}`]),
    ...(ownUsers ? [`8< ${shellQuote(`${namespaces}/user`)}`] : []),
    `9< ${shellQuote(`${namespaces}/pid`)}`,
  ].join(' ')
}

/**
 * Inside: signals mean again what they mean, nothing of the above stays open, and no storm of processes gets far. Only then
 * are the command's variables there: what they make programs load finds all limits set.
 */
function innerScript({ maxProcesses, variables }: LaunchParts): string {
  const limit = `ulimit -u ${maxProcesses} 2>/dev/null || ulimit -p ${maxProcesses} 2>/dev/null`
  const restore = `echo ${shellQuote(begins)} >&2; exec 2>&5 5>&- 6<&- 8<&- 9<&-`
  return `${restore}; ${limit}
${variables.restoreScript}
exec /usr/bin/env --default-signal=HUP,INT,QUIT,TERM -- "$@"`
}

/** The whole command line: `bubblewrap` with its arguments, and what it is to run. */
export function launcher(parts: LaunchParts, bubblewrap: readonly string[], argv: readonly string[]): string[] {
  const joined = [
    ...(parts.filter === undefined ? [] : ['--seccomp', '7']),
    ...(parts.ownUsers ? ['--userns', '8'] : []),
    ...['--pidns', '9'],
  ]
  const inner = ['/bin/sh', '-c', innerScript(parts), 'sh', ...argv]
  const after = [...joined, '--', ...inner]
  const words = { before: bubblewrap.length, mounts: parts.mounts.length, after: after.length }
  return ['/bin/sh', '-c', outerScript(parts, words), 'sh', ...bubblewrap, ...parts.mounts, ...after]
}
