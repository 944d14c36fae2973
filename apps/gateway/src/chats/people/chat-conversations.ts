import type { Conversation, Conversations } from '@hermes/conversations'
import { storedChoice } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'
import type { InboundEvent } from '@hermes/core/platform'
import { rootOf } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { isShared, type Surroundings, targetOf } from '../network/chat-origin.js'
import type { KnownPerson } from '../network/known-person.js'
import { senderOf } from '../network/sender-of.js'
import type { Administered } from './administered.js'
import type { Links } from './links.js'
import type { ReplacedConversations } from './replaced-conversations.js'

export interface Speaker {
  readonly network: ChatNetwork
  readonly who: KnownPerson
}

type KnownConversation = Pick<Conversation, 'id' | 'userId' | 'choice'>

export interface OpenedConversation {
  readonly conversation: Conversation
  /** Whether it replaced a conversation that the person may not continue. */
  readonly isReplaced: boolean
}

/** The conversations of chats. Each has the rights of the person it was created for. */
export interface ChatConversations {
  /** Opens the conversation of an event. If its sender may not continue that of the chat, the turn there ends and a new conversation is opened. */
  open(event: InboundEvent, speaker: Speaker): Promise<OpenedConversation>
  /** Returns the current conversation of an event's chat. `undefined` if there is none or the sender may not continue it. */
  current(event: InboundEvent, speaker: Speaker): Promise<Conversation | undefined>
  /** Continues a turn that an earlier process has left unfinished, if the sender of the event may continue the conversation. */
  finish(event: InboundEvent, speaker: Speaker): Promise<void>
}

export interface ChatConversationsOptions {
  readonly conversations: Pick<Conversations, 'open' | 'finish' | 'idOf'>
  readonly store: SessionStore
  readonly links: Pick<Links, 'identitiesOf'>
  readonly administered: Administered
  readonly replaced: Pick<ReplacedConversations, 'end'>
  readonly surroundings: Surroundings
}

export function createChatConversations(options: ChatConversationsOptions): ChatConversations {
  const { conversations, store, links, administered, replaced, surroundings } = options

  /** Whether a conversation belongs to the speaker. Those of an account continue after it was linked to the person. */
  async function isOf(userId: string | undefined, event: InboundEvent, { network, who }: Speaker): Promise<boolean> {
    if (userId === targetOf(event, network, who, surroundings).seed.userId) return true
    return userId !== undefined && (await links.identitiesOf(who.person.id)).includes(userId)
  }

  /** Whether a conversation has nothing that the person may not use or set. */
  async function isFor({ person, role }: KnownPerson, { id, choice }: KnownConversation): Promise<boolean> {
    if (person.role === 'admin') return true
    // Only administrators set the network. Conversations from before `administered` was stored may also have it.
    if (choice.network !== undefined || (await administered.has(id))) return false
    const allowed = surroundings.guestToolsets()
    return role !== 'guest' || (choice.toolsets?.every((name) => allowed.includes(name)) ?? false)
  }

  async function mayContinue(conversation: KnownConversation, event: InboundEvent, speaker: Speaker): Promise<boolean> {
    if (isShared(event, speaker.network)) return true
    return (await isFor(speaker.who, conversation)) && (await isOf(conversation.userId, event, speaker))
  }

  return {
    async open(event, speaker) {
      const { network, who } = speaker
      const target = targetOf(event, network, who, surroundings)
      const found = await conversations.open(target)
      const isReplaced = !(await mayContinue(found, event, speaker))
      // The running work has rights that the person has lost.
      if (isReplaced) await replaced.end(found, event, network)
      const conversation = isReplaced ? await conversations.open({ ...target, fresh: true }) : found
      if (who.person.role === 'admin' && !isShared(event, network)) await administered.add(conversation.id)
      return { conversation, isReplaced }
    },
    async current(event, speaker) {
      const { key } = targetOf(event, speaker.network, speaker.who, surroundings)
      const id = await conversations.idOf(key)
      const record = id === undefined ? undefined : await store.sessions.get(id)
      const found = record && (await conversations.open({ id: record.id }))
      return found && (await mayContinue(found, event, speaker)) ? found : undefined
    },
    async finish(event, speaker) {
      const target = targetOf(event, speaker.network, speaker.who, surroundings)
      const id = await conversations.idOf(target.key)
      const record = id === undefined ? undefined : await store.sessions.get(id)
      if (record) {
        const { id, userId } = await rootOf(store, record)
        const choice = await storedChoice(store, id)
        const known = { id, choice, ...(userId !== undefined && { userId }) }
        if (!(await mayContinue(known, event, speaker))) return
      }
      await conversations.finish(target, senderOf(speaker))
    },
  }
}
