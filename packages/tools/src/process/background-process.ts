import type { JsonObject, SessionId } from '@hermes/core'
import type { CommandEnd, LiveCommand } from '../shell/live-command.js'
import type { ProcessRecord } from './process-records.js'

/** How a process was started. */
export interface ProcessOrigin {
  readonly sessionId: SessionId
  /** The command as the model wrote it. */
  readonly command: string
  /** Folder that the process was started in. */
  readonly workingDirectory: string
  readonly hasTerminal: boolean
  /** Whether the model is notified when the process ends. */
  readonly notifyOnComplete: boolean
  readonly watchPatterns: readonly string[]
}

/** A command that continues after the call that started it. */
export interface BackgroundProcess extends ProcessOrigin {
  readonly id: string
  /** The command without secrets. */
  readonly shownCommand: string
  readonly live: LiveCommand
  readonly startedAtMs: number
  /** Set when the process has ended and all of its output has been read. */
  readonly end?: CommandEnd
  /** Whether the process was ended at the request of the model or a person. */
  readonly wasKilled: boolean
  /** Whether the model knows that the process ended, or the process was ended at the request of the model or a person. */
  readonly isKnown: boolean
  /** Number of output characters that the model has received. */
  readonly position: number
  /** Most recent part of the input written to the process. */
  readonly input: string
}

const recordedCharacters = 2_000

export function toRecord(process: BackgroundProcess): ProcessRecord {
  const { id, sessionId, shownCommand, startedAtMs, live, end, notifyOnComplete, watchPatterns } = process
  return {
    id,
    sessionId,
    command: shownCommand,
    startedAtMs,
    ...(live.pid !== undefined && { pid: live.pid }),
    ...(end && { exitCode: end.exit.code }),
    ...((notifyOnComplete || watchPatterns.length > 0) && { isAwaited: true }),
    output: live.log.tail(recordedCharacters),
    ...(end?.file && { outputFile: end.file.path }),
  }
}

/** Returns the state of a process as JSON for the model. */
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
