import { expect, test } from 'vitest'
import { SharedFields } from './shared-fields.js'

const notes = Object.freeze({ tools: ['read'] })
const prompt = (text: string) => ({ notes, systemPrompt: text })

test('keeps equal fields once', () => {
  const shared = new SharedFields(2)
  const one = shared.add(prompt('You help.'))
  expect(shared.add(prompt('You help.'))).toBe(one)
  expect(shared.of(one)).toEqual({ notes, systemPrompt: 'You help.' })
})

test.each([
  ['notes', { ...prompt('You help.'), notes: Object.freeze({}) }],
  ['prompts', prompt('You sing.')],
  ['context states', { ...prompt('You help.'), contextState: Object.freeze({ summary: 'short' }) }],
])('keeps fields with other %s apart', (_, other) => {
  const shared = new SharedFields(2)
  const numbers = [shared.add(prompt('You help.')), shared.add(other)]
  expect(numbers.map((number) => shared.of(number))).toEqual([prompt('You help.'), other])
})

test('keeps the most recently used fields', () => {
  const shared = new SharedFields(2)
  const [a, b] = [shared.add(prompt('a')), shared.add(prompt('b'))]
  shared.of(a)
  const c = shared.add(prompt('c'))
  expect([a, b, c].map((number) => shared.of(number)?.systemPrompt)).toEqual(['a', undefined, 'c'])
})
