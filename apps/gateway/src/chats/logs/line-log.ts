import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeError, type JsonObject, type Logger } from '@hermes/core'
import { isMissing } from '@hermes/safety'

/** Writes lines of JSON to a file that only its owner can read. Disposing it writes the last ones. */
export interface LineLog extends AsyncDisposable {
  /** Adds an entry. Never throws, because a full disk must not end conversations. */
  add(entry: JsonObject): void
}

export interface LineLogOptions {
  readonly path: string
  /** The name of the log in warnings, such as `The audit log`. */
  readonly name: string
  /** Number of full files that are kept, as `<path>.1` and so on. */
  readonly kept: number
  readonly logger: Logger
  readonly now?: () => number
}

const maxBytes = 5 * 2 ** 20
/** How long the file stays open, in milliseconds. Another process may have renamed it by then. */
const openMs = 1_000
/** How long lines are gathered, in milliseconds. A write costs more than a line is worth, so lines of a busy minute are written together. */
const gatherMs = 50

export function createLineLog({ path, name, kept, logger, now = Date.now }: LineLogOptions): LineLog {
  let waiting: string[] = []
  let wakeToWrite: () => void = () => undefined
  let wakeToClose: () => void = () => undefined
  let writing: Promise<void> | undefined
  let isClosing = false

  /** Writes the gathered lines. Opening a file takes several times as long as writing a line, so it stays open between the messages of a busy minute. */
  async function write(): Promise<void> {
    const file = await openLog(path, kept)
    try {
      const closeAt = performance.now() + openMs
      do {
        const lines = waiting
        waiting = []
        await file.appendFile(lines.join(''))
        await pause(gatherMs)
        const leftMs = closeAt - performance.now()
        if (waiting.length === 0 && leftMs > 0) await pause(leftMs, (wake) => (wakeToWrite = wake))
      } while (waiting.length > 0 && performance.now() < closeAt)
    } finally {
      await file.close()
    }
  }

  /** Waits. Ends early when the log is closed, or when the callback given to `onWake` is called. */
  function pause(ms: number, onWake?: (wake: () => void) => void): Promise<void> {
    if (isClosing) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    wakeToClose = resolve
    onWake?.(resolve)
    const timer = setTimeout(resolve, ms)
    return promise.finally(() => clearTimeout(timer))
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await write().catch((error: unknown) => {
        waiting = []
        logger.log('warn', `${name} was not written.`, { error: describeError(error) })
      })
    }
    writing = undefined
  }

  return {
    add(entry) {
      waiting.push(`${JSON.stringify({ at: new Date(now()).toISOString(), ...entry })}\n`)
      wakeToWrite()
      writing ??= writeAll()
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      wakeToClose()
      await writing
    },
  }
}

async function openLog(path: string, kept: number): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > maxBytes) await putAside(path, kept)
  return open(path, 'a', 0o600)
}

/** Renames the full file. The oldest one is replaced. */
async function putAside(path: string, kept: number): Promise<void> {
  for (let number = kept; number > 0; number -= 1) {
    await rename(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}
