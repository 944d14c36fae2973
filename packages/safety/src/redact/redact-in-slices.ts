import { setImmediate as nextRound } from 'node:timers/promises'
import type { Redactor } from './create-redactor.js'

/** In characters: some milliseconds of work. */
const slice = 16_384

/**
 * Redacts a text, and lets other work of the process run in between when the text is long. The result equals that of `redact`.
 * A redactor without `stream` redacts every text at once.
 */
export async function redactInSlices(
  redactor: Pick<Redactor, 'redact'> & Partial<Pick<Redactor, 'stream'>>,
  text: string,
): Promise<string> {
  const stream = text.length > slice ? redactor.stream?.() : undefined
  if (stream === undefined) return redactor.redact(text)
  const parts: string[] = []
  for (let position = 0; position < text.length; position += slice) {
    parts.push(stream.push(text.slice(position, position + slice)))
    await nextRound()
  }
  return [...parts, stream.end()].join('')
}
