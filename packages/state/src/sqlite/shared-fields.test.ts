import { expect, test } from 'vitest'
import { SharedFields } from './shared-fields.js'

const notes = Object.freeze({ tools: ['read'] })
const prompt = (text: string) => ({ notes, systemPrompt: text })

test('equal fields are kept once', () => {
  const shared = new SharedFields(2)
  const one = shared.add(prompt('You help.'))
  expect(shared.add(prompt('You help.'))).toBe(one)
  expect(shared.of(one)).toEqual({ notes, systemPrompt: 'You help.' })
})

test.each([
  ['notes', { ...prompt('You help.'), notes: Object.freeze({}) }],
  ['prompts', prompt('You sing.')],
  ['context states', { ...prompt('You help.'), contextState: Object.freeze({ summary: 'short' }) }],
])('fields with other %s are kept apart', (_, other) => {
  const shared = new SharedFields(2)
  const numbers = [shared.add(prompt('You help.')), shared.add(other)]
  expect(numbers.map((number) => shared.of(number))).toEqual([prompt('You help.'), other])
})

test('those that were used last are kept', () => {
  const shared = new SharedFields(2)
  const [a, b] = [shared.add(prompt('a')), shared.add(prompt('b'))]
  shared.of(a)
  const c = shared.add(prompt('c'))
  expect([a, b, c].map((number) => shared.of(number)?.systemPrompt)).toEqual(['a', undefined, 'c'])
})
