import type { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Named colors of terminals. The terminal chooses their shades; `none` is its own text color. */
export const namedColors = {
  none: 'none',
  dim: 'dim',
  black: 'black',
  red: 'red',
  green: 'green',
  yellow: 'yellow',
  blue: 'blue',
  magenta: 'magenta',
  cyan: 'cyan',
  white: 'white',
  gray: 'gray',
  'bright-red': 'redBright',
  'bright-green': 'greenBright',
  'bright-yellow': 'yellowBright',
  'bright-blue': 'blueBright',
  'bright-magenta': 'magentaBright',
  'bright-cyan': 'cyanBright',
  'bright-white': 'whiteBright',
} as const satisfies Readonly<Record<string, Format>>

/** A color by name, or as `#rrggbb`. */
export type Color = keyof typeof namedColors | `#${string}`
