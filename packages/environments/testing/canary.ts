import { readdir, readFile } from 'node:fs/promises'

/** A word in the command line of processes, which identifies them however they try to escape. */
export interface Canary {
  readonly word: string
  /** Ids of running processes with the word. Zombies do not count. */
  processes(): Promise<readonly number[]>
}

export function createCanary(): Canary {
  const word = `canary-${crypto.randomUUID()}`
  return { word, processes: () => processesWith(word) }
}

/** Ids of running processes with all of the words in their command line. */
export async function processesWith(...words: readonly string[]): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0 && id !== process.pid)
  const commandLines = await Promise.all(ids.map(readCommandLine))
  return ids.filter((_, index) => words.every((word) => commandLines[index]?.includes(word)))
}

/** Empty for a zombie. */
function readCommandLine(id: number): Promise<string> {
  return readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
}

/** Commands that try to outlive their end. Each prints a line when it has started, and contains the word. */
export function stubbornCommands(word: string): readonly string[] {
  const endless = `sh -c "while :; do sleep 0.2; done" ${word}`
  const deaf = `sh -c "trap '' TERM INT HUP; while :; do sleep 0.2; done" ${word}`
  return [
    `echo ready; ${endless}`,
    `echo ready; ${deaf}`,
    `${endless} & ${endless} & echo ready; wait`,
    // A double fork.
    `(${endless} &) ; (${deaf} &) ; echo ready; ${endless}`,
    `setsid ${endless} & setsid ${deaf} & echo ready; ${endless}`,
    // A classic daemon, which also closes its output.
    `(setsid sh -c '(${deaf.replaceAll("'", "'\\''")} >/dev/null 2>&1 </dev/null &)' &) ; echo ready; ${endless}`,
    `trap '' TERM INT HUP; nohup ${deaf} >/dev/null 2>&1 & echo ready; ${deaf}`,
    // Without the mark, but a child of a process with it.
    `env -i PATH="$PATH" setsid ${deaf} & echo ready; ${endless}`,
    // Without any inherited variables or parent.
    `(env -i PATH="$PATH" setsid ${deaf} >/dev/null 2>&1 </dev/null &) ; echo ready; ${endless}`,
    // Spawns processes continuously.
    `echo ready; while :; do ${endless.replace('while :; do sleep 0.2; done', 'sleep 0.1')} & sleep 0.02; done`,
  ]
}
