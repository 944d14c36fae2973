import { createRedactor, placeholder } from '@hermes/safety/redact'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactPieces } from './redact-pieces.js'

test('the joined pieces are the redacted text, wherever the text is split', () => {
  const redactor = createRedactor({ values: ['opensesame'], mask: () => placeholder })
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(`hf_${'aB3'.repeat(12)}`, 'opensesame', 'pwd=hunter2'),
    fc.constant('\n'),
  )
  const cuts = fc.array(fc.nat(400))
  fc.assert(
    fc.property(fc.array(part), cuts, (parts, places) => {
      const text = parts.join(' ')
      const at = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
      const redacted = redactPieces(pieces, redactor)
      expect(redacted).toHaveLength(pieces.length)
      expect(redacted.join('')).toBe(redactor.redact(text))
    }),
  )
})
