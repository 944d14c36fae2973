import { expect, test } from 'vitest'
import { stripAnsi } from './strip-ansi.js'

const start = '\u001b'

test.each([
  ['colours', `${start}[1;31mred${start}[38:2::1:2:3m!${start}[0m`, 'red!'],
  ['the one-character form', '\u009b31mred', 'red'],
  ['cursor movements and modes', `a${start}[2K${start}[1Gb${start}[?25lc${start}[>4;2md${start}[2 qe`, 'abcde'],
  ['a title ended by a bell', `${start}]0;title\u0007text`, 'text'],
  ['a link', `${start}]8;;http://x${start}\\name${start}]8;;${start}\\`, 'name'],
  ['a character set selection', `${start}(Btext`, 'text'],
  ['saving and restoring the cursor', `${start}7x${start}8`, 'x'],
  ['a picture', `${start}P1;2qdata${start}\\text`, 'text'],
  ['control characters', 'a\0b\bc\u0085d', 'abcd'],
  ['nothing from plain text', 'naïve [31m ]8;; 😀\t\r\n', 'naïve [31m ]8;; 😀\t\r\n'],
  ['no line after an unterminated sequence', `${start}]0;title\nnext`, '\nnext'],
])('removes %s', (_, text, plain) => {
  expect(stripAnsi(text)).toBe(plain)
})
