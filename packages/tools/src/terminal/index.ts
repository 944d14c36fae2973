export { type TerminalLimits, type TerminalToolsOptions, terminalTools } from './terminal.js'
