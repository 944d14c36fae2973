import { join } from 'node:path'
import type { Logger, SessionId } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createProcessNews, type NewsItem, ProcessTable } from '@hermes/tools'
import type { RuntimeOptions } from '../runtime-options.js'
import { createProcessNotices, type ProcessNotices } from './process-notices.js'
import { openRecordFile, type ProcessRecordFile } from './record-file.js'
import type { RunningTurns } from './running-turns.js'

export interface ProcessServices {
  readonly redactor: Redactor | false
  readonly logger: Logger
  readonly turns: RunningTurns
}

/** Background processes of the conversations. Disposing it ends them. */
export interface BackgroundProcesses extends AsyncDisposable {
  readonly table: ProcessTable
  /** The records for the next agent. */
  readonly records: ProcessRecordFile
  readonly notices: ProcessNotices
}

/** Opens background processes, and shows the person those events that no turn reported to the model. */
export function openProcesses(
  { paths, surface }: Pick<RuntimeOptions, 'paths' | 'surface'>,
  { redactor, logger, turns }: ProcessServices,
): BackgroundProcesses {
  const records = openRecordFile({ folder: join(paths.home, 'processes'), logger })
  const notices = createProcessNotices({
    turns,
    lost: () => records.allLost(),
    isPending: (sessionId, processId) => news.isPending(sessionId, processId),
  })
  const show = (sessionId: SessionId, item: NewsItem) => {
    surface.tell?.(`${item.line} (your next message tells the model)`)
    notices.said(sessionId, item)
  }
  const waiting = new Map<SessionId, readonly NewsItem[]>()
  const news = createProcessNews((sessionId, item) => {
    if (turns.isRunning(sessionId)) waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), item])
    else show(sessionId, item)
  })
  turns.onIdle((sessionId) => {
    const items = waiting.get(sessionId) ?? []
    waiting.delete(sessionId)
    // Events that the model has seen in the meantime are not shown.
    for (const item of items) if (news.isPending(sessionId, item.processId)) show(sessionId, item)
  })
  const table = new ProcessTable({ news, records, redactor, onEnd: notices.ended })
  return {
    table,
    records,
    notices,
    async [Symbol.asyncDispose]() {
      await table[Symbol.asyncDispose]()
      await records.close()
    },
  }
}
