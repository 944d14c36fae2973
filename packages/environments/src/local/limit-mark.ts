import { randomInt } from 'node:crypto'
import { hasProc, readMemoryLimit } from './proc.js'

/**
 * Limits on resident memory, in KiB, `to` excluded. Linux ignores this limit, but hands it on to every descendant, and none
 * can raise it again: a mark that a process keeps which gives up its variables, its session and its parent. They are so
 * large that they would limit nothing if they were obeyed.
 */
export interface LimitRange {
  readonly from: number
  readonly to: number
}

const commandsOfRange = 2 ** 20
/** In bytes, a shell can still calculate with it. */
const highestKib = 2 ** 53
/** Below, a limit may be meant as one. */
const lowestKib = 2 ** 40

/** Limits for the commands of one environment. `undefined` where they would be no use. */
export function chooseLimits(): LimitRange | undefined {
  if (!hasProc) return undefined
  // Whoever was started by another agent's command bears its mark, and can only go below.
  const top = Math.min(readMemoryLimit(process.pid) ?? highestKib, highestKib)
  if (top < 2 * lowestKib) return undefined
  const ranges = Math.floor(top / commandsOfRange)
  const from = randomInt(Math.floor(ranges / 2), ranges) * commandsOfRange
  return { from, to: from + commandsOfRange }
}

/** The mark of one command. */
export function limitOfCommand({ from }: LimitRange, count: number): LimitRange {
  const limit = from + (count % commandsOfRange)
  return { from: limit, to: limit + 1 }
}

/** On the same line, so that the shell counts lines as the command does. */
export function withLimit(command: string, limit: LimitRange | undefined): string {
  return limit ? `ulimit -m ${limit.from} 2>&-; ${command}` : command
}

export function isInRange({ from, to }: LimitRange, limit: number | undefined): boolean {
  return limit !== undefined && from <= limit && limit < to
}
