import type { Writable } from 'node:stream'
import { answerItem } from './answer-item.js'
import { createKindLoader } from './kinds/index.js'
import { readLines } from './read-lines.js'

/**
 * Answers JSON Lines in order, one line each. Each answer is written before the next line is read, so that a client may
 * wait for it. Resolves at the end of the input, or when the reader leaves.
 */
export async function serve(input: AsyncIterable<Uint8Array>, output: Writable): Promise<void> {
  // Write errors are also reported to `write`. Without a listener, they would end the process.
  output.on('error', () => undefined)
  const loadKind = createKindLoader()
  for await (const line of readLines(input)) {
    if (line.trim() === '') continue
    const error = await write(output, `${JSON.stringify(await answerItem(line, loadKind))}\n`)
    if (error === undefined) continue
    if (isClosed(error)) return
    throw error
  }
}

function write(output: Writable, text: string): Promise<Error | undefined> {
  return new Promise((resolve) => output.write(text, (error) => resolve(error ?? undefined)))
}

function isClosed(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
}
