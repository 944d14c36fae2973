import { type Background, backgroundOfVariables } from './background.js'
import { colorDepth } from './color-depth.js'
import { defaultTheme } from './default-theme.js'
import { createInk, type Ink } from './ink.js'

/** The colours of a terminal: those of a theme for its background. */
export interface TerminalColors {
  readonly ink: Readonly<Ink>
  /** What is drawn from now on is for this background. Until then it is that of `COLORFGBG`, or dark. */
  setBackground(background: Background): void
}

export function createTerminalColors(env: Readonly<Record<string, string | undefined>>): TerminalColors {
  const ink = createInk(colorDepth(env), defaultTheme[backgroundOfVariables(env) ?? 'dark'])
  return {
    ink,
    setBackground(background) {
      ink.palette = defaultTheme[background]
    },
  }
}
