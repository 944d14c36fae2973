import { randomInt } from 'node:crypto'
import { hasProc, readMemoryLimit } from './proc.js'

/**
 * Range of limits for resident memory in KiB, `to` exclusive. Linux ignores this limit, but children inherit it and
 * cannot raise it again. It therefore identifies processes even when they drop their variables, session and parent. The
 * values are so large that they would not limit anything.
 */
export interface LimitRange {
  readonly from: number
  readonly to: number
}

const commandsOfRange = 2 ** 20
/** Largest limit for which a shell can still calculate in bytes. */
const highestKib = 2 ** 53
/** Smallest limit to use. Lower ones may be intended as real limits. */
const lowestKib = 2 ** 40

/** Chooses the limits for the commands of one environment. Returns `undefined` when they cannot be used. */
export function chooseLimits(): LimitRange | undefined {
  if (!hasProc) return undefined
  // A process started by another agent's command inherits its limit and can only lower it.
  const top = Math.min(readMemoryLimit(process.pid) ?? highestKib, highestKib)
  if (top < 2 * lowestKib) return undefined
  const ranges = Math.floor(top / commandsOfRange)
  const from = randomInt(Math.floor(ranges / 2), ranges) * commandsOfRange
  return { from, to: from + commandsOfRange }
}

/** Returns the limit of one command. */
export function limitOfCommand({ from }: LimitRange, count: number): LimitRange {
  const limit = from + (count % commandsOfRange)
  return { from: limit, to: limit + 1 }
}

/** Sets the limit on the same line as the command, so that line numbers in shell messages stay correct. */
export function withLimit(command: string, limit: LimitRange | undefined): string {
  return limit ? `ulimit -m ${limit.from} 2>&-; ${command}` : command
}

export function isInRange({ from, to }: LimitRange, limit: number | undefined): boolean {
  return limit !== undefined && from <= limit && limit < to
}
