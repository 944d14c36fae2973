import { readlinkSync } from 'node:fs'
import type { Io } from '../../io.js'

/** Variables in which terminals and multiplexers name their windows, innermost first. */
const windowVariables = [
  ['TMUX', 'TMUX_PANE'],
  ['ZELLIJ_SESSION_NAME', 'ZELLIJ_PANE_ID'],
  ['STY', 'WINDOW'],
  ['KITTY_PID', 'KITTY_WINDOW_ID'],
  ['WEZTERM_PANE'],
  ['WT_SESSION'],
  ['TERM_SESSION_ID'],
] as const

/** Returns a name for the window in which this process runs; `undefined` if there is no terminal, or it has no name. */
export function terminalKey({ env, stdin }: Pick<Io, 'env' | 'stdin'>): string | undefined {
  if (stdin.isTTY !== true) return undefined
  for (const names of windowVariables) {
    const parts = names.map((name) => env[name] ?? '')
    if (parts.every((part) => part !== '')) return `${names[0]}=${parts.join(' ')}`
  }
  return deviceOf()
}

/** Returns the device of the terminal, if the system has a file for it. */
function deviceOf(): string | undefined {
  try {
    const device = readlinkSync('/proc/self/fd/0')
    return device.startsWith('/dev/') ? device : undefined
  } catch {
    // Other systems than Linux have no such file; another session is used.
    return undefined
  }
}
