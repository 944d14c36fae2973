import { expect, test } from 'vitest'
import { exactText, oneLine, safeText } from './safe-text.js'

test('controls become visible, line feeds and tabs stay', () => {
  expect(safeText('a\u001b[31mb\u0007\r\nc\td\u009b')).toBe('a\\x1b[31mb\\x07\nc\td\\x9b')
})

test('what a decision rests on hides nothing', () => {
  expect(exactText('ls\u202e# sl\u200b\u2066\u{e0041}')).toBe('ls\\u202e# sl\\u200b\\u2066\\u{e0041}')
  expect(exactText('rm\rls')).toBe('rm\\x0dls')
})

test('one line stays one line', () => {
  expect(oneLine(' a\n  b\r\n\tc ')).toBe('a b c')
})
