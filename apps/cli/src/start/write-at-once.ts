import { writeSync } from 'node:fs'

const standardOutput = 1

/**
 * Writes to stdout without `process.stdout`, for which Node.js loads its streams and sockets.
 * @returns the rest that was not accepted immediately. `process.stdout` waits for the reader, or reports why nothing can be written.
 */
export function writeAtOnce(text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text)
  // Windows consoles show Chinese only through `process.stdout`.
  if (process.platform === 'win32') return rest
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(standardOutput, rest))
  } catch {
    // The caller passes the rest to `process.stdout`, which reports the error if it persists.
  }
  return rest
}
