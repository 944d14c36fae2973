import { createHash } from 'node:crypto'
import { describeError, type Logger } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import { encodeText } from '../../rows/text.js'
import type { Query } from '../run-on-client.js'
import { positional, quotedName } from '../sql.js'

/** Notifications between processes that a queue has new items. They only save time: queues are also polled. */
export interface Announcements {
  /** Sent when the transaction commits. */
  announce(query: Query, queues: readonly string[]): Promise<void>
  /** Whether the current connection has received a notification, so nothing on the way holds them back. */
  readonly areHeard: boolean
  /** Forwards notifications from other processes until the returned function is called. */
  listen(): () => void
  close(): Promise<void>
}

/** A separate connection, because it is silent while no items are put. */
export interface Listener {
  connect(): Promise<unknown>
  query(text: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  end(): Promise<void>
}

export interface AnnouncementsOptions {
  readonly schema: string
  /** Creates the connection to listen on. Absent for a shared pool: processes then rely on polling. */
  readonly createListener?: () => Listener
  readonly watchers: Watchers
  readonly logger: Logger
}

const retryMs = 10_000
/**
 * How long a notification waits for more items of its queue. The process that put an item has woken its own workers, so
 * most items are taken by then, and others ask once instead of for each item.
 */
const gatherMs = 20
/** The maximum length that fits into a payload. */
const longestName = 1000

export function createAnnouncements({ schema, createListener, watchers, logger }: AnnouncementsOptions): Announcements {
  const channel = `hermes_work_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`
  let listening = 0
  let current: Promise<Listener> | undefined
  let retry: NodeJS.Timeout | undefined
  let areHeard = false
  const gathered = new Set<string>()

  /** Wakes a queue after a short while. An empty name stands for all queues. */
  function wakeSoon(queue: string): void {
    if (gathered.has(queue)) return
    gathered.add(queue)
    setTimeout(() => {
      gathered.delete(queue)
      if (queue === '') watchers.wakeAll()
      else watchers.wake(queue)
    }, gatherMs).unref()
  }

  function open(): void {
    if (!createListener || current || listening === 0) return
    const listener = createListener()
    const lose = (error?: Error) => {
      if (current !== opened) return
      current = undefined
      areHeard = false
      logger.log('debug', 'polling for work instead of listening', { reason: describeError(error ?? 'ended') })
      retry = setTimeout(open, retryMs)
      retry.unref()
    }
    listener.on('error', lose)
    listener.on('end', () => lose())
    listener.on('notification', ({ payload = '' }) => {
      areHeard = true
      wakeSoon(payload)
    })
    const opened = listener
      .connect()
      .then(() => listener.query(`listen ${quotedName(channel)}`))
      .then(() => listener)
    current = opened
    opened.catch(lose)
  }

  async function end(): Promise<void> {
    clearTimeout(retry)
    const ended = current
    current = undefined
    areHeard = false
    await ended?.then((listener) => listener.end()).catch(() => undefined)
  }

  return {
    get areHeard() {
      return areHeard
    },
    async announce(query, queues) {
      for (const queue of new Set(queues)) {
        const isPlain = encodeText(queue) === queue && queue.length <= longestName
        await query(positional('select pg_notify(?, ?)', [channel, isPlain ? queue : '']))
      }
    },
    listen() {
      listening++
      open()
      return () => {
        if (--listening === 0) void end()
      }
    },
    close() {
      listening = 0
      return end()
    },
  }
}
