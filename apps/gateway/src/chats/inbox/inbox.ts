import type { Conversation, Conversations } from '@hermes/conversations'
import type { Logger } from '@hermes/core'
import type { InboundEvent, InboundMessage } from '@hermes/core/platform'
import type { QuestionDesk } from '@hermes/core/questions'
import type { Claim, WorkItem, WorkQueue } from '@hermes/core/queue'
import { type ChatNetwork, type ChatNetworks, networkOf } from '../network/chat-network.js'
import { addressOf, isCommand, mayAnswer, mayOverhear, personOf, targetOf } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import type { Outbox } from '../outbox/outbox.js'
import { roleOf } from '../people/access.js'
import { type BotGuard, pauseMs } from '../people/bot-guard.js'
import type { Pairing } from '../people/pairing.js'
import { answerByPress, answerByText } from '../replies/questions.js'
import type { Place, Replies } from '../replies/replies.js'
import { commandOfPress } from '../replies/reply-text.js'
import type { Batches } from './batches.js'
import type { Overheard } from './overheard.js'

export interface InboxOptions {
  readonly conversations: Conversations
  readonly queue: WorkQueue
  readonly questions: QuestionDesk
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly replies: Replies
  readonly pairing: Pairing
  readonly bots: BotGuard
  readonly batches: Batches
  readonly overheard: Overheard
  readonly workingDirectory: string
  readonly logger: Logger
}

/** Received events: who may speak, and to which conversation. */
export interface Inbox {
  /** Takes events until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

/** Many chats may wait for a person to end their burst of messages. */
const concurrency = 256

export function createInbox(options: InboxOptions): Inbox {
  const {
    conversations,
    queue,
    questions,
    networks,
    outbox,
    replies,
    pairing,
    bots,
    batches,
    overheard,
    workingDirectory,
  } = options

  async function handle(item: WorkItem, signal: AbortSignal): Promise<void> {
    const payload = fromInboundPayload(item.payload)
    if (!payload) return options.logger.log('error', 'An event was stored by another version.', { id: item.id })
    const { event } = payload
    const network = networkOf(networks, payload.network)
    if (!mayAnswer(event, network)) return mayOverhear(event, network) ? overheard.keep(event, network) : undefined
    const role = await roleOf(event.sender, network, pairing)
    if (!role) return offerPairing(item.id, event, network)
    if (event.sender.isBot && !(await mayAnswerBot(item.id, event, network))) return
    const conversation = await open(event, network)
    const place: Place = { network, conversation, person: personOf(event, network, role) }
    const answering = { desk: questions, conversation, by: network.name }
    if (event.type === 'message') {
      if (await answerByText(event.text, answering)) return
      const message = isCommand(event) ? event : await batches.join(item, event, { network, signal })
      if (!message) return
      const context = isCommand(message) ? undefined : await overheard.before(item.id, message, network)
      return replies.owe(item.id, message, { ...place, ...(context !== undefined && { overheard: context }) })
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
    conversations.open(targetOf(event, network, workingDirectory))

  async function offerPairing(id: string, event: InboundEvent, network: ChatNetwork): Promise<void> {
    if (event.chatType !== 'direct' || event.sender.isBot || network.settings.unauthorized === 'ignore') return
    const code = await pairing.request(network.name, event.sender.id)
    if (code === undefined) return
    const text = `I do not know you yet. The owner of this agent can let you in with the code \`${code}\`. It is valid for an hour.`
    await outbox.put(`${id}!`, { network: network.name, address: addressOf(event), text })
  }

  async function mayAnswerBot(id: string, event: InboundEvent, network: ChatNetwork): Promise<boolean> {
    const decision = await bots.decide(id, event, network)
    if (decision === 'pause') {
      const text = `Bots have written too much here. I do not answer them for ${pauseMs / 60_000} minutes.`
      await outbox.put(`${id}!`, { network: network.name, address: addressOf(event), text })
    }
    return decision === 'answer'
  }

  return {
    work: (signal) =>
      queue.work(inboxQueue, (item, claim: Claim) => handle(item, AbortSignal.any([claim.signal, signal])), {
        signal,
        concurrency,
        retry: { attempts: 20 },
      }),
  }
}
