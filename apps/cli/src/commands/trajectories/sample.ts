import { createHash } from 'node:crypto'
import { UsageError } from '../../usage-error.js'

/** Parses `15%` as a fraction. */
export function parseShare(text: string): number {
  const percent = Number(/^(\d+(?:\.\d+)?)%?$/.exec(text)?.[1])
  if (percent > 0 && percent <= 100) return percent / 100
  throw new UsageError(`--sample ${text} is not a percentage: use one such as 15%.`)
}

/** Whether a line belongs to the sample. Deterministic, and smaller samples are subsets of larger ones. */
export function isSampled(lineNumber: number, share: number): boolean {
  return createHash('sha256').update(String(lineNumber)).digest().readUInt32BE() < share * 2 ** 32
}
