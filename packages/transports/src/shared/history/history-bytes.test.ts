import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHistoryBytes } from './history-bytes.js'

interface Note {
  readonly text: string
}

const freeze = (text: string): Note => Object.freeze({ text })
const headOf = (basis: readonly string[]) => `[${basis.join()};`
const write = (note: Note) => JSON.stringify(note.text)

function recording() {
  const history = createHistoryBytes<Note>()
  const written: string[] = []
  return {
    written,
    encode: (notes: readonly Note[], basis: readonly string[] = ['m']) =>
      history.encode(notes, basis, {
        head: () => headOf(basis),
        message(note) {
          written.push(note.text)
          return write(note)
        },
      }),
  }
}

const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString()

test('serializes a growing history once, and each request begins with the bytes of the previous one', () => {
  const { encode, written } = recording()
  const notes: Note[] = []
  let before = ''
  for (const text of ['a', 'é👋', 'x'.repeat(9000), 'b']) {
    notes.push(freeze(text))
    const body = textOf(encode(notes))
    expect(body.startsWith(before)).toBe(true)
    before = body
  }
  expect(written).toEqual(notes.map((note) => note.text))
  expect(before).toBe(`[m;${notes.map(write).join(',')}`)
})

test('separates conversations that continue from the same request', () => {
  const { encode, written } = recording()
  const [system, hello] = [freeze('system'), freeze('hello')]
  const left = [system, hello, freeze('left'), freeze('1')]
  const right = [system, hello, freeze('right'), freeze('2')]
  encode([system, hello])
  for (let count = 0; count < 3; count++) for (const notes of [left, right]) encode(notes)
  expect(written).toHaveLength(6)
})

test('separates conversations with different beginnings', () => {
  const { encode, written } = recording()
  const left = [freeze('left'), freeze('1')]
  const right = [freeze('right'), freeze('2')]
  for (let count = 0; count < 3; count++) for (const notes of [left, right]) encode(notes)
  expect(written).toHaveLength(4)
})

test('serializes mutable messages each time', () => {
  const { encode } = recording()
  const open = { text: 'before' }
  const notes = [freeze('a'), open, freeze('b')]
  expect(textOf(encode(notes))).toBe('[m;"a","before","b"')
  open.text = 'after'
  expect(textOf(encode(notes))).toBe('[m;"a","after","b"')
})

test('encodes each history correctly for any sequence of requests, and never changes returned bytes', () => {
  const pool = ['a', 'é', '👋"', 'x'.repeat(5000), ''].map(freeze)
  const notes = fc.array(
    fc.oneof(
      fc.constantFrom(...pool),
      fc.constantFrom('open', '').map((text) => ({ text })),
    ),
    {
      maxLength: 8,
    },
  )
  const request = fc.record({ notes, basis: fc.constantFrom(['m'], ['n'], ['m', 's']) })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
      const { encode } = recording()
      const sent = requests.map((each) => encode(each.notes, each.basis))
      const expected = requests.map((each) => headOf(each.basis) + each.notes.map(write).join(','))
      expect(sent.map(textOf)).toEqual(expected)
    }),
  )
})
