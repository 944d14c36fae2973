import { expect, test } from 'vitest'
import { createKeptDefinitions } from './kept-definitions.js'

const tool = (name: string, description = 'x') => ({ name, description, parameters: { type: 'object' } })

test('equal definitions are the same objects', () => {
  const keep = createKeptDefinitions()
  const first = keep([tool('a'), tool('b')])
  expect(keep([tool('a'), tool('b')])).toBe(first)
})

test('a changed definition replaces only itself', () => {
  const keep = createKeptDefinitions()
  const first = keep([tool('a'), tool('b')])
  const second = keep([tool('a'), tool('b', 'y')])
  expect(second).toEqual([tool('a'), tool('b', 'y')])
  expect(second[0]).toBe(first[0])
})

test('the list is frozen, so that what is remembered by it holds', () => {
  const keep = createKeptDefinitions()
  expect(Object.isFrozen(keep([tool('a')]))).toBe(true)
})
