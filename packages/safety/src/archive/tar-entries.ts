import { createReadStream } from 'node:fs'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Parser, type ReadEntry } from 'tar'
import type { ArchiveEntry, ArchiveSource } from './archive-entry.js'

/** Yields the entries of a tar file, optionally gzipped, in order. Unread content is skipped. */
export async function* tarEntries(source: ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const found: ReadEntry[] = []
  const failures: unknown[] = []
  const parser = new Parser({ strict: true, onReadEntry: (entry) => found.push(entry) })
  parser.on('error', (error: unknown) => failures.push(error))
  const slices = slicesOf(source)
  let isOver = false

  /** Parses the next bytes. Bytes are only requested when they are needed, so that no data accumulates in memory. */
  async function advance(): Promise<boolean> {
    if (isOver) return false
    const { value, done } = await slices.next()
    if (done) {
      isOver = true
      parser.end()
    } else parser.write(value)
    if (failures.length > 0) throw failures[0]
    return true
  }

  try {
    do {
      for (let entry = found.shift(); entry !== undefined; entry = found.shift()) {
        yield toEntry(entry, advance)
        entry.resume()
      }
    } while (await advance())
  } finally {
    await slices.return(undefined)
  }
}

/**
 * Number of bytes the parser gets at once. Unpacked, they may be thousands of entries, which it reads without a break.
 */
const sliceBytes = 4_096

async function* slicesOf(source: ArchiveSource): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of typeof source === 'string' ? createReadStream(source) : [Buffer.from(source)]) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      yield chunk.subarray(at, at + sliceBytes)
      await nextRound()
    }
  }
}

function toEntry(entry: ReadEntry, advance: () => Promise<boolean>): ArchiveEntry {
  return {
    name: entry.path,
    kind: kindOf(entry.type),
    size: entry.size,
    isExecutable: ((entry.mode ?? 0) & 0o100) !== 0,
    content: () => contentOf(entry, advance),
  }
}

async function* contentOf(entry: ReadEntry, advance: () => Promise<boolean>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  let isOver = false
  entry.on('end', () => {
    isOver = true
  })
  entry.on('data', (chunk) => chunks.push(chunk))
  do yield* chunks.splice(0)
  while (!isOver && (await advance()))
}

function kindOf(type: ReadEntry['type']): ArchiveEntry['kind'] {
  switch (type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      return 'file'
    case 'Directory':
      return 'folder'
    case 'Link':
    case 'SymbolicLink':
      return 'link'
    default:
      return 'other'
  }
}
