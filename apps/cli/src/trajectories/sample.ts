import { createHash } from 'node:crypto'
import { UsageError } from '../usage-error.js'

/** `15%` as a part of 1. */
export function parseShare(text: string): number {
  const percent = Number(/^(\d+(?:\.\d+)?)%?$/.exec(text)?.[1])
  if (percent > 0 && percent <= 100) return percent / 100
  throw new UsageError(`--sample ${text} is no part of the lines: give a percentage such as 15%.`)
}

/** Whether a line belongs to the sample: the same lines each time, and those of a smaller sample are in every larger one. */
export function isSampled(lineNumber: number, share: number): boolean {
  return createHash('sha256').update(String(lineNumber)).digest().readUInt32BE() < share * 2 ** 32
}
