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
}

/**
 * Outside. Bubblewrap waits for the command, and tells how it ended: it must not itself end by a signal that was meant
 * for the command, which gets it as well.
 */
function outerScript({ namespaces, ownUsers, filter, membersFile }: LaunchParts): string {
  return [
    "trap '' HUP INT QUIT TERM",
    ...(membersFile === undefined ? [] : [`echo $$ > ${quote(membersFile)}`]),
    ...(filter === undefined ? [] : [`exec 7< ${quote(filter)}`]),
    ...(ownUsers ? [`exec 8< ${quote(`${namespaces}/user`)}`] : []),
    `exec 9< ${quote(`${namespaces}/pid`)}`,
    'exec "$@"',
  ].join(' && ')
}

/** Inside: signals mean again what they mean, nothing of the above stays open, and no storm of processes gets far. */
function innerScript(maxProcesses: number): string {
  const limit = `ulimit -u ${maxProcesses} 2>/dev/null || ulimit -p ${maxProcesses} 2>/dev/null`
  return `${limit}; exec 8<&- 9<&-; exec /usr/bin/env --default-signal=HUP,INT,QUIT,TERM -- "$@"`
}

/** The whole command line: `bubblewrap` with its arguments, and what it is to run. */
export function launcher(parts: LaunchParts, bubblewrap: readonly string[], argv: readonly string[]): string[] {
  const joined = [
    ...(parts.filter === undefined ? [] : ['--seccomp', '7']),
    ...(parts.ownUsers ? ['--userns', '8'] : []),
    ...['--pidns', '9'],
  ]
  const inner = ['/bin/sh', '-c', innerScript(parts.maxProcesses), 'sh', ...argv]
  return ['/bin/sh', '-c', outerScript(parts), 'sh', ...bubblewrap, ...joined, '--', ...inner]
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
