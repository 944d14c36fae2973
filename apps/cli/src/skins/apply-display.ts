import type { Config } from '@hermes/runtime'
import type { TerminalColors } from '../theme/terminal-colors.js'
import { applySkin } from './skin-switch.js'

/** Applies `display.skin`, and `display.theme` unless it is `auto`. Resolves to the reason if the default skin is used instead. */
export function applyDisplay(
  home: string,
  { theme, skin }: Pick<Config['display'], 'theme' | 'skin'>,
  colors: TerminalColors,
): Promise<string | undefined> {
  if (theme !== 'auto') colors.setBackground(theme)
  return applySkin(home, skin, colors)
}
