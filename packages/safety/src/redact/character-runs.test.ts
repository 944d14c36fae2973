import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCharacterTest, longRuns, runEnd, runStart } from './character-runs.js'

const isLetter = createCharacterTest(/[a-z]/)

test('an index outside the text or at a non-ASCII character is in no run', () => {
  expect([isLetter('é', 0), isLetter('a', -1), isLetter('a', 1), isLetter('a', 0)]).toEqual([false, false, false, true])
})

test('finds the same runs as a regular expression', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é') })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 6 }), (text, shortest) => {
      const found = [...text.matchAll(/[a-z]+/g)].filter(([run]) => run.length >= shortest)
      expect([...longRuns(text, isLetter, shortest)]).toEqual(
        found.map(({ index, 0: run }) => ({ start: index, end: index + run.length })),
      )
    }),
  )
})

test('finds the bounds of a run from any index inside it', () => {
  expect([runStart('  word ', isLetter, 4), runEnd('  word ', isLetter, 4)]).toEqual([2, 6])
})
