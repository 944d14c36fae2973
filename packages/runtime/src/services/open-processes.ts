import { join } from 'node:path'
import type { Logger, SessionId } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createProcessNews, type NewsItem, ProcessTable } from '@hermes/tools'
import type { RuntimeOptions } from '../runtime-options.js'
import { openRecordFile, type ProcessRecordFile } from './record-file.js'
import type { RunningTurns } from './running-turns.js'

export interface ProcessServices {
  readonly redactor: Redactor | false
  readonly logger: Logger
  readonly turns: RunningTurns
}

/** What runs beside the conversations. Disposing ends it. */
export interface BackgroundProcesses extends AsyncDisposable {
  readonly table: ProcessTable
  /** What the next agent reads of them. */
  readonly records: ProcessRecordFile
}

/** Background processes, and the news of them that the person sees: those that no turn told the model about. */
export function openProcesses(
  { paths, surface }: Pick<RuntimeOptions, 'paths' | 'surface'>,
  { redactor, logger, turns }: ProcessServices,
): BackgroundProcesses {
  const records = openRecordFile({ folder: join(paths.home, 'processes'), logger })
  const show = ({ line }: NewsItem) => surface.tell?.(`${line} (your next message tells the model)`)
  const waiting = new Map<SessionId, readonly NewsItem[]>()
  const news = createProcessNews((sessionId, item) => {
    if (turns.isRunning(sessionId)) waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), item])
    else show(item)
  })
  turns.onIdle((sessionId) => {
    const items = waiting.get(sessionId) ?? []
    waiting.delete(sessionId)
    // Those that the model has heard of meanwhile are no news.
    for (const item of items) if (news.isPending(sessionId, item.processId)) show(item)
  })
  const table = new ProcessTable({ news, records, redactor })
  return {
    table,
    records,
    async [Symbol.asyncDispose]() {
      await table[Symbol.asyncDispose]()
      await records.close()
    },
  }
}
