import { expect, test } from 'vitest'
import { backgroundOfVariables, parseBackground } from './background.js'

test.each([
  ['\u001b]11;rgb:ffff/ffff/ffff\u001b\\', 'light'],
  ['\u001b]11;rgb:fdfd/f6f6/e3e3\u0007', 'light'],
  ['\u001b]11;rgb:00/2b/36\u0007', 'dark'],
  ['\u001b]11;rgba:0000/0000/0000/ffff\u001b\\', 'dark'],
  // Blue looks dark, yellow looks light.
  ['\u001b]11;rgb:0/0/f\u0007', 'dark'],
  ['\u001b]11;rgb:f/f/0\u0007', 'light'],
  ['\u001b]10;rgb:ffff/ffff/ffff\u0007', undefined],
  ['\u001b]11;rgb:white\u0007', undefined],
  ['\u001b[?62c', undefined],
])('parses the answer %j', (answer, background) => {
  expect(parseBackground(answer)).toBe(background)
})

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;7', 'light'],
  ['15;8', 'dark'],
  ['default;default', undefined],
  ['0;99', undefined],
  ['', undefined],
  [undefined, undefined],
])('parses COLORFGBG=%s', (COLORFGBG, background) => {
  expect(backgroundOfVariables({ COLORFGBG })).toBe(background)
})
