import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeError, type Logger } from '@hermes/core'

/** What people did and what was refused, without what they wrote. */
export interface AuditEntry {
  readonly event: 'message' | 'command' | 'refused' | 'stranger' | 'linked'
  readonly network: string
  readonly chat: string
  /** Their id on the network. */
  readonly user: string
  readonly person?: string
  readonly role?: string
  /** The name of the command, or why something was refused. */
  readonly detail?: string
}

export interface AuditLog {
  /** Never throws: a full disk does not end conversations. */
  add(entry: AuditEntry): Promise<void>
}

const maxBytes = 5 * 2 ** 20

/** Lines of JSON, for the owner only. A full file is kept as `<path>.1`. */
export function createAuditLog(path: string, logger: Logger, now: () => number = Date.now): AuditLog {
  let writing = Promise.resolve()

  async function write(line: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const size = await stat(path).then(
      (file) => file.size,
      () => 0,
    )
    if (size > maxBytes) await rename(path, `${path}.1`)
    await appendFile(path, line, { mode: 0o600 })
  }

  return {
    add(entry) {
      const line = `${JSON.stringify({ at: new Date(now()).toISOString(), ...entry })}\n`
      writing = writing
        .then(() => write(line))
        .catch((error: unknown) => {
          logger.log('warn', 'The audit log was not written.', { error: describeError(error) })
        })
      return writing
    },
  }
}
