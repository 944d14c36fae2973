export type { Remedy } from './model/view-state.js'
export { runTerminal } from './run-terminal.js'
export type {
  Connection,
  FirstSession,
  HostTerminal,
  PromptOptions,
  RunTerminalOptions,
  ViewOptions,
} from './run-terminal-options.js'
export type { Attention } from './sessions/attention.js'
export type { AfterOpening, Greet, Note } from './sessions/greet.js'
export type { OwnCommands } from './sessions/own-commands.js'
export type { PersonCommands } from './sessions/person-commands.js'
export type { PromptFiles } from './sessions/prompt-files.js'
export type { PromptHistory } from './sessions/prompt-history.js'
export type { PromptImages } from './sessions/prompt-images.js'
export type { BackgroundColor } from './view/background-color.js'
export type { ColorRole } from './view/color-role.js'
export type { DrawStatus, SessionFacts } from './view/draw-status.js'
export type { FocusSwitch } from './view/focus-switch.js'
export type { Look } from './view/look.js'
export type { MessageTimes } from './view/message-times.js'
export type { ReasoningSwitch } from './view/reasoning-switch.js'
export type { VimSwitch } from './view/vim-editor.js'
