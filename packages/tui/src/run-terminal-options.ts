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
  /** Opens the server, while the terminal is already drawn and read. If it throws, nothing is left on the terminal. */
  readonly connect: () => Promise<Connection>
  readonly look: Look
  readonly first?: FirstSession
  readonly prompt?: PromptOptions
  readonly view?: ViewOptions
  readonly host?: HostTerminal
  /** Commands of the terminal itself. Default: only the server's commands. */
  readonly own?: OwnCommands
  /** Aborted when the terminal is gone or the program is asked to stop. */
  readonly signal: AbortSignal
}

/** A connection to a server of Hermes RPC. */
export interface Connection {
  readonly channel: FrameChannel
  /** Opens another connection when this one is lost. Absent: the terminal is then left. */
  readonly reopen?: () => Promise<FrameChannel>
  /** The session to resume. Default: a new one. */
  readonly sessionId?: string
}

/** The session that is shown first. */
export interface FirstSession {
  /** The folder of new sessions, if the server is on this machine. */
  readonly workingDirectory?: string
  /** A prompt that is sent at once. */
  readonly prompt?: string
  /** Changes of the session's settings, applied before anything is sent. */
  readonly changes?: ParamsOf<'config.set'>['changes']
  /** Skills that the first prompt starts with. Default: none. */
  readonly skills?: readonly string[]
  /** The text shown until the session is open. Default: none. */
  readonly opening?: string
  /** Returns the notes at the start of the session. Default: none. */
  readonly greet?: Greet
  /** Called once the session is open. Default: nothing is done. */
  readonly afterOpening?: AfterOpening
}

/** What a person can do in the input. */
export interface PromptOptions {
  /** Files that prompts name. Default: none. */
  readonly files?: PromptFiles
  /** Images that prompts include. Default: none. */
  readonly images?: PromptImages
  /** The earlier prompts. Default: only prompts of this screen are remembered. */
  readonly history?: PromptHistory
  /** Commands that the person runs. Default: a prompt that starts with `!` is one for the agent. */
  readonly commands?: PersonCommands
  /** Prompts that Ctrl+S has put aside, oldest first. Changed in place. Default: the key does nothing. */
  readonly drafts?: string[]
  /**
   * Edits a prompt in another program, which uses the terminal in the meantime. `undefined`: it failed. Default:
   * prompts are edited only here.
   */
  readonly editText?: (text: string) => Promise<string | undefined>
  /**
   * Suggests how the prompt being typed continues, in one row. Empty: no suggestion. Default: there are no suggestions.
   */
  readonly suggestContinuation?: (typed: string) => string
  /** Whether prompts are edited with the keys of vi. Default: prompts have the usual keys. */
  readonly vim?: VimSwitch
}

/** Which parts of a session are shown. */
export interface ViewOptions {
  /** The times of messages. Default: messages are shown without their times. */
  readonly times?: MessageTimes
  /** Whether tool calls are hidden. Default: tool calls are shown. */
  readonly focus?: FocusSwitch
  /** Whether reasoning is shown. Default: the reasoning of the model is hidden. */
  readonly reasoning?: ReasoningSwitch
  /** Draws the row below the input. Default: model, context and title. */
  readonly status?: DrawStatus
  /** Whether failed edits are listed below their turn. Default: true. */
  readonly listsFailedEdits?: boolean
}

/** The terminal around the screen. */
export interface HostTerminal {
  /** The terminal. Default: that of the process. */
  readonly terminal?: Terminal
  /**
   * Called with the background of the terminal if it reports one; the callback may change the look. Default: the
   * terminal is not asked.
   */
  readonly onBackground?: (color: BackgroundColor) => void
  /** Notices events that may need the person's attention. Default: none. */
  readonly attention?: Attention
  /**
   * Called with the id of each session that is shown: the first one, and each one that replaces it. Default: nothing is
   * done.
   */
  readonly onSession?: (sessionId: string) => void
  /** Suspends the program for Ctrl+Z, until it is continued. Default: the key does nothing. */
  readonly suspend?: () => Promise<void>
}
