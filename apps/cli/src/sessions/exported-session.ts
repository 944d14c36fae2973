import type { Message, SessionRecord } from '@hermes/core'

/** What an export is made from. */
export interface ExportedSession {
  readonly record: SessionRecord
  readonly messages: readonly Message[]
}
