import type { JsonObject, NewMessage } from '@hermes/core'
import type { NewSession, UsageAccount } from '@hermes/core/sessions'

/** A session from another store or program. */
export interface ImportedSession extends NewSession {
  readonly endedAtMs?: number
  readonly endReason?: string
  readonly contextState?: JsonObject
  readonly archived?: boolean
  readonly messages: readonly NewMessage[]
  /** The usage of its model calls, if recorded. */
  readonly usage: readonly Omit<UsageAccount, 'sessionId'>[]
}

/** A problem of an import. */
export interface ImportProblem {
  readonly file: string
  /** The line number, starting at 1. Absent if the problem concerns the whole file. */
  readonly line?: number
  readonly reason: string
}
