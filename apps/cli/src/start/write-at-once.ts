import { writeSync } from 'node:fs'

const standardOutput = 1

/**
 * Writes to the standard output without `process.stdout`, for which Node.js loads its streams and sockets.
 * @returns what was not taken at once. `process.stdout` waits for the reader, or reports why nothing can be written.
 */
export function writeAtOnce(text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text)
  // Consoles there show Chinese only through `process.stdout`.
  if (process.platform === 'win32') return rest
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(standardOutput, rest))
  } catch {
    // The caller hands what is left to `process.stdout`, which fails in the same way if it must.
  }
  return rest
}
