import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedSegments } from './marked-segments.js'

const mark = 'result-9a'

test('splits a stream at its marks, at any chunk boundary', async () => {
  const piece = fc.constantFrom('r', 'result-', 'result-9', '\n', '\0', 'x'.repeat(60))
  const body = fc.array(piece).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(body), fc.integer({ min: 1, max: 40 }), async (bodies, size) => {
      const bytes = Buffer.from(bodies.map((text, index) => `${text}${mark} ${index}\n`).join(''))
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const segments = await Array.fromAsync(markedSegments(toStream(chunks), mark))
      expect(segments.map(({ data, argument }) => [data.toString(), argument])).toEqual(
        bodies.map((text, index) => [text, `${index}`]),
      )
    }),
    { numRuns: 200 },
  )
})

async function* toStream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
