import { createInterface } from 'node:readline/promises'
import type { Io } from '../io.js'
import { UsageError } from '../usage-error.js'

/** Asks yes or no on the terminal; anything but yes is no. @throws {UsageError} when there is nobody to ask. */
export async function confirm({ stdin, stderr }: Io, question: string): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) throw new UsageError('There is no terminal to ask on: confirm with --yes.')
  const asking = createInterface({ input: stdin, output: stderr })
  const leave = new AbortController()
  asking.once('close', () => leave.abort())
  asking.once('SIGINT', () => asking.close())
  try {
    const answer = await asking.question(`${question} [y/N] `, { signal: leave.signal })
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    if (leave.signal.aborted) return false
    throw error
  } finally {
    asking.close()
  }
}
