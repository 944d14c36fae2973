import type { Terminal } from '@earendil-works/pi-tui'
import type { FrameChannel } from '@hermes/rpc'
import type { ParamsOf } from '@hermes/rpc/schemas'
import type { Attention } from './sessions/attention.js'
import type { AfterOpening, Greet } from './sessions/greet.js'
import type { OwnCommands } from './sessions/own-commands.js'
import type { PersonCommands } from './sessions/person-commands.js'
import type { PromptFiles } from './sessions/prompt-files.js'
import type { PromptHistory } from './sessions/prompt-history.js'
import type { PromptImages } from './sessions/prompt-images.js'
import type { VimSwitch } from './view/input/vim-editor.js'
import type { BackgroundColor } from './view/look/background-color.js'
import type { Look } from './view/look/look.js'
import type { DrawStatus } from './view/screen/draw-status.js'
import type { FocusSwitch } from './view/transcript/focus-switch.js'
import type { MessageTimes } from './view/transcript/message-times.js'
import type { ReasoningSwitch } from './view/transcript/reasoning-switch.js'

export interface RunTerminalOptions {
  /** Opens the server, while the terminal is drawn and read already. If it throws, nothing is left on the terminal. */
  readonly connect: () => Promise<Connection>
  readonly look: Look
  readonly first?: FirstSession
  readonly prompt?: PromptOptions
  readonly view?: ViewOptions
  readonly host?: HostTerminal
  /** Commands of the terminal itself. Default: the server's commands alone. */
  readonly own?: OwnCommands
  /** Aborted when the terminal is gone, or the program is asked to stop. */
  readonly signal: AbortSignal
}

/** A connection to a server of Hermes RPC. */
export interface Connection {
  readonly channel: FrameChannel
  /** Opens another connection when this one is lost. Absent: the terminal is left then. */
  readonly reopen?: () => Promise<FrameChannel>
  /** The session to resume. Default: a new one. */
  readonly sessionId?: string
}

/** The session that is shown first. */
export interface FirstSession {
  /** Where new sessions work, if the server is on this machine. */
  readonly workingDirectory?: string
  /** Sent at once. */
  readonly prompt?: string
  /** Changes of its settings, before anything is sent. */
  readonly changes?: ParamsOf<'config.set'>['changes']
  /** Skills that its first prompt begins with. Default: none. */
  readonly skills?: readonly string[]
  /** What is shown until it is open. Default: nothing. */
  readonly opening?: string
  /** What is said at its start. Default: nothing. */
  readonly greet?: Greet
  /** Default: nothing is done. */
  readonly afterOpening?: AfterOpening
}

/** What a person can do in the input. */
export interface PromptOptions {
  /** Files that prompts name. Default: none. */
  readonly files?: PromptFiles
  /** Images that prompts carry. Default: none. */
  readonly images?: PromptImages
  /** Default: prompts of this screen alone are remembered. */
  readonly history?: PromptHistory
  /** Default: a prompt that begins with `!` is one for the agent. */
  readonly commands?: PersonCommands
  /** Prompts that Ctrl+S has put aside, oldest first. Changed in place. Default: the key does nothing. */
  readonly drafts?: string[]
  /** Edits a prompt in another program, which has the terminal meanwhile. `undefined`: it failed. Default: prompts are edited here alone. */
  readonly editText?: (text: string) => Promise<string | undefined>
  /** The rest of a prompt that is being typed, in one row; empty: nothing is suggested. Default: nothing ever is. */
  readonly suggestRest?: (typed: string) => string
  /** Default: prompts have the usual keys. */
  readonly vim?: VimSwitch
}

/** What of a session is shown. */
export interface ViewOptions {
  /** Default: messages are shown without their times. */
  readonly times?: MessageTimes
  /** Default: calls of tools are shown. */
  readonly focus?: FocusSwitch
  /** Default: the reasoning of the model is hidden. */
  readonly reasoning?: ReasoningSwitch
  /** The row below the input. Default: model, context and title. */
  readonly status?: DrawStatus
  /** Whether the edits that failed are listed below their turn. Default true. */
  readonly listsFailedEdits?: boolean
}

/** The terminal around the screen. */
export interface HostTerminal {
  /** Default: that of the process. */
  readonly terminal?: Terminal
  /** Called with the background of the terminal if it tells it; the look may change in it. Default: it is not asked. */
  readonly onBackground?: (color: BackgroundColor) => void
  /** Default: it does not learn what happens. */
  readonly attention?: Attention
  /** Called with the id of each session that is shown: the first one, and each that takes its place. Default: nothing is done. */
  readonly onSession?: (sessionId: string) => void
  /** Suspends the program for Ctrl+Z, until it is continued. Default: the key does nothing. */
  readonly suspend?: () => Promise<void>
}
