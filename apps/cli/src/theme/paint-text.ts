import { styleText } from 'node:util'
import { type Color, namedColors } from './color.js'
import type { ColorDepth } from './color-depth.js'
import { nearestOf16, nearestOf256, toRgb } from './lower-color.js'

const close = '\u001b[39m'

/** Returns the text in a color, with the sequences that start and end it. */
export function paintText(text: string, color: Color, depth: ColorDepth): string {
  if (isNamed(color)) return styleText(namedColors[color], text, { validateStream: false })
  const begin = beginOf(color, depth)
  // Text painted inside ends its own color, so this color is set again after it.
  return `${begin}${text.replaceAll(close, begin)}${close}`
}

function isNamed(color: Color): color is keyof typeof namedColors {
  return Object.hasOwn(namedColors, color)
}

function beginOf(hex: string, depth: ColorDepth): string {
  const rgb = toRgb(hex)
  if (depth === 24) return sgr(`38;2;${rgb.join(';')}`)
  return sgr(depth === 8 ? `38;5;${nearestOf256(rgb)}` : String(nearestOf16(rgb)))
}

function sgr(code: string): string {
  return `\u001b[${code}m`
}
