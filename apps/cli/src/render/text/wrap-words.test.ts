import { stripAnsi } from '@hermes/safety'
import { expect, test } from 'vitest'
import { createStyle } from './style.js'
import { wrapWords } from './wrap-words.js'

test.each([
  ['a line that fits', 'a line that fits'],
  ['one two three four five six', 'one two three four\nfive six'],
  ['first\nsecond line of some words', 'first\nsecond line of some\nwords'],
  ['a-word-that-is-longer-than-a-row and more', 'a-word-that-is-longer-than-a-row\nand more'],
])('breaks %j between words', (text, wrapped) => {
  expect(wrapWords(text, 20)).toBe(wrapped)
})

test('ignores the width of styles', () => {
  const { warning } = createStyle(true)
  expect(stripAnsi(wrapWords(warning('! twenty columns are enough'), 20))).toBe('! twenty columns are\nenough')
})
