import { setTimeout as sleep } from 'node:timers/promises'
import { InterruptError, type SessionId, type SessionStore } from '@hermes/core'
import { claimConversation, newestOf } from '@hermes/core/sessions'
import { type StoredExchange, storedExchange } from './stored-exchange.js'

export interface SettledExchangeOptions {
  readonly inputId: string
  /** Ends the wait when aborted. */
  readonly signal: AbortSignal
}

/** How often a running turn is checked. */
const lookMs = 500
/** A shared error: an abort without a reason creates an error with a stack. */
const isKnown = new InterruptError('The exchange is known.')

/**
 * Returns the exchange of an input once nothing is added to it: another exchange has followed, or no process runs a turn of the
 * conversation. An answer thus does not wait for later turns. Resolves to `undefined` like {@link storedExchange}.
 * @throws the reason of the signal.
 */
export async function settledExchange(
  store: SessionStore,
  id: SessionId,
  { inputId, signal }: SettledExchangeOptions,
): Promise<StoredExchange | undefined> {
  const exchange = await storedExchange(store, id, inputId)
  if (exchange?.isLatest === false) return exchange
  const known = new AbortController()
  const options = { inputId, signal: AbortSignal.any([signal, known.signal]) }
  const looks = [atRest(store, id, options), untilFollowed(store, id, options)]
  try {
    return await Promise.race(looks)
  } finally {
    known.abort(isKnown)
    await Promise.allSettled(looks)
  }
}

async function atRest(store: SessionStore, id: SessionId, { inputId, signal }: SettledExchangeOptions) {
  await using _claim = await claimConversation(store, id, { signal })
  return await storedExchange(store, id, inputId)
}

async function untilFollowed(
  store: SessionStore,
  id: SessionId,
  { inputId, signal }: SettledExchangeOptions,
): Promise<StoredExchange> {
  for (let known = -1; ; ) {
    await sleep(lookMs, undefined, { signal })
    const record = await store.sessions.get(id)
    const { messageCount = 0 } = record ? await newestOf(store, record) : {}
    if (messageCount === known) continue
    known = messageCount
    const exchange = await storedExchange(store, id, inputId)
    if (exchange?.isLatest === false) return exchange
  }
}
