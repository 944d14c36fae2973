import { expect, test } from 'vitest'
import { shownName } from './shown-name.js'

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\plan.txt', 'plan.txt'],
  ['a\r\nb\u001b[31m\u202e.txt', 'ab[31m.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  [`${'😀'.repeat(300)}.txt`, `${'😀'.repeat(196)}.txt`],
  ['  ', 'file'],
  ['folder/', 'file'],
  ['', 'file'],
])('%j is shown as %j', (given, shown) => {
  expect(shownName(given)).toBe(shown)
  // The name is part of a header.
  expect(decodeURIComponent(encodeURIComponent(shown))).toBe(shown)
})
