import type { Writable } from 'node:stream'
import { answerItem } from './answer-item.js'
import { createKindLoader } from './kinds/index.js'
import { readLines } from './read-lines.js'

/**
 * Answers JSON Lines, one line each, in order. Each answer is written before the next line is looked at, so that a
 * partner may wait for it. Resolves at the end of the input, or when nobody reads the answers any more.
 */
export async function serve(input: AsyncIterable<Uint8Array>, output: Writable): Promise<void> {
  // What fails to be written is reported to `write` as well; without a listener it would end the process first.
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
