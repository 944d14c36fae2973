import { HermesError, type RunResult } from '@hermes/core'
import { type Io, writeLine } from '../io.js'
import type { TurnSink } from './turn-sink.js'

/** Rises when a line's shape changes in a way that readers notice. */
const formatVersion = 1

/**
 * `--json`: one event a line, each with the format's version and the session's id; the last line has the type `result`
 * and holds how the turn ended.
 */
export function createJsonSink({ stdout }: Io, sessionId: () => string | undefined): TurnSink {
  const print = (value: object) => writeLine(stdout, toJsonLine({ v: formatVersion, sessionId: sessionId(), ...value }))
  return {
    canRestart: true,
    event: (event) => print(event),
    end: (result, error) =>
      print(result ? resultLine(result) : { type: 'result', outcome: { status: 'failed', error } }),
  }
}

function resultLine({ sessionId, outcome, finalResponse, usage, iterations }: RunResult) {
  return { type: 'result', sessionId, outcome, finalResponse, usage, iterations }
}

/** JSON on one line: errors with their sentence, and no character that some readers take for a line's end. */
export function toJsonLine(value: object): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Error ? toPlainError(part) : part)).replace(
    /[\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )
}

function toPlainError(error: Error) {
  const code = HermesError.is(error) ? error.code : undefined
  return { name: error.name, ...(code !== undefined && { code }), message: error.message }
}
