import type { ProcessTable } from '@hermes/tools'

/** The background processes of sessions, for people to see and to end. */
export interface SessionProcesses {
  /** Those that run. */
  list(sessionId: string): readonly RunningProcess[]
  /** Ends those of a session. @returns how many ran. */
  stop(sessionId: string): Promise<number>
}

export interface RunningProcess {
  readonly id: string
  /** Without secrets. */
  readonly command: string
  readonly startedAtMs: number
}

/** The part of the table that people have. */
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
