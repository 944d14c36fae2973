import type { Conversation, Conversations, Person, Submission, SubmissionEnd } from '@hermes/conversations'
import { type Logger, type SessionStore, StoreError } from '@hermes/core'
import type { InboundEvent, InboundMessage, SentMessage } from '@hermes/core/platform'
import type { QuestionDesk } from '@hermes/core/questions'
import type { Claim, WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { splitText } from '@hermes/platforms'
import { roleOf } from './access.js'
import type { ChatNetwork, ChatNetworks } from './chat-network.js'
import { addressOf, isCommand, keyOf, mayAnswer, personOf, seedOf, textFor } from './chat-origin.js'
import { type LiveReply, openLiveReply } from './live-reply.js'
import { contentOf, type MediaFolders, takeFiles } from './media.js'
import type { Outbox } from './outbox.js'
import type { Pairing } from './pairing.js'
import { fromInboundPayload, type InboundPayload, toPayload } from './payload.js'
import { forgetPreview } from './preview.js'
import { answerByPress, answerByText, questionMessage } from './questions.js'
import { inboxQueue, repliesQueue } from './queues.js'
import { commandOfPress, replyText } from './reply-text.js'

export interface ChatRunnerOptions {
  readonly conversations: Conversations
  readonly store: Pick<SessionStore, 'sessions'>
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly questions: QuestionDesk
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly pairing: Pairing
  readonly folders: MediaFolders
  readonly logger: Logger
}

/** Between the inbox and the outbox: who may speak, to which conversation, and what is answered. */
export interface ChatRunner {
  /** Takes events from the inbox until `signal` is aborted. */
  workInbox(signal: AbortSignal): Promise<void>
  /** Brings answers to the outbox until `signal` is aborted. */
  workReplies(signal: AbortSignal): Promise<void>
}

/** An answer of this process, from its submission to its end. */
interface Owed {
  readonly submission: Submission
  readonly live: LiveReply
}

/** An answer that is owed must not be given up: each attempt takes the stored one, or continues its turn. */
const patient = { attempts: 1000, maxDelayMs: 60_000 }

export function createChatRunner(options: ChatRunnerOptions): ChatRunner {
  const { conversations, queue, values, questions, networks, outbox, pairing, folders, logger } = options
  const owed = new Map<string, Promise<Owed>>()

  function networkOf({ network: name }: InboundPayload): ChatNetwork {
    const network = networks.get(name)
    if (network) return network
    throw new StoreError('unavailable', `The network ${name} is not connected.`)
  }

  async function handleEvent(item: WorkItem): Promise<void> {
    const payload = fromInboundPayload(item.payload)
    if (!payload) return logger.log('error', 'An event was stored by another version.', { id: item.id })
    const { event } = payload
    const network = networkOf(payload)
    if (event.sender.isBot || !mayAnswer(event, network)) return
    const role = await roleOf(event.sender, network, pairing)
    if (!role) return offerPairing(item.id, event, network)
    const person = personOf(event, network, role)
    const conversation = await open(event, network)
    const answering = { desk: questions, conversation, by: network.name }
    if (event.type === 'message') {
      if (await answerByText(event.text, answering)) return
      return submit(item.id, event, { network, conversation, person })
    }
    const command = commandOfPress(event.value)
    if (command !== undefined) {
      const message: InboundMessage = { ...event, type: 'message', text: command, isAddressed: true, attachments: [] }
      return submit(item.id, message, { network, conversation, person })
    }
    const told = await answerByPress(event, answering)
    if (told === undefined || told === '') return
    await outbox.put(`${item.id}!`, { network: network.name, address: addressOf(event), text: told })
  }

  const open = (event: InboundEvent, network: ChatNetwork): Promise<Conversation> =>
    conversations.open({ key: keyOf(event, network), seed: seedOf(event, network, folders.workingDirectory) })

  async function offerPairing(id: string, event: InboundEvent, network: ChatNetwork): Promise<void> {
    if (event.chatType !== 'direct' || network.settings.unauthorized === 'ignore') return
    const code = await pairing.request(network.name, event.sender.id)
    if (code === undefined) return
    const text = `I do not know you yet. The owner of this agent can let you in with the code \`${code}\`. It is valid for an hour.`
    await outbox.put(`${id}!`, { network: network.name, address: addressOf(event), text })
  }

  /** The answer is owed from here on, whatever happens to the process. */
  async function submit(id: string, event: InboundMessage, place: Place): Promise<void> {
    const lane = isCommand(event) ? `${keyOf(event, place.network)} commands` : keyOf(event, place.network)
    const payload = toPayload({ network: place.network.name, event })
    await queue.put({ queue: repliesQueue, lane, id, payload })
    const { submission } = await begin(id, event, place)
    const accepted = await submission.accepted.catch((error: unknown) => {
      owed.delete(id)
      throw error
    })
    if (accepted.as === 'refused' && accepted.reason === 'closing') throw stopping()
  }

  /** Called for the event and for its answer, in any order. */
  function begin(id: string, event: InboundMessage, place: Place): Promise<Owed> {
    const begun = owed.get(id) ?? start(id, event, place)
    owed.set(id, begun)
    begun.catch(() => owed.delete(id))
    return begun
  }

  async function start(id: string, event: InboundMessage, { network, conversation, person }: Place): Promise<Owed> {
    const content = await contentOf(event, textFor(event, network), network, folders)
    const live = openLiveReply({
      id,
      conversation,
      network,
      address: addressOf(event),
      values,
      logger,
      ask: (question) =>
        outbox.put(`question ${question.id}`, {
          network: network.name,
          address: addressOf(event),
          ...questionMessage(question),
        }),
    })
    const sender = { person, surface: { kind: 'chat', name: network.name } } as const
    const { busy_mode: whenBusy } = network.settings
    const first = conversation.submit({ content, id, whenBusy }, sender)
    live.follow(first)
    return { submission: first, live }
  }

  async function handleReply(item: WorkItem, claim: Claim): Promise<void> {
    const payload = fromInboundPayload(item.payload)
    if (payload?.event.type !== 'message') return
    const { event } = payload
    const network = networkOf(payload)
    const role = await roleOf(event.sender, network, pairing)
    if (!role) return
    const person = personOf(event, network, role)
    const conversation = await open(event, network)
    const place = { network, conversation, person }
    const { submission, live } = await begin(item.id, event, place)
    let sent: readonly SentMessage[] = []
    let end: SubmissionEnd
    try {
      end = await ended(submission, live, place)
    } finally {
      owed.delete(item.id)
      sent = await live.end()
    }
    claim.signal.throwIfAborted()
    if (isUnfinished(end)) throw stopping()
    await follow(end, event, network)
    await deliver(item.id, event, { network, end, sent })
  }

  /** A turn that an earlier process left unfinished is continued. */
  async function ended(submission: Submission, live: LiveReply, { conversation, person, network }: Place) {
    const end = await submission.ended
    const isCutShort = end.status === 'duplicate' && end.reply === undefined && conversation.state.canContinue
    if (!isCutShort) return end
    const continued = conversation.continue({ person, surface: { kind: 'chat', name: network.name } })
    live.follow(continued)
    return continued.ended
  }

  /** The process stops before the answer was complete: the next one takes over. */
  function isUnfinished(end: SubmissionEnd): boolean {
    if (end.status === 'left-queued' || end.status === 'elsewhere') return true
    if (end.status === 'refused') return end.reason === 'closing'
    return conversations.isClosing && end.status === 'turn' && end.result.outcome.status === 'interrupted'
  }

  /** `/new`: the chat gets another conversation. */
  async function follow(end: SubmissionEnd, event: InboundEvent, network: ChatNetwork): Promise<void> {
    if (end.status !== 'command' || end.outcome.type !== 'open') return
    const { target } = end.outcome
    if (!('seed' in target)) return
    const seed = { ...target.seed, ...seedOf(event, network, folders.workingDirectory) }
    await conversations.open({ key: keyOf(event, network), seed, fresh: true })
  }

  async function deliver(id: string, event: InboundMessage, { network, end, sent }: Delivered): Promise<void> {
    const address = addressOf(event)
    const { text: whole, buttons } = replyText(end, network)
    const { text, files } = takeFiles(whole, folders)
    const parts = splitText(text, network.adapter.limits.text)
    const isReply = event.chatType !== 'direct'
    for (const [index, part] of parts.entries()) {
      const edits = sent[index]
      await outbox.put(`${id}#${index}`, {
        network: network.name,
        address,
        text: part,
        ...(edits && { edits }),
        ...(isReply && index === 0 && { replyToMessageId: event.messageId }),
        ...(buttons && index === parts.length - 1 && { buttons }),
        ...(event.context && { context: event.context }),
      })
    }
    for (const [index, file] of files.entries()) {
      await outbox.put(`${id}#file${index}`, { network: network.name, address, text: '', file })
    }
    await forgetPreview(values, id)
  }

  return {
    workInbox: (signal) => queue.work(inboxQueue, handleEvent, { signal, retry: { attempts: 20 } }),
    workReplies: (signal) =>
      queue.work(repliesQueue, handleReply, { signal, retry: patient, concurrency: Number.MAX_SAFE_INTEGER }),
  }
}

interface Place {
  readonly network: ChatNetwork
  readonly conversation: Conversation
  readonly person: Person
}

interface Delivered {
  readonly network: ChatNetwork
  readonly end: SubmissionEnd
  readonly sent: readonly SentMessage[]
}

function stopping(): StoreError {
  return new StoreError('unavailable', 'The process stops before the answer is complete.')
}
