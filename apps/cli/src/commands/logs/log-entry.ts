import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { oneLine } from '../../render/text/safe-text.js'

/** A line of the log. */
export interface LogEntry {
  readonly timeMs: number
  readonly level: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Line as it is in the file. */
  readonly line: string
}

const levels = ['debug', 'info', 'warn', 'error']

/** Parses a line; `undefined` if it is not an entry, such as a line that a full disk cut off. */
export function parseEntry(line: string): LogEntry | undefined {
  try {
    const parsed = parseJson(line)
    if (!isRecord(parsed)) return undefined
    const { time, level, message, ...fields } = parsed
    if (typeof time !== 'string' || typeof level !== 'string' || typeof message !== 'string') return undefined
    return { timeMs: Date.parse(time), level, message, fields, line }
  } catch {
    return undefined
  }
}

export interface LogFilter {
  /** Lowest level to show. */
  readonly level?: string
  /** Only entries with a field that starts with this text, such as a session id or its beginning. */
  readonly session?: string
  readonly sinceMs?: number
}

export function passes({ level, timeMs, fields }: LogEntry, filter: LogFilter): boolean {
  if (filter.level !== undefined && levels.indexOf(level) < levels.indexOf(filter.level)) return false
  if (filter.sinceMs !== undefined && timeMs < filter.sinceMs) return false
  const { session } = filter
  return (
    session === undefined ||
    Object.values(fields).some((value) => typeof value === 'string' && value.startsWith(session))
  )
}

/** Renders an entry: `2026-03-14 10:15:00 warn  What happened. sessionId=20260314`. */
export function toText({ timeMs, level, message, fields }: LogEntry): string {
  const time = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  const facts = Object.entries(fields).filter(([name]) => name !== 'pid')
  const details = facts.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return oneLine([time, level.padEnd(5), message, ...details].join(' '))
}
