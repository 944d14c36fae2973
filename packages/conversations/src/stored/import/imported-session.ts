import type { JsonObject, NewMessage } from '@hermes/core'
import type { NewSession, UsageAccount } from '@hermes/core/sessions'

/** A session that another store or another program wrote down. */
export interface ImportedSession extends NewSession {
  readonly endedAtMs?: number
  readonly endReason?: string
  readonly contextState?: JsonObject
  readonly archived?: boolean
  readonly messages: readonly NewMessage[]
  /** What its model calls used, as far as that was written down. */
  readonly usage: readonly Omit<UsageAccount, 'sessionId'>[]
}

/** What could not be read. */
export interface ImportProblem {
  readonly file: string
  /** From 1 on; absent where it is the file as a whole. */
  readonly line?: number
  readonly reason: string
}
