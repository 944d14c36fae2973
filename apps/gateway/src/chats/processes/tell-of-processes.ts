import { describeError, type Logger, type SessionStore } from '@hermes/core'
import { rootOf, type ValueTable } from '@hermes/core/sessions'
import type { Config, ProcessNotice, SessionProcesses } from '@hermes/runtime'
import { type TellHomeOptions, tellHome } from '../outbox/tell-home.js'
import { processText } from './process-text.js'

export interface TellOfProcessesOptions extends TellHomeOptions {
  readonly processes: Pick<SessionProcesses, 'onNotice' | 'lost'>
  readonly store: SessionStore
  readonly values: ValueTable
  readonly display: () => Config['display']
  readonly logger: Logger
}

/** Processes that ended with an earlier program and that the chat was told about. */
const lostNamespace = 'chat-lost-processes'

/** Starts telling chats about the background processes that were started there, once each. */
export function tellOfProcesses(options: TellOfProcessesOptions): void {
  const { processes, logger } = options
  let lines = 0
  const report = (error: unknown) =>
    logger.log('warn', 'A chat could not be told of a background process.', { error: describeError(error) })
  processes.onNotice((notice) => {
    const id = `${noticeId(notice)}${notice.type === 'line' ? ` ${++lines} at ${Date.now()}` : ''}`
    tell(id, notice, options).catch(report)
  })
  tellLost(options).catch(report)
}

async function tellLost(options: TellOfProcessesOptions): Promise<void> {
  const { processes, values } = options
  for (const notice of await processes.lost()) {
    const id = noticeId(notice)
    // The outbox remembers it for only some days, and the records stay until the model has received them.
    if ((await values.get(lostNamespace, id)) !== undefined) continue
    await tell(id, notice, options)
    await values.update(lostNamespace, id, () => true)
  }
}

function noticeId({ sessionId, processId }: ProcessNotice): string {
  return `process ${sessionId} ${processId}`
}

async function tell(id: string, notice: ProcessNotice, options: TellOfProcessesOptions): Promise<void> {
  const { store, display } = options
  const text = processText(notice, display().background_process_notifications)
  const session = text === undefined ? undefined : await store.sessions.get(notice.sessionId)
  if (text === undefined || !session) return
  await tellHome({ id, conversation: (await rootOf(store, session)).id, text }, options)
}
