import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMark } from './create-mark.js'
import { createFrameReader } from './frame-reader.js'

test('passes on text completely, however it ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (printed) => {
      const received: Uint8Array[] = []
      const reader = createFrameReader({
        mark: createMark(),
        onText: (data) => received.push(data),
        onMessage: () => expect.unreachable(),
      })
      const data = Buffer.from(printed)
      reader.push(data)
      expect(Buffer.concat(received)).toEqual(data)
    }),
    { numRuns: 2_000 },
  )
})

test('creates different marks', () => {
  expect(createMark()).not.toEqual(createMark())
})
