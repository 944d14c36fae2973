import type { ProcessTable } from '@hermes/tools'
import type { EndedProcess, ProcessNotice, ProcessNotices } from './process-notices.js'

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
}

export interface RunningProcess {
  readonly id: string
  /** Redacted. */
  readonly command: string
  readonly startedAtMs: number
}

/** The subset of the process table for people. */
export function sessionProcesses(
  table: Pick<ProcessTable, 'of' | 'kill'>,
  { onNotice, lost }: Pick<ProcessNotices, 'onNotice' | 'lost'>,
): SessionProcesses {
  const running = (sessionId: string) => table.of(sessionId).filter(({ end }) => end === undefined)
  return {
    list: (sessionId) =>
      running(sessionId).map(({ id, shownCommand: command, startedAtMs }) => ({ id, command, startedAtMs })),
    onNotice,
    lost,
    async stop(sessionId) {
      const found = running(sessionId)
      await Promise.all(found.map((process) => table.kill(process)))
      return found.length
    },
  }
}
