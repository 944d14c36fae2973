import type { Conversations } from '@hermes/conversations'
import type { SessionRecord, SessionStore } from '@hermes/core'
import type { InboundEvent } from '@hermes/core/platform'
import type { ChatNetwork } from '../network/chat-network.js'
import { isShared, type Surroundings } from '../network/chat-origin.js'
import type { KnownPerson } from '../network/known-person.js'
import { goOnHere } from './go-on-here.js'
import type { Handoffs } from './handoffs.js'

export interface TakeHandoffOptions {
  readonly handoffs: Pick<Handoffs, 'of' | 'remove'>
  readonly conversations: Pick<Conversations, 'assign'>
  readonly store: SessionStore
  readonly surroundings: Pick<Surroundings, 'workingDirectory'>
  readonly signal: AbortSignal
}

/**
 * Continues the session that was handed over to the chat with a message of its owner. Other people keep their own conversation.
 * @returns a sentence for the chat if the session cannot continue there.
 */
export async function takeHandoff(
  event: InboundEvent,
  { network, who }: { readonly network: ChatNetwork; readonly who: KnownPerson },
  { handoffs, conversations, store, surroundings, signal }: TakeHandoffOptions,
): Promise<string | undefined> {
  if (event.type !== 'message') return undefined
  const record = await handoffs.of(network.name, event)
  if (!record || !isOwn(record, who)) return undefined
  if (isShared(event, network)) {
    await handoffs.remove(network.name, event)
    return 'The session that was handed over here is your own, and this conversation is shared: hand it over to a direct chat.'
  }
  await goOnHere(record, event, { network, conversations, store, surroundings, signal })
  // Removed last, so that after a crash the next message takes it again.
  await handoffs.remove(network.name, event)
  return undefined
}

function isOwn({ userId }: SessionRecord, { role, person }: KnownPerson): boolean {
  return userId === undefined ? role === 'owner' : person.id === userId
}
