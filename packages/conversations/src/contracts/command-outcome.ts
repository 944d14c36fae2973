import type { JsonValue, MessageContent } from '@hermes/core'
import type { BusyMode } from './busy-mode.js'
import type { ConversationTarget } from './conversation-target.js'

/** What a command came to, as data: each surface shows it in its own way, and no command prints. */
export type CommandOutcome =
  /** Markdown. */
  | { readonly type: 'text'; readonly text: string }
  | TableOutcome
  | ChoiceOutcome
  | FormOutcome
  /** A unified diff. */
  | { readonly type: 'diff'; readonly diff: string; readonly title?: string }
  /** Goes to the agent as if the person had written it. */
  | { readonly type: 'message'; readonly content: MessageContent; readonly whenBusy?: BusyMode }
  /** The surface goes over to another conversation. `text` says why. */
  | { readonly type: 'open'; readonly target: ConversationTarget; readonly text?: string }
  /** The person wants to leave. */
  | { readonly type: 'leave'; readonly text?: string }
  /** The command must be confirmed first: the surface asks, and submits `confirm` or `always` as a command, or nothing. */
  | { readonly type: 'confirm'; readonly text: string; readonly confirm: string; readonly always?: string }
  /** The command could not do it. One sentence: what happened and what to do. */
  | { readonly type: 'error'; readonly text: string }
  /** Done, with nothing to say. */
  | { readonly type: 'done' }

export interface TableOutcome {
  readonly type: 'table'
  readonly title?: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly Readonly<Record<string, TableCell>>[]
  /** Markdown below the table. */
  readonly note?: string
  /** What the table was made from, for programs, and for surfaces that draw it in a way of their own. */
  readonly data?: JsonValue
}

export interface TableColumn {
  readonly key: string
  readonly label: string
  /** Default `left`. */
  readonly align?: 'left' | 'right'
  /**
   * What the numbers of the column are; each surface shows them as its readers expect. `time`: milliseconds since 1970. `share`: a
   * part of 1. `micro-usd`: millionths of a US dollar. Default: the number as it is.
   */
  readonly format?: 'time' | 'count' | 'share' | 'micro-usd'
}

/** Plain text, not Markdown. */
export type TableCell = string | number | boolean | undefined

/** One of several: buttons in a chat, numbers in a terminal. */
export interface ChoiceOutcome {
  readonly type: 'choice'
  readonly prompt: string
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  readonly label: string
  readonly detail?: string
  /** The command that choosing it submits: `/resume 20261122_091500_ab12cd`. */
  readonly command: string
  readonly isCurrent?: boolean
}

/** Several values at once. A surface without forms asks for them one by one. */
export interface FormOutcome {
  readonly type: 'form'
  readonly prompt: string
  readonly fields: readonly FormField[]
  /** The command that the answers are appended to, as `name=value`. */
  readonly command: string
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly options?: readonly string[]
  readonly value?: string
  readonly isSecret?: boolean
}
