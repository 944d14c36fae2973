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
export type { VimSwitch } from './view/input/vim-editor.js'
export type { BackgroundColor } from './view/look/background-color.js'
export type { ColorRole } from './view/look/color-role.js'
export type { Look } from './view/look/look.js'
export type { DrawStatus, SessionFacts } from './view/screen/draw-status.js'
export type { FocusSwitch } from './view/transcript/focus-switch.js'
export type { MessageTimes } from './view/transcript/message-times.js'
export type { ReasoningSwitch } from './view/transcript/reasoning-switch.js'
