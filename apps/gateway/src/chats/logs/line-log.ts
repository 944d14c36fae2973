import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeError, type JsonObject, type Logger } from '@hermes/core'
import { isMissing } from '@hermes/safety'

/** Lines of JSON in a file of its owner. Disposing it writes the last ones. */
export interface LineLog extends AsyncDisposable {
  /** Never throws: a full disk does not end conversations. */
  add(entry: JsonObject): void
}

export interface LineLogOptions {
  readonly path: string
  /** For warnings: `The audit log`. */
  readonly name: string
  /** How many full files are kept, as `<path>.1` and so on. */
  readonly kept: number
  readonly logger: Logger
  readonly now?: () => number
}

const maxBytes = 5 * 2 ** 20
/** Another process may have renamed the file by then. */
const openMs = 1_000
/** A write takes longer than a line is worth: in a busy minute, lines are written together. */
const gatherMs = 50

export function createLineLog({ path, name, kept, logger, now = Date.now }: LineLogOptions): LineLog {
  let waiting: string[] = []
  let wakeToWrite: () => void = () => undefined
  let wakeToClose: () => void = () => undefined
  let writing: Promise<void> | undefined
  let isClosing = false

  /** Opening a file takes several times as long as writing a line, so it stays open between the messages of a busy minute. */
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

  /** Ends early when the log is closed, or when `onWake` is called back. */
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

/** The oldest file is replaced. */
async function putAside(path: string, kept: number): Promise<void> {
  for (let number = kept; number > 0; number -= 1) {
    await rename(number === 1 ? path : `${path}.${number - 1}`, `${path}.${number}`).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}
