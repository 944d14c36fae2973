import type { Io } from '../io.js'
import { UsageError } from '../usage-error.js'
import { askLine } from './ask-line.js'

/** Asks a yes-or-no question on the terminal; anything but yes means no. @throws {UsageError} when there is no terminal. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  if (!io.stdin.isTTY || !io.stderr.isTTY) throw new UsageError('There is no terminal to ask on: confirm with --yes.')
  const answer = await askLine(io, `${io.t.of(question)} [y/N] `)
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}
