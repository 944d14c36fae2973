import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, HermesError, type SessionRecord, type SessionStore, StoreError, textOf } from '@hermes/core'
import { PlatformError } from '@hermes/core/platform'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { newestOf } from '@hermes/core/sessions'
import { splitText } from '@hermes/platforms'
import { type Handoff, handoffQueue, readHandoff } from '@hermes/platforms/messages'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import { outboxQueue } from '../network/queues.js'
import type { Outbox } from '../outbox/outbox.js'
import { ownerId } from '../people/access.js'
import type { Links } from '../people/links.js'

export interface HandoffWorkOptions {
  readonly queue: WorkQueue
  readonly store: SessionStore
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put' | 'untilSent'>
  readonly links: Pick<Links, 'includes'>
}

/** `/handoff` waits for a minute. */
const retry = { attempts: 100, maxDelayMs: 5_000, isWorthRetrying: (error: unknown) => !isRefusal(error) }
const pollMs = 100
/** Maximum length of the latest answer that is shown, in characters, so that the person can pick up the thread. */
const shownChars = 1_500

/** Tells chats about the sessions that continue there, until `signal` is aborted. */
export async function workOnHandoffs(options: HandoffWorkOptions, signal: AbortSignal): Promise<void> {
  const { queue, store, networks, outbox, links } = options

  async function handle({ id, payload }: WorkItem): Promise<void> {
    const handoff = readHandoff(payload)
    if (!handoff) throw refusal('It was stored by another version of Hermes.')
    const { sessionId, address, untilMs } = handoff
    if (untilMs < Date.now()) throw refusal('The terminal has stopped waiting for it.')
    const network = networkOf(networks, handoff.network)
    const record = await store.sessions.get(sessionId)
    if (!record) throw refusal('The session does not exist any more.')
    if (record.userId === undefined) await requireOwner(network)
    const { text: limit, hasSubjects = false } = network.adapter.limits
    const [first = '', ...rest] = splitText(await announcement(store, record), limit)
    const to = { network: network.name, address, ...(hasSubjects && { subject: nameOf(record) }) }
    await outbox.put(`${id}#0`, { ...to, text: first, handsOver: sessionId })
    await requireSent(`${id}#0`, handoff)
    for (const [index, text] of rest.entries()) await outbox.put(`${id}#${index + 1}`, { ...to, text })
  }

  /** Lets the session continue in the chat once the chat was told. Otherwise it stays in the terminal. */
  async function requireSent(id: string, { network, untilMs }: Handoff): Promise<void> {
    try {
      while (!(await outbox.untilSent([id], signal))) {
        if (Date.now() >= untilMs) {
          await queue.remove({ queue: outboxQueue, id })
          throw refusal(`${network} has not taken the message about it in time.`)
        }
        await sleep(pollMs, undefined, { signal })
      }
    } catch (error) {
      throw PlatformError.is(error) ? refusal(describeError(error)) : error
    }
  }

  /** Without an owner on the network, nobody there could continue the owner's session. */
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
  const head = `${record.title === undefined ? nameOf(record) : `**${record.title}**`} continues here: write to continue it.`
  return shown === '' ? head : `${head} Its latest answer:\n\n${shown}`
}

function nameOf({ title = 'A session of the terminal' }: SessionRecord): string {
  return title
}

function refusal(sentence: string): HermesError {
  return new HermesError('gateway/handoff', sentence)
}

function isRefusal(error: unknown): boolean {
  return HermesError.is(error) && error.code === 'gateway/handoff' && !StoreError.is(error)
}
