import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type JsonObject, type Logger, type LogLevel } from '@hermes/core'
import { createRedactor, type Redactor, redactJson } from '@hermes/safety/redact'

export interface FileLoggerOptions {
  /** Where `agent.log` is kept; made when it is missing. */
  readonly folder: string
  /** The least important entries that are written. Default `info`. */
  readonly level?: LogLevel
  /** At this size, in bytes, the file becomes `agent.log.1` and a new one is begun. Default 5 MB. */
  readonly maxBytes?: number
  /** Takes secrets out of what is logged. Default: whatever looks like one goes. */
  readonly redactor?: Pick<Redactor, 'redact'>
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/**
 * Writes one JSON object a line to `agent.log`, readable by its owner only. Each line is written at once, so that it
 * outlives a crash, and in one piece, so that several processes can share the file. Never throws: lines that could not
 * be written are counted in the next one that can (`lost`).
 */
export function createFileLogger({
  folder,
  level = 'info',
  maxBytes = 5_000_000,
  redactor: { redact } = createRedactor(),
}: FileLoggerOptions): Logger {
  const file = join(folder, 'agent.log')
  let lost = 0
  return {
    log(entryLevel, message, fields = {}) {
      if (levels.indexOf(entryLevel) < levels.indexOf(level)) return
      try {
        writeLine(file, folder, maxBytes, toLine(entryLevel, message, lost > 0 ? { ...fields, lost } : fields, redact))
        lost = 0
      } catch {
        lost += 1
      }
    },
  }
}

/** JSON escapes line breaks and control characters: whatever is logged stays one line. */
function toLine(level: LogLevel, message: string, fields: JsonObject, redact: (text: string) => string): string {
  const entry = { time: new Date().toISOString(), level, pid: process.pid, message: redact(message) }
  try {
    return `${JSON.stringify({ ...cleanFields(fields, redact), ...entry })}\n`
  } catch (error) {
    return `${JSON.stringify({ ...entry, unwritable: redact(describeError(error)) })}\n`
  }
}

function cleanFields(fields: JsonObject, redact: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactJson(value, redact, name)]))
}

function writeLine(file: string, folder: string, maxBytes: number, line: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (size !== undefined && size >= maxBytes) renameSync(file, `${file}.1`)
  appendFileSync(file, line, { mode: 0o600 })
}
