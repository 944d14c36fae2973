import { appendFile, readFile } from 'node:fs/promises'
import { parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { replaceFile } from '@hermes/safety/files'
import * as z from 'zod'
import type { MemoryChange } from './memory-change.js'

/** A change with the versions of the file before and after it. */
export interface LoggedChange extends MemoryChange {
  readonly from: string
  readonly to: string
}

/**
 * The changes of one file, one JSON object per line, oldest first. A change is logged before the file is replaced, so
 * after a crash the newest change shows whether the file was replaced. Only the holder of the file's lock may write.
 */
export interface ChangeLog {
  read(): Promise<readonly LoggedChange[]>
  append(change: LoggedChange): Promise<void>
  /** Removes a change that never happened. */
  drop(id: string): Promise<void>
}

/** Number of changes that are kept. When a log has twice as many, the oldest are dropped. */
const keptChanges = 200

export function createChangeLog(path: string): ChangeLog {
  return {
    async read() {
      return linesOf(await readText(path)).flatMap((line) => parseLine(line) ?? [])
    },
    async append(change) {
      const text = await readText(path)
      const lines = linesOf(text)
      const line = JSON.stringify(change)
      if (lines.length >= 2 * keptChanges) await replaceFile(path, toText([...lines.slice(-keptChanges), line]))
      // A partial line left by a crash is terminated, and then skipped when the log is read.
      else await appendFile(path, `${isCutShort(text) ? '\n' : ''}${line}\n`, { mode: 0o600, flush: true })
    },
    async drop(id) {
      await replaceFile(path, toText(linesOf(await readText(path)).filter((line) => parseLine(line)?.id !== id)))
    },
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const isCutShort = (text: string) => text !== '' && !text.endsWith('\n')

const texts = z.array(z.string())
const loggedChange: z.ZodType<LoggedChange> = z.object({
  id: z.string(),
  atMs: z.number(),
  by: z.enum(['tool', 'review', 'person', 'hand']),
  sessionId: z.string().exactOptional(),
  undoes: z.string().exactOptional(),
  before: texts,
  after: texts,
  archived: texts,
  from: z.string(),
  to: z.string(),
})

function parseLine(line: string): LoggedChange | undefined {
  try {
    return loggedChange.safeParse(parseJson(line)).data
  } catch {
    // A damaged line is skipped, so that the other changes can still be undone.
    return undefined
  }
}
