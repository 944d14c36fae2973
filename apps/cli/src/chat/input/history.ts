import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises'
import { isMissing } from '@hermes/safety'

/** Earlier texts, oldest first. */
export interface History {
  readonly entries: readonly string[]
  /** Adds a text to memory and to the file, unless it equals the last one. */
  add(text: string): Promise<void>
}

const mostEntries = 1000

/**
 * Opens the input history of a home: one JSON string per line, readable by its owner only. Concurrent sessions append to the same file.
 * If the file cannot be read or written, the history is kept in memory only.
 *
 * @param onError Called once with the error of the file.
 */
export async function openHistory(path: string, onError: (error: unknown) => void): Promise<History> {
  const entries = await load(path, onError)
  let isBroken = false
  return {
    entries,
    async add(text) {
      if (text.trim() === '' || entries.at(-1) === text) return
      entries.push(text)
      if (isBroken) return
      await appendFile(path, `${JSON.stringify(text)}\n`, { mode: 0o600 }).catch((error: unknown) => {
        isBroken = true
        onError(error)
      })
    },
  }
}

async function load(path: string, onError: (error: unknown) => void): Promise<string[]> {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    await chmod(path, 0o600)
    const entries = lines.flatMap(parseEntry).slice(-mostEntries)
    // Only occasionally, because another session may be appending to the file.
    if (lines.length > 2 * mostEntries) await save(path, entries)
    return entries
  } catch (error) {
    if (!isMissing(error)) onError(error)
    return []
  }
}

function save(path: string, entries: readonly string[]): Promise<void> {
  return writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 })
}

function parseEntry(line: string): readonly string[] {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'string' ? [entry] : []
  } catch {
    // A line that a crash cut off is skipped silently.
    return []
  }
}
