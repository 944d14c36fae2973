import { describeError, type Logger } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { outboxQueue } from '../network/queues.js'

/** `sending`: the message may have arrived. One whose item is done has. */
export type Attempt = 'sending' | 'sent'

/** What is known of messages whose process may die while it sends them, by the ids of their items. */
export interface Attempts {
  /** Notes that a message is being sent, unless it has arrived. @returns what was known before. */
  begin(id: string): Promise<Attempt | undefined>
  /** Whether it was begun, and may have arrived. */
  has(id: string): Promise<boolean>
  /** `undefined`: it has not arrived. */
  note(id: string, attempt: Attempt | undefined): Promise<void>
}

export interface AttemptsOptions {
  readonly queue: Pick<WorkQueue, 'get'>
  readonly values: ValueTable
  readonly logger: Logger
  /** In milliseconds. */
  readonly monotonic?: () => number
}

const namespace = 'chat-attempts'
/** By then, the item of a message that was sent is done, as a rule. */
const keptMs = 300_000
/** Together, they share a transaction. */
const atOnce = 64

/** Notes attempts in the store. They are deleted minutes later, when their items are done. */
export function createAttempts({
  queue,
  values,
  logger,
  monotonic = () => performance.now(),
}: AttemptsOptions): Attempts {
  /** Oldest first. */
  const noted: { readonly id: string; readonly notedAt: number }[] = []

  async function forget(ids: readonly string[]): Promise<void> {
    const items = await Promise.all(ids.map((id) => queue.get({ queue: outboxQueue, id })))
    // One that is not done is handed out again, and must not be sent again.
    const statusAt = (index: number) => items[index]?.status ?? 'done'
    for (const [index, id] of ids.entries()) {
      // The note of a message that was given up stays: it may be sent again by hand.
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
