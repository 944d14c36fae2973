import { describeError, type Logger } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { outboxQueue } from '../network/queues.js'

/** The state of an attempt. `sending`: the message may have arrived. If its item is done, it has. */
export type Attempt = 'sending' | 'sent'

/** What is known about messages whose process may die while it sends them, by the ids of their items. */
export interface Attempts {
  /** Records that a message is being sent, unless it has arrived. @returns what was known before. */
  begin(id: string): Promise<Attempt | undefined>
  /** Whether an attempt was started and may have arrived. */
  has(id: string): Promise<boolean>
  /** Records the state of an attempt. `undefined`: it has not arrived. */
  note(id: string, attempt: Attempt | undefined): Promise<void>
}

export interface AttemptsOptions {
  readonly queue: Pick<WorkQueue, 'get'>
  readonly values: ValueTable
  readonly logger: Logger
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number
}

const namespace = 'chat-attempts'
/** How long attempts are kept before they are checked, in milliseconds. By then, the item of a sent message is usually done. */
const keptMs = 300_000
/** Number of attempts that are checked together, in one transaction. */
const atOnce = 64

/** Records attempts in the store. They are deleted minutes later, when their items are done. */
export function createAttempts({
  queue,
  values,
  logger,
  monotonic = () => performance.now(),
}: AttemptsOptions): Attempts {
  /** The recorded attempts, oldest first. */
  const noted: { readonly id: string; readonly notedAt: number }[] = []

  async function forget(ids: readonly string[]): Promise<void> {
    const items = await Promise.all(ids.map((id) => queue.get({ queue: outboxQueue, id })))
    // A message whose item is not done is handed out again, and must not be sent twice.
    const statusAt = (index: number) => items[index]?.status ?? 'done'
    for (const [index, id] of ids.entries()) {
      // The record of a message that was given up stays, because a person may send it again.
      if (!['done', 'dead'].includes(statusAt(index))) remember(id)
    }
    const done = ids.filter((_id, index) => statusAt(index) === 'done')
    await Promise.all(done.map((id) => values.update(namespace, id, () => undefined, { isVolatile: true })))
  }

  function remember(id: string): void {
    noted.push({ id, notedAt: monotonic() })
  }

  function forgetOld(): void {
    const last = noted[atOnce - 1]
    if (!last || monotonic() - last.notedAt < keptMs) return
    const ids = noted.splice(0, atOnce).map(({ id }) => id)
    forget(ids).catch((error: unknown) =>
      logger.log('debug', 'Notes of attempts stay in the store.', { error: describeError(error) }),
    )
  }

  return {
    async begin(id) {
      let before: Attempt | undefined
      await values.update(namespace, id, (stored) => {
        before = stored === 'sending' || stored === 'sent' ? stored : undefined
        return before ?? 'sending'
      })
      if (before !== 'sent') {
        remember(id)
        forgetOld()
      }
      return before
    },
    has: async (id) => (await values.get(namespace, id)) !== undefined,
    async note(id, attempt) {
      await values.update(namespace, id, () => attempt)
    },
  }
}
