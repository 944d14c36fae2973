import { join } from 'node:path'
import type { HomePaths } from '@hermes/runtime'
import { readOptional } from '@hermes/safety/files'
import { type LogEntry, type LogFilter, parseEntry, passes } from './log-entry.js'

export function logFileOf({ logs }: Pick<HomePaths, 'logs'>): string {
  return join(logs, 'agent.log')
}

/** Reads the last entries of the log and of the file before it, oldest first. A `limit` of 0 means all. */
export async function readLog(
  paths: Pick<HomePaths, 'logs'>,
  filter: LogFilter,
  limit: number,
): Promise<readonly LogEntry[]> {
  const file = logFileOf(paths)
  const texts = await Promise.all([`${file}.1`, file].map((path) => readOptional(path)))
  const entries = texts.flatMap((text) => (text ?? '').split('\n')).flatMap((line) => parseEntry(line) ?? [])
  const found = entries.filter((entry) => passes(entry, filter))
  return limit === 0 ? found : found.slice(-limit)
}
