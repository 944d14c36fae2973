import type { SessionId } from '@hermes/core'
import { describeProcessReport } from '@hermes/safety'
import type { BackgroundProcess, NewsItem, ProcessRecord } from '@hermes/tools'
import type { RunningTurns } from './running-turns.js'

/** An event of a background process that a surface can show. */
export type ProcessNotice = EndedProcess | WatchedLine

/** A process that has ended. */
export interface EndedProcess {
  readonly type: 'ended'
  readonly processId: string
  readonly sessionId: SessionId
  /** The command, without secrets. */
  readonly command: string
  /** The exit code. Absent if the process ended together with the program that had started it. */
  readonly exitCode?: number
  /** The end of the output, without secrets. */
  readonly output: string
}

/** A line of output that the model watches for. */
export interface WatchedLine {
  readonly type: 'line'
  readonly processId: string
  readonly sessionId: SessionId
  /** One line that names the process and what it printed. */
  readonly line: string
}

/** Reports to listeners what background processes did and no turn has reported to its model. */
export interface ProcessNotices {
  ended(process: BackgroundProcess): void
  said(sessionId: SessionId, item: NewsItem): void
  onNotice(listener: (notice: ProcessNotice) => void): void
  lost(): Promise<readonly EndedProcess[]>
}

export interface ProcessNoticesOptions {
  readonly turns: Pick<RunningTurns, 'isRunning' | 'onIdle'>
  /** Returns the records of processes that earlier programs left behind. */
  lost(): Promise<readonly ProcessRecord[]>
  /** Whether the model of a session has yet to be told about a process. */
  isPending(sessionId: SessionId, processId: string): boolean
}

const outputCharacters = 2_000

export function createProcessNotices({ turns, lost, isPending }: ProcessNoticesOptions): ProcessNotices {
  const listeners: ((notice: ProcessNotice) => void)[] = []
  const waiting = new Map<SessionId, readonly BackgroundProcess[]>()
  const tell = (notice: ProcessNotice) => {
    for (const listener of listeners) listener(notice)
  }
  turns.onIdle((sessionId) => {
    const processes = waiting.get(sessionId) ?? []
    waiting.delete(sessionId)
    // Runs after the turn has returned the news that its model no longer read.
    queueMicrotask(() => {
      for (const process of processes) {
        if (!process.isKnown || isPending(sessionId, process.id)) tell(toNotice(process))
      }
    })
  })
  return {
    ended(process) {
      const { sessionId } = process
      if (turns.isRunning(sessionId)) waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), process])
      else tell(toNotice(process))
    },
    said(sessionId, { processId, report }) {
      if ('matched' in report) tell({ type: 'line', processId, sessionId, line: describeProcessReport(report) })
    },
    onNotice: (listener) => void listeners.push(listener),
    async lost() {
      const records = await lost()
      return records.map(({ id, sessionId, command, exitCode, output }) => ({
        type: 'ended',
        processId: id,
        sessionId,
        command,
        ...(exitCode !== undefined && { exitCode }),
        output,
      }))
    },
  }
}

function toNotice({ id, sessionId, shownCommand, live, end }: BackgroundProcess): EndedProcess {
  const output = live.log.tail(outputCharacters)
  const code = end?.exit.code
  return {
    type: 'ended',
    processId: id,
    sessionId,
    command: shownCommand,
    output,
    ...(code !== undefined && { exitCode: code }),
  }
}
