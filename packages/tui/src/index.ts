export { type RunTerminalOptions, runTerminal } from './run-terminal.js'
export type { Look } from './view/look.js'
