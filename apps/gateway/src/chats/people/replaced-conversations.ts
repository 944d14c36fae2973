import type { Conversation, ConversationKey, Conversations } from '@hermes/conversations'
import { storedExchange } from '@hermes/conversations/stored'
import { type Choice, describeError, type Logger, type SessionId, type SessionStore } from '@hermes/core'
import type { InboundEvent } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { english } from '@hermes/safety/language'
import { answerTo } from '../network/answer-to.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import type { Outbox } from '../outbox/outbox.js'

/** Conversations that chats have lost because a person may no longer continue them. Nothing continues with the rights that were removed. */
export interface ReplacedConversations {
  /** Tells the person, and ends running and waiting work of the conversation. Call it before the chat gets another one. Repeating it tells nothing more. */
  end(conversation: Conversation, event: InboundEvent, network: ChatNetwork): Promise<void>
  /** Ends this process's work in the conversation that the chat of an event has lost. Another process may have replaced it. */
  endHere(event: InboundEvent, network: ChatNetwork): Promise<void>
  /** Returns the conversation that a chat has lost, if it was given this input. `undefined` for other inputs. */
  withInput(key: ConversationKey, inputId: string): Promise<SessionId | undefined>
}

export interface ReplacedConversationsOptions {
  readonly conversations: Pick<Conversations, 'idOf' | 'live' | 'queuedIn'>
  readonly store: SessionStore
  readonly values: ValueTable
  readonly outbox: Pick<Outbox, 'put'>
  readonly agentFor: (choice: Choice) => Promise<EndsSessions>
  readonly logger: Logger
}

interface EndsSessions {
  readonly agent: { session(id: SessionId): { end(reason: string): Promise<void> } }
}

/** The conversation that each chat has lost most recently, by the key of the chat. */
const namespace = 'chat-replaced-conversations'
const otherRights = 'What you may do here has changed, so this is a new conversation.'
const reason = 'What the person may do has changed.'

export function createReplacedConversations(options: ReplacedConversationsOptions): ReplacedConversations {
  const { conversations, store, values, outbox, agentFor, logger } = options

  async function replacedIn(key: ConversationKey): Promise<SessionId | undefined> {
    const id = await values.get(namespace, key)
    return typeof id === 'string' && id !== (await conversations.idOf(key)) ? id : undefined
  }

  async function endTurn(conversation: Conversation): Promise<void> {
    // Each queued input would start a turn when the running one has ended.
    for (const { id } of conversation.state.queued) await conversation.submissionOf(id)?.cancel(reason)
    conversation.interrupt(reason)
  }

  /** Ends the session with its background work. If that fails, the chat still gets another conversation. */
  async function endSession({ id, choice }: Conversation): Promise<void> {
    if (!(await store.sessions.get(id))) return
    try {
      const { agent } = await agentFor(choice)
      await agent.session(id).end('rights_changed')
    } catch (error) {
      logger.log('warn', 'The session that a chat has lost could not be ended.', {
        session: id,
        error: describeError(error),
      })
    }
  }

  return {
    async end(conversation, event, network) {
      const { id } = conversation
      await values.update(namespace, keyOf(event, network), () => id)
      const text = [otherRights, lossOf(conversation)].filter((part) => part !== undefined).join(' ')
      await outbox.put(`replaced ${id}`, { ...answerTo(event, network), text })
      await endTurn(conversation)
      await endSession(conversation)
    },
    async endHere(event, network) {
      const id = await replacedIn(keyOf(event, network))
      const conversation = conversations.live.find((each) => each.id === id)
      if (conversation && conversation.state.activity !== 'idle') await endTurn(conversation)
    },
    async withInput(key, inputId) {
      const id = await replacedIn(key)
      if (id === undefined) return undefined
      const isItsOwn =
        (await storedExchange(store, id, inputId)) || (await conversations.queuedIn(id)).includes(inputId)
      return isItsOwn ? id : undefined
    },
  }
}

function lossOf({ state }: Conversation): string | undefined {
  if (state.activity === 'idle') return undefined
  const count = state.queued.length
  if (count === 0) return 'The running turn was ended.'
  return english`The running turn was ended, which dropped ${english.count(count, 'waiting message')}.`
}
