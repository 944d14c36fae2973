import type { ProcessTable } from '@hermes/tools'

/** The background processes of sessions, for people to list and end. */
export interface SessionProcesses {
  /** Running processes. */
  list(sessionId: string): readonly RunningProcess[]
  /** Ends the processes of a session. @returns how many were running. */
  stop(sessionId: string): Promise<number>
}

export interface RunningProcess {
  readonly id: string
  /** Redacted. */
  readonly command: string
  readonly startedAtMs: number
}

/** The subset of the process table for people. */
export function sessionProcesses(table: Pick<ProcessTable, 'of' | 'kill'>): SessionProcesses {
  const running = (sessionId: string) => table.of(sessionId).filter(({ end }) => end === undefined)
  return {
    list: (sessionId) =>
      running(sessionId).map(({ id, shownCommand: command, startedAtMs }) => ({ id, command, startedAtMs })),
    async stop(sessionId) {
      const found = running(sessionId)
      await Promise.all(found.map((process) => table.kill(process)))
      return found.length
    },
  }
}
