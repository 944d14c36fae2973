import { WriteStream } from 'node:tty'

/** Color depth of a terminal in bits: 16 colors, 256, or all. */
export type ColorDepth = 4 | 8 | 24

/** Determines the color depth from environment variables. If there are colors at all, there are sixteen. */
export function colorDepth(env: Readonly<Record<string, string | undefined>>): ColorDepth {
  // `wantsColor` has already decided whether there are colors.
  const { NO_COLOR: _, NODE_DISABLE_COLORS: __, FORCE_COLOR: ___, ...rest } = env
  const bits = WriteStream.prototype.getColorDepth(rest)
  return bits >= 24 ? 24 : bits >= 8 ? 8 : 4
}
