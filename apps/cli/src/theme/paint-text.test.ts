import { expect, test } from 'vitest'
import { colorDepth } from './color-depth.js'
import { nearestOf16, nearestOf256, toRgb } from './lower-color.js'
import { paintText } from './paint-text.js'

test('reduces a color to what the terminal shows', () => {
  expect(paintText('a', '#ff8700', 24)).toBe('\u001b[38;2;255;135;0ma\u001b[39m')
  expect(paintText('a', '#ff8700', 8)).toBe('\u001b[38;5;208ma\u001b[39m')
  expect(paintText('a', '#ff0000', 4)).toBe('\u001b[91ma\u001b[39m')
})

test.each([
  ['#404040', 238, 90],
  ['#005f87', 24, 36],
  ['#00702a', 22, 32],
  ['#8a5a00', 94, 33],
  ['#b3261e', 124, 31],
  ['#87008f', 90, 35],
  ['#4169e1', 62, 94],
  ['#ffffff', 231, 97],
  ['#000000', 16, 30],
] as const)('finds the nearest of %s: %i of 256, and the code %i of sixteen', (hex, of256, of16) => {
  expect(nearestOf256(toRgb(hex))).toBe(of256)
  expect(nearestOf16(toRgb(hex))).toBe(of16)
})

test('uses the terminal colors for names', () => {
  expect(paintText('a', 'bright-blue', 24)).toBe('\u001b[94ma\u001b[39m')
  expect(paintText('a', 'dim', 24)).toBe('\u001b[2ma\u001b[22m')
  expect(paintText('a', 'none', 24)).toBe('a')
})

test('continues a color after text in another color', () => {
  const inner = paintText('b', 'red', 24)
  expect(paintText(`a${inner}c`, '#0000ff', 24)).toBe('\u001b[38;2;0;0;255ma\u001b[31mb\u001b[38;2;0;0;255mc\u001b[39m')
})

test('reads the depth from the environment variables, whatever they say about colors in general', () => {
  expect(colorDepth({ TERM: 'xterm', COLORTERM: 'truecolor' })).toBe(24)
  expect(colorDepth({ TERM: 'xterm-256color' })).toBe(8)
  expect(colorDepth({ TERM: 'xterm' })).toBe(4)
  expect(colorDepth({ TERM: 'xterm-256color', FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(8)
  expect(colorDepth({ TERM: 'dumb' })).toBe(4)
})
