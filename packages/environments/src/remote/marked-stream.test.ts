import { PassThrough, pipeline } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarkedStream } from './marked-stream.js'

const mark = 'hermes-4f1c'

/** Returns the output of a stream for these chunks. */
async function read(chunks: readonly Uint8Array[]): Promise<{ text: string; start: unknown; end: unknown }> {
  const marked = new MarkedStream(mark, 'cut off')
  const source = new PassThrough()
  pipeline(source, marked, () => undefined)
  for (const chunk of chunks) source.write(chunk)
  source.end()
  const text = Buffer.concat(await Array.fromAsync(marked)).toString('latin1')
  return { text, start: await marked.started.catch(String), end: await marked.ended }
}

/** Splits the bytes at arbitrary positions. */
function cut(text: string, places: readonly number[]): readonly Uint8Array[] {
  const bytes = Buffer.from(text, 'latin1')
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}

test('returns the text between the marks at any chunk boundary', async () => {
  // Pieces that resemble the mark.
  const piece = fc.constantFrom('h', 'hermes-', 'hermes-4f1', 'hermes-4f1d', '\n', '\0', '\xff', ' end 0\n')
  const body = fc.array(piece).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(body, fc.array(fc.nat({ max: 500 })), async (text, places) => {
      const whole = `noise of a login\n${mark} start 4711\r\n${text}${mark} end 7\r\nof somebody else`
      expect(await read(cut(whole, places))).toEqual({
        text,
        start: { word: 'start', argument: '4711' },
        end: { word: 'end', argument: '7' },
      })
    }),
    { numRuns: 300 },
  )
})

test('adds a message to interrupted output, which has no end', async () => {
  const { text, end } = await read([Buffer.from(`${mark} start\nhalf a li`)])
  expect({ text, end }).toEqual({ text: 'half a licut off', end: undefined })
})

test('reports the text that was printed instead of the start', async () => {
  expect(await read([Buffer.from('Permission denied.\n')])).toMatchObject({
    text: '',
    start: 'Error: Permission denied.',
  })
})
