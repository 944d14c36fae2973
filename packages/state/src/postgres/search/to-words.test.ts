import type { Message } from '@hermes/core'
import { atOnce } from '@hermes/safety'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWords, wordsOf } from './to-words.js'

const say = (content: string): Message => ({ role: 'user', content })

test('returns words in lower case without accents, with positions', () => {
  expect(atOnce(toWords(say('Crème Brûlée, crème'))).words).toBe("'creme':1A,3A 'brulee':2A")
})

test('splits scripts without spaces into single characters, also between Latin words', () => {
  expect([...wordsOf('部署API网关 🚀')]).toEqual(['部', '署', 'api', '网', '关', '🚀'])
  expect(atOnce(toWords(say('部署'))).isWide).toBe(true)
  expect(atOnce(toWords(say('naïve café'))).isWide).toBe(false)
})

test('names and arguments of tool calls weigh less than the text', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'read_file', arguments: '{"path":"a.md"}' } }
  const { words } = atOnce(toWords({ role: 'assistant', content: 'hello', tool_calls: [call] }))
  expect(words).toContain("'hello':1A")
  expect(words).toContain("'path':5C")
})

test('arbitrary text gives a tsvector that PostgreSQL accepts: quoted, with valid positions, below one megabyte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const lexeme of atOnce(toWords(say(text)))
        .words.split(' ')
        .filter(Boolean)) {
        expect(lexeme).toMatch(/^'[^'\\\s\0]+'(:\d+A(,\d+A)*)?$/u)
      }
    }),
  )
  const many = Array.from({ length: 300_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
  expect(Buffer.byteLength(atOnce(toWords(say(many))).words)).toBeLessThan(2 ** 20)
  const often = atOnce(toWords(say('same '.repeat(100_000)))).words
  expect(often.split(',')).toHaveLength(255)
})
