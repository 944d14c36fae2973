import { join } from 'node:path'
import type { Logger, SessionId, SessionStore } from '@hermes/core'
import { describeProcessReport } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import type { Redactor } from '@hermes/safety/redact'
import { createProcessNews, type NewsItem, ProcessTable } from '@hermes/tools'
import type { RuntimeOptions } from '../runtime-options.js'
import { createProcessNotices, type ProcessNotices } from './process-notices.js'
import { createProcessStarts, type ProcessStarts } from './process-starts.js'
import { createProcessWakes, type ProcessWakes } from './process-wakes.js'
import { openRecordFile, type ProcessRecordFile } from './record-file.js'
import type { RunningTurns } from './running-turns.js'
import { createWakeCounter } from './wake-counter.js'

export interface ProcessServices {
  readonly redactor: Redactor | false
  readonly logger: Logger
  readonly turns: RunningTurns
  readonly store: SessionStore
  /** Returns how many turns in a row background processes may start. Called each time. */
  readonly mostWakes: () => number
}

/** The background processes of conversations. Disposing it ends them. */
export interface BackgroundProcesses extends AsyncDisposable {
  readonly table: ProcessTable
  /** The records that the next agent reads. */
  readonly records: ProcessRecordFile
  readonly notices: ProcessNotices
  readonly starts: ProcessStarts
  readonly wakes: ProcessWakes
}

/** Opens background processes. What no turn has reported to the model starts a turn or is shown to the person. */
export function openProcesses(
  { paths, surface }: Pick<RuntimeOptions, 'paths' | 'surface'>,
  { redactor, logger, turns, store, mostWakes }: ProcessServices,
): BackgroundProcesses {
  const records = openRecordFile({ folder: join(paths.home, 'processes'), logger })
  const lost = () => records.allLost()
  const notices = createProcessNotices({
    turns,
    lost,
    isPending: (sessionId, processId) => news.isPending(sessionId, processId),
  })
  const starts = createProcessStarts()
  const waiting = new Map<SessionId, readonly NewsItem[]>()
  const news = createProcessNews((sessionId, item) => {
    if (turns.isRunning(sessionId)) {
      waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), item])
      return
    }
    notices.said(sessionId, item)
    wakes.offer(sessionId)
  })
  const wakes = createProcessWakes({
    news,
    turns,
    store,
    counter: createWakeCounter({ store }),
    lost,
    mostInARow: mostWakes,
    onUntaken(sessionId, items) {
      // The model may have read it in the meantime.
      for (const { processId, report } of items)
        if (news.isPending(sessionId, processId))
          surface.tell?.(english`${describeProcessReport(report)} (your next message tells the model)`)
    },
    logger,
  })
  turns.onIdle((sessionId) => {
    const items = waiting.get(sessionId) ?? []
    waiting.delete(sessionId)
    // Runs after the turn has returned the news that its model no longer read.
    queueMicrotask(() => {
      for (const item of items) if (news.isPending(sessionId, item.processId)) notices.said(sessionId, item)
      if (news.isPending(sessionId)) wakes.offer(sessionId)
    })
  })
  const table = new ProcessTable({ news, records, redactor, onStart: starts.tell, onEnd: notices.ended })
  return {
    table,
    records,
    notices,
    starts,
    wakes,
    async [Symbol.asyncDispose]() {
      wakes[Symbol.dispose]()
      await table[Symbol.asyncDispose]()
      await records.close()
    },
  }
}
