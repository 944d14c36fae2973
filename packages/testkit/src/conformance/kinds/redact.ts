import type { JsonObject } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import { type Kind, listField, textField } from '../kind.js'

/** `{text}`, or `{chunks}` for the streaming redactor: the redacted text. */
export const redact: Kind = async (input) => {
  const redactor = createRedactor()
  if (input.chunks === undefined) return redactor.redact(textField(input, 'text'))
  const stream = redactor.stream()
  return chunksOf(input).map(stream.push).join('') + stream.end()
}

function chunksOf(input: JsonObject): readonly string[] {
  return listField(input, 'chunks').map((chunk) => {
    if (typeof chunk === 'string') return chunk
    throw new TypeError('input.chunks must only contain strings.')
  })
}
