import type { BackgroundColor } from '@hermes/tui'
import { brightnessOf } from './brightness-of.js'

export type Background = 'dark' | 'light'

export function backgroundOf({ r, g, b }: BackgroundColor): Background {
  return brightnessOf([r, g, b]) > 0.5 ? 'light' : 'dark'
}

/** Parses a terminal's answer to the query for its background (OSC 11): `rgb:ffff/ffff/ffff`. Returns `undefined` for anything else. */
export function parseBackground(report: string): Background | undefined {
  const [, ...parts] = /^.\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(report) ?? []
  const [r, g, b] = parts.map((part) => (255 * Number.parseInt(part, 16)) / (16 ** part.length - 1))
  return r === undefined || g === undefined || b === undefined ? undefined : backgroundOf({ r, g, b })
}

/** Parses `COLORFGBG`: `15;0` is white on black. Returns `undefined` if it does not tell. */
export function backgroundOfVariables({
  COLORFGBG,
}: Readonly<Record<string, string | undefined>>): Background | undefined {
  const color = /(?:^|;)(\d{1,2})$/.exec(COLORFGBG ?? '')?.[1]
  if (color === undefined || Number(color) > 15) return undefined
  return ['7', '9', '10', '11', '12', '13', '14', '15'].includes(color) ? 'light' : 'dark'
}
