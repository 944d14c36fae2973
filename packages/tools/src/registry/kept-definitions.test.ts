import { expect, test } from 'vitest'
import { createKeptDefinitions } from './kept-definitions.js'

const tool = (name: string, description = 'x') => ({ name, description, parameters: { type: 'object' } })

test('returns the same objects for equal definitions', () => {
  const keep = createKeptDefinitions()
  const first = keep([tool('a'), tool('b')])
  expect(keep([tool('a'), tool('b')])).toBe(first)
})

test('replaces only the definition that changed', () => {
  const keep = createKeptDefinitions()
  const first = keep([tool('a'), tool('b')])
  const second = keep([tool('a'), tool('b', 'y')])
  expect(second).toEqual([tool('a'), tool('b', 'y')])
  expect(second[0]).toBe(first[0])
})

test('freezes the list, so that data cached by it stays valid', () => {
  const keep = createKeptDefinitions()
  expect(Object.isFrozen(keep([tool('a')]))).toBe(true)
})
