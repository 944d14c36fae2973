import { expect, test } from 'vitest'
import { longestTitle, numberedTitle, sanitizeTitle } from './sanitize-title.js'

test.each([
  ['  fix\tthe\n build ', 'fix the build'],
  ['\u202eevil\u0007 \u001b[31mname', 'evil [31mname'],
  ['天気 👩‍💻 می‌خواهم', '天気 👩‍💻 می‌خواهم'],
  ['lone \ud800 half', 'lone \ufffd half'],
  ['a\u2028b\u0000c', 'a bc'],
  [' \u200b\ufeff\n', undefined],
])('%j becomes the title %j', (text, title) => {
  expect(sanitizeTitle(text)).toBe(title)
})

test('cuts a title between characters and keeps its suffix', () => {
  const long = '🚀'.repeat(200)
  expect(sanitizeTitle(long)).toBe(`${'🚀'.repeat(longestTitle - 1)}…`)
  expect(numberedTitle(sanitizeTitle(long) ?? '', 12)).toMatch(/^(🚀){95}… #12$/u)
  expect(numberedTitle('tea', 2)).toBe('tea #2')
})
