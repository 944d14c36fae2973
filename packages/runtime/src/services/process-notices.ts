import type { SessionId } from '@hermes/core'
import { newsLine } from '@hermes/safety'
import type { BackgroundProcess, NewsItem, ProcessRecord } from '@hermes/tools'
import type { RunningTurns } from './running-turns.js'

/** An event of a background process that a surface can show. */
export type ProcessNotice = EndedProcess | WatchedLine

/** A process that ended. */
export interface EndedProcess {
  readonly type: 'ended'
  readonly processId: string
  readonly sessionId: SessionId
  /** Without secrets. */
  readonly command: string
  /** Absent if it ended together with the program that had started it. */
  readonly exitCode?: number
  /** The end of its output, without secrets. */
  readonly output: string
}

/** A line of its output that the model watches for. */
export interface WatchedLine {
  readonly type: 'line'
  readonly processId: string
  readonly sessionId: SessionId
  /** One line that names the process and what it says. */
  readonly line: string
}

/** Tells listeners of background processes what no turn has told its model. */
export interface ProcessNotices {
  ended(process: BackgroundProcess): void
  said(sessionId: SessionId, item: NewsItem): void
  onNotice(listener: (notice: ProcessNotice) => void): void
  lost(): Promise<readonly EndedProcess[]>
}

export interface ProcessNoticesOptions {
  readonly turns: Pick<RunningTurns, 'isRunning' | 'onIdle'>
  /** Records of processes that earlier programs left behind. */
  lost(): Promise<readonly ProcessRecord[]>
  /** Whether the model of a session is still to be told of a process. */
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
    // Later than what the turn returns because its model did not read it any more.
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
      if ('matched' in report) tell({ type: 'line', processId, sessionId, line: newsLine(report) })
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
