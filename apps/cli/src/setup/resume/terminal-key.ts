import { readlinkSync } from 'node:fs'
import type { Io } from '../../io.js'

/** Variables by which terminals and multiplexers name their windows, the innermost first. */
const windowVariables = [
  ['TMUX', 'TMUX_PANE'],
  ['ZELLIJ_SESSION_NAME', 'ZELLIJ_PANE_ID'],
  ['STY', 'WINDOW'],
  ['KITTY_PID', 'KITTY_WINDOW_ID'],
  ['WEZTERM_PANE'],
  ['WT_SESSION'],
  ['TERM_SESSION_ID'],
] as const

/** A name for the window that this process runs in. `undefined`: there is no terminal, or it has no name. */
export function terminalKey({ env, stdin }: Pick<Io, 'env' | 'stdin'>): string | undefined {
  if (stdin.isTTY !== true) return undefined
  for (const names of windowVariables) {
    const parts = names.map((name) => env[name] ?? '')
    if (parts.every((part) => part !== '')) return `${names[0]}=${parts.join(' ')}`
  }
  return deviceOf()
}

/** The device of the terminal, where the system has a file for it. */
function deviceOf(): string | undefined {
  try {
    const device = readlinkSync('/proc/self/fd/0')
    return device.startsWith('/dev/') ? device : undefined
  } catch {
    // Not Linux: another session is taken.
    return undefined
  }
}
