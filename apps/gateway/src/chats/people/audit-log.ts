import type { Logger } from '@hermes/core'
import { createLineLog } from '../logs/line-log.js'

/** What people did and what was refused, without the text that they wrote. */
export interface AuditEntry {
  readonly event: 'message' | 'command' | 'answer' | 'refused' | 'stranger' | 'linked' | 'skipped'
  readonly network: string
  readonly chat: string
  /** The sender's id on the network. */
  readonly user: string
  /** The id of the person. For `linked`: the person that the account belongs to from now on. */
  readonly person?: string
  readonly role?: string
  /** The question that a pressed button answers. */
  readonly question?: string
  /**
   * The name of the command, the decision of an answer (`once`, `session`, `deny`, `choice`), the reason why a hook skipped a message, or `removed` if
   * the message waited and its sender may no longer write.
   */
  readonly detail?: string
}

/** An audit log. Disposing it writes the last entries. */
export interface AuditLog extends AsyncDisposable {
  /** Adds an entry. Never throws, because a full disk must not end conversations. */
  add(entry: AuditEntry): void
}

/** Opens a log with lines of JSON, for the owner only. A full file is kept as `<path>.1`. */
export function createAuditLog(path: string, logger: Logger, now?: () => number): AuditLog {
  const log = createLineLog({ path, name: 'The audit log', kept: 1, logger, ...(now && { now }) })
  return {
    add: (entry) => log.add({ ...entry }),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  }
}
