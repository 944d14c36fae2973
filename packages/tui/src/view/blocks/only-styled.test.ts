import { expect, test } from 'vitest'
import { onlyStyled } from './only-styled.js'

test.each([
  ['\u001b[1m\u001b[38;5;12mname\u001b[0m', '\u001b[1m\u001b[38;5;12mname\u001b[0m'],
  ['\u001b]8;;https://a.example\u0007a\u001b]8;;\u0007', '\u001b]8;;https://a.example\u0007a\u001b]8;;\u0007'],
  ['\u001b]8;;https://a.example\u001b\\a\u001b]8;;\u001b\\', '\u001b]8;;https://a.example\u001b\\a\u001b]8;;\u001b\\'],
  ['\u001b]52;c;UFdORUQ=\u0007x', ']52;c;UFdORUQ=x'],
  ['\u001b]0;X\u0007x', ']0;Xx'],
  ['\u001b[2Jx\u001b[3;1H', '[2Jx[3;1H'],
  ['\u009b2Jx\rY', '2JxY'],
  ['a\tb', 'a\tb'],
])('%j becomes %j', (row, expected) => expect(onlyStyled(row)).toBe(expected))
