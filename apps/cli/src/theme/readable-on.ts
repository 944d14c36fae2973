import type { Background } from './background.js'
import { brightnessOf } from './brightness-of.js'
import type { Color } from './color.js'
import { toRgb } from './lower-color.js'

/** Maximum brightness of text on a light background, and minimum on a dark one, as shares of white. */
const mostOnLight = 0.45
const leastOnDark = 0.25
const step = 0.1

/** Makes a color darker on a light background, or lighter on a dark one, if it would be hard to read. Named colors are left to the terminal. */
export function readableOn(color: Color, background: Background): Color {
  if (!color.startsWith('#')) return color
  const goal = background === 'light' ? 0 : 255
  let rgb: readonly number[] = toRgb(color)
  const isReadable = () =>
    background === 'light' ? brightnessOf(rgb) <= mostOnLight : brightnessOf(rgb) >= leastOnDark
  while (!isReadable()) rgb = rgb.map((part) => part + Math.sign(goal - part) * Math.ceil(Math.abs(goal - part) * step))
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
