import type { Conversation, Conversations, SubmissionEnd } from '@hermes/conversations'
import type { CommandOutcome } from '@hermes/conversations/commands'
import type { SessionStore } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem } from '@hermes/core/queue'
import { goOnHere } from '../handoffs/go-on-here.js'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import { type Surroundings, targetOf } from '../network/chat-origin.js'
import type { KnownPerson } from '../network/known-person.js'
import { fromInboundPayload } from '../network/payload.js'
import type { Access } from '../people/access.js'

/** Where a message belongs, and who wrote it. */
export interface Place {
  readonly network: ChatNetwork
  readonly conversation: Conversation
  readonly who: KnownPerson
  /** What others wrote in the chat before. */
  readonly overheard?: string
}

export interface PlacesOptions {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly networks: ChatNetworks
  readonly access: Access
  readonly surroundings: Surroundings
}

/** Finds and changes the conversations of stored messages. */
export interface Places {
  /** Where a stored message belongs; `undefined` if its sender is a stranger by now. */
  of(item: WorkItem): Promise<{ readonly event: InboundMessage; readonly place: Place } | undefined>
  /**
   * `/new`, `/resume` and the like: the chat gets another conversation.
   * @returns the end to tell: another one if the chat cannot have the conversation.
   */
  follow(end: SubmissionEnd, event: InboundMessage, place: Place, signal: AbortSignal): Promise<SubmissionEnd>
  /** Continues the turn of a stored message that an earlier process left unfinished. */
  recover(item: WorkItem): Promise<void>
}

export function createPlaces({ conversations, store, networks, access, surroundings }: PlacesOptions): Places {
  return {
    async of(item) {
      const payload = fromInboundPayload(item.payload)
      if (payload?.event.type !== 'message') return undefined
      const { event, overheard } = payload
      const network = networkOf(networks, payload.network)
      const who = await access.identify(event.sender, network)
      if (!who) return undefined
      const conversation = await conversations.open(targetOf(event, network, who, surroundings))
      return { event, place: { network, conversation, who, ...(overheard !== undefined && { overheard }) } }
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
        if (record?.userId !== usual.seed.userId) return withOutcome(end, { type: 'error', text: notShared })
        if (record) await goOnHere(record, event, { network, conversations, store, surroundings, signal })
      }
      return end
    },
    async recover({ payload }) {
      const { network: name, event } = fromInboundPayload(payload) ?? {}
      const network = name === undefined ? undefined : networks.get(name)
      if (!network || event?.type !== 'message') return
      const who = await access.identify(event.sender, network)
      if (!who) return
      await conversations.finish(targetOf(event, network, who, surroundings), senderOf({ network, who }))
    },
  }
}

const notShared = 'That session is your own, and several people share this conversation: resume it in a direct chat.'

function withOutcome(end: Extract<SubmissionEnd, { status: 'command' }>, outcome: CommandOutcome): SubmissionEnd {
  return { ...end, outcome }
}

/** Who speaks, for the conversation. */
export function senderOf({ network, who: { person } }: Pick<Place, 'network' | 'who'>) {
  return { person, surface: { kind: 'chat', name: network.name } } as const
}
