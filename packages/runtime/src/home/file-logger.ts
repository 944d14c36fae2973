import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type JsonObject, type Logger, type LogLevel } from '@hermes/core'
import { createRedactor, type Redactor, redactJson } from '@hermes/safety/redact'

export interface FileLoggerOptions {
  /** The folder of `agent.log`. It is created if it is missing. */
  readonly folder: string
  /** The lowest level that is logged. Default: `info`. */
  readonly level?: LogLevel
  /** The size in bytes at which the file is rotated to `agent.log.1`. Default: 5 MB. */
  readonly maxBytes?: number
  /** Redacts entries. Default: removes everything that looks like a secret. */
  readonly redactor?: Pick<Redactor, 'redact'>
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/**
 * Creates a logger that writes one JSON object per line to `agent.log`, readable only by its owner. Lines are written synchronously, so
 * that they survive a crash, and in one write, so that processes can share the file. It never throws: lines that could not be written are
 * counted in the next line (`lost`).
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

/** Formats an entry. JSON escapes line breaks and control characters, so the entry stays on one line. */
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
