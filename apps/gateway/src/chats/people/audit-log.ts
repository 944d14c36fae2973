import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
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

/** Disposing it writes the last entries. */
export interface AuditLog extends AsyncDisposable {
  /** Never throws: a full disk does not end conversations. */
  add(entry: AuditEntry): void
}

const maxBytes = 5 * 2 ** 20
/** Another process may have renamed the file by then. */
const openMs = 1_000

/** Lines of JSON, for the owner only. A full file is kept as `<path>.1`. */
export function createAuditLog(path: string, logger: Logger, now: () => number = Date.now): AuditLog {
  let waiting: string[] = []
  let wake: () => void = () => undefined
  let writing: Promise<void> | undefined
  let isClosing = false

  /** Opening a file takes several times as long as writing a line, so it stays open between the messages of a busy minute. */
  async function write(): Promise<void> {
    const file = await openLog(path)
    try {
      const closeAt = performance.now() + openMs
      while (waiting.length > 0) {
        const lines = waiting
        waiting = []
        await file.appendFile(lines.join(''))
        const leftMs = closeAt - performance.now()
        if (waiting.length === 0 && leftMs > 0 && !isClosing) await moreWithin(leftMs)
      }
    } finally {
      await file.close()
    }
  }

  function moreWithin(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, ms)
    return promise.finally(() => clearTimeout(timer))
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await write().catch((error: unknown) => {
        waiting = []
        logger.log('warn', 'The audit log was not written.', { error: describeError(error) })
      })
    }
    writing = undefined
  }

  return {
    add(entry) {
      waiting.push(`${JSON.stringify({ at: new Date(now()).toISOString(), ...entry })}\n`)
      wake()
      writing ??= writeAll()
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      wake()
      await writing
    },
  }
}

async function openLog(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > maxBytes) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}
