export { type RunTerminalOptions, runTerminal } from './run-terminal.js'
export type { PromptFiles } from './sessions/prompt-files.js'
export type { PromptImages } from './sessions/prompt-images.js'
export type { Look } from './view/look.js'
