import { readdir, readFile } from 'node:fs/promises'

/** A word that stands in the command line of processes, by which they are found whatever they did to get away. */
export interface Canary {
  readonly word: string
  /** Ids of those that live and have it. A process that has ended but was not collected does not live. */
  processes(): Promise<readonly number[]>
}

export function createCanary(): Canary {
  const word = `canary-${crypto.randomUUID()}`
  return { word, processes: () => processesWith(word) }
}

/** Ids of those that live and have all of the words in their command line. */
export async function processesWith(...words: readonly string[]): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0 && id !== process.pid)
  const commandLines = await Promise.all(ids.map(readCommandLine))
  return ids.filter((_, index) => words.every((word) => commandLines[index]?.includes(word)))
}

/** Empty for a process that has ended but was not collected. */
function readCommandLine(id: number): Promise<string> {
  return readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
}

/** Commands that make every effort to outlive their end. Each prints a line once it is on its way, and bears the word. */
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
    // A daemon as the books have it, which closes its output, too.
    `(setsid sh -c '(${deaf.replaceAll("'", "'\\''")} >/dev/null 2>&1 </dev/null &)' &) ; echo ready; ${endless}`,
    `trap '' TERM INT HUP; nohup ${deaf} >/dev/null 2>&1 & echo ready; ${deaf}`,
    // Without the mark, but below a process that has it.
    `env -i PATH="$PATH" setsid ${deaf} & echo ready; ${endless}`,
    // With nothing that it was given, from a parent that is gone.
    `(env -i PATH="$PATH" setsid ${deaf} >/dev/null 2>&1 </dev/null &) ; echo ready; ${endless}`,
    // Never stops making more of itself.
    `echo ready; while :; do ${endless.replace('while :; do sleep 0.2; done', 'sleep 0.1')} & sleep 0.02; done`,
  ]
}
