export { createShellStates, type ShellState, type ShellStates } from './shell-state.js'
export { type TerminalLimits, type TerminalToolsOptions, terminalTools } from './terminal.js'
