import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSseParser } from './sse.js'

function parse(pieces: readonly string[]): [data: string, name: string][] {
  const events: [string, string][] = []
  const parser = createSseParser((data, name) => events.push([data, name]))
  for (const piece of pieces) parser.push(piece)
  return events
}

test.each<[string, string, [string, string][]]>([
  ['a plain event', 'data: a\n\n', [['a', '']]],
  [
    'no space after the colon, two spaces',
    'data:a\n\ndata:  b\n\n',
    [
      ['a', ''],
      [' b', ''],
    ],
  ],
  ['several lines of data', 'data: a\ndata: b\ndata\n\n', [['a\nb\n', '']]],
  [
    'a name, which applies to one event',
    'event: error\ndata: a\n\ndata: b\n\n',
    [
      ['a', 'error'],
      ['b', ''],
    ],
  ],
  ['comments, ids, retries and unknown fields', ': hi\nid: 1\nretry: 5\nx: y\ndata: a\n\n', [['a', '']]],
  ['an event without data', 'event: ping\n\ndata: a\n\n', [['a', '']]],
  [
    'CRLF and CR',
    'data: a\r\n\r\ndata: b\r\rdata: c\r\n\r\n',
    [
      ['a', ''],
      ['b', ''],
      ['c', ''],
    ],
  ],
  ['an incomplete event', 'data: a\n\ndata: b\n', [['a', '']]],
])('parses %s', (_, stream, events) => {
  expect(parse([stream])).toEqual(events)
})

test('parses the same events wherever the stream is split', () => {
  const field = fc.constantFrom(
    'data: x',
    'data:',
    'data: {"a":"\\u2028é👋"}',
    'event: error',
    ': ping',
    'id: 7',
    '',
    '',
  )
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const lines = fc.array(fc.tuple(field, lineEnd), { maxLength: 30 })
  fc.assert(
    fc.property(lines, fc.array(fc.nat(), { maxLength: 12 }), (rows, cuts) => {
      const stream = rows.map((row) => row.join('')).join('')
      const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].toSorted((a, b) => a - b)
      const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end))
      expect(parse(pieces)).toEqual(parse([stream]))
      expect(parse([...stream])).toEqual(parse([stream]))
    }),
  )
})

test('rejects a line that exceeds the length limit', () => {
  const parser = createSseParser(() => undefined)
  const piece = 'x'.repeat(16 * 1024 * 1024)
  expect(() => {
    for (let count = 0; count < 8; count++) parser.push(piece)
  }).toThrow(RangeError)
})
