import type { Conversations } from '@hermes/conversations'
import type { SessionRecord, SessionStore } from '@hermes/core'
import type { InboundEvent } from '@hermes/core/platform'
import { claimConversation, newestOf, rootOf } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { instructionsFor, keyOf, type Surroundings } from '../network/chat-origin.js'

export interface GoOnHereOptions {
  readonly network: ChatNetwork
  readonly conversations: Pick<Conversations, 'assign'>
  readonly store: SessionStore
  readonly surroundings: Pick<Surroundings, 'workingDirectory'>
  readonly signal: AbortSignal
}

/** Makes the chat of an event continue a stored session from now on. Waits for a turn of the session to end. */
export async function goOnHere(record: SessionRecord, event: InboundEvent, options: GoOnHereOptions): Promise<void> {
  const { network, conversations, store, surroundings, signal } = options
  const root = await rootOf(store, record)
  // The prompt of a session that began elsewhere does not describe the chat.
  if (record.source !== network.name) {
    await using claim = await claimConversation(store, root.id, { signal })
    const content = noteFor(event, network, surroundings)
    const { id } = await newestOf(store, record)
    await claim.store.messages.append(id, [{ message: { role: 'user', content }, timestampMs: Date.now() }])
  }
  await conversations.assign(keyOf(event, network), root.id)
}

function noteFor(event: InboundEvent, network: ChatNetwork, { workingDirectory }: GoOnHereOptions['surroundings']) {
  return `[Not from the user: this conversation continues in a chat. ${instructionsFor(event, network)} Commands and files are those of ${workingDirectory} now.]`
}
