import type { Message } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWords, wordsOf } from './to-words.js'

const say = (content: string): Message => ({ role: 'user', content })

test('words without accents and capitals, with their places', () => {
  expect(toWords(say('Crème Brûlée, crème')).words).toBe("'creme':1A,3A 'brulee':2A")
})

test('signs of scripts without blanks are words by themselves, among Latin ones', () => {
  expect([...wordsOf('部署API网关 🚀')]).toEqual(['部', '署', 'api', '网', '关', '🚀'])
  expect(toWords(say('部署')).isWide).toBe(true)
  expect(toWords(say('naïve café')).isWide).toBe(false)
})

test('names and arguments of calls count less than what is said', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'read_file', arguments: '{"path":"a.md"}' } }
  const { words } = toWords({ role: 'assistant', content: 'hello', tool_calls: [call] })
  expect(words).toContain("'hello':1A")
  expect(words).toContain("'path':5C")
})

test('whatever the text, it is a tsvector that PostgreSQL takes: quoted words, places in bounds, less than a megabyte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const lexeme of toWords(say(text)).words.split(' ').filter(Boolean)) {
        expect(lexeme).toMatch(/^'[^'\\\s\0]+'(:\d+A(,\d+A)*)?$/u)
      }
    }),
  )
  const many = Array.from({ length: 300_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
  expect(Buffer.byteLength(toWords(say(many)).words)).toBeLessThan(2 ** 20)
  const often = toWords(say('same '.repeat(100_000))).words
  expect(often.split(',')).toHaveLength(255)
})
