import type { ProcessTable } from '@hermes/tools'
import type { BackgroundProcesses } from './open-processes.js'
import type { EndedProcess, ProcessNotice } from './process-notices.js'
import type { StartedProcess } from './process-starts.js'
import type { ProcessWake, WakeAnswer } from './process-wakes.js'

/** The background processes of sessions, for people to list and end. */
export interface SessionProcesses {
  /** Running processes. */
  list(sessionId: string): readonly RunningProcess[]
  /** Ends the processes of a session. @returns how many were running. */
  stop(sessionId: string): Promise<number>
  /**
   * Calls `listener` for what processes do while no turn of their session is running, and for what a turn that was running then has not
   * told its model. Not for those that the model or a person ends.
   */
  onNotice(listener: (notice: ProcessNotice) => void): void
  /** The processes that ended together with an earlier program of this home, and of which their models do not know yet. */
  lost(): Promise<readonly EndedProcess[]>
  /** Calls `listener` with each process that begins, during the turn that began it. */
  onStart(listener: (process: StartedProcess) => void): void
  /**
   * From now on, processes begin turns: `take` gets what they have done while no turn of their session was running, if the model asked to be told of
   * it, and submits it as a message. Not called more often in a row than `terminal.max_wakes` allows. Without a `take`, the model reads of processes
   * with the next message only.
   */
  onWake(take: (wake: ProcessWake) => Promise<WakeAnswer>): void
  /** Calls it for the processes that ended together with earlier programs, too. */
  wakeForLost(): Promise<void>
  /**
   * Whether the message of a wake still says something that the model has not read. Ask before its turn begins: another message may have come first.
   * Any other text is due.
   */
  isDue(sessionId: string, content: string): Promise<boolean>
}

export interface RunningProcess {
  readonly id: string
  /** Redacted. */
  readonly command: string
  readonly startedAtMs: number
}

interface SessionProcessesOptions extends Pick<BackgroundProcesses, 'notices' | 'starts' | 'wakes'> {
  readonly table: Pick<ProcessTable, 'of' | 'kill'>
}

/** The subset of the process table for people. */
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
