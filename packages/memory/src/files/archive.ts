import { appendFile, readFile } from 'node:fs/promises'
import { isMissing } from '@hermes/safety'
import type { MemoryChange } from './memory-change.js'

/**
 * Appends the entries that no longer fit to the file next to the memory files, one JSON object per line. The file is
 * never shortened.
 */
export async function archiveEntries(path: string, file: string, change: MemoryChange): Promise<void> {
  const { id, atMs, archived } = change
  if (archived.length === 0) return
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  const lines = archived.map((entry) => JSON.stringify({ change: id, file, archivedAtMs: atMs, entry }))
  const known = new Set(text.split('\n'))
  const missing = lines.filter((line) => !known.has(line))
  if (missing.length === 0) return
  const glue = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(path, `${glue}${missing.join('\n')}\n`, { mode: 0o600, flush: true })
}
