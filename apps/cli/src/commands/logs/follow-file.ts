import { open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often the file is checked, in milliseconds. */
const intervalMs = 250

/** Yields the lines that are appended to a file from now on. A rotated file is read from its beginning. */
export async function* followFile(path: string, signal: AbortSignal): AsyncGenerator<string> {
  let offset = (await statusOf(path))?.size ?? 0
  let inode = (await statusOf(path))?.ino
  let rest = ''
  while (!signal.aborted) {
    const status = await statusOf(path)
    if (status && (status.ino !== inode || status.size < offset)) {
      offset = 0
      inode = status.ino
    }
    if (status && status.size > offset) {
      const text = rest + (await readFrom(path, offset, status.size))
      offset = status.size
      const lines = text.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    } else await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
  }
}

async function readFrom(path: string, from: number, to: number): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.toString('utf8', 0, bytesRead)
}

async function statusOf(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
