import { join } from 'node:path'
import { type AssessCall, createProcessAssessor } from '@hermes/approval'
import { type Agent, type Logger, newestOf, type Plugin, type SessionId, type SessionStore } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createProcessNews, type NewsItem, ProcessTable, tellOfProcesses } from '@hermes/tools'
import type { RuntimeOptions } from '../../runtime.js'
import { openRecordFile } from './record-file.js'
import { createRunningTurns } from './running-turns.js'

export interface ProcessWiring {
  readonly store: SessionStore
  readonly redactor: Redactor | false
  readonly logger: Logger
}

/** What runs beside the conversations. Disposing ends it. */
export interface WiredProcesses extends AsyncDisposable {
  readonly table: ProcessTable
  /** Judges what is written to a process. */
  readonly assess: AssessCall
  /** Tells the model of what has become of them. */
  readonly plugin: Plugin
  /** The agent, so that the models of its turns can be told while they run. */
  watch(agent: Agent): Agent
}

/** Background processes, the records that the next agent reads, and the road to model and person. */
export function wireProcesses({ paths, surface }: RuntimeOptions, wiring: ProcessWiring): WiredProcesses {
  const { store, redactor, logger } = wiring
  const records = openRecordFile({ folder: join(paths.home, 'processes'), logger })
  const show = ({ line }: NewsItem) => surface.tell?.(`${line} (your next message tells the model)`)
  const waiting = new Map<SessionId, readonly NewsItem[]>()
  const news = createProcessNews((sessionId, item) => {
    if (turns.isRunning(sessionId)) waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), item])
    else show(item)
  })
  const turns = createRunningTurns((sessionId) => {
    const items = waiting.get(sessionId) ?? []
    waiting.delete(sessionId)
    // Those that the model has heard of meanwhile are no news.
    for (const item of items) if (news.isPending(sessionId, item.processId)) show(item)
  })
  const table = new ProcessTable({ news, records, redactor })
  const plugin = tellOfProcesses({
    processes: table,
    records,
    store: (sessionId, text) => storeMessage(store, sessionId, text),
    steer: (sessionId, text, giveBack) => turns.steer(sessionId, text, giveBack),
  })
  return {
    table,
    assess: createProcessAssessor({ processes: table }),
    plugin,
    watch: turns.watch,
    async [Symbol.asyncDispose]() {
      await table[Symbol.asyncDispose]()
      await records.close()
    },
  }
}

async function storeMessage(store: SessionStore, sessionId: SessionId, content: string): Promise<void> {
  const found = await store.sessions.get(sessionId)
  if (!found) return
  const { id } = await newestOf(store, found)
  await store.messages.append(id, [{ message: { role: 'user', content }, timestampMs: Date.now() }])
}
