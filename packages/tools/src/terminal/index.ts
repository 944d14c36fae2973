export { createShellStates, type ShellState, type ShellStates } from './shell-state.js'
export { type TerminalToolsOptions, terminalTools } from './terminal.js'
export type { TerminalLimits } from './terminal-limits.js'
