import type { ProcessTable } from '@hermes/tools'
import type { BackgroundProcesses } from './open-processes.js'
import type { EndedProcess, ProcessNotice } from './process-notices.js'
import type { StartedProcess } from './process-starts.js'
import type { ProcessWake, WakeAnswer } from './process-wakes.js'

/** The background processes of sessions, for people to list and end. */
export interface SessionProcesses {
  /** Lists the running processes of a session. */
  list(sessionId: string): readonly RunningProcess[]
  /** Ends the processes of a session. @returns how many were running. */
  stop(sessionId: string): Promise<number>
  /**
   * Calls `listener` for what processes do while no turn of their session is running, and for what a turn has not reported to its model.
   * Processes that the model or a person ends are not reported.
   */
  onNotice(listener: (notice: ProcessNotice) => void): void
  /** Returns the processes that ended together with an earlier program of this home, and that their models do not know about yet. */
  lost(): Promise<readonly EndedProcess[]>
  /** Calls `listener` for each process that starts, during the turn that started it. */
  onStart(listener: (process: StartedProcess) => void): void
  /**
   * Lets processes start turns from now on. If the model asked for it, `take` gets what processes have done while no turn of their session
   * was running, and submits it as a message. It is not called more often in a row than `terminal.max_wakes` allows. Without it, the model
   * reads about processes only with the next message.
   */
  onWake(take: (wake: ProcessWake) => Promise<WakeAnswer>): void
  /** Also calls `take` for processes that ended together with earlier programs. */
  wakeForLost(): Promise<void>
  /**
   * Whether the message of a wake contains news that the model has not read. Ask before its turn starts, because another message may have
   * come first. Any other text is due.
   */
  isDue(sessionId: string, content: string): Promise<boolean>
}

export interface RunningProcess {
  readonly id: string
  /** The command, redacted. */
  readonly command: string
  readonly startedAtMs: number
}

interface SessionProcessesOptions extends Pick<BackgroundProcesses, 'notices' | 'starts' | 'wakes'> {
  readonly table: Pick<ProcessTable, 'of' | 'kill'>
}

/** Returns the part of the process table that people may use. */
export function sessionProcesses({
  table,
  notices: { onNotice, lost },
  starts: { onStart },
  wakes,
}: SessionProcessesOptions): SessionProcesses {
  const running = (sessionId: string) => table.of(sessionId).filter(({ end }) => end === undefined)
  return {
    list: (sessionId) =>
      running(sessionId).map(({ id, shownCommand: command, startedAtMs }) => ({ id, command, startedAtMs })),
    onNotice,
    lost,
    onStart,
    onWake: wakes.onWake,
    wakeForLost: wakes.offerLost,
    isDue: wakes.isDue,
    async stop(sessionId) {
      const found = running(sessionId)
      await Promise.all(found.map((process) => table.kill(process)))
      return found.length
    },
  }
}
