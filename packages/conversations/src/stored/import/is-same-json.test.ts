import { expect, test } from 'vitest'
import { isSameJson } from './is-same-json.js'

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  ['1', 1, false],
  [null, {}, false],
])('%j and %j hold the same JSON: %s', (left, right, isSame) => {
  expect(isSameJson(left, right)).toBe(isSame)
  expect(isSameJson(right, left)).toBe(isSame)
})
