import { isRecord } from '@hermes/safety'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tryParseJson } from '../json.js'
import { createDeltaSkimmer } from './delta-skimmer.js'
import { createSseParser } from './sse.js'

/** Reads a stream like a wire. `parsed` counts the events that needed a full parse. */
function read(pieces: readonly string[]) {
  let whole = ''
  let parsed = 0
  const textOf = (event: unknown): string | undefined =>
    isRecord(event) && typeof event.text === 'string' && event.usage === null ? event.text : undefined
  const skimmer = createDeltaSkimmer({
    textOf,
    addText: (text) => {
      whole += text
    },
  })
  const sse = createSseParser((data, name) => {
    parsed += 1
    const event = tryParseJson(data)
    whole += isRecord(event) ? event.text : '<broken>'
    skimmer.learn(event, data, name)
  }, skimmer.skim)
  for (const piece of pieces) sse.push(piece)
  return { whole, parsed }
}

function eventOf(text: string, more: object = {}, name = ''): string {
  const data = JSON.stringify({ id: 'a', role: 'word', text, usage: null, ...more })
  return `${name === '' ? '' : `event: ${name}\n`}data: ${data}\n\n`
}

test.each(['', 'delta'])('reads similar events without parsing each, with the event name "%s"', (name) => {
  const words = Array.from({ length: 100 }, (_, index) => `word ${index}`)
  const { whole, parsed } = read([words.map((word) => eventOf(word, {}, name)).join('')])
  expect(whole).toBe(words.join(''))
  expect(parsed).toBeLessThan(10)
})

describe('events that differ are parsed', () => {
  test.each<[string, string]>([
    ['a text with escapes', eventOf('a "quoted"\nline \\ é \u0001')],
    ['an empty text', eventOf('')],
    ['another field', eventOf('x', { id: 'b' })],
    ['usage', eventOf('x', { usage: { tokens: 1 } })],
    ['a name', eventOf('x', {}, 'other')],
    ['a comment', `: ping\n\n${eventOf('x')}`],
    ['carriage returns', eventOf('x').replaceAll('\n', '\r\n')],
    ['a raw control character, which is invalid JSON', eventOf('x').replace('"x"', '"\u0001"')],
    ['a text that begins like the rest of the event', eventOf('","usage":null}')],
  ])('%s', (_, odd) => {
    const stream = `${eventOf('one').repeat(5)}${odd}${eventOf('two')}`
    const { whole } = read([...stream])
    expect(read([stream]).whole).toBe(whole)
    expect(whole).toMatch(/^(one){5}.*two$/s)
  })
})

test('distinguishes a text that also occurs elsewhere in the event', () => {
  const stream = `${eventOf('word').repeat(5)}${eventOf('other').repeat(5)}`
  const { whole, parsed } = read([stream])
  expect(whole).toBe('word'.repeat(5) + 'other'.repeat(5))
  expect(parsed).toBeLessThan(10)
})

test('stops learning when every event differs', () => {
  const events = Array.from({ length: 50 }, (_, index) => eventOf('x', { id: String(index) }))
  expect(read([events.join('')])).toEqual({ whole: 'x'.repeat(50), parsed: 50 })
})

test('reads the same texts wherever the stream is split', () => {
  const text = fc.oneof(fc.constantFrom('word', 'a"b', '\\', '\n', '", "', 'é👋', ''), fc.string({ unit: 'grapheme' }))
  const event = fc
    .tuple(text, fc.constantFrom({}, {}, {}, { id: 'b' }, { usage: { n: 1 } }))
    .map(([t, more]) => eventOf(t, more))
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 8 }), (events, cuts) => {
      const stream = events.join('')
      const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].toSorted((a, b) => a - b)
      const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end))
      const { whole } = read([...stream])
      expect(read(pieces).whole).toBe(whole)
      expect(read([stream]).whole).toBe(whole)
    }),
  )
})
