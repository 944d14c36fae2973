import { inSlices, type Steps } from '../wait/in-slices.js'
import type { Redactor } from './create-redactor.js'

/** A redactor for texts. With `stream`, long texts are redacted in parts. */
export type TextRedactor = Pick<Redactor, 'redact'> & Partial<Pick<Redactor, 'stream'>>

/** Length of a part in characters, worth a millisecond or a few of work. */
const part = 16_384

/**
 * Redacts a text and yields to other work of the process when the text is long. The result equals that of `redact`. A
 * redactor without `stream` redacts every text at once.
 */
export async function redactInSlices(redactor: TextRedactor, text: string): Promise<string> {
  return inSlices(redactSteps(redactor, text))
}

/** The steps of `redactInSlices`, for work that consists of more than one text. */
export function* redactSteps(redactor: TextRedactor, text: string): Steps<string> {
  const stream = text.length > part ? redactor.stream?.() : undefined
  if (stream === undefined) return redactor.redact(text)
  const parts: string[] = []
  for (let position = 0; position < text.length; position += part) {
    parts.push(stream.push(text.slice(position, position + part)))
    yield
  }
  return [...parts, stream.end()].join('')
}
