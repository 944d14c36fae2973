import { expect, test } from 'vitest'
import { matchesAny } from './match-globs.js'

test.each([
  ['git push*', 'git push -f', true],
  ['git push*', 'git   push', true],
  ['git push*', 'echo git push', false],
  ['*secret*', 'cat my-secret.txt', true],
  ['rm ?', 'rm a', true],
  ['rm ?', 'rm ab', false],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxbyy', false],
  ['[x]', 'x', false],
])('%s for %s', (pattern, text, expected) => {
  expect(matchesAny([pattern], [text])).toBe(expected)
})

test('matches long patterns and texts fast', () => {
  expect(matchesAny(['a*'.repeat(500)], ['a'.repeat(20_000)])).toBe(true)
  expect(matchesAny([`${'a*'.repeat(500)}b`], ['a'.repeat(20_000)])).toBe(false)
})
