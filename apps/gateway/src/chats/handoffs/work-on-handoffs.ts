import { HermesError, type SessionRecord, type SessionStore, StoreError, textOf } from '@hermes/core'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { newestOf } from '@hermes/core/sessions'
import { splitText } from '@hermes/platforms'
import { handoffQueue, readHandoff } from '@hermes/platforms/messages'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import type { Outbox } from '../outbox/outbox.js'
import { ownerId } from '../people/access.js'
import type { Links } from '../people/links.js'
import type { Handoffs } from './handoffs.js'

export interface HandoffWorkOptions {
  readonly queue: WorkQueue
  readonly store: SessionStore
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put'>
  readonly links: Pick<Links, 'includes'>
  readonly handoffs: Pick<Handoffs, 'put'>
}

/** `/handoff` waits for a minute. */
const retry = { attempts: 100, maxDelayMs: 5_000, isWorthRetrying: (error: unknown) => !isRefusal(error) }
/** Of the latest answer, for a person who reads on. */
const shownChars = 1_500

/** Tells chats of the sessions that go on there, until `signal` is aborted. */
export async function workOnHandoffs(options: HandoffWorkOptions, signal: AbortSignal): Promise<void> {
  const { queue, store, networks, outbox, links, handoffs } = options

  async function handle({ id, payload }: WorkItem): Promise<void> {
    const handoff = readHandoff(payload)
    if (!handoff) throw refusal('It was stored by another version of Hermes.')
    const { sessionId, address, untilMs } = handoff
    if (untilMs < Date.now()) throw refusal('The terminal has stopped waiting for it.')
    const network = networkOf(networks, handoff.network)
    const record = await store.sessions.get(sessionId)
    if (!record) throw refusal('The session does not exist any more.')
    if (record.userId === undefined) await requireOwner(network)
    await handoffs.put(network.name, address, sessionId)
    const parts = splitText(await announcement(store, record), network.adapter.limits.text)
    for (const [index, text] of parts.entries())
      await outbox.put(`${id}#${index}`, { network: network.name, address, text })
  }

  /** Without an owner, no one there could continue the owner's session. */
  async function requireOwner({ name, settings }: ChatNetwork): Promise<void> {
    if (settings.owners.length > 0 || (await links.includes(name, ownerId))) return
    throw refusal(`No account on ${name} is known to be yours: add its id to platforms.${name}.owners.`)
  }

  await queue.work(handoffQueue, handle, { signal, retry })
}

async function announcement(store: SessionStore, record: SessionRecord): Promise<string> {
  const stored = await store.messages.load((await newestOf(store, record)).id)
  const answer = stored.findLast(({ message: { role, content } }) => role === 'assistant' && textOf(content).trim())
  const text = textOf(answer?.message.content ?? '').trim()
  const shown = text.length <= shownChars ? text : `${text.slice(0, shownChars)} …`
  const name = record.title === undefined ? 'A session of the terminal' : `**${record.title}**`
  const head = `${name} continues here: write to continue it.`
  return shown === '' ? head : `${head} Its latest answer:\n\n${shown}`
}

function refusal(sentence: string): HermesError {
  return new HermesError('gateway/handoff', sentence)
}

function isRefusal(error: unknown): boolean {
  return HermesError.is(error) && error.code === 'gateway/handoff' && !StoreError.is(error)
}
