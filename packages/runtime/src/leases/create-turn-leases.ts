import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  describeError,
  type JsonValue,
  type LeaseOptions,
  type Logger,
  type TurnLeases,
  type ValueTable,
} from '@hermes/core'
import { ownIdentity, type ProcessIdentity, standingOf } from '@hermes/state/processes'
import * as z from 'zod'

export interface TurnLeasesOptions {
  readonly values: ValueTable
  readonly logger: Logger
  /** Default `Date.now`. */
  readonly now?: () => number
}

const namespace = 'turn-leases'
/** A holder on another machine that has not been heard of for so long is taken for dead. */
const lifetimeMs = 60_000
const renewalMs = 15_000
const pollMs = 250

const leaseSchema = z.object({
  id: z.string(),
  holder: z.object({ host: z.string(), place: z.string(), pid: z.number(), startTime: z.string() }),
  until: z.number(),
})
type Lease = z.output<typeof leaseSchema>

/**
 * Leases as values of the store, which all who share it see. On one machine a holder is known to be gone by its process, at
 * once; on another by its silence.
 */
export function createTurnLeases({ values, logger, now = Date.now }: TurnLeasesOptions): TurnLeases {
  const identity = ownIdentity()

  /** @returns what is there once its holder is gone; `undefined` where it was given back. */
  async function untilFree(conversation: string, found: JsonValue | undefined, { signal, onWait }: LeaseOptions) {
    for (let waits = 0, seen = found; ; waits++) {
      const other = leaseSchema.safeParse(seen).data
      if (!other || (await isOver(other, now()))) return seen
      if (waits === 0) onWait?.(nameOf(other))
      await pause(pollMs, signal)
      seen = await values.get(namespace, conversation)
    }
  }

  /** Says again and again that its holder is alive, until it is given back. */
  function hold(conversation: string, id: string, holder: ProcessIdentity): AsyncDisposable {
    const change = (next: () => JsonValue | undefined) =>
      values
        .update(namespace, conversation, (current) => (idOf(current) === id ? next() : current))
        .catch((error: unknown) => {
          logger.log('warn', `The lease of a conversation could not be written: ${describeError(error)}`, {
            conversation,
          })
        })
    const renewal = setInterval(() => void change(() => toValue(id, holder, now())), renewalMs)
    renewal.unref()
    return {
      async [Symbol.asyncDispose]() {
        clearInterval(renewal)
        // Nobody has to wait for it: writes keep their order, and a lease that stays ends with its process.
        void change(() => undefined)
      },
    }
  }

  return {
    async acquire(conversation, options) {
      const id = randomUUID()
      const holder = await identity
      for (let over: JsonValue | undefined; ; ) {
        options.signal.throwIfAborted()
        const found = await values.update(namespace, conversation, (current) =>
          current === undefined || isSame(current, over) ? toValue(id, holder, now()) : current,
        )
        if (idOf(found) === id) return hold(conversation, id, holder)
        over = await untilFree(conversation, found, options)
      }
    },
  }
}

function toValue(id: string, holder: ProcessIdentity, now: number): JsonValue {
  return { id, holder: { ...holder }, until: now + lifetimeMs }
}

function idOf(value: JsonValue | undefined): string | undefined {
  return leaseSchema.safeParse(value).data?.id
}

async function isOver({ holder, until }: Lease, now: number): Promise<boolean> {
  const standing = await standingOf(holder)
  // Where the system tells when a process began, one that lives is not taken for another; a stopped one is not gone.
  return standing === 'gone' || (until < now && !(standing === 'alive' && holder.startTime !== ''))
}

function nameOf({ holder: { host, pid } }: Lease): string {
  return `process ${pid} on ${host === hostname() ? 'this machine' : host}`
}

function isSame(left: JsonValue, right: JsonValue | undefined): boolean {
  return right !== undefined && JSON.stringify(left) === JSON.stringify(right)
}

/** @throws the reason of `signal`. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
