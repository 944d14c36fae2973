import type { Conversation, Conversations } from '@hermes/conversations'
import type { Logger } from '@hermes/core'
import type { InboundEvent, InboundMessage } from '@hermes/core/platform'
import type { QuestionDesk } from '@hermes/core/questions'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import { addressOf, keyOf, mayAnswer, personOf, seedOf } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import type { Outbox } from '../outbox/outbox.js'
import { roleOf } from '../people/access.js'
import type { Pairing } from '../people/pairing.js'
import { answerByPress, answerByText } from '../replies/questions.js'
import type { Place, Replies } from '../replies/replies.js'
import { commandOfPress } from '../replies/reply-text.js'

export interface InboxOptions {
  readonly conversations: Conversations
  readonly queue: WorkQueue
  readonly questions: QuestionDesk
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly replies: Replies
  readonly pairing: Pairing
  readonly workingDirectory: string
  readonly logger: Logger
}

/** Received events: who may speak, and to which conversation. */
export interface Inbox {
  /** Takes events until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

export function createInbox(options: InboxOptions): Inbox {
  const { conversations, queue, questions, networks, outbox, replies, pairing, workingDirectory, logger } = options

  async function handle(item: WorkItem): Promise<void> {
    const payload = fromInboundPayload(item.payload)
    if (!payload) return logger.log('error', 'An event was stored by another version.', { id: item.id })
    const { event } = payload
    const network = networkOf(networks, payload.network)
    if (event.sender.isBot || !mayAnswer(event, network)) return
    const role = await roleOf(event.sender, network, pairing)
    if (!role) return offerPairing(item.id, event, network)
    const conversation = await open(event, network)
    const place: Place = { network, conversation, person: personOf(event, network, role) }
    const answering = { desk: questions, conversation, by: network.name }
    if (event.type === 'message') {
      if (await answerByText(event.text, answering)) return
      return replies.owe(item.id, event, place)
    }
    const command = commandOfPress(event.value)
    if (command !== undefined) {
      const message: InboundMessage = { ...event, type: 'message', text: command, isAddressed: true, attachments: [] }
      return replies.owe(item.id, message, place)
    }
    const told = await answerByPress(event, answering)
    if (told === undefined || told === '') return
    await outbox.put(`${item.id}!`, { network: network.name, address: addressOf(event), text: told })
  }

  const open = (event: InboundEvent, network: ChatNetwork): Promise<Conversation> =>
    conversations.open({ key: keyOf(event, network), seed: seedOf(event, network, workingDirectory) })

  async function offerPairing(id: string, event: InboundEvent, network: ChatNetwork): Promise<void> {
    if (event.chatType !== 'direct' || network.settings.unauthorized === 'ignore') return
    const code = await pairing.request(network.name, event.sender.id)
    if (code === undefined) return
    const text = `I do not know you yet. The owner of this agent can let you in with the code \`${code}\`. It is valid for an hour.`
    await outbox.put(`${id}!`, { network: network.name, address: addressOf(event), text })
  }

  return { work: (signal) => queue.work(inboxQueue, handle, { signal, retry: { attempts: 20 } }) }
}
