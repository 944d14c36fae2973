import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { setImmediate as nextRound } from 'node:timers/promises'
import { Parser, type ReadEntry } from 'tar'
import { createEventQueue } from '../executor/event-queue.js'
import type { ArchiveEntry } from './archive-entry.js'

/** The entries of a tar file, optionally gzipped, in order. Unread content is skipped. */
export async function* tarEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const found = createEventQueue<ReadEntry>()
  const parser = new Parser({ strict: true, onReadEntry: found.push })
  const left = new AbortController()
  const reading = feed(path, parser, left.signal).finally(found.end)
  // Failures are rethrown below, after the entries that precede them.
  reading.catch(() => undefined)
  try {
    for await (const entry of found) {
      yield toEntry(entry)
      entry.resume()
    }
    await reading
  } finally {
    left.abort()
  }
}

/**
 * How many bytes of the file the parser gets at once: unpacked, they may be thousands of entries, which it reads without a break.
 */
const slice = 4_096

/** Pauses the parser while an entry waits to be read, so that no data accumulates in memory. */
async function feed(path: string, parser: Parser, signal: AbortSignal): Promise<void> {
  const failed = once(parser, 'end', { signal })
  failed.catch(() => undefined)
  for await (const chunk of createReadStream(path, { signal })) {
    for (let at = 0; at < chunk.length; at += slice) {
      if (!parser.write(chunk.subarray(at, at + slice))) await Promise.race([once(parser, 'drain', { signal }), failed])
      await nextRound()
      signal.throwIfAborted()
    }
  }
  parser.end()
  await failed
}

function toEntry(entry: ReadEntry): ArchiveEntry {
  return {
    name: entry.path,
    kind: kindOf(entry.type),
    size: entry.size,
    isExecutable: ((entry.mode ?? 0) & 0o100) !== 0,
    content: () => entry,
  }
}

function kindOf(type: ReadEntry['type']): ArchiveEntry['kind'] {
  switch (type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      return 'file'
    case 'Directory':
    case 'GNUDumpDir':
      return 'folder'
    case 'Link':
    case 'SymbolicLink':
      return 'link'
    default:
      return 'other'
  }
}
