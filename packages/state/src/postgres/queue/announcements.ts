import { createHash } from 'node:crypto'
import { describeError, type Logger } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import { encodeText } from '../../rows/text.js'
import type { Query } from '../run-on-client.js'
import { positional, quotedName } from '../sql.js'

/** What processes tell each other through the server: that something was put into a queue. Nothing depends on it but haste. */
export interface Announcements {
  /** With the commit of the transaction. */
  announce(query: Query, queues: readonly string[]): Promise<void>
  /** Passes on what others announce, as long as it has not been ended. */
  listen(): () => void
  close(): Promise<void>
}

/** A connection of its own: it is silent for as long as nothing is put. */
export interface Listener {
  connect(): Promise<unknown>
  query(text: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown
  on(event: 'error' | 'end', listener: (error?: Error) => void): unknown
  end(): Promise<void>
}

export interface AnnouncementsOptions {
  readonly schema: string
  /** Absent for a pool that belongs to others: their processes look instead. */
  readonly createListener?: () => Listener
  readonly watchers: Watchers
  readonly logger: Logger
}

const retryMs = 10_000
/** What a payload holds. */
const longestName = 1000

export function createAnnouncements({ schema, createListener, watchers, logger }: AnnouncementsOptions): Announcements {
  const channel = `hermes_work_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`
  let listening = 0
  let current: Promise<Listener> | undefined
  let retry: NodeJS.Timeout | undefined

  function open(): void {
    if (!createListener || current || listening === 0) return
    const listener = createListener()
    const lose = (error?: Error) => {
      if (current !== opened) return
      current = undefined
      logger.log('debug', 'announcements of work are looked for instead', { reason: describeError(error ?? 'ended') })
      retry = setTimeout(open, retryMs)
      retry.unref()
    }
    listener.on('error', lose)
    listener.on('end', () => lose())
    listener.on('notification', ({ payload = '' }) => (payload === '' ? watchers.wakeAll() : watchers.wake(payload)))
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
    await ended?.then((listener) => listener.end()).catch(() => undefined)
  }

  return {
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
