import { styleText } from 'node:util'
import ansiStyles from 'ansi-styles'
import { type Color, namedColors } from './color.js'
import type { ColorDepth } from './color-depth.js'

const black = 30
const brightBlack = 90

/** The text in a colour, with the sequences that begin and end it. */
export function paintText(text: string, color: Color, depth: ColorDepth): string {
  if (isNamed(color)) return styleText(namedColors[color], text, { validateStream: false })
  const begin = beginOf(color, depth)
  const { close } = ansiStyles.color
  // What was painted inside ends its colour: this one goes on behind it.
  return `${begin}${text.replaceAll(close, begin)}${close}`
}

function isNamed(color: Color): color is keyof typeof namedColors {
  return Object.hasOwn(namedColors, color)
}

function beginOf(hex: string, depth: ColorDepth): string {
  const { color, hexToAnsi, hexToAnsi256, hexToRgb } = ansiStyles
  if (depth === 24) return color.ansi16m(...hexToRgb(hex))
  if (depth === 8) return color.ansi256(hexToAnsi256(hex))
  const code = hexToAnsi(hex)
  // A dark shade of grey must not become the black of the background.
  return color.ansi(code === black ? brightBlack : code)
}
