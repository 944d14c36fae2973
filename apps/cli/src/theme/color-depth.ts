import { WriteStream } from 'node:tty'

/** How many bits of colour a terminal shows: 16 colours, 256, or all. */
export type ColorDepth = 4 | 8 | 24

/** What the variables of the environment say about the terminal. Where there are colours at all, there are sixteen. */
export function colorDepth(env: Readonly<Record<string, string | undefined>>): ColorDepth {
  // Whether there are colours was decided before: see wantsColor.
  const { NO_COLOR: _, NODE_DISABLE_COLORS: __, FORCE_COLOR: ___, ...rest } = env
  const bits = WriteStream.prototype.getColorDepth(rest)
  return bits >= 24 ? 24 : bits >= 8 ? 8 : 4
}
