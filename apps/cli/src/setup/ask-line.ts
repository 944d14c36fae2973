import { createInterface } from 'node:readline/promises'
import type { Io } from '../io.js'

/** Asks for one line on the terminal, in the language of the user. Resolves to `undefined` when the user leaves with Ctrl+C or Ctrl+D. */
export async function askLine(
  { stdin, stderr, t }: Pick<Io, 'stdin' | 'stderr' | 't'>,
  question: string,
): Promise<string | undefined> {
  const asking = createInterface({ input: stdin, output: stderr })
  const leave = new AbortController()
  asking.once('close', () => leave.abort())
  asking.once('SIGINT', () => asking.close())
  try {
    return await asking.question(t.of(question), { signal: leave.signal })
  } catch (error) {
    if (leave.signal.aborted) return undefined
    throw error
  } finally {
    asking.close()
  }
}
