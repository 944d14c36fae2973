import type { Logger } from '@hermes/core'
import { createLineLog } from '../logs/line-log.js'

/** What people did and what was refused, without what they wrote. */
export interface AuditEntry {
  readonly event: 'message' | 'command' | 'answer' | 'refused' | 'stranger' | 'linked' | 'skipped'
  readonly network: string
  readonly chat: string
  /** Their id on the network. */
  readonly user: string
  /** Who that is; of `linked`: to whom the account belongs from now on. */
  readonly person?: string
  readonly role?: string
  /** The question that a pressed button answers. */
  readonly question?: string
  /**
   * The name of the command, the decision of an answer (`once`, `session`, `deny`, `choice`), why a hook skipped a message, or `removed`: it waited, and its
   * sender may not write any more.
   */
  readonly detail?: string
}

/** Disposing it writes the last entries. */
export interface AuditLog extends AsyncDisposable {
  /** Never throws: a full disk does not end conversations. */
  add(entry: AuditEntry): void
}

/** Lines of JSON, for the owner only. A full file is kept as `<path>.1`. */
export function createAuditLog(path: string, logger: Logger, now?: () => number): AuditLog {
  const log = createLineLog({ path, name: 'The audit log', kept: 1, logger, ...(now && { now }) })
  return {
    add: (entry) => log.add({ ...entry }),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  }
}
