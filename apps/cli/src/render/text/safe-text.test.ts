import { expect, test } from 'vitest'
import { exactText, oneLine, safeText } from './safe-text.js'

test('escapes control characters, except line feeds and tabs', () => {
  expect(safeText('a\u001b[31mb\u0007\r\nc\td\u009b')).toBe('a\\x1b[31mb\\x07\nc\td\\x9b')
})

test('escapes characters that change the direction of letters, and on a shared line those that reorder the rest of it', () => {
  const text = 'report\u202egnp.exe \u2067שלום\u2069'
  expect(safeText(text)).toBe('report\\u202egnp.exe \u2067שלום\u2069')
  expect(oneLine(text)).toBe('report\\u202egnp.exe \\u2067שלום\\u2069')
})

test('escapes all invisible characters in text for a decision', () => {
  expect(exactText('ls\u202e# sl\u200b\u2066\u{e0041}')).toBe('ls\\u202e# sl\\u200b\\u2066\\u{e0041}')
  expect(exactText('rm\rls')).toBe('rm\\x0dls')
})

test('distinguishes an escape from text that looks like one', () => {
  expect(exactText('printf \\x1b')).toBe('printf \\x1b')
  expect(exactText('printf \\x1b\u001b')).toBe('printf \\\\x1b\\x1b')
})

test.each(['\u00a0', '\u3164', '\u2800', '\ufe0f', '\u{e0101}', '\t', '\ud83d', '\ue000', '\u0336', '\u2028'])(
  'leaves nothing invisible: %j',
  (character) => {
    expect(exactText(`rm${character}x`)).toMatch(/^rm\\[xu][0-9a-f{}]+x$/)
  },
)

test('keeps a single line on one line', () => {
  expect(oneLine(' a\n  b\r\n\tc ')).toBe('a b c')
})
