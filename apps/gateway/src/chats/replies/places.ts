import type { BusyMode, Conversation, Conversations, SubmissionEnd } from '@hermes/conversations'
import type { SessionId, SessionRecord, SessionSeed, SessionStore } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem } from '@hermes/core/queue'
import type { BusyModes } from '../busy/busy-modes.js'
import { goOnHere } from '../handoffs/go-on-here.js'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import { isShared, keyOf, mayAnswer, type Surroundings, targetOf } from '../network/chat-origin.js'
import type { KnownPerson } from '../network/known-person.js'
import { fromInboundPayload } from '../network/payload.js'
import type { Access } from '../people/access.js'
import type { ChatConversations } from '../people/chat-conversations.js'
import type { Strangers } from '../people/strangers.js'

/** Where a message belongs, and who wrote it. */
export interface Place {
  readonly network: ChatNetwork
  readonly conversation: Conversation
  readonly who: KnownPerson
  /** What the message does during a turn. */
  readonly whenBusy: BusyMode
  /** What others wrote in the chat before the message. */
  readonly overheard?: string
  /** Whether background processes wake the conversation for this person, and nobody has written the message. Default: false. */
  readonly isWake?: boolean
}

/** A message and its place. */
export interface Placed {
  readonly event: InboundMessage
  readonly place: Place
}

export interface PlacesOptions {
  readonly conversations: Conversations
  readonly chatConversations: ChatConversations
  readonly store: SessionStore
  readonly networks: ChatNetworks
  readonly access: Access
  readonly strangers: Strangers
  readonly surroundings: Surroundings
  readonly busyModes: Pick<BusyModes, 'of'>
}

/** Finds and changes the conversations of stored messages. */
export interface Places {
  /**
   * Returns the place of a stored message. `undefined` if its sender is now a stranger, or if it wakes a conversation that the chat or the person
   * no longer continues.
   */
  of(item: WorkItem): Promise<Placed | undefined>
  /** Handles a stored message without a place. If its sender is now a stranger, they are treated as one and that is noted. */
  turnAway(item: WorkItem): Promise<void>
  /**
   * Gives the chat the conversation that `/new`, `/resume` or a similar command opens.
   * @returns the end to report, which is an error if the chat cannot have the conversation.
   */
  follow(end: SubmissionEnd, event: InboundMessage, place: Place, signal: AbortSignal): Promise<SubmissionEnd>
  /** Continues the turn of a stored message that an earlier process left unfinished. */
  recover(item: WorkItem): Promise<void>
}

export function createPlaces(options: PlacesOptions): Places {
  const { conversations, chatConversations, store, networks, access, strangers, surroundings, busyModes } = options

  async function placeOfWake(
    wakes: SessionId,
    event: InboundMessage,
    { network, who }: Pick<Place, 'network' | 'who'>,
  ): Promise<Placed | undefined> {
    const mayBeAnswered = mayAnswer(event, network) && !(who.role === 'guest' && isShared(event, network))
    const conversation = mayBeAnswered ? await chatConversations.current(event, { network, who }) : undefined
    if (conversation?.id !== wakes) return undefined
    return { event, place: { network, conversation, who, whenBusy: 'queue', isWake: true } }
  }

  return {
    async of(item) {
      const payload = fromInboundPayload(item.payload)
      if (payload?.event.type !== 'message') return undefined
      const { event, overheard, wakes } = payload
      const network = networkOf(networks, payload.network)
      const who = await access.identify(event, network)
      if (!who) return undefined
      if (wakes !== undefined) return placeOfWake(wakes, event, { network, who })
      const [{ conversation }, whenBusy] = await Promise.all([
        chatConversations.open(event, { network, who }),
        busyModes.of(keyOf(event, network), network),
      ])
      return { event, place: { network, conversation, who, whenBusy, ...(overheard !== undefined && { overheard }) } }
    },
    async turnAway({ id, payload }) {
      const { network: name, event, wakes } = fromInboundPayload(payload) ?? {}
      if (name === undefined || event?.type !== 'message' || wakes !== undefined) return
      const network = networkOf(networks, name)
      if (await access.identify(event, network)) return
      await strangers.turnAway(id, event, network, { event: 'refused', detail: 'removed' })
    },
    async follow(end, event, place, signal) {
      if (end.status !== 'command' || end.outcome.type !== 'open') return end
      const { network, who } = place
      const { target } = end.outcome
      const usual = targetOf(event, network, who, surroundings)
      if ('seed' in target) {
        const seed = { ...target.seed, ...usual.seed }
        await conversations.open({ ...usual, seed, choice: { ...usual.choice, ...target.choice }, fresh: true })
      } else if ('id' in target) {
        const record = await store.sessions.get(target.id)
        const refusal = refusalOf(record, usual.seed, isShared(event, network))
        if (refusal !== undefined) return { ...end, outcome: { type: 'error', text: refusal } }
        if (record) await goOnHere(record, event, { network, conversations, store, surroundings, signal })
      }
      return end
    },
    async recover({ payload }) {
      const { network: name, event } = fromInboundPayload(payload) ?? {}
      const network = name === undefined ? undefined : networks.get(name)
      if (!network || event?.type !== 'message') return
      const who = await access.identify(event, network)
      if (!who) return
      await chatConversations.finish(event, { network, who })
    },
  }
}

/** Returns why a chat cannot continue a session. */
function refusalOf(
  record: SessionRecord | undefined,
  { userId }: SessionSeed,
  isInShared: boolean,
): string | undefined {
  if (!record) return 'The session was deleted in the meantime: /sessions lists those that are stored.'
  if (record.userId === userId) return undefined
  return isInShared
    ? 'Several people share this conversation, and that session is not theirs: resume it in a direct chat.'
    : 'Another person or chat owns that session: it can only be continued there.'
}
