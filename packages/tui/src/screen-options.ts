import type { Terminal } from '@earendil-works/pi-tui'
import type { PromptOptions, ViewOptions } from './run-terminal-options.js'
import type { CompletionSource } from './view/input/complete-input.js'
import type { Look } from './view/look/look.js'
import type { ScreenActions } from './view/screen/screen-actions.js'

export interface ScreenOptions {
  readonly terminal: Terminal
  readonly look: Look
  readonly view: Omit<ViewOptions, 'listsFailedEdits'>
  readonly prompt: Pick<PromptOptions, 'drafts' | 'history' | 'suggestContinuation' | 'vim'>
  readonly completions: CompletionSource
  readonly actions: ScreenActions
}
