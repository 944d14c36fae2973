import type { JsonObject, SessionId } from '@hermes/core'
import type { CommandEnd, LiveCommand } from '../shell/live-command.js'
import type { ProcessRecord } from './process-records.js'

/** What a process is to its session. */
export interface ProcessOrigin {
  readonly sessionId: SessionId
  /** As the model wrote it. */
  readonly command: string
  /** The folder that it was started in. */
  readonly workingDirectory: string
  readonly hasTerminal: boolean
  /** The model hears of its end without asking. */
  readonly notifyOnComplete: boolean
  readonly watchPatterns: readonly string[]
}

/** A command that goes on after the call that started it. */
export interface BackgroundProcess extends ProcessOrigin {
  readonly id: string
  /** The command without secrets. */
  readonly shownCommand: string
  readonly live: LiveCommand
  readonly startedAtMs: number
  /** Once it has ended and all is read. */
  readonly end?: CommandEnd
  /** Characters of its output that the model has been given. */
  readonly position: number
  /** All that was written to it, the newest part. */
  readonly input: string
}

const recordedCharacters = 2_000

export function toRecord({ id, sessionId, shownCommand, startedAtMs, live, end }: BackgroundProcess): ProcessRecord {
  return {
    id,
    sessionId,
    command: shownCommand,
    startedAtMs,
    ...(live.pid !== undefined && { pid: live.pid }),
    ...(end && { exitCode: end.exit.code }),
    output: live.log.tail(recordedCharacters),
    ...(end?.file && { outputFile: end.file.path }),
  }
}

/** What it is doing, as the model reads it. */
export function toState({ live, end }: Pick<BackgroundProcess, 'live' | 'end'>): JsonObject {
  const seconds = Math.round((performance.now() - live.startedAt) / 1_000)
  if (!end) return { status: 'running', seconds }
  return {
    status: 'exited',
    exit_code: end.exit.code,
    ...(end.file && { full_output: end.file.path }),
    ...(end.failure !== undefined && { problem: 'Its output could not be read to the end.' }),
  }
}
