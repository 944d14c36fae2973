import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { recordAt, tryParseJson } from '../shared/json.js'
import type { RecordedExchange, Recording, RecordingSink } from './recording.js'

/**
 * Appends recorded calls to a JSON Lines file, one line per call. A new file is readable by its owner only, because it
 * contains the conversation even though secrets are redacted.
 *
 * The sink throws a {@link HermesError} `recording/unwritable` when the file cannot be written.
 */
export function createRecordingFile(path: string): RecordingSink {
  let lastWrite: Promise<void> = Promise.resolve()
  return {
    write(exchange) {
      const line = `${JSON.stringify(exchange)}\n`
      // Writes are sequential, so that concurrent calls do not interleave their lines.
      lastWrite = lastWrite.catch(() => undefined).then(() => appendLine(path, line))
      return lastWrite
    },
  }
}

async function appendLine(path: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await appendFile(path, line, { mode: 0o600 })
  } catch (cause) {
    const advice = "check the folder's permissions and the free space"
    throw new HermesError('recording/unwritable', `${path} cannot be written: ${advice}.`, { cause })
  }
}

/** @throws {HermesError} `recording/unreadable` when the file cannot be read; `recording/invalid` when it is not a recording. */
export async function loadRecording(path: string): Promise<Recording> {
  const lines = (await readText(path)).split('\n')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, `Line ${index + 1} of ${path}`)]))
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new HermesError('recording/unreadable', `The recording ${path} cannot be read: check the path.`, { cause })
  }
}

function parseLine(line: string, place: string): RecordedExchange {
  const exchange = tryParseJson(line)
  if (isExchange(exchange)) return exchange
  const version = isRecord(exchange) ? exchange.version : undefined
  const isOther = typeof version === 'number' && version !== 1
  const problem = isOther ? `was recorded in format ${version}, which is not supported` : 'is not a recorded call'
  throw new HermesError('recording/invalid', `${place} ${problem}: record the conversation again.`)
}

/** Whether the value has the structure of an exchange. The events themselves are interpreted by readers. */
function isExchange(value: unknown): value is RecordedExchange {
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.request) || !Array.isArray(value.events)) return false
  const { transport, end } = { transport: recordAt(value, 'transport'), end: recordAt(value, 'end') }
  return (
    typeof transport.id === 'string' &&
    typeof transport.apiMode === 'string' &&
    value.events.every(isRecordedEvent) &&
    (end.status === 'finished' || end.status === 'left' || (end.status === 'failed' && isRecord(end.error)))
  )
}

function isRecordedEvent(value: unknown): boolean {
  return isRecord(value) && typeof value.atMs === 'number' && typeof recordAt(value, 'event').type === 'string'
}
