import type { Config } from '@hermes/runtime'
import type { TerminalColors } from '../theme/terminal-colors.js'
import { wearSkin } from './skin-switch.js'

/** Applies `display.theme`, unless it is `auto`, and `display.skin`. Resolves to why the default skin is used instead, if so. */
export function applyDisplay(
  home: string,
  { theme, skin }: Pick<Config['display'], 'theme' | 'skin'>,
  colors: TerminalColors,
): Promise<string | undefined> {
  if (theme !== 'auto') colors.setBackground(theme)
  return wearSkin(home, skin, colors)
}
