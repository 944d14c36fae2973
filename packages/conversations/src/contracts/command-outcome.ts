import type { ContentOrigin, JsonValue, MessageContent } from '@hermes/core'
import type { BusyMode } from './busy-mode.js'
import type { ConversationTarget } from './conversation-target.js'

/** The outcome of a command as data. Surfaces render it; commands never print. */
export type CommandOutcome =
  /** Markdown. */
  | { readonly type: 'text'; readonly text: string }
  | TableOutcome
  | ChoiceOutcome
  | FormOutcome
  /** A unified diff. */
  | { readonly type: 'diff'; readonly diff: string; readonly title?: string }
  /**
   * A message that is sent to the agent as if the person had written it. `origins`: who wrote it, if not the person.
   */
  | {
      readonly type: 'message'
      readonly content: MessageContent
      readonly whenBusy?: BusyMode
      readonly origins?: readonly ContentOrigin[]
    }
  /** The surface switches to another conversation. `text` says why. */
  | { readonly type: 'open'; readonly target: ConversationTarget; readonly text?: string }
  /** The person wants to leave. */
  | { readonly type: 'leave'; readonly text?: string }
  /** The command must be confirmed: the surface asks, and submits `confirm` or `always` as a command, or nothing. */
  | { readonly type: 'confirm'; readonly text: string; readonly confirm: string; readonly always?: string }
  /** The command failed. One sentence: what happened and what to do. */
  | { readonly type: 'error'; readonly text: string }
  /** Done, without output. */
  | { readonly type: 'done' }

export interface TableOutcome {
  readonly type: 'table'
  readonly title?: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly Readonly<Record<string, TableCell>>[]
  /** Markdown below the table. */
  readonly note?: string
  /** The source data of the table, for programs, and for surfaces with their own presentation. */
  readonly data?: JsonValue
}

export interface TableColumn {
  readonly key: string
  readonly label: string
  /** The alignment. Default `left`. */
  readonly align?: 'left' | 'right'
  /**
   * The unit of the numbers in the column, for formatting. `time`: milliseconds since 1970. `share`: a fraction of 1. `micro-usd`:
   * millionths of a US dollar. `words`: the texts belong to the interface rather than to the data, so a surface may translate them.
   * Default: a plain number.
   */
  readonly format?: 'time' | 'count' | 'share' | 'micro-usd' | 'words'
}

/** Plain text, not Markdown. */
export type TableCell = string | number | boolean | undefined

/** A choice between several options: buttons in a chat, numbers in a terminal. */
export interface ChoiceOutcome {
  readonly type: 'choice'
  readonly prompt: string
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  readonly label: string
  readonly detail?: string
  /** The command that this option submits: `/resume 20261122_091500_ab12cd`. */
  readonly command: string
  readonly isCurrent?: boolean
}

/** Several values at once. A surface without forms asks for them one by one. */
export interface FormOutcome {
  readonly type: 'form'
  readonly prompt: string
  readonly fields: readonly FormField[]
  /** The command to which the answers are appended as `name=value`. */
  readonly command: string
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly options?: readonly string[]
  readonly value?: string
  readonly isSecret?: boolean
}
