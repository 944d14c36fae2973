import type { Terminal } from '@earendil-works/pi-tui'
import type { PromptHistory } from './sessions/prompt-history.js'
import type { CompletionSource } from './view/complete-input.js'
import type { DrawStatus } from './view/draw-status.js'
import type { FocusSwitch } from './view/focus-switch.js'
import type { Look } from './view/look.js'
import type { MessageTimes } from './view/message-times.js'
import type { ReasoningSwitch } from './view/reasoning-switch.js'
import type { VimSwitch } from './view/vim-editor.js'

export interface ScreenOptions {
  readonly terminal: Terminal
  readonly look: Look
  /** Default: messages are shown without their times. */
  readonly times?: MessageTimes
  /** Default: calls of tools are shown. */
  readonly focus?: FocusSwitch
  /** Default: the reasoning of the model is hidden. */
  readonly reasoning?: ReasoningSwitch
  /** Default: model, context and title. */
  readonly status?: DrawStatus
  /** How a typed prompt may go on; empty: nothing is suggested. Default: nothing ever is. */
  readonly suggestRest?: (typed: string) => string
  /** Default: prompts have the usual keys. */
  readonly vim?: VimSwitch
  readonly completions: CompletionSource
  /** Prompts that Ctrl+S has put aside, oldest first. Changed in place. Default: the key does nothing. */
  readonly drafts?: string[]
  /** Default: prompts of this screen alone. */
  readonly history?: PromptHistory
  submit(text: string): void
  /** Escape, or the first Ctrl+C. @returns whether there was something to interrupt. */
  interrupt(): boolean
  /** Ctrl+X. @param signal Aborted when the next key makes it another command. */
  switchSession(signal: AbortSignal): void
  /** Ctrl+G, and Ctrl+X Ctrl+E. */
  editElsewhere(): void
  /** Ctrl+T. */
  showAgents(): void
  /** Ctrl+F. */
  showSearch(): void
  /** Ctrl+R. */
  recall(): void
  /** Ctrl+V, Alt+V. */
  pasteImage(): void
  /** Up on an empty line, while prompts are queued. */
  takeBack(): void
  /** Ctrl+Z. */
  suspend(): void
  leave(): void
}
